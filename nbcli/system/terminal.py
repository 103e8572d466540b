"""The three streams of a process, whatever they are tied to; no other room touches `sys.stdin` and the like."""

import os
import sys
from dataclasses import dataclass, field
from typing import TextIO

from nbcli.system.width import printable


@dataclass(frozen=True)
class Environment:
    """Where input comes from, data goes to, and all else is said; those of the process where none are given."""

    stdin: TextIO = field(default_factory=lambda: sys.stdin)
    stdout: TextIO = field(default_factory=lambda: sys.stdout)
    stderr: TextIO = field(default_factory=lambda: sys.stderr)

    @property
    def interactive(self) -> bool:
        """Whether data goes to a terminal, which no label or text may steer."""
        return self.stdout.isatty()

    @property
    def shows_progress(self) -> bool:
        """Whether somebody watches what is said beside the data."""
        return self.stderr.isatty()

    @property
    def colour(self) -> bool:
        """Whether data goes to a terminal of somebody who wants colour."""
        return self.interactive and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"

    def write(self, data: str | bytes) -> None:
        """Write data, at once: whoever waits for it at the other end of a pipe has it."""
        if isinstance(data, bytes):
            self.stdout.flush()
            self.stdout.buffer.write(data)
            self.stdout.buffer.flush()
        else:
            self.stdout.write(data)
            self.stdout.flush()

    def say(self, *lines: str) -> None:
        """Print lines beside the data, control characters spelled out."""
        for line in lines:
            print(printable(line), file=self.stderr, flush=True)


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
