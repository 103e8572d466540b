"""What the view of a column has learned: its densities, its missing values, its categories."""

import json
from dataclasses import dataclass, field
from typing import Any, ClassVar, Self

import numpy as np

from nbcli.choices import choices, load
from nbcli.classifier.batch import Batch
from nbcli.classifier.column_recipe import ColumnRecipe
from nbcli.classifier.presence import Presence
from nbcli.densities import Density
from nbcli.errors import NbError
from nbcli.schema import CATEGORY
from nbcli.system.arrays import Array, Ints, compact


@dataclass
class ColumnLearner:
    """The state of a column's view, and how it learns; `categories` are those of a column of categories, sorted."""

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
    def n_classes(self) -> int:
        """The number of classes, K."""
        return len(self.presence.empty)

    def rows(self, batch: Batch) -> Array:
        """Return the values of the records, (n,)."""
        return self.recipe.cells(batch.cells).among(self.categories)

    def learn(self, batch: Batch, codes: Ints, n_classes: int) -> Ints:
        """Learn n records more, of the classes `codes` (n,) below `n_classes`, and their new categories.

        The column is one feature, and stays where it is.
        """
        cells = self.recipe.cells(batch.cells)
        if self.recipe.column.kind == CATEGORY:
            self._grow({*self.categories, *cells.categories})
        x = cells.among(self.categories)
        for density in self.densities:
            density.learn(x, codes)
        self.presence = self.presence.plus(x, codes)
        return np.zeros(1, dtype=np.int64)

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
