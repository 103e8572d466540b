"""An MH folder: a mail a file, the files' names being numbers."""

from collections.abc import Iterator
from pathlib import Path

from nbcli.corpus import Record, Source, eml
from nbcli.corpus._reading.folder import entries
from nbcli.errors import NbError


def sniff(source: Source) -> int:
    """A folder with MH's own file in it, or one of numbered files only, the first of which begins as a mail does."""
    if not source.path.is_dir():
        return 0
    numbered = _numbered(source.path)
    if (source.path / ".mh_sequences").is_file():
        return 8 * bool(numbered)
    only = numbered and len(numbered) == len(entries(source.path))
    return 8 * bool(only and eml.sniff(source.child(numbered[0], source.label)))


def read(source: Source) -> Iterator[Record]:
    """Yield a record a mail, in the order of the numbers; what has no number for a name is MH's own, or deleted."""
    if not source.path.is_dir():
        raise NbError("not an MH folder", where=str(source.path), remedy="name a folder with a mail a file in it")
    if source.label is None:
        remedy = f"name the class of its mails: LABEL={source.path}"
        raise NbError("an MH folder has no labels of its own", where=str(source.path), remedy=remedy)
    for path in _numbered(source.path):
        yield from eml.read(source.child(path, source.label))


def _numbered(folder: Path) -> list[Path]:
    paths = [path for path in entries(folder) if path.name.isascii() and path.name.isdigit() and path.is_file()]
    return sorted(paths, key=lambda path: (int(path.name[:18]), path.name))
