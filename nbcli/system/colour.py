"""Colour, on a terminal only, and not where NO_COLOR is set."""

import os
import sys
from collections.abc import Mapping

GREEN, RED, BOLD = "\x1b[32m", "\x1b[31m", "\x1b[1m"
_END = "\x1b[0m"


def wanted() -> bool:
    """Return whether stdout is a terminal of somebody who wants colour."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def painted(text: str, styles: Mapping[int, str]) -> str:
    """Return the text with the lines that `styles` names, from 0, in colour."""
    lines = text.split("\n")
    return "\n".join(f"{styles[n]}{line}{_END}" if n in styles and line else line for n, line in enumerate(lines))
