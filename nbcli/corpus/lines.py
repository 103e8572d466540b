"""`LABEL=FILE`: every line of the file is a text of that class."""

from collections.abc import Iterator

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.decode import lines


def sniff(source: Source) -> int:
    """Any file with a label."""
    return int(source.label is not None and not source.path.is_dir())


def read(source: Source) -> Iterator[Record]:
    """Yield the file's lines, all with the one label."""
    source.log.holds("line")
    name, label = str(source.path), source.label
    for number, text in enumerate(lines(source), 1):
        yield Record(text, label, name, number)
