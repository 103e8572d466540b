"""What tools for labelling write into JSON: lists of labels, rejected texts; and keys that stand nowhere."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from nbcli.corpus._reading.objects import MISSING, Keys, as_text, under, values
from nbcli.corpus._reading.source import Source
from nbcli.errors import NbError


def label_of(value: Any) -> str | None:
    """Return a value as a label: of a list the first, None of an empty one; a whole number is that, 1.0 too."""
    while isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return None if value is None else as_text(value)


def is_rejected(record: Mapping[str, Any], label: str | None) -> bool:
    """Say whether an object is one of prodigy's that its annotator rejected or passed over."""
    return label != "answer" and "_task_hash" in record and record.get("answer") in ("reject", "ignore")


class Found:
    """Which of the keys asked for were found in some object of a source, and how many labels were lists of several."""

    def __init__(self, source: Source, keys: Keys, first: Mapping[str, Any]) -> None:
        self._source, self._first = source, first
        label, texts = keys
        asked = [] if label is None or not source.strict else [label]
        # Of several text columns a text needs one; of columns by kind, a row needs some.
        self._missing = [*([name] for name in asked), list(texts or source.how.fields)]
        self._missing = [names for names in self._missing if names]
        self.several = 0

    def look(self, record: Mapping[str, Any], label: str | None) -> None:
        """Take note of an object."""
        if self._missing:
            self._missing = [names for names in self._missing if all(under(record, name) is MISSING for name in names)]
        if label is not None:
            value = under(record, label)
            self.several += isinstance(value, list) and len(value) > 1

    def check(self) -> None:
        """Raise NbError for a key that stood in no object."""
        if self._missing:
            what = f"no object has the key {' or '.join(self._missing[0])[:200]}"
            has = ", ".join(values(self._first))[:200] or "none"
            raise NbError(what, where=str(self._source.path), remedy=f"name one of its keys: {has}")


def before_end(source: Source, batches: Iterable[Any]) -> Iterator[tuple[Any, bool]]:
    """Yield the batches, and whether each is known to be the last: never of what comes as a stream."""
    if not source.path.is_file():
        yield from ((batch, False) for batch in batches)
        return
    held: list[Any] = []
    for batch in batches:
        yield from ((one, False) for one in held)
        held = [batch]
    yield from ((one, True) for one in held)
