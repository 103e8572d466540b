"""The three streams of a process, whatever they are tied to."""

import os
import sys
from typing import TextIO


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


def left(out: TextIO) -> None:
    """Write nothing more, at exit neither: the reader has left, and nothing is wrong."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
