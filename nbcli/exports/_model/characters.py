"""What this Python takes for words, spaces, digits and capitals: other languages, and other versions, differ.

Ranges of code points are written in turn as the gap before each and its length.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

_ALL = range(0x110000)


@cache
def tables() -> dict[str, Any]:
    """Return the ranges of each kind, and the capitals with what they are in lower case."""
    capitals = [c for c in _ALL if chr(c).lower() != chr(c)]
    return {
        "word": _ranges(lambda char: char.isalnum() or char == "_"),
        "space": _ranges(str.isspace),
        "digit": _ranges(str.isdecimal),
        # By what they do to a sigma that they stand before.
        "cased": _ranges(_is_cased),
        "ignored": _ranges(lambda char: f"A{char}Σ".lower().endswith("ς") and not _is_cased(char)),
        "capitals": [c - before for before, c in zip([0, *capitals], capitals, strict=False)],
        "lowered": [chr(c).lower() for c in capitals],
    }


def _is_cased(char: str) -> bool:
    return f"{char}Σ".lower().endswith("ς")


def _ranges(belongs: Callable[[str], bool]) -> list[int]:
    found: list[int] = []
    end, inside = 0, False
    for c in _ALL:
        if belongs(chr(c)) != inside:
            found.append(c - end)
            end, inside = c, not inside
    return [*found, len(_ALL) - end] if inside else found
