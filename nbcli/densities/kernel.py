"""A kernel density a class: a small normal distribution over every value learned.

    p(x | c) = (sum over the values v of c of N(x; v, h[c]^2) + u) / (N_c + 1)

u is one observation spread evenly over the range of the column, so that no value is impossible. The width is either
range / sqrt(N_c), with which John and Langley (1995), Estimating continuous distributions in Bayesian classifiers, UAI,
have it shrink, or Silverman's (1986) 1.06 s N_c^(-1/5), s the deviation of the column; neither is below a sixth of the
mean distance of two neighbours. Values with their counts are the state, so that it is merged and taken back exactly.
"""

import math
from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Options, Steps
from nbcli.densities._core.points import Points
from nbcli.models import At, Equation, Plain, moments
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log, power

RANGE, SILVERMAN = WIDTHS = ("range", "silverman")
# Of more different values than this it is not tried: each costs an exponential for every value asked for.
_MOST = 2_000
# So many exponentials at a time.
_CELLS = 1 << 20

# Values that differ by less are one.
_NARROWEST = 1e-150


class Density(Points):
    """`width` is the rule of the bandwidth."""

    equation = Equation(
        ("p(x | c) = (sum over the values v of c of N(x; v, h[c]^2) + u) / (N_c + 1)",),
        (r"p(x \mid c) = \frac{\sum_{v \in c} N(x; v, h_c^2) + u}{N_c + 1}",),
    )

    def __init__(self, n_classes: int, width: str = RANGE) -> None:
        super().__init__(n_classes)
        self.width = width

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return that of John and Langley."""
        return cls(n_classes)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> Sequence["Density"]:
        """Return one a rule, of values that are not too many."""
        return [cls(n_classes, width) for width in WIDTHS] if 1 < len(np.unique(x[~np.isnan(x)])) <= _MOST else []

    @property
    def described(self) -> str:
        """Its name, with the rule where it is Silverman's."""
        return self.name() if self.width == RANGE else f"{self.name()} {self.width}"

    def _log(self, x: Array) -> Array:
        return self._scores(x, np.zeros((len(x), len(self.n))), np.zeros(len(x)))

    def _log_without(self, x: Array, own: Array) -> Array:
        gone = own.sum(axis=1) >= self.counts.sum(axis=0)[self.places(x)[0]]
        return self._scores(x, own, gone.astype(np.float64))

    def _scores(self, x: Array, own: Array, gone: Array) -> Array:
        """Return the log densities (m, K) without `own` (m, K) records at x, of which no other is there if `gone`."""
        spread, apart, deviation = self._column(x, own, gone)
        n = np.maximum(self.n - own, 0.0)
        h = np.maximum(np.maximum(self._bandwidth(spread, deviation, n), apart[:, None] / 6), _NARROWEST)
        total = np.stack([self._sums(c, x, h[:, c]) for c in range(len(self.n))], axis=1)
        # What leaves stands at distance 0.
        rest = np.maximum(total - own, 0.0) / (h * math.sqrt(2 * math.pi))
        found: Array = log((rest + (1 / (spread + apart))[:, None]) / (n + 1.0))
        return found

    def _column(self, x: Array, own: Array, gone: Array) -> tuple[Array, Array, Array]:
        """Return range, mean distance of neighbours and deviation of the column without what leaves, (m,) each."""
        points, m = self.points, len(x)
        if not len(points):
            return np.zeros(m), np.ones(m), np.zeros(m)
        second, last_but_one = points[min(1, len(points) - 1)], points[max(len(points) - 2, 0)]
        low = np.where((gone > 0) & (x == points[0]), second, points[0])
        high = np.where((gone > 0) & (x == points[-1]), last_but_one, points[-1])
        spread, gaps = np.maximum(high - low, 0.0), len(points) - gone - 1
        apart = np.where(gaps > 0, spread / np.maximum(gaps, 1.0), 1.0)
        weight = self.counts.sum(axis=0)
        n = weight.sum()
        mean = (weight * points).sum() / max(n, 1.0)
        whole = (np.full(m, n), np.full(m, mean), np.full(m, (weight * (points - mean) ** 2).sum()))
        n_left, _, deviation = moments.rest(whole, (own.sum(axis=1), x, np.zeros(())))
        return spread, apart, np.sqrt(np.maximum(deviation, 0.0) / np.maximum(n_left, 1.0))

    def _bandwidth(self, spread: Array, deviation: Array, n: Array) -> Array:
        """Return the widths, (m, K), of ranges and deviations (m,) and numbers of values (m, K)."""
        n = np.maximum(n, 1.0)
        if self.width == RANGE:
            return spread[:, None] / np.sqrt(n)
        return 1.06 * deviation[:, None] * power(n, -0.2)

    def _sums(self, c: int, x: Array, h: Array) -> Array:
        """Return the sum over the values of class c of exp(-0.5 ((x - v) / h)^2), (m,)."""
        there = self.counts[c] > 0
        points, counts = self.points[there], self.counts[c][there]
        step = max(_CELLS // max(len(points), 1), 1)
        with np.errstate(over="ignore"):  # so far off that nothing is left
            parts = [
                (counts * exp(-0.5 * ((x[i : i + step, None] - points) / h[i : i + step, None]) ** 2)).sum(axis=1)
                for i in range(0, len(x), step)
            ]
        return np.concatenate(parts) if parts else np.zeros(0)

    def steps(self, m: Plain, at: At) -> Steps:
        """Return the width, the sum of the kernels and u."""
        x, none = np.array([at.x]), np.zeros((1, len(self.n)))
        spread, apart, deviation = self._column(x, none, np.zeros(1))
        n = float(self.n[at.c])
        h = max(float(self._bandwidth(spread, deviation, self.n[None])[0, at.c]), float(apart[0]) / 6)
        kernels = float(self._sums(at.c, x, np.array([h]))[0]) / (h * math.sqrt(2 * math.pi))
        u = 1 / float(spread[0] + apart[0])
        names = [f"{m.sub('h', at.label, at.name)} = {m.value(h)}"]
        share = m.frac(f"{m.value(kernels)} + {m.value(u)}", f"{m.value(n)} + 1")
        return names, [m.call("log", share)]

    def state(self) -> dict[str, Any]:
        """Return points, counts and the rule of the width."""
        return super().state() | {"width": self.width}

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state."""
        if state["width"] not in WIDTHS:
            raise ValueError("the width")
        return cls(n_classes, str(state["width"]))._restore(state)
