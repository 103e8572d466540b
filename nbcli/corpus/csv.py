"""CSV, with any of the usual delimiters; quoted fields may hold delimiters, quotes and line breaks."""

import csv
from collections.abc import Iterator, Sequence
from itertools import chain, islice

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.csv_rows import rows_as_they_come
from nbcli.corpus._reading.decode import head_lines, text_of
from nbcli.corpus._reading.delimiter import cut, delimiter_of, is_table, without_sep
from nbcli.corpus._reading.incoming import Incoming
from nbcli.corpus._reading.read_as import Reading
from nbcli.corpus._reading.table import Row, Table, documents
from nbcli.corpus._reading.to_answer import Answer, ToAnswer, added, is_as_read

_MANY = 4096


def sniff(source: Source) -> int:
    """A file named so, or one without a label of its own whose first rows are those of a table."""
    if source.path.is_dir():
        return 0
    if source.suffix == ".csv" or source.how.delimiter:
        return 5
    return 2 * (source.label is None and is_table(source.how, head_lines(source)))


def read(source: Source) -> Iterator[Record]:
    """Yield a document a row, its line being the row's first; NbError for a quote that does not close."""
    sample = head_lines(source)
    table = _table(source, delimiter_of(source.how, sample), sample)
    with text_of(source, newline="") as file:
        batches = iter(lambda: list(islice(file, _MANY)), [])
        rows = chain.from_iterable(rows_as_they_come(batches, table.delimiter, str(source.path)))
        yield from documents(((line, cells) for line, _, cells in rows), table, source)


def _table(source: Source, delimiter: str, sample: Sequence[str], reading: Reading | None = None) -> Table:
    known = reading and reading.width
    widths = [known] if known else [len(row) for row in cut(without_sep(sample), delimiter)]
    return Table(source, "csv", delimiter, sample, widths)


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    sample = head_lines(source)
    rows = cut(without_sep(sample), delimiter_of(source.how, sample, reading.delimiter or ","))
    return is_as_read(rows, reading, sure=source.suffix == ".csv")


def to_answer(source: Source, reading: Reading | None) -> ToAnswer:
    """Return the rows as they come, to be written with the delimiter that they have."""
    lines = Incoming(source, ends=True)
    sample = lines.sample()
    table = _table(source, delimiter_of(source.how, sample, (reading and reading.delimiter) or ","), sample, reading)
    cut_rows = rows_as_they_come(lines.batches(), table.delimiter, str(source.path))
    rows = ([*table.to_answer(batch, lines.undecodable)] for batch in cut_rows)
    return ToAnswer(rows, Writer(table.delimiter), lambda: "\ufeff" if lines.bom else "")  # Excel knows UTF-8 by it


class Writer:
    """Writes rows as CSV."""

    def __init__(self, delimiter: str) -> None:
        # Before Python 3.13 a cell with a lone CR is quoted only where a CR ends lines.
        self._writer = csv.writer(_Echo(), delimiter=delimiter, lineterminator="\r\n")

    def __call__(self, row: Row, answer: Answer | None) -> str:
        """Return the row with its answer as a line."""
        line: str = self._writer.writerow([*row.cells, *added(row, answer)])
        return line.removesuffix("\r\n") + "\n"


class _Echo:
    """What csv's writer writes to: the row comes back as what `writerow` returns."""

    def write(self, row: str) -> str:
        return row
