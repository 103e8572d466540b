"""CSV, with any of the usual delimiters; quoted fields may hold delimiters, quotes and line breaks.

So is tab-separated text with the quotes of a spreadsheet.
"""

import csv
from collections.abc import Sequence

from nbcli.corpus import Answer, Reading, Record, Source, Stream
from nbcli.corpus._reading.csv_rows import rows_as_they_come
from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.delimiter import cut, delimiter_of, is_table, without_sep
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.spreadsheet import is_quoted_tsv
from nbcli.corpus._reading.stream import added, is_as_read
from nbcli.corpus._reading.table import Table

DELIMITED = True


def sniff(source: Source) -> int:
    """A file named so, or one without a label of its own whose first rows are those of a table."""
    if source.path.is_dir():
        return 0
    if source.suffix == ".csv" or source.how.delimiter:
        return 5
    if is_quoted_tsv(source) and (source.label is None or source.suffix in (".tsv", ".tab")):
        return 7
    return 2 * (source.label is None and is_table(source.how, head_lines(source)))


def stream(source: Source) -> Stream:
    """Return a record a row, its line being the row's first; written with the delimiter that the rows have.

    NbError for a quote that does not close.
    """
    lines = Lines(source, ends=True)
    sample = lines.sample()
    delimiter = _delimiter(source, sample, source.known_as("csv"))
    widths = [len(row) for row in cut(without_sep(sample), delimiter)]
    table = Table(source, "csv", delimiter, sample, widths)
    rows = rows_as_they_come(lines.batches(), delimiter, str(source.path))
    # Excel knows UTF-8 by its BOM.
    return Stream(table.records(rows, lines.undecodable), Writer(delimiter), lambda: "\ufeff" if lines.bom else "")


def _delimiter(source: Source, sample: Sequence[str], known: Reading | None) -> str:
    # Where row 1 has no names, nothing in a file shows what its delimiter is.
    if known and known.header is False and not source.how.delimiter:
        return known.delimiter or ","
    if source.path.is_file() and is_quoted_tsv(source):
        return "\t"
    return delimiter_of(source.wanted, sample, (known and known.delimiter) or ",")


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    sample = head_lines(source)
    rows = cut(without_sep(sample), _delimiter(source, sample, reading))
    return is_as_read(rows, reading, sure=source.suffix == ".csv")


class Writer:
    """Writes rows as CSV."""

    def __init__(self, delimiter: str) -> None:
        # Before Python 3.13 a cell with a lone CR is quoted only where a CR ends lines.
        self._writer = csv.writer(_Echo(), delimiter=delimiter, lineterminator="\r\n")

    def __call__(self, row: Record, answer: Answer | None) -> str:
        """Return the row with its answer as a line."""
        line: str = self._writer.writerow([*row.row, *added(row, answer)])
        return line.removesuffix("\r\n") + "\n"


class _Echo:
    """What csv's writer writes to: the row comes back as what `writerow` returns."""

    def write(self, row: str) -> str:
        return row
