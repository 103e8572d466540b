"""Excel's and LibreOffice's workbooks, by `python-calamine` (extra `xlsx`): the first sheet that has rows.

Of packages that read them, this one is the quickest by far, and the only one that reads .xls, .xlsb and .ods too.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from io import BytesIO
from itertools import islice
from typing import Any

from nbcli.corpus import Reading, Source, Stream
from nbcli.corpus._reading.stream import is_as_read
from nbcli.corpus._reading.table import CutRow, Table
from nbcli.corpus.csv import Writer
from nbcli.errors import NbError

_SUFFIXES = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
_MANY = 4096


def sniff(source: Source) -> int:
    """A file named so, or a ZIP archive with a workbook in it."""
    if source.path.is_dir():
        return 0
    return 9 * (source.suffix in _SUFFIXES or (source.head.startswith(b"PK") and b"xl/workbook" in source.head))


def stream(source: Source) -> Stream:
    """Return a record a row, its line being the row's number; row 1 names the columns unless `--no-header` says no.

    Rows are written as CSV.
    """
    named = replace(source, how=replace(source.how, header=source.how.header is not False, delimiter=None))
    return Stream(Table(named, "xlsx", ",").records(_rows(source)), Writer(","))


@contextmanager
def _opened(source: Source) -> Iterator[Any]:
    """Open the first sheet that has rows."""
    try:
        import python_calamine as calamine
    except ImportError:
        remedy = "pip install 'nbcli[xlsx]', or save it as CSV"
        raise NbError("a workbook needs a package", where=str(source.path), remedy=remedy) from None
    with source.open() as file:
        data = BytesIO(file.read())
    try:
        book = calamine.CalamineWorkbook.from_filelike(data)
        sheets = (book.get_sheet_by_name(name) for name in book.sheet_names)
        sheet = next((sheet for sheet in sheets if sheet.height), None)
    # Whatever is wrong in it, in Rust too, means the same here.
    except Exception as error:
        what = f"not a whole workbook ({' '.join(str(error).split())[:120] or type(error).__name__})"
        raise NbError(what, where=str(source.path), remedy="get it again, or save it as CSV") from None
    if sheet is None:
        raise NbError("the workbook has no rows", where=str(source.path), remedy="name another file")
    if len(book.sheet_names) > 1:
        source.log.detail(f"sheet {sheet.name}")
    yield sheet


def _rows(source: Source) -> Iterator[list[CutRow]]:
    """Yield the rows, some thousands at a time, all as wide."""
    with _opened(source) as sheet:
        rows = enumerate(sheet.iter_rows(), 1)
        while batch := list(islice(rows, _MANY)):
            yield [(number, number, list(map(_cell, row))) for number, row in batch]


def _cell(value: Any) -> str:
    """Return a cell as CSV would have it: 3 of the number 3.0, 2024-05-17 of a day."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.isoformat(" ").removesuffix(" 00:00:00")
    return "" if value is None else str(value)


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    if not sniff(source):
        return False
    with _opened(source) as sheet:
        return is_as_read([list(map(_cell, next(iter(sheet.iter_rows()), [])))], reading, sure=True)
