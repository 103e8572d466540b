"""fastText's form: a text a line, its labels before it as `__label__NAME`, each perhaps with a comma after it."""

import re
from collections.abc import Iterator

from nbcli.corpus import Record, Source, Stream
from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.stream import marked

_MARK = "__label__"
_LABELS = re.compile(rf"(?:{_MARK}[^ \t]*+(?:[ \t]++|\Z))++")
_LABEL = re.compile(rf"{_MARK}([^ \t]*+)")


def sniff(source: Source) -> int:
    """A file that begins with such a label."""
    first = head_lines(source)[:1] if not source.path.is_dir() and source.label is None else []
    return 7 * bool(first and first[0].startswith(_MARK))


def stream(source: Source) -> Stream:
    """Return a record a line; of several labels the first counts, and the lines are noted."""
    source.log.holds("line")
    return Stream(_records(source, Lines(source)))


def _records(source: Source, lines: Lines) -> Iterator[list[Record]]:
    several, name = 0, str(source.path)
    for batch in lines.numbered():
        records = []
        for number, line in batch:
            text = line.lstrip("\ufeff")
            # Possessive: what has matched is given up no more, so that a long line costs one pass.
            labels = _LABELS.match(text)
            names = [name.rstrip(",") for name in _LABEL.findall(labels[0])] if labels else []
            several += len(names) > 1
            text = text[labels.end() :] if labels else text
            records.append(Record(text, names[0] if names else None, name, number))
        yield marked(records, lines.undecodable)
    if several:
        source.log.detail(f"{several:,} lines with several labels, the first taken")
