"""What the densities share that count values: how many values of each class are at each of some points."""

from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Density, Steps, floats
from nbcli.models import At, Plain, less_counts, smoothed
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log


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


class Smoothed(Points):
    """p(x | c) = (values of c at the point of x + alpha) / (N_c + alpha V), V being the number of points."""

    alphas = (0.03, 0.1, 0.3, 1.0, 3.0)

    def __init__(self, n_classes: int, alpha: float = 1.0) -> None:
        super().__init__(n_classes)
        self.alpha = alpha

    def with_alpha(self, alpha: float) -> Self:
        """Return the same with another alpha; counts are shared until one learns."""
        other = type(self).__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.alpha = alpha
        return other

    @property
    def n_points(self) -> int:
        """How many points there are, V."""
        return len(self.points)

    def silent(self, x: Array) -> Bools:
        """Return which values are missing, or at no point: of these nothing is known."""
        return np.isnan(x) | ~self.places(x)[1]

    def _log(self, x: Array) -> Array:
        place, known = self.places(x)
        found = np.zeros((len(x), len(self.n)))
        p = _share(self.counts + self.alpha, self.n[:, None] + self.alpha * self.n_points, self.n_points)
        found[known] = log(p).T[place[known]]
        return found

    def _log_without(self, x: Array, own: Array) -> Array:
        place, known = self.places(x)
        gone = self.gone(place, own)
        rest = np.maximum(self.counts.T[place] - own, 0.0) + self.alpha
        v = (self.n_points - gone)[:, None]
        found = log(_share(rest, np.maximum(self.n - own, 0.0) + self.alpha * v, np.maximum(v, 1)))
        found[gone | ~known] = 0.0
        return found

    def gone(self, place: Ints, own: Array) -> Bools:
        """Return which points nobody has without the records that leave: (m,)."""
        found: Bools = self.counts.sum(axis=0)[place] <= own.sum(axis=1)
        return found

    def steps(self, m: Plain, at: At) -> Steps:
        """Return p and its logarithm."""
        place, known = self.places(np.array([at.x]))
        if not known[0]:
            return [], [m.note("never seen")]
        name = m.sub("p", at.label, at.name)
        count, n = float(self.counts[at.c, place[0]]), float(self.n[at.c])
        definition, p = smoothed(m, name, count, n, self.alpha, self.n_points)
        return [definition], [m.call("log", p)]

    def state(self) -> dict[str, Any]:
        """Return points, counts and alpha."""
        return super().state() | {"alpha": self.alpha}

    def _restore(self, state: dict[str, Any]) -> Self:
        self.alpha = float(state["alpha"])
        if not 0 <= self.alpha < np.inf:
            raise ValueError("alpha")
        return super()._restore(state)


def table(x: Array, codes: Ints, n_classes: int) -> tuple[Array, Array]:
    """Return the distinct values (V,), sorted, and how many of each class there are, (K, V)."""
    points, place = np.unique(x, return_inverse=True)
    cells = np.bincount(codes * len(points) + place.ravel(), minlength=n_classes * len(points))
    return points, cells.reshape(n_classes, len(points)).astype(np.float64)


def _on(points: Array, counts: Array, both: Array) -> Array:
    found = np.zeros((len(counts), len(both)))
    found[:, np.searchsorted(both, points)] = counts
    return found


def _share(part: Array, total: Array, n_points: Array | int) -> Array:
    """Return part / total, and one of the points where the total is 0: of a class without values nothing is known."""
    found: Array = np.where(total > 0, part / np.where(total > 0, total, 1.0), 1.0 / np.maximum(n_points, 1))
    return found
