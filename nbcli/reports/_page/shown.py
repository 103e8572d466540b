"""How a page shows a number or a text: the filters of its templates."""

import math
import re
import unicodedata
import zlib
from typing import Any

from markupsafe import Markup, escape

from nbcli.system.display import rounded

_KANA, _HANGUL, _HAN = "[\u3040-\u30ff]", "[\uac00-\ud7a3]", "[\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_JOINERS = "\u200c\u200d"


def seen(text: object) -> str:
    """Return the text with what has no shape of its own, or would turn the text round, spelled out.

    Spaces of all kinds stay, and so do line ends, tabs, and the joiners that scripts and emoji need.
    """
    return "".join(c if _harmless(c) else c.encode("unicode_escape").decode("ascii") for c in str(text))


def _harmless(char: str) -> bool:
    return char.isprintable() or char in "\n\t" or char in _JOINERS or unicodedata.category(char) == "Zs"


def language(text: object) -> str:
    """Return the text's language as far as its script shows it; "" where it does not."""
    spelled = str(text)
    for pattern, name in ((_KANA, "ja"), (_HANGUL, "ko"), (_HAN, "zh")):
        if re.search(pattern, spelled):
            return name
    return ""


def isolated(text: object, tag: str = "bdi") -> Markup:
    """Return a label, term or text of the user's, of its own direction and language."""
    return Markup('<{0} lang="{1}">{2}</{0}>').format(Markup(tag), language(text), seen(text))


def number(value: float | None, form: str = ",.4f") -> Markup:
    """Return the number as `form` shows it, with ten digits as the value of its element; None is a dash."""
    if value is None:
        return Markup('<span class="none">–</span>')
    if not math.isfinite(value):
        return escape(str(value))
    shown = format(value, form).replace("-", "−")
    return Markup('<data value="{}">{}</data>').format(repr(rounded(value)), shown)


def whole(value: int) -> Markup:
    """Return a count."""
    return number(value, ",")


def percent(value: float | None, digits: int = 1) -> Markup:
    """Return a share as so many of a hundred."""
    if value is None:
        return number(None)
    return Markup('<data value="{}">{}\u202f%</data>').format(repr(rounded(value)), f"{100 * value:.{digits}f}")


def nats(value: float | None) -> Markup:
    """Return a part of a sum of logarithms; None is the logarithm of 0."""
    return Markup('<span title="the logarithm of 0">−∞</span>') if value is None else number(value + 0.0, ",.3f")


def chance(value: float) -> Markup:
    """Return a probability with four decimals, or what is left of it below that."""
    return number(value, ".4f" if value >= 0.0001 or value == 0 else ".1e")


def weight(value: float) -> Markup:
    """Return what decides, with its sign."""
    if not math.isfinite(value) or abs(value) >= 1e9:
        return Markup("rules it out")
    return Markup('<span class="{}">{}</span>').format(
        "pro" if value > 0 else "con", f"{value:+,.3f}".replace("-", "−")
    )


def drawn(svg: str, alternative: str) -> Markup:
    """Return a drawing of ours with its text alternative; its names are made its own, as a page has several."""
    own = f"c{zlib.crc32(svg.encode()):08x}-"
    svg = re.sub(r'( id="|url\(#| href="#)', rf"\g<1>{own}", svg)
    # The drawing is matplotlib's, which escapes; only the alternative is anybody's words.
    return Markup('<svg role="img" aria-label="{}"').format(seen(alternative)) + Markup(svg.removeprefix("<svg"))


FILTERS: dict[str, Any] = {
    "seen": seen,
    "language": language,
    "isolated": isolated,
    "num": number,
    "whole": whole,
    "percent": percent,
    "nats": nats,
    "chance": chance,
    "weight": weight,
    "drawn": drawn,
}
