"""The recipe of a column's view: the column, and what it is served by."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from nbcli.classifier.cells import Cells
from nbcli.classifier.pair import Pair
from nbcli.schema import Column

# What a missing value is: nothing, or a value of its own.
SKIP, VALUE = MISSING = ("skip", "value")


def is_of_column(recipe: Mapping[str, Any]) -> bool:
    """Say whether a recipe in a model's first line is that of a column, and not of a text."""
    return "column" in recipe


@dataclass(frozen=True)
class ColumnRecipe:
    """`densities`: the share of each in the column's log density, by what it is called; `missing` is one of MISSING.

    pair: the two columns that the column is made of, if it is.
    """

    column: Column
    densities: tuple[tuple[str, float], ...]
    missing: str = SKIP
    pair: Pair | None = None

    def cells(self, cells: Mapping[str, Cells]) -> Cells:
        """Return the values of n records by the table's `cells`."""
        return self.pair.cells(cells) if self.pair else cells[self.column.name]

    @property
    def view_name(self) -> str:
        """What reports call a view of this recipe."""
        return self.column.name

    @property
    def fixed_terms(self) -> bool:
        """Whether the view learns no new features: a column is one."""
        return False

    def shown(self, term: str) -> str:
        """Return the name of the column as people see it."""
        return term

    def in_short(self) -> str:
        """Return the recipe in a line: "age, number, 0.6 kernel + 0.4 bins 10, missing skip"."""
        missing = "" if self.missing == SKIP else ", missing values count"
        return f"{self.column.name}, {self.column.kind}, {self.served}{missing}"

    @property
    def served(self) -> str:
        """Return what the column is served by, of many densities those of the largest shares."""
        if len(self.densities) == 1:
            return self.densities[0][0]
        ordered = sorted(self.densities, key=lambda one: -one[1])
        more = f" and {len(ordered) - 2} more" if len(ordered) > 2 else ""
        return " + ".join(f"{share:.2f} {name}" for name, share in ordered[:2]) + more

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON has it."""
        pair = {"pair": self.pair.fact()} if self.pair else {}
        return {"column": self.column.fact(), "densities": dict(self.densities), "missing": self.missing} | pair

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return what `as_dict` gave; TypeError or ValueError for what it cannot have given."""
        pair = Pair.of(values["pair"]) if "pair" in values else None
        recipe = cls(Column.of(values["column"]), tuple(values["densities"].items()), values["missing"], pair)
        if recipe.missing not in MISSING or not recipe.densities:
            raise ValueError("the recipe of a column")
        return recipe
