"""What stands between the cells of a table."""

import csv
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nbcli.corpus._reading.column_choice import LABELS, TEXTS, cleaned
from nbcli.corpus._reading.record import number_in
from nbcli.corpus._reading.source import How

if TYPE_CHECKING:
    from _csv import Reader

_USUAL = (",", ";", "\t", "|")
# Excel's own: a first line that names the delimiter, and is no row.
_SEP = re.compile(r"\ufeff?\"?sep=(.)\"?")
_DECIMAL = re.compile(r"\d,(?=\d)")
SAMPLE = 50
_SAME, _MOST = 0.9, 0.5


def delimiter_of(how: How, sample: Sequence[str], likely: str = ",") -> str:
    """Return the delimiter: the one asked for, one that a line `sep=;` names, else what cuts the first lines best.

    Best is what gives row 1 the names of columns that were asked for or are usual; then what cuts nearly all rows
    into as many cells as row 1, and is not followed by a space as a comma in a sentence is, nor stands between digits
    as one in a number; then what gives most cells. `likely`, where nothing speaks for another.
    """
    if how.delimiter:
        return how.delimiter
    if sample and (named := _SEP.fullmatch(sample[0])):
        return named[1]
    scores = {delimiter: _score(how, sample, delimiter) for delimiter in dict.fromkeys((likely, *_USUAL))}
    return max(scores, key=lambda delimiter: scores[delimiter])


def is_table(how: How, sample: Sequence[str]) -> bool:
    """Say whether the first lines look like rows: all as wide, or with the names of a text and a label before them."""
    score = _score(how, without_sep(sample), delimiter_of(how, sample))
    return score.named > 1 or score.even


def without_sep(sample: Sequence[str]) -> Sequence[str]:
    """Return the lines without a first one that names the delimiter."""
    return sample[1:] if sample and _SEP.fullmatch(sample[0]) else sample


def is_sep(cells: Sequence[str], delimiter: str) -> bool:
    """Say whether these cells are those of a line that names the delimiter."""
    return len(cells) < 3 and _SEP.fullmatch(delimiter.join(cells)) is not None


class _Score(NamedTuple):
    named: int = 0
    even: bool = False
    tight: bool = False
    no_decimal: bool = False
    cells: int = 0


def _score(how: How, sample: Sequence[str], delimiter: str) -> _Score:
    rows = cut(sample, delimiter)
    if not rows or len(rows[0]) < 2:
        return _Score()
    asked = [name for name in (how.label_column, *how.text_columns) if name]
    names = cleaned(rows[0])
    known = {*(name.casefold() for name in names)}.intersection((*LABELS, *TEXTS))
    named = (
        0
        if how.header is False
        else len(known | {name.casefold() for name in asked if name in names and not name.isdecimal()})
    )
    widths = [len(row) for row in rows]
    wide_enough = all(number_in(name) <= len(names) for name in asked)
    if not wide_enough or widths.count(widths[0]) < _SAME * len(rows):
        return _Score(named)
    inner = [cell for row in rows for cell in row[1:]]
    loose = sum(cell.startswith(" ") for cell in inner)
    text = "\n".join(sample)
    decimal = delimiter == "," and text.count(",") == len(_DECIMAL.findall(text))
    return _Score(named, True, loose <= _MOST * len(inner), not decimal, widths[0])


def cut(sample: Sequence[str], delimiter: str) -> list[list[str]]:
    """Return the lines as rows of CSV, blank ones left out."""
    try:
        return [row for row in reader(sample[:SAMPLE], delimiter) if row]
    except csv.Error:
        return []


def reader(lines: Iterable[str], delimiter: str) -> "Reader":
    """Return csv's reader of the lines."""
    # The limit of 131,072 characters a field is the csv module's own; a text may be longer.
    csv.field_size_limit(1 << 40)
    return csv.reader(lines, delimiter=delimiter, strict=False)
