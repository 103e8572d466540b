"""The columns of a table, and a row brought to them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nbcli.corpus._reading.record import Value


class Fitted(NamedTuple):
    """A row brought to the table's width; `text` is None where it has more cells, and which are the text's is open."""

    cells: list[str]
    text: str | None


@dataclass(frozen=True)
class Columns:
    """Indices of the label's column (None: there is none) and of the texts'; `header`: row 1 names the columns.

    Without a text's all other columns are taken, by their kinds. `names` are the cells of row 1, as many as the table
    has columns.
    """

    label: int | None
    texts: tuple[int, ...]
    header: bool
    names: tuple[str, ...]

    def fitted(self, cells: list[str], delimiter: str) -> Fitted:
        """Return the row with as many cells as there are columns.

        A row that is short gets empty ones. What one has too many is the text's, which holds the delimiter unquoted:
        columns before the text are counted from the left, those after it from the right. With several text columns
        that is not clear, and the last cell keeps what is too many.
        """
        surplus = len(cells) - len(self.names)
        if surplus == 0 and len(self.texts) == 1:
            return Fitted(cells, cells[self.texts[0]])
        if surplus <= 0:
            text = "\n".join(cells[j] for j in self.texts if j < len(cells))
            return Fitted(cells + [""] * -surplus, text)
        one = len(self.texts) == 1
        first = self.texts[0] if one else len(self.names) - 1
        end = first + surplus + 1
        joined = delimiter.join(cells[first:end])
        return Fitted([*cells[:first], joined, *cells[end:]], joined if one else None)

    def described(self) -> str:
        """Return in words which columns are taken."""
        names = self.names if self.header else [f"column {j + 1}" for j in range(len(self.names))]
        label = f"label from {names[self.label]}, " if self.label is not None else ""
        texts = " + ".join(names[j] for j in self.texts)
        taken = f"text from {texts}" if texts else f"{len(self.others)} other columns"
        return f"{'header' if self.header else 'no header'}, {label}{taken}"

    def name(self, j: int) -> str:
        """Return a column as `--text-column` takes it: its name, its number from 1 where that does not find it."""
        name = self.names[j]
        return name if self.header and name and self.names.index(name) == j else str(j + 1)

    @cached_property
    def others(self) -> dict[str, int]:
        """Where the columns are that are no label's, by name; none where there are texts' columns."""
        return {} if self.texts else {self.name(j): j for j in range(len(self.names)) if j != self.label}

    def values(self, cells: list[str]) -> dict[str, Value]:
        """Return the cells of a row brought to the table's width by the names of `others`."""
        return {name: cells[j] for name, j in self.others.items()}
