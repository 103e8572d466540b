"""Numbers cut into bins of equal frequency, a probability a bin.

    p(x | c) = (values of c in the bin of x + alpha) / (N_c + alpha B)

B is the number of bins. The cuts stay as at training: midway between two values, so that each bin has as many records
as the others, ties aside. It is the probability of the bin, and no density within it: its width is the same for all
classes.
"""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np

from nbcli.densities._core.counted import Smoothed
from nbcli.densities._core.density import Options
from nbcli.densities._core.points import equal_frequency
from nbcli.models import Equation
from nbcli.system.arrays import Array, Bools, Ints

_TRIED = (5, 10, 20)


class Density(Smoothed):
    """Its points are the numbers of the bins, which `cuts` (B - 1,) part: a value at a cut is above it."""

    takes_bins = True
    equation = Equation(
        ("p(x | c) = (values of c in the bin of x + alpha) / (N_c + alpha B)",),
        (r"p(x \mid c) = \frac{N_{c, \mathrm{bin}(x)} + \alpha}{N_c + \alpha B}",),
    )

    def __init__(self, n_classes: int, cuts: Array, alpha: float = 1.0) -> None:
        super().__init__(n_classes, alpha)
        self.cuts = cuts

    @classmethod
    def plain(cls, x: Array, codes: Ints, n_classes: int, options: Options) -> "Density":
        """Return `--bins` of them, smoothed by `--alpha`."""
        return cls(n_classes, equal_frequency(x, options.bins), options.alpha)

    @classmethod
    def candidates(cls, x: Array, codes: Ints, n_classes: int) -> Sequence["Density"]:
        """Return those of 5, 10 and 20 bins, where that makes a difference."""
        cuts = {len(found): found for found in (equal_frequency(x, b) for b in _TRIED)}
        return [cls(n_classes, found) for number, found in cuts.items() if number]

    @property
    def described(self) -> str:
        """Its name with the number of bins."""
        return f"{self.name()} {self.n_points}"

    def key(self, x: Array) -> Array:
        """Return the bin of each value."""
        return np.searchsorted(self.cuts, x, side="right").astype(np.float64)

    @property
    def n_points(self) -> int:
        """The number of bins, B, those that nobody has included."""
        return len(self.cuts) + 1

    def silent(self, x: Array) -> Bools:
        """Return which values are missing: a bin of none is a smoothed one."""
        return np.isnan(x)

    def _set(self, points: Array, counts: Array) -> None:
        # Every bin is there, so that places are the bins.
        every = np.arange(self.n_points, dtype=np.float64)
        laid = np.zeros((len(counts), len(every)))
        laid[:, points.astype(np.int64)] = counts
        super()._set(every, laid)

    def gone(self, place: Ints, own: Array) -> Bools:
        """No bin is ever gone."""
        return np.zeros(len(place), dtype=bool)

    def bounds(self, x: float) -> tuple[float, float]:
        """Return the ends of the bin of a value."""
        i = int(self.key(np.array([x]))[0])
        return (
            float(self.cuts[i - 1]) if i else -np.inf,
            float(self.cuts[i]) if i < len(self.cuts) else np.inf,
        )

    def state(self) -> dict[str, Any]:
        """Return counts, alpha and cuts."""
        return super().state() | {"cuts": self.cuts}

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the density of that state."""
        cuts = np.asarray(state["cuts"], dtype=np.float64)
        if cuts.ndim != 1 or not np.isfinite(cuts).all() or (np.diff(cuts) <= 0).any():
            raise ValueError("the cuts")
        found = cls(n_classes, cuts)._restore(state)
        if len(found.points) != len(cuts) + 1:
            raise ValueError("the bins")
        return found
