"""One row of a table as it is written on a command line: NAME=VALUE words, or a JSON object."""

import json
from collections.abc import Sequence

from nbcli.corpus import Record, rows_of
from nbcli.errors import NbError
from nbcli.schema.schema import Schema


def row_of(words: Sequence[str], schema: Schema, where: str = "") -> Record:
    """Return the row that the words give, brought to the schema: `age=31 "note=hello there"`, or one JSON object.

    NbError for what is neither, for a column that the model does not know, and for a value that its column cannot read.
    """
    text = " ".join(words).strip()
    fields = _object(text, where) if text.startswith("{") else dict(_pair(word, schema, where) for word in words)
    record = schema.record(rows_of([fields])[0])
    if name := schema.unreadable(record.others):
        what = f"{name}={record.others[name]}: the column has numbers, and this is none"
        raise NbError(what, where=where, remedy="write a number, or leave it out")
    return record


def _object(text: str, where: str) -> dict[str, object]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise NbError("not a JSON object", where=where, remedy='write {"age": 31, "plan": "basic"}')
    return value


def _pair(word: str, schema: Schema, where: str) -> tuple[str, str]:
    # A name may have a = in it.
    name = next((name for name in sorted(schema.fields, key=len, reverse=True) if word.startswith(f"{name}=")), None)
    if name is None:
        known = ", ".join(schema.fields)[:200]
        what = f"{word}: must be NAME=VALUE of a column that the model has learned"
        raise NbError(what, where=where, remedy=f"choose from {known}")
    return name, word[len(name) + 1 :]
