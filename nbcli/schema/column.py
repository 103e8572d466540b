"""A column of a table: its kind, and its values as a model takes them."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from math import nan
from typing import Any, Self

from nbcli.corpus import Value
from nbcli.schema.values import is_date, is_number, number_of, part_of, text_of

NUMBER, CATEGORY, TEXT, SKIP = KINDS = ("number", "category", "text", "skip")


@dataclass(frozen=True)
class Column:
    """One column: `kind` is one of KINDS.

    field: of which field of a record, where that is not its name: `day.month` is the `part` month of the field `day`.
    decimal: what stands before a number's fractions. low, high: the smallest and largest number among the rows looked
    at; empty, wrong: how many values of them are missing, or no number and taken as missing; distinct: how many differ.
    why: why the column is skipped.
    """

    name: str
    kind: str
    field: str = ""
    part: str = ""
    decimal: str = "."
    low: float | None = None
    high: float | None = None
    empty: int = 0
    wrong: int = 0
    distinct: int = 0
    why: str = ""

    @property
    def source(self) -> str:
        """The name of the field that it is read from."""
        return self.field or self.name

    def number(self, value: Value) -> float:
        """Return a value as a number; nan where it is missing or none."""
        value = part_of(value, self.part) if self.part else value
        try:
            return number_of(value, self.decimal)
        except (ValueError, OverflowError):
            return nan

    def category(self, value: Value) -> str | None:
        """Return a value as the name of a category; None where it is missing."""
        return part_of(value, self.part) if self.part else text_of(value)

    def text(self, value: Value) -> str:
        """Return a value as a text, "" where it is missing."""
        return "" if value is None else value if isinstance(value, str) else text_of(value) or ""

    def values(self, records: Sequence[Mapping[str, Value]]) -> list[Value]:
        """Return the values of this column in the fields of n records, as they stand: (n,)."""
        name = self.source
        return [record.get(name) for record in records]

    def reads(self, value: Value) -> bool:
        """Say whether the column can make anything of a value, a missing one included."""
        if self.part:
            return is_date(value)
        return self.kind != NUMBER or is_number(value, self.decimal)

    def described(self) -> str:
        """Return in words what it is: "age: number, 18 to 91, 3 empty"."""
        said = [f"{self.name}: {self.kind}"]
        if self.kind == SKIP:
            said += [self.why] if self.why else []
        elif self.low is not None and self.high is not None:
            said.append(f"{self.low:g} to {self.high:g}")
        elif self.kind == CATEGORY:
            said.append(f"{self.distinct:,} values")
        said += [f"{self.empty:,} empty"] if self.empty else []
        said += [f"{self.wrong:,} no number, taken as empty"] if self.wrong else []
        return ", ".join(said)

    def fact(self) -> dict[str, Any]:
        """Return this as JSON has it, without what is as usual."""
        usual = asdict(type(self)(self.name, self.kind))
        return {key: v for key, v in asdict(self).items() if key in ("name", "kind") or v != usual[key]}

    @classmethod
    def of(cls, fact: dict[str, Any]) -> Self:
        """Return what `fact` gave; TypeError or ValueError for what it cannot have given."""
        column = cls(**fact)
        if column.kind not in KINDS or not isinstance(column.name, str):
            raise ValueError("the kind of a column")
        return column
