"""What is answered row by row, and written again with its answer."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from nbcli.corpus._reading.columns import cleaned
from nbcli.corpus._reading.read_as import Reading
from nbcli.corpus._reading.table import HEADER, Row

_ADDED = ("label", "proba", "status")


class Answer(NamedTuple):
    """What is added to a row; proba is the posterior of the likeliest label."""

    label: str
    proba: float
    status: str


class ToAnswer(NamedTuple):
    """Rows as they come, those that are there together; what writes one, with its answer (None: it is the header).

    `before` says what stands before the first row.
    """

    rows: Iterator[list[Row]]
    written: Callable[[Row, Answer | None], str]
    before: Callable[[], str] = str


def added(row: Row, answer: Answer | None) -> list[str]:
    """Return the cells that are added to a row of cells: names to the header, that no column has."""
    if row.status == HEADER or answer is None:
        return fresh(row.cells)
    return [answer.label, f"{answer.proba:.4f}", answer.status]


def fresh(names: Iterable[str]) -> list[str]:
    """Return names for what is added, that are none of these."""
    taken, prefix = set(names), ""
    while taken.intersection(prefix + name for name in _ADDED):
        prefix += "nb_"
    return [prefix + name for name in _ADDED]


def is_as_read(rows: list[list[str]], reading: Reading, *, sure: bool) -> bool:
    """Say whether the first rows have the columns of a reading.

    Without names they are as wide, most of them; that may be chance unless it is `sure` that this is a table.
    """
    if not rows:
        return False
    if reading.header:
        names = cleaned(rows[0])
        return all(name in names or (name.isdecimal() and len(names) == reading.width) for name in reading.text)
    return sure and 2 * sum(len(row) == reading.width for row in rows) > len(rows)
