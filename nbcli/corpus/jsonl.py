"""JSON lines: an object a line, the label and the text under keys of it; a dotted name reaches into nested ones."""

import json
from collections.abc import Iterator
from typing import Any

from nbcli.corpus import Answer, Reading, Record, Source, Stream
from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.objects import Keys, cell, chosen_keys, values
from nbcli.corpus._reading.record import NO_FIELDS, UNDECODABLE, UNREADABLE, in_one
from nbcli.corpus._reading.stream import fresh
from nbcli.errors import NbError


def sniff(source: Source) -> int:
    """A file named so, or one whose first line is a JSON object."""
    if source.path.is_dir():
        return 0
    if source.suffix in (".jsonl", ".ndjson"):
        return 8
    first = head_lines(source)[:1]
    return 6 * bool(first and first[0].lstrip().startswith("{") and _object(first[0]) is not None)


def _object(line: str) -> dict[str, Any] | None:
    try:
        value = json.loads(line.strip("\ufeff"))
    except (ValueError, RecursionError):
        return None
    # What is nested deeper than this Python goes can be read, and neither shown nor written again.
    return value if isinstance(value, dict) and (line.count("{") + line.count("[") < _DEEP or _shallow(value)) else None


def _shallow(value: Any) -> bool:
    level = [value]
    for _ in range(_DEEP):
        level = [part for one in level for part in (one.values() if isinstance(one, dict) else one)]
        level = [part for part in level if isinstance(part, dict | list)]
        if not level:
            return True
    return False


_DEEP = 200


def stream(source: Source) -> Stream:
    """Return a record a line; NbError for a line that is no JSON object where the source is strict.

    To be answered, it is a record that says so, with the line as its text.
    """
    return Stream(_records(source, Lines(source)), Writer())


def _records(source: Source, lines: Lines) -> Iterator[list[Record]]:
    keys: Keys | None = None
    name = str(source.path)
    for batch in lines.numbered():
        records = []
        for number, line in batch:
            if not line.strip():
                continue
            row = _object(line)
            if row is None:
                records.append(_no_object(source, number, line, lines.undecodable))
                continue
            keys = keys or chosen_keys(source, row)
            label = source.label if keys[0] is None else cell(row, keys[0])
            others = NO_FIELDS if keys[1] else values(row, keys[0])
            text = _text(row, keys[1]) if keys[1] else in_one(others)
            if source.strict:
                records.append(Record(text, label, name, number, others))
            else:
                status = UNDECODABLE if number in lines.undecodable else ""
                records.append(Record(text, label, name, number, others, status, row))
        yield records


_NO_OBJECT = "the line is no JSON object"


def _no_object(source: Source, number: int, line: str, undecodable: set[int]) -> Record:
    if source.strict:
        raise NbError(_NO_OBJECT, where=f"{source.path}:{number}", remedy="mend the line, or name another --format")
    status = UNDECODABLE if number in undecodable else UNREADABLE
    row = {"nb_error": _NO_OBJECT, "text": line}
    return Record("", None, str(source.path), number, NO_FIELDS, status, row)


def _text(record: dict[str, Any], keys: tuple[str, ...]) -> str:
    return "\n".join(text for key in keys if (text := cell(record, key)) is not None)


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so: its first line is an object with the text in it."""
    first = head_lines(source)[:1]
    record = _object(first[0]) if first else None
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
