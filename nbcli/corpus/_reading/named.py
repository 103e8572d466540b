"""What the user names on the command line: files, folders, LABEL=FILE, and fetched corpora."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from nbcli.corpus._reading.log import Log
from nbcli.corpus._reading.source import How, Source
from nbcli.errors import NbError

FORMS = "name a folder with one text file a class, LABEL=FILE with a text a line, or a table with a label column"


def expanded(specs: Iterable[str]) -> Iterator[str]:
    """Yield the specs, in the place of a fetched corpus those of its files."""
    for spec in specs:
        if spec == "-" or "=" in spec or Path(spec).exists():
            yield spec
        else:
            from nbcli.corpus.public import catalogue

            yield from catalogue.specs(spec) or [spec]


def source_of(spec: str, how: How, log: Log) -> Source:
    """Return the source that a spec names; NbError where there is none."""
    label, equals, path = spec.partition("=")
    if spec == "-" or Path(spec).exists() or not (label and equals):
        label, path = "", spec
    if path != "-" and not Path(path).exists():
        raise NbError("there is no such file, folder or fetched corpus", where=path, remedy=FORMS)
    return Source(spec, Path(path), label or how.label, how, log)
