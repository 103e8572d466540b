"""The three streams of a process, whatever they are tied to; no other room touches `sys.stdin` and the like."""

import os
import select
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import TextIO

from nbcli.system.display import harmless, printable

# So many bytes are read at a time.
_ENOUGH = 1 << 20


@dataclass(frozen=True)
class Environment:
    """Where input comes from, data goes to, and all else is printed; those of the process where none are given."""

    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)

    @property
    def interactive(self) -> bool:
        """Whether data goes to a terminal, which no label or text may steer."""
        return self.stdout.isatty()

    @property
    def shows_progress(self) -> bool:
        """Whether somebody watches what is printed beside the data."""
        return self.stderr.isatty()

    @property
    def colour(self) -> bool:
        """Whether data goes to a terminal of somebody who wants colour."""
        return self.interactive and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def write(self, data: str | bytes, *, clean: bool = False) -> None:
        """Write data, at once: whoever waits for it at the other end of a pipe has it.

        On a terminal what would steer it is spelled out, unless the data is `clean`: nothing in it comes from outside
        that is not spelled out already.
        """
        if self.interactive and not clean:
            data = harmless(data if isinstance(data, str) else data.decode("utf-8", "backslashreplace"))
        if isinstance(data, bytes):
            self.stdout.flush()
            self.stdout.buffer.write(data)
            self.stdout.buffer.flush()
        else:
            self.stdout.write(data)
            self.stdout.flush()

    def say(self, *lines: str) -> None:
        """Print lines beside the data, control characters spelled out.

        Where nobody can read them, on a full disk or by a closed pipe, they are lost, and nothing else is.
        """
        try:
            for line in lines:
                print(printable(line), file=self.stderr, flush=True)
        except OSError:
            with suppress(OSError):
                discard(self.stderr)


def prepare() -> None:
    """Make the three streams whole, and text in and out UTF-8 whatever the locale."""
    # A closed descriptor is an empty input, or an output nobody reads.
    for number, how in ((0, os.O_RDONLY), (1, os.O_WRONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, how)
            name = ("stdin", "stdout", "stderr")[number]
            setattr(sys, name, open(number, "r" if number == 0 else "w", encoding="utf-8"))  # noqa: SIM115
    # A lone surrogate from JSON or a file name is shown, not a crash.
    for out in (sys.stdout, sys.stderr):
        if hasattr(out, "reconfigure"):
            out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def discard(out: TextIO) -> None:
    """Write nothing more, at exit neither: the reader has gone, and nothing is wrong."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())


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
