"""The columns that a classifier of tables has learned, and a record brought to them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from nbcli.corpus import Record, Value
from nbcli.schema.column import SKIP, Column
from nbcli.schema.values import text_of


@dataclass(frozen=True)
class Schema:
    """The columns of a table but the label's, in its order; `rows` were looked at to find their kinds."""

    columns: tuple[Column, ...]
    rows: int = 0

    @cached_property
    def used(self) -> tuple[Column, ...]:
        """The columns that say something."""
        return tuple(column for column in self.columns if column.kind != SKIP)

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The names of the fields that these are read from."""
        return tuple(dict.fromkeys(column.source for column in self.used))

    def record(self, record: Record) -> Record:
        """Return the record with the used fields alone, in the schema's order; its text is the row in one line.

        Rows of the same values have the same text, whatever the order of their columns and whatever else they have.
        """
        others = {name: record.others.get(name) for name in self.fields}
        return record._replace(text=in_line(others), others=others)

    def unreadable(self, others: Mapping[str, Value]) -> str:
        """Return the name of the first column that can make nothing of its value, "" where there is none."""
        return next((c.source for c in self.used if not c.reads(others.get(c.source))), "")

    def missing(self, names: Sequence[str]) -> list[str]:
        """Return the fields that a table of these columns lacks."""
        return [name for name in self.fields if name not in names]

    def fact(self) -> dict[str, Any]:
        """Return this as JSON has it."""
        return {"rows": self.rows, "columns": [column.fact() for column in self.columns]}

    @classmethod
    def of(cls, fact: dict[str, Any]) -> Self:
        """Return what `fact` gave."""
        return cls(tuple(Column.of(one) for one in fact["columns"]), fact["rows"])


def in_line(fields: Mapping[str, Value]) -> str:
    """Return the values of fields in one line, each after its name: "age=31 plan=basic"; missing ones left out."""
    texts = ((name, text_of(value)) for name, value in fields.items())
    return " ".join(f"{name}={text}" for name, text in texts if text is not None)
