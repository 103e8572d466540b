"""Parquet, by `pyarrow` (extra `parquet`), a batch of rows at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from nbcli.corpus import Reading, Source, Stream
from nbcli.corpus._reading.stream import is_as_read
from nbcli.corpus._reading.table import CutRow, Table
from nbcli.corpus.csv import Writer
from nbcli.errors import NbError

_MANY = 4096


def sniff(source: Source) -> int:
    """A file with Parquet's magic at its head."""
    return 9 * (not source.path.is_dir() and source.head.startswith(b"PAR1"))


def stream(source: Source) -> Stream:
    """Return a record a row, its line being the row's number; rows are written as CSV."""
    named = replace(source, how=replace(source.how, header=True, delimiter=None))
    return Stream(Table(named, "parquet", ",").records(_rows(source)), Writer(","))


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


def _rows(source: Source) -> Iterator[list[CutRow]]:
    """Yield the rows, some thousands at a time, the names of the columns before them as row 0."""
    with _opened(source) as table:
        names = table.schema_arrow.names
        yield [(0, 0, names)]
        number = 1
        for batch in table.iter_batches(_MANY):
            columns = [["" if cell is None else str(cell) for cell in batch.column(name).to_pylist()] for name in names]
            rows = enumerate(zip(*columns, strict=True), number)
            yield [(line, line, list(cells)) for line, cells in rows]
            number += batch.num_rows


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    if not sniff(source):
        return False
    with _opened(source) as table:
        return is_as_read([table.schema_arrow.names], reading, sure=True)
