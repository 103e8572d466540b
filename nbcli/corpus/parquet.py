"""Parquet, by `pyarrow` (extra `parquet`), a batch of rows at a time."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any

from nbcli.corpus import Reading, Source, Stream
from nbcli.corpus._reading.exported import label_of
from nbcli.corpus._reading.judged import is_utf8
from nbcli.corpus._reading.stream import is_as_read
from nbcli.corpus._reading.table import CutRow, Table
from nbcli.corpus.csv import Writer
from nbcli.errors import NbError

# A small file can have huge rows, all the same.
_MANY = 256


def sniff(source: Source) -> int:
    """A file with Parquet's magic at its head."""
    return 9 * (not source.path.is_dir() and source.head.startswith(b"PAR1"))


def stream(source: Source) -> Stream:
    """Return a record a row, its line being the row's number; rows are written as CSV."""
    named = replace(source, how=replace(source.how, header=True, delimiter=None))
    table, undecodable = Table(named, "parquet", ","), set[int]()
    return Stream(table.records(_rows(source, table, undecodable), undecodable), Writer(","))


@contextmanager
def _opened(source: Source) -> Iterator[Any]:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise NbError(
            "Parquet needs a package", where=str(source.path), remedy="pip install 'nbcli[parquet]'"
        ) from None
    try:
        with source.open() as file:
            yield pq.ParquetFile(file)
    except pa.ArrowException as error:
        what = f"not whole Parquet ({str(error).splitlines()[0]})"
        raise NbError(what, where=str(source.path), remedy="get it again") from None


def _rows(source: Source, table: Table, undecodable: set[int]) -> Iterator[list[CutRow]]:
    """Yield the rows, some hundred at a time, the names of the columns before them as row 0.

    Once the table has chosen its columns, the cells of those that it has no use for are empty. `undecodable` is given
    the numbers of rows that are no UTF-8; NbError for them where the source is strict.
    """
    with _opened(source) as file:
        names = file.schema_arrow.names
        yield [(0, 0, names)]
        needed, line = table.needed, 1
        taken = [j for j in range(len(names)) if needed is None or j in needed]
        # Names choose columns, and one may be that of several, or of a part of another.
        sure = len(set(names)) == len(names) and not any("." in name for name in names)
        for batch in file.iter_batches(_MANY, columns=[names[j] for j in taken] if sure else None):
            bad = set[int]()
            cells = [[""] * batch.num_rows for _ in names]
            for place, j in enumerate(taken):
                values = _values(batch.column(place if sure else j), bad)
                cells[j] = [label_of(value) or "" for value in values] if j == table.label else list(map(_cell, values))
            if bad and source.strict:
                where = f"{source.path}:{line + min(bad)}"
                raise NbError("a text of the row is not UTF-8", where=where, remedy="mend it, or leave out the row")
            undecodable.update(line + i for i in bad)
            yield [(n, n, list(row)) for n, row in enumerate(zip(*cells, strict=True), line)]
            line += batch.num_rows


def _cell(value: Any) -> str:
    return "" if value is None else str(value)


def _values(column: Any, bad: set[int]) -> list[Any]:
    """Return the values of a column; `bad` is given the places of texts that are no UTF-8, here with U+FFFD in them."""
    import pyarrow as pa

    with suppress(UnicodeDecodeError, ValueError, OverflowError, pa.ArrowException):
        values: list[Any] = column.to_pylist()
        return values
    # A date that Python has not, or a finer time; arrow has a spelling for them.
    kind = pa.binary() if pa.types.is_string(column.type) or pa.types.is_large_string(column.type) else pa.string()
    spelled: list[Any] = column.cast(kind).to_pylist()
    bad.update(i for i, value in enumerate(spelled) if isinstance(value, bytes) and not is_utf8(value))
    return [value.decode("utf-8", "replace") if isinstance(value, bytes) else value for value in spelled]


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    if not sniff(source):
        return False
    with _opened(source) as table:
        return is_as_read([table.schema_arrow.names], reading, sure=True)
