"""The corpus without what is wrong for certain."""

from collections.abc import Sequence

from nbcli.checking.suspects import documents_with
from nbcli.checking.texts import folded
from nbcli.corpus import Record


def mended(documents: Sequence[Record]) -> list[Record]:
    """Return the texts that have a label, the first of each group of copies; copies under different labels all go.

    Which of their labels is right is not known, and any text that is only suspect stays.
    """
    usable = documents_with(documents)
    labels: dict[str, set[str | None]] = {}
    for document in usable:
        labels.setdefault(folded(document.text), set()).add(document.label)
    first: dict[str, Record] = {}
    for document in usable:
        key = folded(document.text)
        if len(labels[key]) == 1:
            first.setdefault(key, document)
    return list(first.values())
