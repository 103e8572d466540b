"""A table in, the same table out with two columns more: the label and its posterior."""

import csv
import json
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from nbcli.corpus import How, Log, Source
from nbcli.corpus._decode import lines, text_of
from nbcli.corpus._table import columns_of, text_in
from nbcli.corpus.csv import delimiter_of, rows_of
from nbcli.corpus.jsonl import cell
from nbcli.errors import NbError
from nbcli.pipeline import Pipeline
from nbcli.prepared import BATCH
from nbcli.reports._answers import Answers, Doubt, escaped

Row = list[str]


@dataclass(frozen=True)
class _Layout:
    """How rows are written: what stands between cells, how a label is spelled, and what writes a row."""

    delimiter: str
    spelled: Callable[[str], str]
    write: Callable[[Row], object]


def label_table(pipeline: Pipeline, path: str, form: str, how: How, doubt: Doubt) -> None:
    """Write the table at `path` (`-`: stdin) to stdout, each row with its label and posterior, as UTF-8."""
    source = Source(path, Path(path), "", how, Log())
    if not how.text_columns:
        raise NbError("which column is the text is not said", where=path, remedy="name it: --text-column NAME or N")
    if form == "jsonl":
        _jsonl(pipeline, source, doubt)
    elif form == "tsv":
        rows = ((n, line.split("\t")) for n, line in enumerate(lines(source), 1))
        layout = _Layout("\t", escaped, lambda row: sys.stdout.write("\t".join(row) + "\n"))
        _rows(pipeline, source, rows, doubt, layout)
    else:
        delimiter = delimiter_of(source)
        with text_of(source, newline="") as file:
            # Before Python 3.13 a cell with a lone CR is quoted only where a CR ends lines.
            writer = csv.writer(_Unix(), delimiter=delimiter, lineterminator="\r\n")
            layout = _Layout(delimiter, str, writer.writerow)
            _rows(pipeline, source, rows_of(file, delimiter, path), doubt, layout)


class _Unix:
    """Stdout for rows that end with CRLF: they come out with LF."""

    def write(self, row: str) -> int:
        return sys.stdout.write(row.removesuffix("\r\n") + "\n")


def _rows(pipeline: Pipeline, source: Source, rows: Iterable[tuple[int, Row]], doubt: Doubt, layout: _Layout) -> None:
    stream: Iterator[Row] = (cells for _, cells in rows if cells)
    first = next(stream, None)
    if first is None:
        return
    columns = columns_of(source, first)
    if source.head.startswith(b"\xef\xbb\xbf"):
        sys.stdout.write("\ufeff")  # Excel knows UTF-8 by it
    if columns.header:
        layout.write([*first, *_fresh(first)])
    else:
        stream = _chain(first, stream)
    while batch := list(islice(stream, BATCH)):
        texts = [text_in(cells, columns, layout.delimiter) for cells in batch]
        answers = Answers.of(pipeline, texts, doubt)
        for cells, label, p in zip(batch, answers.labels, answers.top(), strict=True):
            # A row that is short gets empty cells, so that what is added stands in its own columns.
            missing = [""] * (len(columns.names) - len(cells))
            layout.write([*cells, *missing, layout.spelled(label), f"{p:.4f}"])
        sys.stdout.flush()


def _fresh(names: Iterable[str]) -> Row:
    """Return names for the two columns that no column has."""
    taken, prefix = set(names), ""
    while {f"{prefix}label", f"{prefix}proba"} & taken:
        prefix += "nb_"
    return [f"{prefix}label", f"{prefix}proba"]


def _chain(first: Row, rest: Iterator[Row]) -> Iterator[Row]:
    yield first
    yield from rest


def _jsonl(pipeline: Pipeline, source: Source, doubt: Doubt) -> None:
    stream = enumerate(lines(source), 1)
    while batch := list(islice(stream, BATCH)):
        records = [_record(line, f"{source.path}:{number}") for number, line in batch if line.strip()]
        texts = ["\n".join(filter(None, (cell(r, name) for name in source.how.text_columns))) for r in records]
        answers = Answers.of(pipeline, texts, doubt)
        for record, label, p in zip(records, answers.labels, answers.top(), strict=True):
            added = dict(zip(_fresh(record), (label, round(p, 6)), strict=True))
            sys.stdout.write(json.dumps(record | added, ensure_ascii=False) + "\n")
        sys.stdout.flush()


def _record(line: str, where: str) -> dict[str, object]:
    try:
        record = json.loads(line.strip("\ufeff"))
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise NbError("the line is no JSON object", where=where, remedy="mend the line, or name another --input")
    return record
