"""A folder of files, one a class: the file's stem is the label, each of its lines a text."""

from collections.abc import Iterator

from nbcli.corpus import Record, Source, read_source
from nbcli.corpus._reading.folder import entries


def sniff(source: Source) -> int:
    """Any folder with files, where no label is given."""
    if source.label is not None or not source.path.is_dir():
        return 0
    return 4 * any(path.is_file() for path in entries(source.path))


def parts(source: Source) -> list[Source]:
    """Return the files, each with its label, sorted by name."""
    files = [path for path in entries(source.path) if path.is_file()]
    return [source.child(path, source.child(path, None).stem) for path in files]


def read(source: Source) -> Iterator[Record]:
    """Yield the records of every file."""
    for part in parts(source):
        yield from read_source(part)
