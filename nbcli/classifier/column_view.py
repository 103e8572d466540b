"""The view of a column: one field of a record, and a density of its values or several averaged."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from nbcli.choices import choices, load
from nbcli.classifier.batch import Batch, Cut
from nbcli.classifier.column_recipe import VALUE, ColumnRecipe
from nbcli.classifier.presence import Presence
from nbcli.densities import Density
from nbcli.errors import NbError
from nbcli.schema import CATEGORY
from nbcli.system.arrays import Array, Bools, Ints, compact
from nbcli.tokenizers import Symbols


class LeftValues(NamedTuple):
    """m values that leave, x (m,), each with `own` (m, K) records of each class."""

    x: Array
    own: Array


@dataclass
class ColumnView:
    """The `View` of a column. What it reads of n records are values (n,), NaN where one is missing.

    log p(x | c) is the sum over the densities of share x log density, plus that of `presence` where missing values
    count. Of a value that says nothing it is 0. `categories` are those of a column of categories, sorted.
    """

    PARTS: ClassVar = frozenset({"densities", "empty", "there", "categories"})

    recipe: ColumnRecipe
    densities: list[Density]
    presence: Presence
    categories: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        """What reports call it: the column."""
        return self.recipe.column.name

    @property
    def size(self) -> int:
        """A column is one feature."""
        return 1

    @property
    def df(self) -> Ints:
        """In how many learned records it has a value, (1,)."""
        return np.array([self.presence.there.sum()]).astype(np.int64)

    @property
    def n_classes(self) -> int:
        """The number of classes, K."""
        return len(self.presence.empty)

    @property
    def shares(self) -> list[float]:
        """The share of each density."""
        return [share for _, share in self.recipe.densities]

    def tables(self) -> Mapping[Cut, Symbols]:
        """It reads no tokens."""
        return {}

    def rows(self, batch: Batch) -> Array:
        """Return the values of the records, (n,)."""
        return batch.cells[self.name].among(self.categories)

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

    def learn(self, batch: Batch, codes: Ints, n_classes: int) -> None:
        """Learn n records more, of the classes `codes` (n,) below `n_classes`, and their new categories."""
        if self.recipe.column.kind == CATEGORY:
            self._grow({*self.categories, *batch.cells[self.name].categories})
        x = self.rows(batch)
        for density in self.densities:
            density.learn(x, codes)
        self.presence = self.presence.plus(x, codes)

    def unlearn(self, batch: Batch, codes: Ints) -> None:
        """Take back n records of the classes `codes` (n,); NbError where it cannot have learned them so."""
        x = self.rows(batch)
        try:
            for density in self.densities:
                density.unlearn(x, codes)
        except ValueError:
            raise NbError(
                f"the model does not hold these values of {self.name} as this nb reads them",
                remedy="train it again without them; nothing was changed",
            ) from None
        self.presence = self.presence.plus(x, codes, -1.0)
        if self.recipe.column.kind == CATEGORY:
            used = np.unique(np.concatenate([density.values() for density in self.densities])).astype(np.int64)
            self._grow({self.categories[i] for i in used.tolist()})

    def _grow(self, categories: set[str]) -> None:
        new = sorted(categories)
        number = {name: i for i, name in enumerate(new)}
        place = np.array([number.get(name, -1) for name in self.categories], dtype=np.int64)
        for density in self.densities:
            density.renumbered(place)
        self.categories = new

    def relabel(self, place: Ints, n_classes: int) -> None:
        """Call class c from now on `place[c]` of `n_classes`; -1 for one that is no more."""
        for density in self.densities:
            density.relabel(place, n_classes)
        self.presence = self.presence.relabelled(place, n_classes)

    def state(self) -> dict[str, Any]:
        """Return what was learned, by the names of PARTS."""
        densities = {
            f"{number} {density.name()}": {name: compact(value) for name, value in density.state().items()}
            for number, density in enumerate(self.densities)
        }
        categories = json.dumps(self.categories, ensure_ascii=False)
        return self.presence.state() | {"densities": densities, "categories": categories}

    @classmethod
    def from_state(cls, recipe: ColumnRecipe, state: dict[str, Any], n_classes: int) -> Self:
        """Return the view of that state; KeyError, TypeError or ValueError where its parts do not fit together."""
        densities = []
        for key, values in state["densities"].items():
            name = key.partition(" ")[2]
            if name not in choices("densities"):
                raise ValueError("a density")
            densities.append(load("densities", name).Density.from_state(values, n_classes))
        categories = json.loads(state["categories"])
        if sorted(set(categories)) != categories:
            raise ValueError("the categories of a column")
        described = [density.described for density in densities]
        if described != [name for name, _ in recipe.densities]:
            raise ValueError("the densities of a column")
        return cls(recipe, densities, Presence.from_state(state, n_classes), categories)


def averaged(shares: Sequence[float], parts: Sequence[Array]) -> Array:
    """Return the sum of share x part: the log of a geometric mean of densities, but for a constant."""
    if len(parts) == 1:
        return parts[0]
    total: Array = np.sum([share * part for share, part in zip(shares, parts, strict=True)], axis=0)
    return total
