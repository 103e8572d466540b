"""All findings on a corpus, by kind."""

from collections.abc import Sequence
from typing import Any

from nbcli.checking.suspects import TOKENIZERS, documents_with, giveaways, misbalanced, suspects
from nbcli.checking.texts import by_label, long_ones, repeated, single
from nbcli.classifier.dataset import in_memory
from nbcli.corpus import Record
from nbcli.errors import NbError

# Each kind of finding and what it means, the most telling first.
KINDS = {
    "conflicts": "the same text under different labels",
    "suspects": "the label looks mistaken",
    "giveaways": "one word tells a class",
    "copies": "the same text again, but for case and spaces",
    "near-copies": "the same text again, but for case, digits, spaces and punctuation",
    "no label": "a text without a label",
    "empty": "no text",
    "one character": "a text of one character",
    "encoding": "characters that no author wrote",
    "balance": "a class with few texts",
    "length": "a text far longer than the others",
}
_FEW, _RATIO = 10, 20


def check(documents: Sequence[Record], user_dict: str = "") -> dict[str, Any]:
    """Return what was found in the documents as plain data: `findings` by kind, `found` their number, and the sizes.

    NbError when no text has a label.
    """
    usable = documents_with(documents)
    if not usable:
        raise NbError("the corpus has no texts with a label", remedy="give at least one text for each of two classes")
    labels = by_label(usable)
    findings: dict[str, list[dict[str, Any]]] = {kind: [] for kind in KINDS}
    findings |= single(documents) | repeated(usable)
    findings["balance"] = misbalanced(labels, _FEW, _RATIO)
    findings["length"] = long_ones(usable)
    left_out = None
    if len(labels) > 1:
        corpus = in_memory(TOKENIZERS, usable, user_dict, keep=True)
        findings["suspects"], left_out = suspects(corpus)
        findings["giveaways"] = giveaways(corpus)
    found = sum(map(len, findings.values()))
    return {
        "texts": len(documents),
        "usable": len(usable),
        "labels": labels,
        "leave_one_out": left_out,
        "found": found,
        "clean": not found,
        "findings": {kind: findings[kind] for kind in KINDS},
    }
