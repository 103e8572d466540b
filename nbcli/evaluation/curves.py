"""What a page draws of a classifier on labelled texts: curves and histograms, as points."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from nbcli.system.arrays import Array, Ints

_POINTS = 200
_HISTOGRAM = 20


@dataclass(frozen=True)
class RocCurve:
    """The false and the true positive rate at each threshold, the highest first."""

    fpr: list[float]
    tpr: list[float]


@dataclass(frozen=True)
class PrecisionRecallCurve:
    """Recall and precision at each threshold, the lowest first."""

    recall: list[float]
    precision: list[float]


@dataclass(frozen=True)
class Curves:
    """The curves of each label that has texts of its own and of others."""

    roc: dict[str, RocCurve]
    precision_recall: dict[str, PrecisionRecallCurve]


@dataclass(frozen=True)
class Counts:
    """How many texts of a label, and of all others, got that label's posterior in each bin."""

    own: list[int]
    others: list[int]


@dataclass(frozen=True)
class Histogram:
    """Posteriors in bins of these edges, counted for each label."""

    edges: list[float]
    labels: dict[str, Counts]


def curves(codes: Ints, proba: Array, labels: Sequence[str]) -> Curves:
    """Return the curves of n texts of the classes codes (n,) with the posteriors proba (n, K), 200 points at most."""
    from sklearn import metrics

    found = Curves({}, {})
    for c, label in enumerate(labels):
        own = codes == c
        if own.all() or not own.any():
            continue
        fpr, tpr, _ = metrics.roc_curve(own, proba[:, c])
        precision, recall, _ = metrics.precision_recall_curve(own, proba[:, c])
        found.roc[label] = RocCurve(_thinned(fpr), _thinned(tpr))
        found.precision_recall[label] = PrecisionRecallCurve(_thinned(recall), _thinned(precision))
    return found


def histogram(codes: Ints, proba: Array, labels: Sequence[str]) -> Histogram:
    """Return the histogram of n texts of the classes codes (n,) with the posteriors proba (n, K), in 20 equal bins."""
    edges = np.linspace(0.0, 1.0, _HISTOGRAM + 1)

    def counted(rows: Array) -> list[int]:
        counts: list[int] = np.histogram(rows, edges)[0].tolist()
        return counts

    counts = {
        label: Counts(counted(proba[codes == c, c]), counted(proba[codes != c, c])) for c, label in enumerate(labels)
    }
    return Histogram(edges.tolist(), counts)


def _thinned(values: Array) -> list[float]:
    """Return the values, or 200 of them evenly spread, the first and last included."""
    kept = np.unique(np.linspace(0, len(values) - 1, min(len(values), _POINTS)).round().astype(int))
    return [float(v) for v in values[kept]]
