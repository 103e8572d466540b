"""What `nb predict` reads: lines as they come, tables, whole messages."""

import os
from collections.abc import Iterator
from pathlib import Path

from nbcli.corpus import How, Log, Source, batches, decoded, narrowed, unreadable
from nbcli.system.terminal import Environment

# More at a time are no quicker, and take more memory.
_MOST = 4096


def line_batches(files: list[str], encoding: str | None) -> Iterator[list[bytes]]:
    """Yield the raw lines of every file, `-` being stdin, some as soon as there are any, and never very many."""
    for lines in _come(files, encoding):
        for start in range(0, len(lines), _MOST):
            yield lines[start : start + _MOST]


def _come(files: list[str], encoding: str | None) -> Iterator[list[bytes]]:
    for path in files:
        if path == "-":
            yield from batches(Environment().stdin.fileno(), encoding)
            continue
        try:
            descriptor = os.open(path, os.O_RDONLY)
            try:
                yield from batches(descriptor, encoding)
            finally:
                os.close(descriptor)
        except BrokenPipeError:  # of our reader, not of this file
            raise
        except OSError as error:
            raise unreadable(Path(path), error) from None


def whole(files: list[str], encoding: str | None, *, mail: bool) -> Iterator[tuple[bytes, str | None]]:
    """Yield each file as one text: its bytes, and the text in them (None where they cannot be decoded)."""
    for path in files:
        with Source(path, Path(path), None, How(), Log()).open() as file:
            data = file.read()
        if mail:
            from nbcli.corpus.mail.message import message_text

            yield data, message_text(data, encoding).text
        else:
            yield data, decoded([narrowed(data, encoding)], encoding)[0]
