"""JSON lines: an object a line, the label and the text under keys of it; a dotted name reaches into nested ones."""

import json
from collections.abc import Iterator
from typing import Any

from nbcli.corpus import Document, Source
from nbcli.corpus._decode import head_lines, lines
from nbcli.corpus._table import LABELS, TEXTS
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
        value = json.loads(line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def read(source: Source) -> Iterator[Document]:
    """Yield a document a line; NbError for a line that is no JSON object."""
    keys: tuple[str | None, tuple[str, ...]] | None = None
    for number, line in enumerate(lines(source), 1):
        if not line.strip():
            continue
        record = _object(line.strip("\ufeff"))
        if record is None:
            raise NbError(
                "the line is no JSON object",
                where=f"{source.path}:{number}",
                remedy="mend the line, or name another --format",
            )
        if keys is None:
            keys = keys_of(source, record)
            label = f"label from {keys[0]}, " if keys[0] else ""
            source.log.detail(f"{label}text from {' + '.join(keys[1])}")
        label_key, text_keys = keys
        given = source.label if label_key is None else cell(record, label_key)
        texts = [text for key in text_keys if (text := cell(record, key)) is not None]
        yield Document("\n".join(texts), given, str(source.path), number)


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
