"""Records as they come, and what writes a row of a table again with its answer."""

from collections.abc import Callable, Container, Iterable, Iterator
from typing import NamedTuple

from nbcli.corpus._reading.column_choice import cleaned
from nbcli.corpus._reading.record import HEADER, UNDECODABLE, Reading, Record

_ADDED = ("label", "proba", "status")


class Answer(NamedTuple):
    """What is added to a row; proba is the posterior of the likeliest label."""

    label: str
    proba: float
    status: str


class Stream(NamedTuple):
    """Records as they come, those that are there together in a list.

    `written` returns a record of a table with its answer (None: it is the header) as it is written, and `before` what
    stands before the first; without `written`, the answer stands alone.
    """

    batches: Iterator[list[Record]]
    written: Callable[[Record, Answer | None], str] | None = None
    before: Callable[[], str] = str


def marked(records: list[Record], undecodable: Container[int]) -> list[Record]:
    """Return the records, those in a line that cannot be decoded with the status that says so."""
    if not undecodable:
        return records
    return [one._replace(status=UNDECODABLE) if one.line in undecodable else one for one in records]


def added(record: Record, answer: Answer | None) -> list[str]:
    """Return the cells that are added to a row of cells: names to the header, that no column has."""
    if record.status == HEADER or answer is None:
        return fresh(record.row)
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
