"""How wide a text stands on a terminal, and what must not reach one."""

from unicodedata import combining, east_asian_width


def width(text: str) -> int:
    """Return the columns that the text takes: Han and full-width characters take two, combining marks none."""
    return sum(0 if combining(c) else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, columns: int, *, right: bool = False) -> str:
    """Return the text filled up with spaces to that many columns, flush right if asked."""
    fill = " " * max(0, columns - width(text))
    return fill + text if right else text + fill


def printable(text: str) -> str:
    """Return the text with control characters spelled out, so that no label or term can steer a terminal."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text)
