"""fastText's form: a text a line, its labels before it as `__label__NAME`."""

import re
from collections.abc import Iterator

from nbcli.corpus import Document, Source
from nbcli.corpus._decode import head_lines, lines

_MARK = "__label__"


def sniff(source: Source) -> int:
    """A file that begins with such a label."""
    first = head_lines(source)[:1] if not source.path.is_dir() and source.label is None else []
    return 7 * bool(first and first[0].startswith(_MARK))


def read(source: Source) -> Iterator[Document]:
    """Yield a document a line; of several labels the first counts, and the lines are noted."""
    source.log.holds("line")
    several = 0
    for number, line in enumerate(lines(source), 1):
        names, text = [], line.lstrip("\ufeff")
        while text.startswith(_MARK):
            name, text = [*re.split("[ \t]+", text, maxsplit=1), ""][:2]
            names.append(name.removeprefix(_MARK))
        several += len(names) > 1
        yield Document(text, names[0] if names else None, str(source.path), number)
    if several:
        source.log.detail(f"{several:,} lines with several labels, the first taken")
