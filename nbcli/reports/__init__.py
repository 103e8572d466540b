"""Reports: from numbers to something to read.

The contract of an output form (one file in this folder):

    def render(report: Report) -> str      the whole report, ending in a line end

A report is what a command found, in two shapes: `data` for programs, and for people the same as tables and notes.
Every form can render every report.
"""

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Table:
    """Rows of cells under a row of headings; the first column names the row. `numbers`: the others are flush right."""

    headings: list[str]
    rows: list[list[str]]
    numbers: bool = True


@dataclass(frozen=True)
class Report:
    """`data`: plain JSON; `tables` and `notes`: the same for reading, the notes a line each after the tables.

    `kind`: the command whose page this is, "" for one that has none of its own.
    """

    data: Any
    tables: list[Table] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    kind: str = ""
