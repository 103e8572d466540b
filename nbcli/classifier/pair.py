"""Two columns read as one: a category for each pair of their values, numbers cut into intervals first."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Self

import numpy as np

from nbcli.classifier.cells import Cells
from nbcli.schema import CATEGORY, Column

# What stands between the two.
_AND = " × "


@dataclass(frozen=True)
class Half:
    """One of the two: its name, and where its numbers are cut; a value at a cut is above it."""

    name: str
    cuts: tuple[float, ...] = ()

    def cells(self, cells: Mapping[str, Cells]) -> Cells:
        """Return the values of n records as categories, of numbers the intervals."""
        own = cells[self.name]
        if not self.cuts:
            return own
        place = np.where(np.isnan(own.x), np.nan, np.searchsorted(np.array(self.cuts), own.x, side="right"))
        return Cells(place, self.intervals())

    def n_values(self, cells: Mapping[str, Cells]) -> int:
        """Return how many values it can have."""
        return len(self.cuts) + 1 if self.cuts else len(cells[self.name].categories)

    def intervals(self) -> list[str]:
        """Return what the intervals are called, in order."""
        between = [f"{low:.6g} to {high:.6g}" for low, high in pairwise(self.cuts)]
        return [f"below {self.cuts[0]:.6g}", *between, f"from {self.cuts[-1]:.6g}"]


@dataclass(frozen=True)
class Pair:
    """Two columns, the first and the second."""

    first: Half
    second: Half

    @property
    def name(self) -> str:
        """What reports call it: "age × plan"."""
        return f"{self.first.name}{_AND}{self.second.name}"

    @property
    def halves(self) -> tuple[Half, Half]:
        """Both."""
        return self.first, self.second

    def column(self, distinct: int) -> Column:
        """Return the column that the two make, of so many values."""
        return Column(self.name, CATEGORY, distinct=distinct)

    def cells(self, cells: Mapping[str, Cells]) -> Cells:
        """Return the pairs of values of n records by the columns' `cells`; missing where one of them is."""
        first, second = self.first.cells(cells), self.second.cells(cells)
        key = first.x * max(len(second.categories), 1) + second.x
        there = ~np.isnan(key)
        points, place = np.unique(key[there].astype(np.int64), return_inverse=True)
        names = [self._named(point, first, second) for point in points.tolist()]
        categories = sorted(set(names))
        number = {name: float(i) for i, name in enumerate(categories)}
        key[there] = np.array([number[name] for name in names])[place] if names else 0.0
        return Cells(key, categories)

    def _named(self, point: int, first: Cells, second: Cells) -> str:
        a, b = divmod(point, len(second.categories))
        return f"{first.categories[a]}{_AND}{second.categories[b]}"

    def fact(self) -> list[dict[str, Any]]:
        """Return this as JSON has it."""
        return [{"name": half.name, "cuts": list(half.cuts)} for half in self.halves]

    @classmethod
    def of(cls, fact: list[dict[str, Any]]) -> Self:
        """Return what `fact` gave; KeyError, TypeError or ValueError for what it cannot have given."""
        first, second = (Half(str(one["name"]), tuple(float(cut) for cut in one["cuts"])) for one in fact)
        for half in (first, second):
            if not np.isfinite(half.cuts).all() or (np.diff(half.cuts) <= 0).any():
                raise ValueError("the cuts of a pair of columns")
        return cls(first, second)
