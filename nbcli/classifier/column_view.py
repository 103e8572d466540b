"""The view of a column: one field of a record, and a density of its values or several averaged."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from nbcli.classifier.batch import Cut
from nbcli.classifier.column_learning import ColumnLearner
from nbcli.classifier.column_recipe import VALUE
from nbcli.schema import CATEGORY
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.tokenizers import Symbols


class LeftValues(NamedTuple):
    """m values that leave, x (m,), each with `own` (m, K) records of each class."""

    x: Array
    own: Array


class ColumnView(ColumnLearner):
    """The `View` of a column. What it reads of n records are values (n,), NaN where one is missing.

    log p(x | c) is the sum over the densities of share x log density, plus that of `presence` where missing values
    count. Of a value that says nothing it is 0. `categories` are those of a column of categories, sorted.
    """

    @property
    def size(self) -> int:
        """A column is one feature."""
        return 1

    @property
    def df(self) -> Ints:
        """In how many learned records it has a value, (1,)."""
        return np.array([self.presence.there.sum()]).astype(np.int64)

    @property
    def shares(self) -> list[float]:
        """The share of each density."""
        return [share for _, share in self.recipe.densities]

    def tables(self) -> Mapping[Cut, Symbols]:
        """It reads no tokens."""
        return {}

    def nothing(self) -> Array:
        """Return a missing value, (1,)."""
        return np.array([np.nan])

    def length(self, rows: Array) -> Array:
        """Return 1 a record, (n,)."""
        return np.ones(len(rows))

    def silent(self, rows: Array) -> Bools:
        """Return which values say nothing, (n,)."""
        found: Bools = np.all([density.silent(rows) for density in self.densities], axis=0)
        return found & ~(np.isnan(rows) & (self.recipe.missing == VALUE))

    def joint_log_likelihood(self, rows: Array) -> Array:
        """Return log p(x | c), (n, K); P(c) is the classifier's."""
        found = averaged(self.shares, [density.log_density(rows) for density in self.densities])
        return found + self._missing(rows, np.zeros((len(rows), self.n_classes)))

    def log_prior(self) -> Array:
        """Return zeros (K,): P(c) is the classifier's."""
        return np.zeros(self.n_classes)

    def set_prior(self, labels: Sequence[str]) -> None:
        """Do nothing: P(c) is the classifier's."""

    def leaving(self, rows: Array, own: Array) -> LeftValues:
        """Return what leaves with each of m records."""
        return LeftValues(rows, own)

    def without(self, left: LeftValues) -> Array:
        """Return log p(x | c) under the counts without each, (m, K)."""
        found = averaged(self.shares, [density.without(*left) for density in self.densities])
        return found + self._missing(*left)

    def _missing(self, x: Array, own: Array) -> Array:
        """Return what being missing or not adds, (n, K), without `own` records of each class."""
        if self.recipe.missing != VALUE:
            return np.zeros(own.shape)
        return self.presence.log_share(x, own)

    def contributions(self, row: Array) -> tuple[Array, Ints, Array]:
        """Return what the column adds for one record: zeros (K,), its number 0, (1, K)."""
        return np.zeros(self.n_classes), np.zeros(1, dtype=np.int64), self.joint_log_likelihood(row)

    def spell(self, columns: Sequence[int]) -> list[str]:
        """Return its name."""
        return [self.name for _ in columns]

    def shown(self, term: str) -> str:
        """Return its name as people see it."""
        return term

    def value(self, x: float) -> str:
        """Return a value as people see it: a category by its name."""
        if np.isnan(x):
            return "missing"
        if self.recipe.column.kind == CATEGORY:
            return self.categories[int(x)] if x >= 0 else "never seen"
        return f"{x:.6g}"


def averaged(shares: Sequence[float], parts: Sequence[Array]) -> Array:
    """Return the sum of share x part: the log of a geometric mean of densities, but for a constant."""
    if len(parts) == 1:
        return parts[0]
    total: Array = np.sum([share * part for share, part in zip(shares, parts, strict=True)], axis=0)
    return total
