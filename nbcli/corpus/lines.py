"""`LABEL=FILE`: every line of the file is a text of that class."""

from collections.abc import Iterator
from itertools import count, repeat

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.arriving import raw_lines
from nbcli.corpus._reading.lines import lines_of


def sniff(source: Source) -> int:
    """Any file with a label."""
    return int(source.label is not None and not source.path.is_dir())


def read(source: Source) -> Iterator[Record]:
    """Yield the file's lines, all with the one label."""
    source.log.holds("line")
    yield from map(Record, lines_of(source), repeat(source.label), repeat(str(source.path)), count(1))


def raw(source: Source) -> Iterator[list[bytes]]:
    """Yield the lines as they come, each a text."""
    return raw_lines(source)
