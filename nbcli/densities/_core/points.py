"""What the densities share that count values: how many values of each class are at each of some points."""

from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Density, floats
from nbcli.models import less_counts
from nbcli.system.arrays import Array, Bools, Ints


class Points(Density):
    """Learned: `points` (V,), sorted, each of which some class has, and `counts` (K, V)."""

    arrays = ("n", "counts")
    points: Array
    counts: Array

    def __init__(self, n_classes: int) -> None:
        super().__init__(n_classes)
        self.points, self.counts = np.zeros(0), np.zeros((n_classes, 0))

    def key(self, x: Array) -> Array:
        """Return the point at which each value is counted, (n,)."""
        return x

    def _add(self, x: Array, codes: Ints) -> None:
        self._plus(*table(self.key(x), codes, len(self.n)))

    def merge(self, other: Self) -> None:
        """Add the counts of the other."""
        self._plus(other.points, other.counts)

    def _plus(self, points: Array, counts: Array) -> None:
        both = np.union1d(self.points, points)
        self._set(both, _on(self.points, self.counts, both) + _on(points, counts, both))

    def _take(self, x: Array, codes: Ints) -> None:
        points, counts = table(self.key(x), codes, len(self.n))
        both = np.union1d(self.points, points)
        rest = less_counts(_on(self.points, self.counts, both), _on(points, counts, both))
        kept = rest.any(axis=0)
        self._set(both[kept], rest[:, kept])

    def _set(self, points: Array, counts: Array) -> None:
        self.points, self.counts, self.n = points, counts, counts.sum(axis=1)

    def places(self, x: Array) -> tuple[Ints, Bools]:
        """Return where each value is counted, and whether it is: (n,), (n,)."""
        key = self.key(x)
        place = np.minimum(np.searchsorted(self.points, key), max(len(self.points) - 1, 0))
        known = self.points[place] == key if len(self.points) else np.zeros(len(x), dtype=bool)
        return place, known

    def values(self) -> Array:
        """Return the points."""
        return self.points

    def renumbered(self, place: Ints) -> None:
        """Call category i from now on `place[i]`, in the same order."""
        self.points = place[self.points.astype(np.int64)].astype(np.float64)

    def state(self) -> dict[str, Any]:
        """Return points and counts."""
        return {"points": self.points, "counts": self.counts}

    def _restore(self, state: dict[str, Any]) -> Self:
        points = np.asarray(state["points"], dtype=np.float64)
        counts = floats(state["counts"], len(self.n), len(points))
        if not np.isfinite(points).all() or (np.diff(points) <= 0).any() or (counts < 0).any():
            raise ValueError("the counts")
        self._set(points, counts)
        return self


def table(x: Array, codes: Ints, n_classes: int) -> tuple[Array, Array]:
    """Return the distinct values (V,), sorted, and how many of each class there are, (K, V)."""
    points, place = np.unique(x, return_inverse=True)
    cells = np.bincount(codes * len(points) + place.ravel(), minlength=n_classes * len(points))
    return points, cells.reshape(n_classes, len(points)).astype(np.float64)


def _on(points: Array, counts: Array, both: Array) -> Array:
    found = np.zeros((len(counts), len(both)))
    found[:, np.searchsorted(both, points)] = counts
    return found


def equal_frequency(x: Array, bins: int) -> Array:
    """Return the cuts of so many bins, fewer where values tie: midway between two values, sorted."""
    x = np.sort(x[~np.isnan(x)])
    at = np.arange(1, bins) * len(x) // bins
    at = at[at > 0]
    cuts = np.unique(x[at - 1] / 2 + x[at] / 2)
    return cuts[cuts > x[0]] if len(x) else cuts
