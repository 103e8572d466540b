"""A normal distribution a class.

    log p(x | c) = -0.5 log(2 pi s2[c]) - 0.5 (x - mu[c])^2 / s2[c]
    mu[c] = (sum of x over c + t m) / (N_c + t)
    s2[c] = (sum of (x - mu[c])^2 over c + t v) / (N_c + t) + e V

m is the mean of the column, v its variance within classes and V that of all, e the smoothing of variances. The textbook
has t = 0. With t = 1 mean and variance are shrunk by one observation of the pooled ones, so that a class of one value
has a width; a class without any value gets that whatever t is.

Mean and sum of squared deviations are kept, see `models.moments`.
"""

import math
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Density as Base
from nbcli.densities._core.density import Options, Steps, floats
from nbcli.models import At, Equation, Plain, moments
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log

# Beside the shrinking: a class of equal values is not narrower than a thousandth of the column's deviation.
_SHRUNK_SMOOTHING = 1e-6
# What rounding leaves of a variance that is 0: as a share of the square of the mean, and of what there was before.
_ROUNDING, _LEFT = 1e-30, 1e-12


class Density(Base):
    """Learned: `mean` (K,), `deviation` (K,) the sums of squared deviations from it."""

    equation = Equation(
        ("log p(x | c) = -0.5 log(2 pi s2[c]) - 0.5 (x - mu[c])^2 / s2[c]",),
        (r"\log p(x \mid c) = -0.5 \log(2 \pi \sigma^2_c) - \frac{0.5 (x - \mu_c)^2}{\sigma^2_c}",),
    )
    arrays = ("n", "mean", "deviation")

    def __init__(self, n_classes: int, shrinkage: float = 1.0, smoothing: float = _SHRUNK_SMOOTHING) -> None:
        super().__init__(n_classes)
        self.mean, self.deviation = np.zeros(n_classes), np.zeros(n_classes)
        self.shrinkage, self.smoothing = shrinkage, smoothing

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return the textbook's: no shrinkage, and the smoothing of `--var-smoothing`."""
        return cls(n_classes, 0.0, options.var_smoothing)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> Sequence["Density"]:
        """Return the one that is shrunk."""
        return [cls(n_classes)]

    def _add(self, x: Array, codes: Ints) -> None:
        self._set(moments.plus(self._moments(), _of(x, codes, len(self.n))))

    def _take(self, x: Array, codes: Ints) -> None:
        self._set(moments.minus(self._moments(), _of(x, codes, len(self.n))))

    def merge(self, other: Self) -> None:
        """Add the moments of the other."""
        self._set(moments.plus(self._moments(), other._moments()))

    def _moments(self) -> moments.Moments:
        return self.n, self.mean, self.deviation

    def _set(self, found: moments.Moments) -> None:
        self.n, self.mean, self.deviation = found

    def parameters(self) -> tuple[Array, Array]:
        """Return mu and s2, (K,) each."""
        return self._parameters(*self._moments())

    def _parameters(self, n: Array, mean: Array, deviation: Array, least: float = 0.0) -> tuple[Array, Array]:
        """Return mu and s2 of moments (..., K), in their shape; a variance of the column up to `least` is rounding."""
        total = n.sum(axis=-1, keepdims=True)
        some = np.where(total > 0, total, 1.0)
        m = (n * mean).sum(axis=-1, keepdims=True) / some
        within = deviation.sum(axis=-1, keepdims=True) / some
        variance = within + (n * (mean - m) ** 2).sum(axis=-1, keepdims=True) / some
        t = np.where(n > 0, self.shrinkage, 1.0)
        mu = mean + t * (m - mean) / (n + t)
        s2 = (deviation + n * (mean - mu) ** 2 + t * within) / (n + t)
        return mu, s2 + self.smoothing * np.where(variance > np.maximum(least, _ROUNDING * m**2), variance, 1.0)

    def _log(self, x: Array) -> Array:
        return _normal(x, *self.parameters())

    def _log_without(self, x: Array, own: Array) -> Array:
        all_of = [np.broadcast_to(part, own.shape) for part in self._moments()]
        n, mean, deviation = moments.rest((all_of[0], all_of[1], all_of[2]), (own, x[:, None], np.zeros(())))
        # Of equal values that remain there is a rounding of what varied before.
        deviation = np.where(deviation > _LEFT * self.deviation, deviation, 0.0)
        return _normal(x, *self._parameters(n, mean, deviation, _LEFT * self._variance()))

    def _variance(self) -> float:
        """Return the variance of the column."""
        n = max(float(self.n.sum()), 1.0)
        m = float((self.n * self.mean).sum()) / n
        return float((self.deviation + self.n * (self.mean - m) ** 2).sum()) / n

    def steps(self, m: Plain, at: At) -> Steps:
        """Return mu and s2, and the log of the density in two parts."""
        mu, s2 = (float(part[at.c]) for part in self.parameters())
        names = [f"{m.sub(name, at.label, at.name)} = {m.value(v)}" for name, v in (("mu", mu), ("s2", s2))]
        off = f"{m.value(at.x)} {'+' if mu < 0 else '-'} {m.value(abs(mu))}"
        square = m.frac(f"0.5{m.thin}{m.squared(off)}", m.value(s2), flat=True)
        filled = m.sum([-0.5 * math.log(2 * math.pi * s2), -0.5 * (at.x - mu) ** 2 / s2], digits=4)
        return names, [f"-0.5{m.thin}{m.call('log', m.two_pi(m.value(s2)))} - {square}", filled]

    def state(self) -> dict[str, Any]:
        """Return the moments and the two numbers."""
        own = {name: getattr(self, name) for name in self.arrays}
        return own | {"shrinkage": self.shrinkage, "smoothing": self.smoothing}

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state."""
        found = cls(n_classes, float(state["shrinkage"]), float(state["smoothing"]))
        found.n, found.mean, found.deviation = (floats(state[name], n_classes) for name in cls.arrays)
        if (found.n < 0).any() or (found.deviation < 0).any() or found.shrinkage < 0 or found.smoothing < 0:
            raise ValueError("the moments")
        return found


def _of(x: Array, codes: Ints, k: int) -> moments.Moments:
    """Return the moments of each class, in two passes over the values in one order."""
    order = np.argsort(x, kind="stable")
    x, codes = x[order], codes[order]
    n = np.bincount(codes, minlength=k).astype(np.float64)
    mean = np.bincount(codes, x, minlength=k) / np.where(n > 0, n, 1.0)
    return n, mean, np.bincount(codes, (x - mean[codes]) ** 2, minlength=k).astype(np.float64)


def _normal(x: Array, mu: Array, s2: Array) -> Array:
    """Return the log of the normal densities at x (n,), of mu and s2 (K,) or (n, K): (n, K)."""
    with np.errstate(over="ignore"):  # so far off that the density is 0
        found: Array = -0.5 * log(2 * np.pi * s2) - 0.5 * (x[:, None] - mu) ** 2 / s2
    return found
