"""How far two people who labelled the same texts agree.

    kappa = (p_o - p_e) / (1 - p_e)    p_o: the share of texts with one label, p_e: that by chance, sum_c p_c. p_.c

Cohen (1960), A coefficient of agreement for nominal scales, Educational and Psychological Measurement 20; the interval
by the standard error of Fleiss, Cohen and Everitt (1969), Large sample standard errors of kappa and weighted kappa,
Psychological Bulletin 72.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from nbcli.classifier.labels import places
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.system.arrays import Array, Ints
from nbcli.training.calibration import Z, wilson


@dataclass(frozen=True)
class Dispute:
    """A text under two labels."""

    text: str
    first: str
    second: str


@dataclass(frozen=True)
class Agreement:
    """Of `texts` that both labelled, `agreed` have one label; `only` (2): how many one of them alone labelled.

    interval: of the share agreed. kappa: None where chance alone would have them agree on all; so its interval.
    counts: (K, K), by the labels of the first and of the second.
    """

    texts: int
    agreed: int
    interval: tuple[float, float]
    kappa: float | None
    kappa_interval: tuple[float, float] | None
    only: tuple[int, int]
    labels: list[str]
    counts: list[list[int]]
    disputes: list[Dispute]


def agreement(first: Iterable[Record], second: Iterable[Record]) -> Agreement:
    """Return how far the labels of the texts that stand in both agree; NbError where none does.

    Case and the width of spaces make no other text. Of one that stands twice in one of them, the last label counts.
    """
    a, b = _by_text(first), _by_text(second)
    both = [key for key in a if key in b]
    if not both:
        raise NbError("no text stands in both", remedy="give two files with the same texts, each with its labels")
    pairs = [(a[key].label or "", b[key].label or "") for key in both]
    labels = sorted({label for pair in pairs for label in pair})
    k = len(labels)
    cells = places([x for x, _ in pairs], labels) * k + places([y for _, y in pairs], labels)
    counts = np.bincount(cells, minlength=k * k).reshape(k, k)
    disputes = [Dispute(a[key].text, *pair) for key, pair in zip(both, pairs, strict=True) if pair[0] != pair[1]]
    agreed = len(both) - len(disputes)
    kappa, interval = kappa_of(counts)
    only = len(a) - len(both), len(b) - len(both)
    return Agreement(
        len(both), agreed, wilson(agreed, len(both)), kappa, interval, only, labels, counts.tolist(), disputes
    )


def kappa_of(counts: Ints) -> tuple[float | None, tuple[float, float] | None]:
    """Return Cohen's kappa of counts (K, K) and its 95 % interval; None where chance alone would make all agree."""
    n = int(counts.sum())
    p: Array = counts / n
    rows, columns = p.sum(axis=1), p.sum(axis=0)
    by_chance = float((rows * columns).sum())
    if by_chance >= 1:
        return None, None
    kappa = (float(np.trace(p)) - by_chance) / (1 - by_chance)
    own = (np.diag(p) * (1 - (rows + columns) * (1 - kappa)) ** 2).sum()
    shared = (columns[:, None] + rows[None, :]) ** 2
    others = (1 - kappa) ** 2 * ((p * shared).sum() - (np.diag(p) * np.diag(shared)).sum())
    variance = (own + others - (kappa - by_chance * (1 - kappa)) ** 2) / (n * (1 - by_chance) ** 2)
    half = Z * sqrt(max(float(variance), 0.0))
    return kappa, (max(-1.0, kappa - half), min(1.0, kappa + half))


def _by_text(records: Iterable[Record]) -> dict[str, Record]:
    return {" ".join(record.text.split()).casefold(): record for record in records}
