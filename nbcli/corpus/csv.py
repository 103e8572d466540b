"""CSV, with any of the usual delimiters; quoted fields may hold delimiters, quotes and line breaks."""

import csv
from collections.abc import Iterator

from nbcli.corpus import Document, Source
from nbcli.corpus._decode import head_lines, text_of
from nbcli.corpus._table import documents
from nbcli.errors import NbError

_DELIMITERS = ",;\t|"
_LOOK_AT = 50


def sniff(source: Source) -> int:
    """A file named so, or one without a label of its own whose rows have the same number of cells, at least two."""
    if source.path.is_dir():
        return 0
    if source.suffix == ".csv":
        return 5
    return 2 * (source.label is None and _widths(source, delimiter_of(source)) > 1)


def delimiter_of(source: Source) -> str:
    """Return the delimiter that cuts the first rows into the same number of cells, most cells first; else a comma."""
    best = max(_DELIMITERS, key=lambda delimiter: _widths(source, delimiter))
    return best if _widths(source, best) > 1 else ","


def _widths(source: Source, delimiter: str) -> int:
    """Return the number of cells that nearly all of the first rows have, 0 where they differ."""
    try:
        rows = [row for row in csv.reader(head_lines(source)[:_LOOK_AT], delimiter=delimiter) if row]
    except csv.Error:
        return 0
    widths = [len(row) for row in rows]
    usual = max(set(widths), key=widths.count, default=0)
    return usual if widths.count(usual) >= 0.9 * len(widths) else 0


def read(source: Source) -> Iterator[Document]:
    """Yield a document a row, its line being the row's last; NbError for a quote that does not close."""
    delimiter = delimiter_of(source)
    with text_of(source, newline="") as file:
        yield from documents(source, rows_of(file, delimiter, str(source.path)), delimiter)


def rows_of(file: Iterator[str], delimiter: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield (number of the first line, cells) of every row of CSV text; NbError for a quote that does not close."""
    # The limit of 131,072 characters a field is the csv module's own; a text may be longer.
    csv.field_size_limit(1 << 40)
    ended = False

    def watched() -> Iterator[str]:
        nonlocal ended
        yield from file
        ended = True

    reader = csv.reader(watched(), delimiter=delimiter, strict=False)
    line = 1
    try:
        for row in reader:
            _check_closed(reader.line_num - line, ended, f"{name}:{line}")
            yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise NbError(f"not CSV ({error})", where=f"{name}:{line}", remedy=_REMEDY) from None


_REMEDY = "mend the quotes, or read it as --format tsv if tabs separate it"
_TOO_MANY_LINES = 1000


def _check_closed(lines: int, ended: bool, where: str) -> None:
    # An opening quote without its mate swallows the rest of the file into one field: the row comes only once the file
    # has ended, where any other comes with its own last line.
    if ended:
        raise NbError("a quote opens here and does not close", where=where, remedy=_REMEDY)
    if lines > _TOO_MANY_LINES:
        raise NbError(f"a quote opens here and runs over {lines:,} lines", where=where, remedy=_REMEDY)
