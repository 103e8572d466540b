"""The rows of a table, cut the same way to be learned and to be answered."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from nbcli.corpus._reading.columns import Columns, cleaned, columns_of
from nbcli.corpus._reading.delimiter import SAMPLE, is_sep, named, without_sep
from nbcli.corpus._reading.read_as import Reading
from nbcli.corpus._reading.record import Record
from nbcli.corpus._reading.source import Source

# What a row is, where that does not depend on the words of its text.
HEADER, UNREADABLE, UNDECODABLE = "header", "unreadable", "undecodable"


class Row(NamedTuple):
    """A row of a table: its cells, as many as the table has columns, its text (None: it has none), label and status.

    A row of JSON has its object for cells. The status is HEADER for the names of the columns, UNREADABLE for a row
    that does not fit them, UNDECODABLE for one with bytes of no charset, "" for any other. `line` is its first.
    """

    line: int
    cells: Any
    text: str | None = None
    label: str | None = None
    status: str = ""


class Table:
    """Rows of cells as they are cut, the columns being chosen at the first.

    `sample` are the first lines, `widths` the numbers of cells in them. What is no row (blank ones before the first, a
    line that names the delimiter, a header that comes again) is left out; the source's log has the last.
    """

    def __init__(
        self,
        source: Source,
        form: str,
        delimiter: str,
        sample: Sequence[str] = (),
        widths: Sequence[int] = (),
        *,
        usual: str = ",",
    ) -> None:
        self.delimiter = delimiter
        self._source, self._form = source, form
        sample = without_sep(sample)
        # A header may come again among them (cat a.csv b.csv).
        self._sample = [line for line in sample[1:SAMPLE] if line != sample[0]]
        self._widths, self._usual = widths, usual
        self._columns: Columns | None = None

    def row(self, line: int, cells: list[str]) -> Row | None:
        """Return the next row, None where it is none; NbError where the columns are not clear at the first."""
        if self._columns is None:
            if not any(map(str.strip, cells)) or is_sep(cells, self.delimiter):
                return None
            self._columns = self._begin(cells)
            if self._columns.header:
                return Row(line, cells, status=HEADER)
        columns = self._columns
        # Of most rows the last cell tells that they are no header.
        names = columns.names
        if columns.header and cells[-1].strip().strip("\ufeff") == names[-1] and tuple(cleaned(cells)) == names:
            self._source.log.skip(line, "with the header again")
            return None
        fitted, text = columns.fitted(cells, self.delimiter)
        label = self._source.label
        if columns.label is not None:
            label = fitted[columns.label].strip("\ufeff") if columns.label < len(cells) else None
        return Row(line, fitted, text, label, UNREADABLE if text is None else "")

    def to_answer(self, rows: Iterable[tuple[int, int, list[str]]], undecodable: set[int]) -> Iterator[Row]:
        """Yield the rows among those given as (first line, last line, cells), of which some lines are undecodable."""
        for first, last, cells in rows:
            row = self.row(first, cells) if cells else None
            if row is None:
                continue
            if undecodable and row.status != HEADER and not undecodable.isdisjoint(range(first, last + 1)):
                row = row._replace(text=None, status=UNDECODABLE)
            elif row.text and "\ufeff" in row.text:
                row = row._replace(text=row.text.replace("\ufeff", ""))
            yield row

    def _begin(self, cells: list[str]) -> Columns:
        columns = columns_of(self._source, cells, self._sample, _usual(self._widths, len(cells)))
        if self.delimiter != self._usual:
            self._source.log.detail(f"delimiter {named(self.delimiter)}")
        self._source.log.detail(columns.described())
        told = self._source.how.delimiter or self.delimiter != self._usual
        reading = Reading(
            self._form,
            tuple(_name(columns, j) for j in columns.texts),
            None if columns.label is None else _name(columns, columns.label),
            columns.header,
            self.delimiter if told else None,
            len(columns.names),
        )
        self._source.log.read_as(reading, self._source.path)
        return columns


def _name(columns: Columns, j: int) -> str:
    """Return a column as `--text-column` takes it: its name, its number from 1 where that does not find it."""
    name = columns.names[j]
    return name if columns.header and name and columns.names.index(name) == j else str(j + 1)


def _usual(widths: Sequence[int], first: int) -> int:
    """Return how wide most rows are, of two widths the smaller; as wide as the first is where all differ."""
    common, times = max(Counter(sorted(widths)).items(), key=itemgetter(1), default=(first, 1))
    return common if times > 1 or len(widths) == 1 else first


def documents(rows: Iterable[tuple[int, list[str]]], table: Table, source: Source) -> Iterator[Record]:
    """Yield the documents of a table given as (line, cells); a row that lacks a column lacks its label or text."""
    name = str(source.path)
    for line, cells in rows:
        if not cells or (len(cells) == 1 and not cells[0].strip()):
            continue
        row = table.row(line, cells)
        if row is None or row.status == HEADER:
            continue
        if row.text is None:
            source.log.skip(line, "with surplus cells")
        else:
            yield Record(row.text, row.label, name, line)
