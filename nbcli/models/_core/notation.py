"""Two ways to write an equation: plain text as in THEORY.md, and LaTeX."""

import math
from collections.abc import Sequence

_SPECIAL = {"\\": r"\textbackslash{}", "^": r"\textasciicircum{}", "~": r"\textasciitilde{}"}
_SPECIAL |= {c: "\\" + c for c in "&%$#_{}"}


class Plain:
    """Plain text: `log((45 + 0.1) / 6310.3)`."""

    times, gap, thin, dots = " * ", "; ", " ", "..."

    def text(self, words: str) -> str:
        """Return words or a name within an equation."""
        return words

    def value(self, number: float) -> str:
        """Return a count as it is, any other number with four significant digits."""
        return _value(number)

    def result(self, number: float, digits: int = 3) -> str:
        """Return a logarithm with three decimals, as on paper, or more."""
        return _result(number, digits)

    def sub(self, name: str, *indices: str) -> str:
        """Return the parameter `name` of a class, a feature, a value."""
        return f"{name}[{', '.join(indices)}]"

    def given(self, left: str, c: str) -> str:
        """Return P(left | c)."""
        return f"P({left} | {c})"

    def jll(self, c: str) -> str:
        """Return the name of the joint log-likelihood of class c."""
        return f"jll[{c}]"

    def score(self, c: str) -> str:
        """Return the name of what a model sums that is no likelihood."""
        return f"score[{c}]"

    def frac(self, a: str, b: str, *, flat: bool = False) -> str:
        """Return a over b; `flat`: a is a product and needs no brackets."""
        return f"{a if flat else _wrapped(a)} / {_wrapped(b)}"

    def log_p(self, inner: str) -> str:
        """Return the log of a probability by its name, log P(c)."""
        return f"log {inner}"

    def call(self, function: str, inner: str) -> str:
        """Return log or exp of something."""
        return f"{function}({inner})"

    def squared(self, inner: str) -> str:
        """Return the square of a difference."""
        return f"({inner})^2"

    def two_pi(self, s2: str) -> str:
        """Return 2 pi s2."""
        return f"2 pi {s2}"

    def sum(self, numbers: Sequence[float], digits: int = 3) -> str:
        """Return numbers added up, `-1.609 - 53.398`."""
        shown = [self.result(number, digits) for number in numbers]
        tail = [f" - {part[1:]}" if part.startswith("-") else f" + {part}" for part in shown[1:]]
        return "".join(shown[:1] + tail)

    def block(self, title: str, lines: Sequence[str]) -> list[str]:
        """Return a title and its equations, a line each."""
        return [title, *(f"    {line}" for line in lines), ""]

    def note(self, words: str) -> str:
        """Return a remark that stands as a line among equations."""
        return words


class Latex(Plain):
    r"""LaTeX, for amsmath: `\log \frac{45 + 0.1}{6310.3}`; names that are Chinese need xeCJK or ctex."""

    times, gap, thin, dots = r" \cdot ", r", \quad ", r" \, ", r"\dots"

    def text(self, words: str) -> str:
        return words if words.isascii() and words.isalnum() and len(words) == 1 else rf"\text{{{_escaped(words)}}}"

    def value(self, number: float) -> str:
        return _powers(_value(number))

    def result(self, number: float, digits: int = 3) -> str:
        return _powers(_result(number, digits))

    def sub(self, name: str, *indices: str) -> str:
        return f"{_greek(name)}_{{{', '.join(indices)}}}"

    def given(self, left: str, c: str) -> str:
        return rf"P({left} \mid {c})"

    def jll(self, c: str) -> str:
        return rf"\mathrm{{jll}}_{{{c}}}"

    def score(self, c: str) -> str:
        return rf"\mathrm{{score}}_{{{c}}}"

    def frac(self, a: str, b: str, *, flat: bool = False) -> str:
        return rf"\frac{{{a}}}{{{b}}}"

    def log_p(self, inner: str) -> str:
        return rf"\log {inner}"

    def call(self, function: str, inner: str) -> str:
        return rf"\{function}\left({inner}\right)"

    def squared(self, inner: str) -> str:
        return rf"\left({inner}\right)^2"

    def two_pi(self, s2: str) -> str:
        return rf"2 \pi \cdot {s2}"

    def block(self, title: str, lines: Sequence[str]) -> list[str]:
        body = [rf"& {line} \\" for line in lines]
        return [rf"\paragraph{{{_escaped(title)}}}", r"\begin{align*}", *body, r"\end{align*}", ""]

    def note(self, words: str) -> str:
        return self.text(words)


def _value(number: float) -> str:
    if math.isfinite(number) and number == int(number) and abs(number) < 1e15:
        return str(int(number))
    return f"{number:.4g}" if abs(number) < 1000 else f"{number:.1f}"


def _result(number: float, digits: int) -> str:
    return f"{round(number, digits) + 0.0:.{digits}f}" if math.isfinite(number) else f"{number}"


def _wrapped(inner: str) -> str:
    return f"({inner})" if " " in inner else inner


def _powers(shown: str) -> str:
    if shown.endswith("inf"):
        return shown.replace("inf", r"\infty")
    digits, e, power = shown.partition("e")
    return rf"{digits} \times 10^{{{int(power)}}}" if e else shown


def _greek(name: str) -> str:
    """Return the name of a parameter: a letter as it is, one spelled as in theta by its sign."""
    return r"\sigma^2" if name == "s2" else f"\\{name}" if len(name) > 1 else name


def _escaped(words: str) -> str:
    return "".join(_SPECIAL.get(c, c) for c in words)
