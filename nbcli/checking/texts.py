"""What the texts show by themselves: copies, near-copies, conflicts, empty and odd ones."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np

from nbcli.checking.oddities import oddities
from nbcli.corpus import Record
from nbcli.system.elementary import log

_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[\W_]+")


def folded(text: str) -> str:
    """Return the text but for case and the width of spaces: equal for copies."""
    return " ".join(text.split()).lower()


def folded_far(text: str) -> str:
    """Return the text but for case, digits, spaces and punctuation: equal for near-copies; "" without a letter."""
    plain = _MARKS.sub("", _DIGITS.sub("0", text.casefold()))
    return plain if plain.strip("0") else ""


def place(document: Record) -> dict[str, Any]:
    """Return where a text stands, its label and the text."""
    return {
        "source": document.source,
        "line": document.line,
        "label": document.label,
        "text": document.text,
    }


def repeated(documents: Sequence[Record]) -> dict[str, list[dict[str, Any]]]:
    """Return the groups of copies under one label, of copies under several, and of near-copies that are no copies."""
    copies: list[dict[str, Any]] = []
    conflicts: list[dict[str, Any]] = []
    for group in _groups(documents, folded):
        (conflicts if len({document.label for document in group}) > 1 else copies).append(_group(group))
    near = [_group(group) for group in _groups(_firsts(documents), folded_far)]
    return {"conflicts": conflicts, "copies": copies, "near-copies": near}


def _firsts(documents: Sequence[Record]) -> list[Record]:
    """Return the first of each group of copies: the others are copies, and need not be told twice."""
    first: dict[str, Record] = {}
    for document in documents:
        first.setdefault(folded(document.text), document)
    return list(first.values())


def _groups(documents: Iterable[Record], fold: Callable[[str], str]) -> list[list[Record]]:
    """Return the groups of two and more, the largest first; of equals, the first."""
    by_fold: dict[str, list[Record]] = {}
    for document in documents:
        if key := fold(document.text):
            by_fold.setdefault(key, []).append(document)
    return sorted((group for group in by_fold.values() if len(group) > 1), key=lambda group: -len(group))


def _group(group: list[Record]) -> dict[str, Any]:
    places = [{name: value for name, value in place(one).items() if name != "text"} for one in group]
    return {"text": group[0].text, "labels": sorted({one.label or "" for one in group}), "places": places}


def single(documents: Iterable[Record]) -> dict[str, list[dict[str, Any]]]:
    """Return the texts that are empty, of one character, without label, or odd in their encoding."""
    found: dict[str, list[dict[str, Any]]] = {"no label": [], "empty": [], "one character": [], "encoding": []}
    for document in documents:
        bare = document.text.replace("\ufeff", "").strip()
        if not document.label:
            found["no label"].append(place(document))
        if len(bare) < 2:
            found["one character" if bare else "empty"].append(place(document))
        if odd := oddities(document.text):
            found["encoding"].append({**place(document), "what": odd})
    return found


def long_ones(documents: Sequence[Record]) -> list[dict[str, Any]]:
    """Return the texts whose length is far out: log length above the upper quartile by 3 interquartile ranges.

    Tukey (1977), Exploratory Data Analysis, chapter 2; on logarithms, since lengths of texts are skewed.
    """
    lengths = log([max(len(document.text), 1) for document in documents])
    low, high = np.quantile(lengths, [0.25, 0.75])
    bound = high + 3 * (high - low)
    rows = [i for i in np.argsort(-lengths, kind="stable").tolist() if low < high and lengths[i] > bound]
    return [{**place(documents[i]), "length": len(documents[i].text)} for i in rows]


def by_label(documents: Sequence[Record]) -> dict[str, dict[str, float]]:
    """Return for each label its texts, their share, and their median and largest length in characters."""
    lengths: dict[str, list[int]] = {}
    for document in documents:
        lengths.setdefault(document.label or "", []).append(len(document.text))
    return {
        label: {
            "texts": len(own),
            "share": len(own) / len(documents),
            "median_length": float(np.median(own)),
            "longest": max(own),
        }
        for label, own in sorted(lengths.items())
    }
