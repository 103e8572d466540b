"""Corpora: what the user names on the command line, read as documents one at a time.

The contract of a format (one file in this folder):

    def sniff(source: Source) -> int               how sure it is that the source has this form: 0 (not) to 9
    def read(source: Source) -> Iterator[Record] its documents, in order, as a stream; NbError for what is broken

The surest format reads the source, unless `--format` names one. What was taken, and what was left out, goes to the
source's log, and whether its texts are lines, files, mails or in a table. A document may lack its label or its text:
`read` below leaves it out and counts it. What is a table can be answered row by row, too:

    def recognised(source: Source, reading: Reading) -> bool            whether it is a table such as was read so
    def to_answer(source: Source, reading: Reading | None) -> ToAnswer  its rows as they come, and what writes them
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

from nbcli.choices import choices, load
from nbcli.corpus._reading.decode import known_encoding, text_of
from nbcli.corpus._reading.decode import lines as lines_of
from nbcli.corpus._reading.ids import check_labels, without_ids
from nbcli.corpus._reading.incoming_lines import batches, decoded, narrowed
from nbcli.corpus._reading.log import Log
from nbcli.corpus._reading.read_as import Reading
from nbcli.corpus._reading.record import Record
from nbcli.corpus._reading.source import How, Source, entries, unreadable
from nbcli.corpus._reading.table import HEADER, Row
from nbcli.corpus._reading.to_answer import Answer, ToAnswer
from nbcli.corpus.public import catalogue as _public
from nbcli.errors import NbError

__all__ = [
    "HEADER",
    "Answer",
    "How",
    "Log",
    "Reading",
    "Record",
    "Row",
    "Source",
    "ToAnswer",
    "batches",
    "check_labels",
    "decoded",
    "known_encoding",
    "lines_of",
    "narrowed",
    "read",
    "read_source",
    "text_of",
    "unreadable",
    "without_ids",
]


def read(specs: Iterable[str], how: How | None = None, log: Log | None = None) -> Iterator[Record]:
    """Yield the documents with text and label of every corpus named in `specs`, in the order given.

    A spec is a file or folder, `-` for stdin, any of these after `LABEL=`, or the name of a fetched corpus.
    """
    log = log or Log()
    for spec in _expanded(specs):
        source = _source_of(spec, how or How(), log)
        log.begin(source.spec)
        for document in read_source(source):
            if not document.label:
                log.skip(document.line, "without label")
            elif not document.text or document.text.isspace():
                log.skip(document.line, "without text")
            else:
                log.texts += 1
                yield document


def read_source(source: Source) -> Iterator[Record]:
    """Yield the documents of one source, by the format named or found; a U+FEFF inside a text is dropped."""
    module = _format_of(source)
    source.log.took(module.__name__.rpartition(".")[2])
    for document in module.read(source):
        if "\ufeff" in document.text:
            yield document._replace(text=document.text.replace("\ufeff", ""))
        else:
            yield document


def file_by_file(specs: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield specs that name the same texts, with absolute paths, a file each where a folder has one a class.

    With the size of each in bytes, 0 for a folder.
    """
    for spec in _expanded(specs):
        source = _source_of(spec, How(), Log())
        path, label = source.path.absolute(), source.label
        one_a_class = path.is_dir() and _format_of(source).__name__.endswith(".files")
        inside = [one for one in entries(path) if one.is_file()] if one_a_class else []
        if inside and not any("=" in one.name for one in inside):
            yield from ((f"{source.child(one, None).stem}={one}", one.stat().st_size) for one in inside)
        else:
            yield f"{label}={path}" if label else str(path), 0 if path.is_dir() else path.stat().st_size


def _expanded(specs: Iterable[str]) -> Iterator[str]:
    for spec in specs:
        if spec == "-" or "=" in spec or Path(spec).exists():
            yield spec
        else:
            yield from _public.specs(spec) or [spec]


def _source_of(spec: str, how: How, log: Log) -> Source:
    label, equals, path = spec.partition("=")
    if spec == "-" or Path(spec).exists() or not (label and equals):
        label, path = "", spec
    if path != "-" and not Path(path).exists():
        raise NbError("there is no such file, folder or fetched corpus", where=path, remedy=_FORMS)
    return Source(spec, Path(path), label or how.label, how, log)


_FORMS = "name a folder with one text file a class, LABEL=FILE with a text a line, or a table with a label column"


def _format_of(source: Source) -> ModuleType:
    if source.how.format and not source.path.is_dir():
        return load("corpus", source.how.format)
    modules = [load("corpus", name) for name in choices("corpus")]
    best = max(modules, key=lambda module: int(module.sniff(source)))
    if best.sniff(source):
        return best
    if source.label is None and not source.path.is_dir():
        remedy = f"name its class (LABEL={source.path}), or its form (--format csv, tsv, jsonl, fasttext)"
        raise NbError("no labels were found in it", where=str(source.path), remedy=remedy)
    raise NbError("not a corpus", where=str(source.path), remedy=_FORMS)
