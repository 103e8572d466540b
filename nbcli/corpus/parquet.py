"""Parquet, by `pyarrow` (extra `parquet`), a batch of rows at a time."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from nbcli.corpus import Document, Source
from nbcli.corpus._table import documents
from nbcli.errors import NbError


def sniff(source: Source) -> int:
    """A file with Parquet's magic at its head."""
    return 9 * (not source.path.is_dir() and source.head.startswith(b"PAR1"))


def read(source: Source) -> Iterator[Document]:
    """Yield a document a row; the line is the row's number."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise NbError(
            "Parquet needs a package", where=str(source.path), remedy="pip install 'nbcli[parquet]'"
        ) from None
    try:
        named = replace(source, how=replace(source.how, header=True))
        with source.open() as file:
            yield from documents(named, _rows(pq.ParquetFile(file)), "\n")
    except pa.ArrowException as error:
        what = f"not whole Parquet ({str(error).splitlines()[0]})"
        raise NbError(what, where=str(source.path), remedy="get it again") from None


def _rows(table: Any) -> Iterator[tuple[int, list[str]]]:
    names = table.schema_arrow.names
    yield 0, names
    line = 1
    for batch in table.iter_batches():
        columns = [batch.column(name).to_pylist() for name in names]
        for row in zip(*columns, strict=True):
            yield line, ["" if cell is None else str(cell) for cell in row]
            line += 1
