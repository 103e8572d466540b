"""JSON objects, one a line or in a document (an array, or printed over lines); the label and the text by key.

A dotted name reaches into nested objects and, by number from 0, into lists: `annotations.0.label`.
"""

import json
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any

from nbcli.corpus import Answer, Reading, Record, Source, Stream
from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.exported import Found, before_end, is_rejected, label_of
from nbcli.corpus._reading.json_objects import begins_document, first_in, object_of, objects_in
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.objects import Keys, cell, chosen_keys, under, values
from nbcli.corpus._reading.record import NO_FIELDS, UNDECODABLE, UNREADABLE, in_one
from nbcli.corpus._reading.stream import fresh
from nbcli.errors import NbError

# An object with the numbers of its first line and its last; in its place a line that is none.
_Row = tuple[int, int, dict[str, Any] | str]


def sniff(source: Source) -> int:
    """A file named so, or one that begins with a JSON object, or with an array of them."""
    if source.path.is_dir():
        return 0
    if source.suffix in (".jsonl", ".ndjson"):
        return 8
    head = head_lines(source)
    if source.suffix == ".json" and head and begins_document(head[0]):
        return 8
    return 6 * (first_in(head) is not None)


def stream(source: Source) -> Stream:
    """Return a record an object; NbError for a line that is no JSON object where the source is strict.

    To be answered, it is a record that says so, with the line as its text. NbError for a key that no object has.
    """
    return Stream(_records(source, Lines(source)), Writer())


def _records(source: Source, lines: Lines) -> Iterator[list[Record]]:
    found: Found | None = None
    keys: Keys = None, ()
    for batch, last in before_end(source, _rows(source, lines)):
        records = []
        for first, end, row in batch:
            if isinstance(row, str):
                records.append(_no_object(source, first, row, lines.undecodable))
                continue
            if source.strict and is_rejected(row, source.how.label_column):
                source.log.skip(first, "rejected")
                continue
            if found is None:
                keys = chosen_keys(source, row)
                found = Found(source, keys, row)
            found.look(row, keys[0])
            undecodable = any(number in lines.undecodable for number in range(first, end + 1))
            records.append(_record(source, first, row, keys, undecodable))
        if last and found:
            found.check()
        yield records
    if found:
        found.check()
        if found.several:
            source.log.detail(f"{found.several:,} objects with several labels, the first taken")


def _rows(source: Source, lines: Lines) -> Iterator[Sequence[_Row]]:
    """Yield the objects as they come; NbError for a document that is no JSON."""
    filled = ([numbered for numbered in batch if numbered[1].strip()] for batch in lines.numbered())
    batches = (batch for batch in filled if batch)
    for batch in batches:
        if begins_document(batch[0][1]):
            yield from objects_in(chain([batch], batches), str(source.path))
            return
        yield list(map(_row, batch))
        yield from (list(map(_row, batch)) for batch in batches)


def _row(numbered: tuple[int, str]) -> _Row:
    number, line = numbered
    row = object_of(line)
    return number, number, line if row is None else row


def _record(source: Source, line: int, row: dict[str, Any], keys: Keys, undecodable: bool) -> Record:
    label_key, texts = keys
    label = source.label if label_key is None else label_of(under(row, label_key, None))
    others = NO_FIELDS if texts else values(row, label_key)
    text = "\n".join(part for key in texts if (part := cell(row, key)) is not None) if texts else in_one(others)
    if source.strict:
        return Record(text, label, str(source.path), line, others)
    return Record(text, label, str(source.path), line, others, UNDECODABLE if undecodable else "", row)


_NO_OBJECT = "the line is no JSON object"


def _no_object(source: Source, number: int, line: str, undecodable: set[int]) -> Record:
    if source.strict:
        raise NbError(_NO_OBJECT, where=f"{source.path}:{number}", remedy="mend the line, or name another --format")
    status = UNDECODABLE if number in undecodable else UNREADABLE
    row = {"nb_error": _NO_OBJECT, "text": line}
    return Record("", None, str(source.path), number, NO_FIELDS, status, row)


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so: its first object has the text in it."""
    record = first_in(head_lines(source))
    return record is not None and (not reading.text or any(cell(record, key) is not None for key in reading.text))


class Writer:
    """Writes objects; what stands for a line that is none has its answer under the names that the object before had."""

    def __init__(self) -> None:
        self._names = fresh(())

    def __call__(self, row: Record, answer: Answer | None) -> str:
        """Return the object with its answer as a line of JSON."""
        assert answer is not None, "there is no header"
        if row.status != UNREADABLE:
            self._names = fresh(row.row)
        values = (answer.label, round(answer.proba, 6), answer.status)
        return json.dumps(row.row | dict(zip(self._names, values, strict=True)), ensure_ascii=False) + "\n"
