"""The cells of a column as numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Self

import numpy as np

from nbcli.corpus import Value
from nbcli.schema import NUMBER, TEXT, Column, Schema
from nbcli.system.arrays import Array, Ints

Fields = Mapping[str, Value]
# Squares of larger numbers would have no end.
_LARGEST = 1e150
# A category that is none of those known.
UNKNOWN = -1.0


@dataclass(frozen=True)
class Cells:
    """n values of a column: numbers, or places among `categories`, which are sorted; NaN where one is missing."""

    x: Array
    categories: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, column: Column, others: Sequence[Fields]) -> Self:
        """Return the values of the column in the fields of n records."""
        values = column.values(others)
        if column.kind == NUMBER:
            once = {value: column.number(value) for value in dict.fromkeys(values)}
            return cls(np.clip(np.array([once[value] for value in values], dtype=np.float64), -_LARGEST, _LARGEST))
        # Not by value alone: True equals 1, and is another category.
        texts = {value: column.category(value) for value in dict.fromkeys(values) if isinstance(value, str)}
        names = [texts[value] if isinstance(value, str) else column.category(value) for value in values]
        categories = sorted({name for name in names if name is not None})
        place = {name: float(i) for i, name in enumerate(categories)}
        return cls(np.array([np.nan if name is None else place[name] for name in names], dtype=np.float64), categories)

    def among(self, categories: list[str]) -> Array:
        """Return the values by their places among other categories, (n,); those that are none of them are UNKNOWN."""
        if self.categories == categories:
            return self.x
        number = {name: float(i) for i, name in enumerate(categories)}
        place = np.array([number.get(name, UNKNOWN) for name in self.categories])
        found, there = self.x.copy(), ~np.isnan(self.x)
        found[there] = place[self.x[there].astype(np.int64)]
        return found

    def take(self, rows: Ints) -> "Cells":
        """Return the values of some rows."""
        return Cells(self.x[rows], self.categories)


def cells_of(schema: Schema, others: Sequence[Fields]) -> dict[str, Cells]:
    """Return the values of each column that is no text, by its name."""
    return {column.name: Cells.of(column, others) for column in schema.used if column.kind != TEXT}


def texts_of(schema: Schema, others: Sequence[Fields]) -> list[str]:
    """Return the text of n records, (n,): those of their columns of text, joined."""
    columns = [column for column in schema.used if column.kind == TEXT]
    return [" ".join(column.text(fields.get(column.source)) for column in columns) for fields in others]
