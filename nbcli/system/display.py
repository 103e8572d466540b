"""How texts and numbers are shown: their width on a terminal, what must not reach one, and so many digits."""

from typing import Any
from unicodedata import combining, east_asian_width

# A character of a line that is cut takes no fewer than a quarter of a column, or marks without width would have no end.
_MARKS = 4


def width(text: str) -> int:
    """Return the columns that the text takes: Han and full-width characters take two, combining marks none."""
    return sum(map(_columns, text))


def _columns(char: str) -> int:
    return 0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1


def cut(text: str, columns: int, end: str) -> str:
    """Return the text if it takes at most so many columns, else as much of it as leaves room for `end`, and that.

    The time is that of what is returned, however long the text.
    """
    some = text[: _MARKS * columns]
    if len(some) == len(text) and width(text) <= columns:
        return text
    room = columns - width(end)
    for i, char in enumerate(some):
        room -= _columns(char)
        if room < 0:
            return some[:i] + end
    return some + end


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Return the text filled up with spaces to that many columns, flush right if asked."""
    fill = " " * max(0, columns - width(text))
    return fill + text if right else text + fill


def printable(text: str) -> str:
    """Return the text with control characters spelled out, so that no label or term can steer a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)


def rounded(data: Any) -> Any:
    """Return plain data with every number that is no integer rounded to ten significant digits.

    On these all processors agree.
    """
    if isinstance(data, float):
        return float(f"{data:.10g}")
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [rounded(value) for value in data]
    return data
