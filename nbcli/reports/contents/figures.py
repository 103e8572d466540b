"""Numbers and terms as a table shows them."""

from nbcli.system.display import cut, printable

_WIDEST, _TEXT = 40, 60


def edged(term: str) -> str:
    """Return the term with a space at its ends shown: of characters, it is a part of the term."""
    bare = term.strip(" ")
    left = len(term) - len(term.lstrip(" "))
    return "␣" * left + bare + "␣" * (len(term) - len(bare) - left)


def shortened(text: str, columns: int = _TEXT) -> str:
    """Return the text on one line, cut to so many columns of a terminal."""
    return cut(" ".join(text.split()), columns, "...")


def clipped(text: str, columns: int = _WIDEST) -> str:
    """Return the text fit for a terminal, its end left out where it is too wide."""
    return cut(printable(text), columns, "…")


def number(value: float | None) -> str:
    """Return a figure with four decimals, "-" where there is none."""
    return "-" if value is None else f"{value:.4f}"


def counted(n: int, noun: str) -> str:
    """Return so many things in words: "1 term", "2 terms"."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"


def percent(part: float) -> str:
    """Return a share as so many of a hundred, with one decimal."""
    return f"{100 * part:.1f} %"


def share(part: int, whole: int) -> str:
    """Return so many of a hundred ("45 %"); the number itself where that would round to none or all and is neither.

    share(3, 18_832) is "3", since 0 % it is not.
    """
    rounded = round(100 * part / whole) if whole else 0
    return f"{part:,}" if (rounded == 0 and part) or (rounded == 100 and part < whole) else f"{rounded} %"


def shown(value: float, *, sign: bool = False) -> str:
    """Return a logarithm with three decimals."""
    return f"{round(value, 3) + 0.0:{'+' if sign else ''},.3f}"


def chance(p: float) -> str:
    """Return a probability with four decimals, or what is left of it below that."""
    return f"{p:.4f}" if p >= 0.0001 or p == 0 else f"{p:.1e}"
