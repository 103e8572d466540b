"""Numbers cut where the classes change, a probability an interval.

    p(x | c) = (values of c in the interval of x + alpha) / (N_c + alpha B)

The cuts are those of Fayyad and Irani (1993), Multi-interval discretization of continuous-valued attributes for
classification learning, IJCAI: the cut that leaves the least entropy of the classes, again on both sides, as long as
saying where it lies costs fewer bits than it saves. They stay as at training. They know the classes, so the default
recipe judges it by ten folds, the cuts of each made without it.
"""

from collections.abc import Sequence

import numpy as np

from nbcli.densities._core.density import Options
from nbcli.densities._core.points import table
from nbcli.densities.bins import Density as Bins
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log

_FOLDS = 10
_LOG_2 = float(log(2.0))


class Density(Bins):
    """As bins, with other cuts."""

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return it, smoothed by `--alpha`."""
        return cls(n_classes, entropy_cuts(x, codes, n_classes), options.alpha)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> Sequence["Density"]:
        """Return it; without a cut it says nothing, and is not tried."""
        cuts = entropy_cuts(x, codes, n_classes)
        return [cls(n_classes, cuts)] if len(cuts) else []

    def judged(self, x: Array, codes: Ints, own: Array, alphas: Sequence[float]) -> list[Array]:
        """Return the scores of every tenth value by what the others make of it, their own cuts included."""
        k, fold = len(self.n), np.arange(len(x)) % _FOLDS
        found = [np.zeros((len(x), k)) for _ in alphas]
        for number in range(_FOLDS):
            inside, rest = fold == number, fold != number
            other = type(self)(k, entropy_cuts(x[rest], codes[rest], k))
            other.learn(x[rest], codes[rest])
            for alpha, scores in zip(alphas, found, strict=True):
                scores[inside] = other.with_alpha(alpha).log_density(x[inside])
        return found


def entropy_cuts(x: Array, codes: Ints, n_classes: int) -> Array:
    """Return the cuts of the values x (n,) of the classes `codes` (n,), sorted, each midway between two values."""
    there = ~np.isnan(x)
    points, counts = table(x[there], codes[there], n_classes)
    below = np.concatenate((np.zeros((1, n_classes)), np.cumsum(counts.T, axis=0)))
    cuts, ahead = [], [(0, len(points))]
    while ahead:
        start, stop = ahead.pop()
        at = _best_cut(below[start : stop + 1] - below[start])
        if at is not None:
            cuts.append(points[start + at - 1] / 2 + points[start + at] / 2)
            ahead += [(start, start + at), (start + at, stop)]
    return np.unique(np.array(cuts))


def _best_cut(below: Array) -> int | None:
    """Return the number of points below the best cut, None where none pays; below: sums of counts (points + 1, K)."""
    whole = below[-1]
    n = whole.sum()
    if len(below) < 3:
        return None
    left, right = below[1:-1], whole - below[1:-1]
    of_left, of_right = _entropy(left), _entropy(right)
    mixed = (left.sum(axis=1) * of_left + right.sum(axis=1) * of_right) / n
    best = int(mixed.argmin())
    k, k_left, k_right = ((some > 0).sum() for some in (whole, left[best], right[best]))
    of_all = float(_entropy(whole[None])[0])
    delta = _log2(3.0**k - 2.0) - (k * of_all - k_left * of_left[best] - k_right * of_right[best])
    return best + 1 if of_all - mixed[best] > (_log2(n - 1.0) + delta) / n else None


def _entropy(counts: Array) -> Array:
    """Return the entropy of each row of counts, in bits."""
    p = counts / counts.sum(axis=1, keepdims=True)
    found: Array = -(p * _log2(np.where(p > 0, p, 1.0))).sum(axis=1)
    return found


def _log2(x: float | Array) -> Array:
    bits: Array = log(x) / _LOG_2
    return bits
