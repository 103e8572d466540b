"""Rows of CSV out of lines that come in batches."""

import csv
from collections.abc import Iterable, Iterator
from itertools import chain

from nbcli.corpus._reading.delimiter import reader
from nbcli.corpus._reading.table import CutRow
from nbcli.errors import NbError

_REMEDY = "mend the quotes, or read it as --format tsv if tabs separate it"
_TOO_MANY_LINES = 1000


def rows_as_they_come(batches: Iterable[list[str]], delimiter: str, name: str) -> Iterator[list[CutRow]]:
    """Yield for every batch of lines (with their ends) the rows that end in it.

    NbError, after the rows before it, for a quote that does not close.
    """
    waiting: list[str] = []
    line = 1
    for batch in chain(batches, [None]):
        # The csv module keeps nothing of a row that it has not seen whole: it gets the lines of that again.
        lines = waiting + (batch or [])
        rows, broken = _cut_whole(lines, delimiter, line, name, last=batch is None)
        done = rows[-1][1] - line + 1 if rows else 0
        waiting, line = lines[done:], line + done
        yield rows
        if broken or len(waiting) > _TOO_MANY_LINES:
            raise broken or _runs_over(len(waiting), f"{name}:{line}")


class _MoreError(Exception):
    """The lines are at their end, and the row need not be."""


def _cut_whole(
    lines: list[str], delimiter: str, start: int, name: str, *, last: bool
) -> tuple[list[CutRow], NbError | None]:
    """Return the rows that are whole, lines being numbered from `start`, and what stops the reading, if anything."""
    rows: list[CutRow] = []
    ended = False

    def watched() -> Iterator[str]:
        nonlocal ended
        yield from lines
        if not last:
            raise _MoreError
        ended = True

    found = reader(watched(), delimiter)
    line = start
    try:
        for cells in found:
            if ended:
                # An opening quote without its mate swallows the rest of the file into one field: the row comes only
                # once the file has ended, where any other comes with its own last line.
                what = "a quote opens here and does not close"
                return rows, NbError(what, where=f"{name}:{line}", remedy=_REMEDY)
            end = start + found.line_num - 1
            if end - line > _TOO_MANY_LINES:
                return rows, _runs_over(end - line, f"{name}:{line}")
            rows.append((line, end, cells))
            line = end + 1
    except _MoreError:
        pass
    except csv.Error as error:
        return rows, NbError(f"not CSV ({error})", where=f"{name}:{line}", remedy=_REMEDY)
    return rows, None


def _runs_over(lines: int, where: str) -> NbError:
    return NbError(f"a quote opens here and runs over {lines:,} lines", where=where, remedy=_REMEDY)
