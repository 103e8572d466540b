"""What the densities share that have a smoothed probability for each point of a few."""

from typing import Any, Self

import numpy as np

from nbcli.densities._core.density import Steps
from nbcli.densities._core.points import Points
from nbcli.models import At, Plain, smoothed
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log


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


def _share(part: Array, total: Array, n_points: Array | int) -> Array:
    """Return part / total, and one of the points where the total is 0: of a class without values nothing is known."""
    found: Array = np.where(total > 0, part / np.where(total > 0, total, 1.0), 1.0 / np.maximum(n_points, 1))
    return found
