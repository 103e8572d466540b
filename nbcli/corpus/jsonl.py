"""JSON lines: an object a line, the label and the text under keys of it; a dotted name reaches into nested ones."""

import json
from collections.abc import Iterable, Iterator
from typing import Any

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.columns import LABELS, TEXTS
from nbcli.corpus._reading.decode import head_lines, lines
from nbcli.corpus._reading.incoming import Incoming
from nbcli.corpus._reading.read_as import Reading
from nbcli.corpus._reading.table import UNDECODABLE, UNREADABLE, Row
from nbcli.corpus._reading.to_answer import Answer, ToAnswer, fresh
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


def read(source: Source) -> Iterator[Record]:
    """Yield a document a line; NbError for a line that is no JSON object."""
    keys: tuple[str | None, tuple[str, ...]] | None = None
    for number, line in enumerate(lines(source), 1):
        if not line.strip():
            continue
        record = _object(line)
        if record is None:
            raise NbError(_NO_OBJECT, where=f"{source.path}:{number}", remedy="mend the line, or name another --format")
        if keys is None:
            keys = keys_of(source, record)
            label = f"label from {keys[0]}, " if keys[0] else ""
            source.log.detail(f"{label}text from {' + '.join(keys[1])}")
            source.log.read_as(Reading("jsonl", keys[1], keys[0]), source.path)
        given = source.label if keys[0] is None else cell(record, keys[0])
        yield Record(_text(record, keys[1]), given, str(source.path), number)


_NO_OBJECT = "the line is no JSON object"


def _text(record: dict[str, Any], keys: tuple[str, ...]) -> str:
    return "\n".join(text for key in keys if (text := cell(record, key)) is not None)


def keys_of(source: Source, record: dict[str, Any]) -> tuple[str | None, tuple[str, ...]]:
    """Return the key of the label (None where the source has one label) and those of the texts."""
    folded = {key.casefold(): key for key in record}
    label = source.how.label_column
    if label is None and source.label is None:
        label = next((folded[name] for name in LABELS if name in folded), None)
    texts = source.how.text_columns or tuple(folded[name] for name in TEXTS if name in folded)[:1]
    if not texts or (label is None and source.label is None):
        raise NbError(
            f"which key is the {'label' if texts else 'text'} is not clear ({', '.join(record)[:200]})",
            where=str(source.path),
            remedy="name them: --label-column KEY --text-column KEY (a.b for a key inside a)",
        )
    return label, texts


def cell(record: Any, name: str) -> str | None:
    """Return the value under a key, or under a dotted path of keys, as text; None where there is none."""
    if isinstance(record, dict) and name not in record:
        head, _, rest = name.partition(".")
        return cell(record.get(head), rest) if rest else None
    value = record.get(name) if isinstance(record, dict) else None
    if value is None or isinstance(value, str):
        # A lone surrogate is valid in JSON's escapes and in no encoding.
        return value if value is None else value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return json.dumps(value, ensure_ascii=False)


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so: its first line is an object with the text in it."""
    first = head_lines(source)[:1]
    record = _object(first[0]) if first else None
    return record is not None and any(cell(record, key) is not None for key in reading.text)


def to_answer(source: Source, reading: Reading | None) -> ToAnswer:
    """Return the objects as they come; what is none is written as one that says so, with the line as its text."""
    incoming = Incoming(source)
    rows = ([*_rows(batch, source.how.text_columns, incoming.undecodable)] for batch in incoming.numbered())
    return ToAnswer(rows, Writer())


def _rows(batch: Iterable[tuple[int, str]], keys: tuple[str, ...], undecodable: set[int]) -> Iterator[Row]:
    for number, line in batch:
        if not line.strip():
            continue
        record = _object(line)
        status = UNDECODABLE if number in undecodable else "" if record is not None else UNREADABLE
        if record is None:
            record = {"nb_error": _NO_OBJECT, "text": line}
        text = None if status else _text(record, keys).replace("\ufeff", "")
        yield Row(number, record, text, status=status)


class Writer:
    """Writes objects; what stands for a line that is none has its answer under the names that the object before had."""

    def __init__(self) -> None:
        self._names = fresh(())

    def __call__(self, row: Row, answer: Answer | None) -> str:
        """Return the object with its answer as a line of JSON."""
        assert answer is not None, "there is no header"
        if row.status != UNREADABLE:
            self._names = fresh(row.cells)
        values = (answer.label, round(answer.proba, 6), answer.status)
        return json.dumps(row.cells | dict(zip(self._names, values, strict=True)), ensure_ascii=False) + "\n"
