"""What the texts show by themselves: copies, near-copies, conflicts, empty and odd ones."""

import re
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from nbcli.checking.findings import Found, LabelSize, Long, LookAlike, Odd, Place, Repeated, Small, placed
from nbcli.checking.oddities import oddities
from nbcli.classifier.labels import in_order, look_alikes
from nbcli.classifier.learned import folded
from nbcli.corpus import Record, bare
from nbcli.system.elementary import log

_DIGITS = re.compile(r"\d+")
_MARKS = re.compile(r"[\W_]+")
# A label is small with fewer texts than this, or with fewer than this part of the largest.
_FEW, _RATIO = 10, 20


def folded_far(text: str) -> str:
    """Return the text but for case, digits, spaces and punctuation: equal for near-copies; "" without a letter."""
    plain = _MARKS.sub("", _DIGITS.sub("0", text.casefold()))
    return plain if plain.strip("0") else ""


def usable_of(records: Sequence[Record]) -> list[Record]:
    """Return the records that have a label and a text: those that training would take."""
    read = (record._replace(text=bare(record.text)) for record in records if record.label)
    return [record for record in read if record.text.strip()]


def repeated(records: Sequence[Record]) -> dict[str, list[Repeated]]:
    """Return the groups of copies under one label, of copies under several, and of near-copies that are no copies."""
    copies: list[Repeated] = []
    conflicts: list[Repeated] = []
    for group in _groups(records, folded):
        (conflicts if len({record.label for record in group}) > 1 else copies).append(_group(group))
    near = [_group(group) for group in _groups(firsts(records), folded_far)]
    return {"conflicts": conflicts, "copies": copies, "near-copies": near}


def firsts(records: Sequence[Record]) -> list[Record]:
    """Return the first of each group of copies: the others are its copies."""
    return [group[0] for group in by_fold(records, folded).values()]


def by_fold(records: Iterable[Record], fold: Callable[[str], str]) -> dict[str, list[Record]]:
    """Return the groups of records whose texts fold to the same, in the order of their firsts."""
    groups: dict[str, list[Record]] = {}
    for record in records:
        groups.setdefault(fold(record.text), []).append(record)
    return groups


def _groups(records: Iterable[Record], fold: Callable[[str], str]) -> list[list[Record]]:
    """Return the groups of two and more, the largest first; of equals, the first."""
    groups = [group for key, group in by_fold(records, fold).items() if key and len(group) > 1]
    return sorted(groups, key=lambda group: -len(group))


def _group(group: list[Record]) -> Repeated:
    places = [Place(one.source, one.line, one.label) for one in group]
    return Repeated(group[0].text, sorted({one.label or "" for one in group}), places)


def single(records: Iterable[Record]) -> dict[str, list[Found]]:
    """Return the texts that are empty, of one character, without label, or odd in their encoding."""
    found: dict[str, list[Found]] = {"no label": [], "empty": [], "one character": [], "encoding": []}
    for record in records:
        text = bare(record.text).strip()
        if not record.label:
            found["no label"].append(Found(*placed(record)))
        if len(text) < 2:
            found["one character" if text else "empty"].append(Found(*placed(record)))
        if odd := oddities(record.text):
            found["encoding"].append(Odd(*placed(record), odd))
    return found


def long_ones(records: Sequence[Record]) -> list[Found]:
    """Return the texts whose length is far out: log length above the upper quartile by 3 interquartile ranges.

    Tukey (1977), Exploratory Data Analysis, chapter 2; on logarithms, since lengths of texts are skewed.
    """
    lengths = log([max(len(record.text), 1) for record in records])
    low, high = np.quantile(lengths, [0.25, 0.75])
    bound = high + 3 * (high - low)
    rows = [i for i in np.argsort(-lengths, kind="stable").tolist() if low < high and lengths[i] > bound]
    return [Long(*placed(records[i]), len(records[i].text)) for i in rows]


def by_label(records: Sequence[Record]) -> dict[str, LabelSize]:
    """Return the size of each label, in their order."""
    lengths: dict[str, list[int]] = {}
    for record in records:
        lengths.setdefault(record.label or "", []).append(len(record.text))
    return {
        label: LabelSize(len(own := lengths[label]), len(own) / len(records), float(np.median(own)), max(own))
        for label in in_order(lengths)
    }


def alike(labels: dict[str, LabelSize]) -> list[LookAlike]:
    """Return the pairs of labels that differ by case or spaces only."""
    return [LookAlike(a, b, labels[a].texts, labels[b].texts) for a, b in look_alikes(list(labels))]


def small_ones(labels: dict[str, LabelSize]) -> list[Small]:
    """Return the labels with fewer than 10 texts, or with fewer than a twentieth of the largest label's."""
    largest = max(one.texts for one in labels.values())
    return [
        Small(label, one.texts, largest) for label, one in labels.items() if one.texts < max(_FEW, largest / _RATIO)
    ]
