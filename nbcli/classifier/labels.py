"""Labels: where each stands among others, which look alike, and whether there are enough."""

from collections.abc import Iterable, Sequence

import numpy as np

from nbcli.errors import NbError
from nbcli.system.arrays import Ints


def places(labels: Iterable[str], among: Sequence[str]) -> Ints:
    """Return where each label stands among others, -1 where it does not."""
    number = {label: i for i, label in enumerate(among)}
    return np.array([number.get(label, -1) for label in labels], dtype=np.int64)


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
