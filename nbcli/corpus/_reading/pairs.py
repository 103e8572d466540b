"""Texts and labels that a Python program has, as records."""

from collections.abc import Iterable
from typing import Any

from nbcli.corpus._reading.record import Record, bare
from nbcli.errors import NbError

# What stands in the place of a file.
_HERE = "records"


def listed(given: Any) -> list[Any]:
    """Return what was given as a list; NbError for what is no number of things."""
    if not isinstance(given, Iterable):
        raise NbError(f"{type(given).__name__} was given in the place of texts", remedy="give a list")
    return list(given)


def texts_of(texts: Any) -> list[str]:
    """Return the texts as they are learned and answered; NbError for what is not a number of them."""
    if isinstance(texts, str | bytes):
        raise NbError("one text was given in the place of several", remedy="give a list: [text]")
    found = listed(texts)
    for i, text in enumerate(found, 1):
        if not isinstance(text, str):
            raise NbError(f"not a text but {type(text).__name__}", where=f"{_HERE}:{i}", remedy="give texts as str")
    return list(map(bare, found))


def records_of(texts: Any, labels: Iterable[str]) -> list[Record]:
    """Return texts and labels as records, without those that are blank; NbError where they do not match."""
    found, given = texts_of(texts), texts_of(labels)
    if len(found) != len(given):
        raise NbError(f"{len(found)} texts and {len(given)} labels", remedy="give each text its label")
    if "" in given:
        raise NbError("a text without a label", where=f"{_HERE}:{given.index('') + 1}", remedy="give it one")
    pairs = enumerate(zip(found, given, strict=True), 1)
    return [Record(text, label, _HERE, i) for i, (text, label) in pairs if text.strip()]
