"""An mbox: one mail after the other, each after a line that begins with "From "."""

import re
from collections.abc import Iterator
from typing import IO

from nbcli.corpus import Record, Source
from nbcli.corpus.mail.headers import begins_as_mail

_NEXT = re.compile(rb"\n\r?\nFrom [^\n]*\d\d:\d\d")
_TIME = re.compile(rb"\d\d:\d\d")
_QUOTED = re.compile(rb">+From ")
_LONGEST_LINE = 1 << 20


def sniff(source: Source) -> int:
    """A file named so, or one that begins as a mail after a "From " line and has more such lines."""
    if source.path.is_dir():
        return 0
    if source.suffix in (".mbox", ".mbx"):
        return 8
    head = source.head
    return 7 * (head.startswith(b"From ") and begins_as_mail(head) and _NEXT.search(head) is not None)


def read(source: Source) -> Iterator[Record]:
    """Yield a record a mail, its line being that of its "From "; a file without one is a single mail."""
    from nbcli.corpus.mail.message import mail_record  # the `email` package, for mails only

    with source.open() as file:
        for line, data in messages(file):
            yield mail_record(source, data, line)


def messages(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (line, message) of an open mbox; of a message longer than any text, the first part only is held."""
    from nbcli.corpus.mail.message import MOST_BYTES

    parts: list[bytes] = []
    size, begin, after_blank, dated = 0, 1, True, False
    for number, line in _lines(file):
        # A sentence may begin with "From " too: where the first such line has a time, as is usual, all must.
        if after_blank and line.startswith(b"From ") and (not dated or _TIME.search(line)):
            dated = dated or (number == 1 and _TIME.search(line) is not None)
            if size:
                yield begin, b"".join(parts)
            parts, size, begin = [], 0, number
            after_blank = False
            continue
        after_blank = not line.strip(b"\r\n")
        if size < MOST_BYTES:
            parts.append(line[1:] if _QUOTED.match(line) else line)
        size += len(line)
    if size:
        yield begin, b"".join(parts)


def _lines(file: IO[bytes]) -> Iterator[tuple[int, bytes]]:
    """Yield (number, line); the pieces of a very long line have its number."""
    number, whole = 0, True
    while line := file.readline(_LONGEST_LINE):
        number += whole
        whole = line.endswith(b"\n")
        yield number, line
