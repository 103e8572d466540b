"""What a model says of itself: what its numbers are to it, its equation, and one of its terms written out."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, NamedTuple

import numpy as np

from nbcli.models._core.notation import Plain
from nbcli.system.arrays import Array
from nbcli.vectorizers import Rows, as_rows

_MAX_VALUE = (1 << 31) - 1


class Takes(Enum):
    """What the numbers of a row are to a model."""

    PRESENCE = auto()  # above 0 the text has the feature, else it does not
    VALUES = auto()  # whole numbers from 0, each the name of a value
    AMOUNTS = auto()  # numbers from 0, so much of the feature
    NUMBERS = auto()  # any numbers

    @property
    def texts(self) -> bool:
        """Whether what the model counts is texts: those that have the feature, or its value."""
        return self in (Takes.PRESENCE, Takes.VALUES)

    def seen(self, X: Any, model: str) -> Rows:
        """Return X (n, d) as the model sees it; ValueError, naming the model, for numbers without meaning to it."""
        rows = as_rows(X)
        if self is Takes.PRESENCE:
            rows = rows.only(rows.data > 0)
            return rows.with_data(np.ones(len(rows.data)))
        if self is Takes.AMOUNTS and (rows.data < 0).any():
            raise ValueError(f"{model} takes no negative numbers")
        if self is Takes.VALUES and _odd(rows.data).any():
            raise ValueError(f"{model} takes whole numbers from 0 only, and no negative ones")
        return rows


def _odd(x: Array) -> Any:
    return (x < 0) | (x > _MAX_VALUE) | (x != np.floor(x))


class Sums(NamedTuple):
    """What K classes add up to: n (K,) texts, and of each feature the sums of x, of x squared and of texts with an x
    other than 0, (K, d) each.
    """

    n: Array
    total: Array
    squares: Array
    texts: Array


@dataclass(frozen=True)
class Equation:
    """What a model says, as plain text and as LaTeX, a line each; `likelihood`: whether what is summed is one."""

    plain: tuple[str, ...]
    latex: tuple[str, ...]
    likelihood: bool = True


@dataclass(frozen=True)
class At:
    """A place in a model: class number c and feature number i with the value x, and the names of the two."""

    c: int
    i: int
    x: float
    label: str
    name: str


# What the parameters of a term are, and the steps to its value, which itself is left out.
Steps = tuple[list[str], list[str]]


def smoothed(m: Plain, name: str, count: float, total: float, alpha: float, times: int) -> tuple[str, str]:
    """Return `name = (count + alpha) / (total + alpha * times) = value`, and the value alone."""
    below = total + alpha * times
    value = m.value((count + alpha) / below if below else 0.0)
    return f"{name} = {m.frac(plus(m, count, alpha), plus(m, total, alpha, times))} = {value}", value


def plus(m: Plain, count: float, alpha: float, times: int | None = None) -> str:
    """Return count + alpha (times a number), or the count alone where alpha is 0."""
    if not alpha:
        return m.value(count)
    return f"{m.value(count)} + {m.value(alpha)}" + ("" if times is None else f"{m.times}{times}")
