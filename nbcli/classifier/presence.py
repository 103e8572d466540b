"""Whether the value of a column is missing, as something that classes differ in."""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from nbcli.system.arrays import Array, Ints, compact
from nbcli.system.elementary import log


@dataclass(frozen=True)
class Presence:
    """How many values of each class are missing, `empty` (K,), and how many are not, `there` (K,).

    P(missing | c) = (missing in c + 1) / (N_c + 2)
    """

    empty: Array
    there: Array

    @classmethod
    def none(cls, n_classes: int) -> Self:
        """Return the counts of no values."""
        return cls(np.zeros(n_classes), np.zeros(n_classes))

    def plus(self, x: Array, codes: Ints, times: float = 1.0) -> "Presence":
        """Return the counts with n values more, x (n,), of the classes `codes` (n,); fewer for `times` -1."""
        k, gone = len(self.empty), np.isnan(x)
        empty, there = (times * np.bincount(codes[some], minlength=k) for some in (gone, ~gone))
        return Presence(self.empty + empty, self.there + there)

    def relabelled(self, place: Ints, n_classes: int) -> "Presence":
        """Return the counts of class c at `place[c]` of `n_classes`; -1 for one that is no more."""
        kept = np.flatnonzero(place >= 0)
        new = np.zeros((2, n_classes))
        new[:, place[kept]] = self.empty[kept], self.there[kept]
        return Presence(new[0], new[1])

    def log_share(self, x: Array, own: Array) -> Array:
        """Return the log of P(missing | c), or of its opposite, for values x (n,), without `own` records: (n, K)."""
        count = np.where(np.isnan(x)[:, None], self.empty, self.there) - own
        found: Array = log((count + 1.0) / (self.empty + self.there - own + 2.0))
        return found

    def state(self) -> dict[str, Any]:
        """Return the counts."""
        return {"empty": compact(self.empty), "there": compact(self.there)}

    @classmethod
    def from_state(cls, state: dict[str, Any], n_classes: int) -> Self:
        """Return the counts of that state; ValueError for those of another number of classes."""
        empty, there = (np.asarray(state[name], dtype=np.float64) for name in ("empty", "there"))
        if empty.shape != (n_classes,) or there.shape != (n_classes,) or min(empty.min(), there.min()) < 0:
            raise ValueError("the missing values")
        return cls(empty, there)
