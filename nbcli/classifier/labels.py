"""Labels: where each stands among others, which look alike, and whether there are enough."""

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import Any

import numpy as np

from nbcli.errors import NbError
from nbcli.system.arrays import Ints

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,300})(?:\.[0-9]+)?")
_DIGITS = re.compile("[0-9]+")


def places(labels: Iterable[str], among: Sequence[str]) -> Ints:
    """Return where each label stands among others, -1 where it does not."""
    number = {label: i for i, label in enumerate(among)}
    return np.array([number.get(label, -1) for label in labels], dtype=np.int64)


def in_order(labels: Iterable[str], before: Sequence[str] = ()) -> list[str]:
    """Return the labels, each once, as people count: 2 before 10, numbers by their value and before all others.

    Those of a model from before this order came, `before`, go on in the order that they are in: by code points.
    """
    distinct = sorted(set(labels))
    if list(before) == sorted(before) != sorted(before, key=_natural):
        return distinct
    return sorted(distinct, key=_natural)


def _natural(label: str) -> tuple[Any, ...]:
    if _NUMBER.fullmatch(label):
        return 0, float(label)
    # Of digits, the longer number is the larger.
    digits = [(len(part.lstrip("0")), part.lstrip("0"), part) for part in _DIGITS.findall(label)]
    return 1, *(piece for pair in zip_longest(_DIGITS.split(label), digits, fillvalue=()) for piece in pair)


def look_alikes(labels: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of labels that differ by case or spaces only: most likely one class misspelt."""
    first: dict[str, str] = {}
    pairs = []
    for label in labels:
        folded = "".join(label.split()).casefold()
        if folded in first:
            pairs.append((first[folded], label))
        first.setdefault(folded, label)
    return pairs


def check_classes(labels: Sequence[str]) -> None:
    """Raise NbError when there are fewer than two classes."""
    if len(labels) < 2:
        only = f"one class only ({labels[0]})" if labels else "no class"
        raise NbError(f"the corpus has {only}", remedy="add texts of another class")
