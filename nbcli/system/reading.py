"""Input as it comes."""

import os
import select
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

_ENOUGH = 1 << 20


def chunks(descriptor: int) -> Iterator[bytes]:
    """Yield what can be read without waiting, up to about a megabyte at a time, waiting only when there is nothing."""
    if hasattr(os, "O_BINARY"):  # Windows takes a descriptor for text, and its line ends for its own
        import_module("msvcrt").setmode(descriptor, os.O_BINARY)
    while data := os.read(descriptor, _ENOUGH):
        parts, size = [data], len(data)
        while data and size < _ENOUGH and _more(descriptor):
            data = os.read(descriptor, _ENOUGH)
            parts.append(data)
            size += len(data)
        yield b"".join(parts)


def _more(descriptor: int) -> bool:
    # Windows asks sockets only: there, what one read gives is all.
    with suppress(OSError, ValueError):
        return bool(select.select([descriptor], [], [], 0)[0])
    return False
