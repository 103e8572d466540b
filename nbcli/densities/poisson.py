"""Counts of events: a Poisson distribution a class.

    p(x | c) = r[c]^x exp(-r[c]) / x!
    r[c] = (sum of x over c + m) / (N_c + 1)

m is the mean of the column: a Gamma prior worth one observation of it, so that no rate is 0 where the column has any
event. A number that is no count (negative, or with a fraction) says nothing.
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Density as Base
from nbcli.densities._core.density import Options, Steps, floats
from nbcli.models import At, Equation, Plain, less_counts
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log

# Above this Stirling's series is exact to the last digits; and above that a count is none: it would be a rounded one.
_STIRLING, _LARGEST = 32, 2.0**52


class Density(Base):
    """Learned: `total` (K,), the sum of the counts of each class."""

    equation = Equation(
        ("log p(x | c) = x log r[c] - r[c] - log x!", "r[c] = (sum of x over c + m) / (N_c + 1)"),
        (
            r"\log p(x \mid c) = x \log r_c - r_c - \log x!",
            r"r_c = \frac{\sum_{x \in c} x + m}{N_c + 1}",
        ),
    )
    arrays = ("n", "total")

    def __init__(self, n_classes: int) -> None:
        super().__init__(n_classes)
        self.total = np.zeros(n_classes)

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return it: it has no options."""
        return cls(n_classes)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> Sequence["Density"]:
        """Return it where all values are counts, and some are not 0."""
        there = x[~np.isnan(x)]
        return [cls(n_classes)] if _counts(there).all() and there.any() else []

    def _add(self, x: Array, codes: Ints) -> None:
        n, total = self._of(x, codes)
        self.n, self.total = self.n + n, self.total + total

    def _take(self, x: Array, codes: Ints) -> None:
        n, total = self._of(x, codes)
        self.n, self.total = less_counts(self.n, n), less_counts(self.total, total)

    def _of(self, x: Array, codes: Ints) -> tuple[Array, Array]:
        there, k = _counts(x), len(self.n)
        n = np.bincount(codes[there], minlength=k).astype(np.float64)
        return n, np.bincount(codes[there], x[there], minlength=k).astype(np.float64)

    def merge(self, other: Self) -> None:
        """Add the counts of the other."""
        self.n, self.total = self.n + other.n, self.total + other.total

    def rates(self) -> Array:
        """Return r, (K,)."""
        return _rates(self.n, self.total)

    def silent(self, x: Array) -> Bools:
        """Return which values are no counts."""
        return ~_counts(x)

    def _log(self, x: Array) -> Array:
        return _poisson(x, np.broadcast_to(self.rates(), (len(x), len(self.n))))

    def _log_without(self, x: Array, own: Array) -> Array:
        own = np.where(_counts(x)[:, None], own, 0.0)
        n, total = np.maximum(self.n - own, 0.0), np.maximum(self.total - own * x[:, None], 0.0)
        return _poisson(x, _rates(n, total))

    def steps(self, m: Plain, at: At) -> Steps:
        """Return the rate, and the log in three parts."""
        r, x = float(self.rates()[at.c]), np.array([at.x])
        if not _counts(x)[0]:
            return [], [m.note("no count")]
        parts = [at.x * float(log(r)), -r, -float(_log_factorial(x)[0])]
        written = f"{m.value(at.x)}{m.thin}{m.call('log', m.value(r))} - {m.value(r)} - {m.log_p(m.value(at.x))}!"
        return [f"{m.sub('r', at.label, at.name)} = {m.value(r)}"], [written, m.sum(parts, digits=4)]

    def state(self) -> dict[str, Any]:
        """Return the counts."""
        return {"n": self.n, "total": self.total}

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state."""
        found = cls(n_classes)
        found.n, found.total = (floats(state[name], n_classes) for name in cls.arrays)
        if (found.n < 0).any() or (found.total < 0).any():
            raise ValueError("the counts")
        return found


def _counts(x: Array) -> Bools:
    found: Bools = (x >= 0) & (x <= _LARGEST) & (x == np.floor(x))
    return found


def _rates(n: Array, total: Array) -> Array:
    """Return the rates of counts (..., K); of nothing but zeros, 1: then all classes are alike."""
    all_of = n.sum(axis=-1, keepdims=True)
    mean = total.sum(axis=-1, keepdims=True) / np.where(all_of > 0, all_of, 1.0)
    return np.where(mean > 0, (total + mean) / (n + 1.0), 1.0)


def _poisson(x: Array, rate: Array) -> Array:
    """Return the log probabilities of counts x (n,) at rates (n, K); 0 for what is no count."""
    is_count = _counts(x)
    safe = np.where(is_count, x, 0.0)
    found = safe[:, None] * log(rate) - rate - _log_factorial(safe)[:, None]
    found[~is_count] = 0.0
    return found


def _log_factorial(x: Array) -> Array:
    """Return log x! of whole numbers from 0: a sum of logarithms, or Stirling's series."""
    few = np.concatenate(([0.0], np.cumsum(log(np.arange(1.0, _STIRLING + 1)))))
    large = np.maximum(x, _STIRLING)
    series = (1 / 12 - (1 / 360 - 1 / (1260 * large**2)) / large**2) / large
    of_large = (large + 0.5) * log(large) - large + 0.5 * np.log(2 * np.pi) + series
    return np.where(x <= _STIRLING, few[np.minimum(x, _STIRLING).astype(np.int64)], of_large)
