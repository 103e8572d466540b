"""Counts by class and feature where classes are many: only those above 0, a feature at a time.

Of K x d counts no more are above 0 than stand in the texts: ten million of 10,000 classes and a million terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nbcli.models._core.numbers import is_nothing, less_counts
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows


@dataclass(frozen=True)
class ClassCounts:
    """Counts (K, d): feature j has `counts[starts[j]:starts[j + 1]]`, each in the class that `classes` has there.

    K is `n_classes`. starts: (d + 1,). classes: (nnz,), ascending within a feature. counts: (nnz,), none of them 0.
    """

    starts: Ints
    classes: NDArray[np.int32]
    counts: Array
    n_classes: int

    @classmethod
    def of(cls, cells: Ints, counts: Array, shape: tuple[int, int]) -> Self:
        """Return the counts at `cells` (m,), feature * K + class, in any order; those of one cell add up in turn."""
        k, d = shape
        order = np.argsort(cells, kind="stable")
        cells = cells[order]
        first = np.append(True, cells[1:] != cells[:-1])[: len(cells)]
        counts = np.bincount(np.cumsum(first) - 1, counts[order]).astype(np.float64, copy=False)
        return cls._sorted(cells[first], counts, (k, d))

    @classmethod
    def _sorted(cls, cells: Ints, counts: Array, shape: tuple[int, int]) -> Self:
        """Return the same of ascending cells, each once; those of 0 are left out."""
        k, d = shape
        column, classes = np.divmod(cells[counts != 0], k)
        starts = np.concatenate(([0], np.cumsum(np.bincount(column, minlength=d))))
        return cls(starts, classes.astype(np.int32), counts[counts != 0], k)

    @classmethod
    def summed(cls, rows: Rows, group: Ints, n_classes: int) -> Self:
        """Return the sum of the rows (n, d) of each class, `group` (n,) saying which row is whose."""
        cells = rows.indices.astype(np.int64) * n_classes + group[rows.row_of]
        return cls.of(cells, rows.data, (n_classes, rows.shape[1]))

    @classmethod
    def packed(cls, dense: Array) -> Self:
        """Return the counts of an array (K, d)."""
        column, classes = np.nonzero(dense.T)
        return cls._sorted(column * len(dense) + classes, dense[classes, column], (len(dense), dense.shape[1]))

    @classmethod
    def beside(cls, parts: Sequence[Self]) -> Self:
        """Return counts of the same classes, the features of all in turn."""
        starts = np.concatenate(([0], np.cumsum(np.concatenate([np.diff(part.starts) for part in parts]))))
        classes, counts = (np.concatenate([getattr(part, name) for part in parts]) for name in ("classes", "counts"))
        return cls(starts, classes, counts, parts[0].n_classes)

    @property
    def shape(self) -> tuple[int, int]:
        """(K, d)."""
        return self.n_classes, len(self.starts) - 1

    @property
    def _column(self) -> Ints:
        """The feature of every count, shape (nnz,)."""
        return np.repeat(np.arange(self.shape[1]), np.diff(self.starts))

    @property
    def _cells(self) -> Ints:
        return self._column * self.n_classes + self.classes

    def ascending(self) -> bool:
        """Say whether the classes of each feature ascend, as they must."""
        return bool((np.diff(self._cells) > 0).all())

    def toarray(self) -> Array:
        """Return the array (K, d)."""
        dense = np.zeros(self.shape)
        dense[self.classes, self._column] = self.counts
        return dense

    def sum(self, axis: int) -> Array:
        """Return the sums over the classes (0), shape (d,), or over the features (1), shape (K,)."""
        number = self.classes if axis else self._column
        return np.bincount(number, self.counts, minlength=self.shape[1 - axis]).astype(np.float64, copy=False)

    @cached_property
    def _by_class(self) -> tuple[Ints, Ints, Array]:
        """The counts class by class: where each class begins, (K + 1,), and the feature and count of each, (nnz,)."""
        order = np.argsort(self.classes, kind="stable")
        starts = np.searchsorted(self.classes[order], np.arange(self.n_classes + 1))
        return starts, self._column[order], self.counts[order]

    def of_class(self, c: int) -> tuple[Ints, Array]:
        """Return the features that a class has, ascending, and its counts of them."""
        starts, features, counts = self._by_class
        own = slice(starts[c], starts[c + 1])
        return features[own], counts[own]

    def __getitem__(self, key: Any) -> Any:
        """Return the counts of one class, (d,), or those of the classes that a mask (K,) names."""
        if np.ndim(key) == 0:
            row = np.zeros(self.shape[1])
            features, counts = self.of_class(int(key))
            row[features] = counts
            return row
        kept = key[self.classes]
        place = (np.cumsum(key) - 1)[self.classes[kept]]
        n = int(np.count_nonzero(key))
        return self._sorted(self._column[kept] * n + place, self.counts[kept], (n, self.shape[1]))

    def over(self, place: Ints, n_classes: int) -> Self:
        """Return the counts with class c now at `place[c]`, ascending, of so many."""
        return type(self)(self.starts, place[self.classes].astype(np.int32), self.counts, n_classes)

    def laid(self, columns: Ints, n_features: int) -> Self:
        """Return the counts with feature j now at `columns[j]` of so many, which no other feature has.

        ValueError where one at -1, which is to be dropped, has counts.
        """
        column = columns[self._column]
        kept = column >= 0
        if not is_nothing(self.counts[~kept]):
            raise ValueError("a column that has counts cannot be dropped")
        cells = column[kept] * self.n_classes + self.classes[kept]
        return self.of(cells, self.counts[kept], (self.n_classes, n_features))

    def __add__(self, other: Self) -> Self:
        both = (np.concatenate((self._cells, other._cells)), np.concatenate((self.counts, other.counts)))
        return self.of(*both, self.shape)

    def less(self, other: Self) -> Self:
        """Return these counts without others; ValueError where less than nothing would remain."""
        cells = np.union1d(self._cells, other._cells)
        total, part = np.zeros(len(cells)), np.zeros(len(cells))
        total[np.searchsorted(cells, self._cells)] = self.counts
        part[np.searchsorted(cells, other._cells)] = other.counts
        return self._sorted(cells, less_counts(total, part), self.shape)

    def at(self, features: Ints) -> tuple[Ints, Ints]:
        """Return the places of the counts of features (m,), and for each the number, below m, of its feature."""
        starts = self.starts[features]
        sizes = self.starts[features + 1] - starts
        number = np.repeat(np.arange(len(features)), sizes)
        return np.arange(len(number)) + np.repeat(starts - np.cumsum(sizes) + sizes, sizes), number
