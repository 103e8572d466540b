"""Texts and labels that a Python program has, as records."""

from collections.abc import Iterable, Mapping
from typing import Any

from nbcli.corpus._reading.objects import values
from nbcli.corpus._reading.record import Record, bare
from nbcli.errors import NbError

# What stands in the place of a file.
_HERE = "records"


def listed(given: Any) -> list[Any]:
    """Return what was given as a list; NbError for what is no number of things."""
    if not isinstance(given, Iterable):
        raise NbError(f"{type(given).__name__} was given in the place of texts", remedy="give a list")
    return list(given)


def unzipped(pairs: list[Any]) -> tuple[list[Any], list[Any]]:
    """Return the texts and the labels of (text, label) pairs; NbError where one is no pair."""
    found = [one for one in pairs if isinstance(one, tuple | list) and len(one) == 2]
    if len(found) < len(pairs):
        raise NbError("what is to be learned is not (text, label) pairs", remedy="give pairs, or texts and labels=")
    return [text for text, _ in found], [label for _, label in found]


def texts_of(texts: Any) -> list[str]:
    """Return the texts as they are learned and answered; NbError for what is not a number of them."""
    if isinstance(texts, str | bytes):
        raise NbError("one text was given in the place of several", remedy="give a list: [text]")
    found = listed(texts)
    for i, text in enumerate(found, 1):
        if not isinstance(text, str):
            raise NbError(f"not a text but {type(text).__name__}", where=f"{_HERE}:{i}", remedy="give texts as str")
    return list(map(bare, found))


def rows_of(rows: Any) -> list[Record]:
    """Return rows of a table, a mapping each of values by column, as records without labels; NbError for what is none.

    Numbers of numpy are numbers.
    """
    if isinstance(rows, Mapping):
        raise NbError("one row was given in the place of several", remedy="give a list: [row]")
    found = []
    for i, row in enumerate(listed(rows), 1):
        if not isinstance(row, Mapping) or not all(isinstance(name, str) for name in row):
            remedy = "give rows as dicts, with the columns' names as str"
            raise NbError(f"not a row but {type(row).__name__}", where=f"{_HERE}:{i}", remedy=remedy)
        plain = {name: value.item() if hasattr(value, "item") else value for name, value in row.items()}
        found.append(Record("", None, _HERE, i, values(plain)))
    return found


def records_of(texts: Any, labels: Iterable[str]) -> list[Record]:
    """Return texts and labels as records, without those that are blank; NbError where they do not match.

    The texts may be rows of a table, as `rows_of` takes them.
    """
    texts = listed(texts) if not isinstance(texts, str | bytes) else texts
    rows = rows_of(texts) if texts and all(isinstance(one, Mapping) for one in texts) else []
    found, given = [""] * len(rows) if rows else texts_of(texts), texts_of(labels)
    if len(found) != len(given):
        raise NbError(f"{len(found)} texts and {len(given)} labels", remedy="give each text its label")
    if "" in given:
        raise NbError("a text without a label", where=f"{_HERE}:{given.index('') + 1}", remedy="give it one")
    if rows:
        return [row._replace(label=label) for row, label in zip(rows, given, strict=True)]
    pairs = enumerate(zip(found, given, strict=True), 1)
    return [Record(text, label, _HERE, i) for i, (text, label) in pairs if text.strip()]
