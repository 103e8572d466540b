"""How texts and numbers are shown: their width on a terminal, what must not reach one, and so many digits."""

import re
from collections.abc import Iterator
from typing import Any
from unicodedata import combining, east_asian_width

# A character of a line that is cut takes no fewer than a quarter of a column, or marks without width would have no end.
_MARKS = 4
# Controls but tab and line end, marks of direction, what has no width but the joiners of scripts, what is no character.
_STEERING = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    "\ud800-\udfff\ufdd0-\ufdef\U000e0000-\U000e0fff]"
)


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


def harmless(text: str) -> str:
    """Return a text of several lines without what steers a terminal, or turns and hides what stands there.

    Each such character is spelled as JSON has it.
    """
    return _STEERING.sub(lambda found: "".join(f"\\u{unit:04x}" for unit in _units(found[0])), text)


def _units(char: str) -> Iterator[int]:
    data = char.encode("utf-16-be", "surrogatepass")
    return (int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2))


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
