"""`LABEL=FILE`: every line of the file is a text of that class."""

from collections.abc import Iterator
from itertools import count, repeat

from nbcli.corpus import Record, Source, Stream
from nbcli.corpus._reading.arriving import raw_lines
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.stream import marked


def sniff(source: Source) -> int:
    """Any file with a label."""
    return int(source.label is not None and not source.path.is_dir())


def stream(source: Source) -> Stream:
    """Return a record a line, all with the one label."""
    source.log.holds("line")
    return Stream(_records(source, Lines(source)))


def _records(source: Source, lines: Lines) -> Iterator[list[Record]]:
    numbers, label, name = count(1), repeat(source.label), repeat(str(source.path))
    for batch in lines.batches():
        yield marked([*map(Record, batch, label, name, numbers)], lines.undecodable)


def raw(source: Source) -> Iterator[list[bytes]]:
    """Yield the lines as they come, each a text."""
    return raw_lines(source)
