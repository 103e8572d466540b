"""Reports: from numbers to something to read.

- `Report`: what a command found, for programs (`data`) and for people (`tables` and `notes`)
- `form(name)`: the output form of that name, to render it

The contract of an output form (one file in this folder) is a class `Form`, derived from the one here. It states only
how it differs: how it renders a report, how its files end, what it needs installed, and what it takes. Every form can
render every report, and whoever renders asks for an attribute of the form, never for its name.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, auto
from importlib.util import find_spec
from typing import Any, ClassVar

from nbcli.choices import load
from nbcli.errors import NbError


class Tone(Enum):
    """How a line is to be told from others: it matters most, or it speaks for the label or against it."""

    STRONG = auto()
    FOR = auto()
    AGAINST = auto()


class Kind(Enum):
    """What a note is for: warning, key to marks in the tables, or the report in short, which a page has elsewhere."""

    REMARK = auto()
    WARNING = auto()
    LEGEND = auto()
    SUMMARY = auto()


@dataclass(frozen=True)
class Note:
    """A line under the tables."""

    text: str
    kind: Kind = Kind.REMARK
    tone: Tone | None = None

    def __str__(self) -> str:
        return f"warning: {self.text}" if self.kind is Kind.WARNING else self.text


@dataclass(frozen=True)
class Table:
    """Rows of cells under a row of headings; the first column names the row. `numbers`: the others are flush right.

    `tones`: those of some lines, the headings being line 0 and the rows 1, 2, ...
    """

    headings: list[str]
    rows: list[list[str]]
    numbers: bool = True
    tones: Mapping[int, Tone] = field(default_factory=dict)


@dataclass(frozen=True)
class Report:
    """`data`: a result, or plain JSON; `tables` and `notes`: the same for reading, a note a line after the tables.

    `kind`: the command whose page this is, "" for one that has none of its own. `title`: what tells it from other
    reports of the same call, "" where it is the only one. `beside`: what the page of this kind needs that is no data.
    """

    data: Any
    tables: list[Table] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)
    kind: str = ""
    title: str = ""
    beside: Any = None


class Form(ABC):
    """An output form.

    `suffix`: how its files end. `needs`: the packages that it needs, part of the extra `report`. `lines`: whether it is
    plain lines, between which others may stand. `clean`: whether it spells out what would steer a terminal. `most`: of
    how many reports it can make one document; None where reports stand one after the other, each as it comes.
    """

    suffix: ClassVar[str] = ".txt"
    needs: ClassVar[Sequence[str]] = ()
    lines: ClassVar[bool] = False
    clean: ClassVar[bool] = False
    most: ClassVar[int | None] = None

    def check(self) -> None:
        """Raise NbError where what the form needs is not installed."""
        missing = [name for name in self.needs if find_spec(name) is None]
        if missing:
            raise NbError(f"a page needs {' and '.join(missing)}", remedy="pip install 'nbcli[report]'")

    @abstractmethod
    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the whole report, ending in a line end; with `colour`, in colours of a terminal where it has any."""


def form(name: str) -> Form:
    """Return the output form of that name; NbError where there is none."""
    chosen: Form = load("reports", name).Form()
    return chosen


def joined(reports: Sequence[Report], kind: str) -> Report:
    """Return one report of several of that kind, its data theirs in a list; of a single one, itself."""
    if len(reports) == 1:
        return reports[0]
    return Report([one.data for one in reports], kind=kind, beside=[one.beside for one in reports])
