"""The rows of a table as records, cut the same way to be learned and to be answered."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Sequence
from operator import itemgetter

from nbcli.corpus._reading.column_choice import cleaned, columns_of
from nbcli.corpus._reading.columns import Columns
from nbcli.corpus._reading.delimiter import SAMPLE, is_sep, without_sep
from nbcli.corpus._reading.record import HEADER, NO_FIELDS, UNDECODABLE, UNREADABLE, Reading, Record, in_one, named
from nbcli.corpus._reading.source import Source
from nbcli.corpus._reading.table_choice import check_fields

# Numbers of the first line and of the last, from 1, and the cells.
CutRow = tuple[int, int, list[str]]


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
        self._source, self._form, self._name = source, form, str(source.path)
        sample = without_sep(sample)
        # A header may come again among them (cat a.csv b.csv).
        self._sample = [line for line in sample[1:SAMPLE] if line != sample[0]]
        known = source.known_as(form)
        self._widths = [known.width] if known and known.width else widths
        self._usual = usual
        self._columns: Columns | None = None

    @property
    def label(self) -> int | None:
        """The number of the label's column, None where there is none, or the columns are not chosen yet."""
        return self._columns.label if self._columns else None

    @property
    def needed(self) -> Container[int] | None:
        """The numbers of the columns that its records are made of; None where these are written again, whole."""
        if not self._source.strict or self._columns is None:
            return None
        own = () if self._columns.label is None else (self._columns.label,)
        return {*own, *self._columns.texts, *self._columns.others.values()}

    def records(self, batches: Iterable[Iterable[CutRow]], undecodable: Container[int] = ()) -> Iterator[list[Record]]:
        """Yield the records of the rows; of a strict source only those that fit the columns, what does not is logged.

        A row with a line that is `undecodable` says so, and has no text to answer. NbError where the columns are not
        clear at the first row.
        """
        make = self._strict if self._source.strict else self._to_answer
        for batch in batches:
            yield [record for row in batch if row[2] and (record := make(*row, undecodable)) is not None]

    def _strict(self, first: int, last: int, cells: list[str], undecodable: Container[int]) -> Record | None:
        if (len(cells) == 1 and not cells[0].strip()) or self._is_none(first, cells) or self._columns is None:
            return None
        fitted, text = self._columns.fitted(cells, self.delimiter)
        if text is None:
            self._source.log.skip(first, "with surplus cells")
            return None
        label = self._label(self._columns, fitted, len(cells))
        if self._columns.texts:
            return Record(text, label, self._name, first)
        values = self._columns.values(fitted)
        return Record(in_one(values), label, self._name, first, values)

    def _to_answer(self, first: int, last: int, cells: list[str], undecodable: Container[int]) -> Record | None:
        began = self._columns is None
        if self._is_none(first, cells) or self._columns is None:
            is_header = began and self._columns is not None
            return Record("", None, self._name, first, NO_FIELDS, HEADER, cells) if is_header else None
        fitted, text = self._columns.fitted(cells, self.delimiter)
        status = UNREADABLE if text is None else ""
        if undecodable and any(number in undecodable for number in range(first, last + 1)):
            status = UNDECODABLE
        label = self._label(self._columns, fitted, len(cells))
        if self._columns.texts:
            return Record(text or "", label, self._name, first, NO_FIELDS, status, fitted)
        values = NO_FIELDS if status else self._columns.values(fitted)
        return Record(in_one(values), label, self._name, first, values, status, fitted)

    def _is_none(self, line: int, cells: list[str]) -> bool:
        """Say whether the next row is none, but the names of the columns, or what stands before them."""
        columns = self._columns
        if columns is None:
            if not any(map(str.strip, cells)) or is_sep(cells, self.delimiter):
                return True
            self._columns = self._begin(cells)
            return self._columns.header
        # Of most rows the last cell tells that they are no header.
        names = columns.names
        if columns.header and cells[-1].strip().strip("\ufeff") == names[-1] and tuple(cleaned(cells)) == names:
            self._source.log.skip(line, "with the header again")
            return True
        return False

    def _label(self, columns: Columns, fitted: list[str], width: int) -> str | None:
        if columns.label is None:
            return self._source.label
        return fitted[columns.label].strip("\ufeff") if columns.label < width else None

    def _begin(self, cells: list[str]) -> Columns:
        columns = columns_of(self._source, self._form, cells, self._sample, _usual(self._widths, len(cells)))
        if self.delimiter != self._usual:
            self._source.log.detail(f"delimiter {named(self.delimiter)}")
        self._source.log.detail(columns.described())
        told = self._source.how.delimiter or self.delimiter != self._usual
        reading = Reading(
            self._form,
            tuple(map(columns.name, columns.texts)),
            None if columns.label is None else columns.name(columns.label),
            columns.header,
            self.delimiter if told else None,
            len(columns.names),
        )
        self._source.log.read_as(reading, self._source.path)
        check_fields(self._source, columns.others)
        return columns


def _usual(widths: Sequence[int], first: int) -> int:
    """Return how wide most rows are, of two widths the smaller; as wide as the first is where all differ."""
    common, times = max(Counter(sorted(widths)).items(), key=itemgetter(1), default=(first, 1))
    return common if times > 1 or len(widths) == 1 else first
