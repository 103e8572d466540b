"""The keys of JSON objects: which are the label and the text, and the values under them."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from nbcli.corpus._reading.column_choice import LABELS, TEXTS
from nbcli.corpus._reading.record import Reading, Value, number_in
from nbcli.corpus._reading.source import Source
from nbcli.corpus._reading.table_choice import is_of_all, unclear

# The key of the label (None where the source has one label), and those of the texts, none where all keys are taken.
Keys = tuple[str | None, tuple[str, ...]]
# Beside those of columns: doccano's and prodigy's.
_LABELS = (*LABELS, "labels", "accept")
MISSING: Any = object()


def chosen_keys(source: Source, record: dict[str, Any]) -> Keys:
    """Return the keys for a source whose first object is `record`, and note them."""
    label, texts = _keys_of(source, record)
    taken = f"text from {' + '.join(texts)}" if texts else "all other keys"
    source.log.detail(f"{f'label from {label}, ' if label else ''}{taken}")
    source.log.read_as(Reading("jsonl", texts, label), source.path)
    return label, texts


def _keys_of(source: Source, record: dict[str, Any]) -> Keys:
    """Return the keys asked for, those that the model knows, or usual ones."""
    folded = {key.casefold(): key for key in record}
    label = source.how.label_column
    if label is None and source.label is None:
        label = next((folded[name] for name in _LABELS if name in folded), None)
    known = source.known.text if source.known else ()
    texts = source.how.text_columns or (known if any(cell(record, key) is not None for key in known) else ())
    usual = tuple(folded[name] for name in TEXTS if name in folded)[:1]
    sure = label is not None or source.label is not None
    if not texts and sure and is_of_all(source, list(values(record)), True, text=bool(usual)):
        return label, ()
    if not texts and (texts := usual):
        source.log.guess(f"text from {texts[0]}")
    if not texts and source.known_as("jsonl"):  # an object without a text
        texts = known
    if not texts or not sure:
        what = f"which key is the {'label' if texts else 'text'} is not clear"
        remedy = "name them: --label-column KEY --text-column KEY (a.b for a key inside a)"
        raise unclear(source, what, record, remedy)
    return label, texts


def cell(record: Any, name: str) -> str | None:
    """Return the value under a key, or under a dotted path of keys, as text; None where there is none."""
    value = under(record, name, None)
    return None if value is None else as_text(value)


def under(value: Any, name: str, otherwise: Any = MISSING) -> Any:
    """Return what stands under a key, or under a dotted path of keys and of places in lists from 0.

    under({"a": [{"b": 1}]}, "a.0.b") == 1
    """
    if isinstance(value, dict) and name in value:
        return value[name]
    head, _, rest = name.partition(".")
    inner = MISSING
    if isinstance(value, list) and (head == "0" or number_in(head)) and number_in(head) < len(value):
        inner = value[number_in(head)]
    elif isinstance(value, dict) and rest:
        inner = value.get(head, MISSING)
    if inner is MISSING:
        return otherwise
    return under(inner, rest, otherwise) if rest else inner


def as_text(value: Any) -> str:
    if value is not None and not isinstance(value, str | bool | int | float | list | dict):
        return str(value)  # of a Python program: a date, say
    if isinstance(value, str):
        # A lone surrogate is valid in JSON's escapes and in no encoding.
        return value.encode("utf-8", "surrogatepass").decode("utf-8", "replace")
    return json.dumps(value, ensure_ascii=False)


def values(record: Mapping[str, Any], without: str | None = None) -> dict[str, Value]:
    """Return all values of an object but that of one key, by key, those of nested objects by dotted ones.

    A list is its JSON.
    """
    others = _flat(record, "")
    # Of a label in a list the whole list goes.
    return {name: value for name, value in others if without is None or not f"{without}.".startswith(f"{name}.")}


def _flat(record: Mapping[str, Any], before: str) -> Iterator[tuple[str, Value]]:
    for key, value in record.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        elif value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            yield before + key, value
        else:
            yield before + key, as_text(value)
