"""What a page draws of a classifier on labelled texts: curves and histograms, as points."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbcli.system.arrays import Array, Ints

_POINTS = 200
_HISTOGRAM = 20


def curves(codes: Ints, proba: Array, labels: Sequence[str]) -> dict[str, Any]:
    """Return the points of the ROC and precision-recall curves of each label that has both sides, 200 at most."""
    from sklearn import metrics

    found: dict[str, Any] = {"roc": {}, "precision_recall": {}}
    for c, label in enumerate(labels):
        own = codes == c
        if own.all() or not own.any():
            continue
        fpr, tpr, _ = metrics.roc_curve(own, proba[:, c])
        precision, recall, _ = metrics.precision_recall_curve(own, proba[:, c])
        found["roc"][label] = {"fpr": _thinned(fpr), "tpr": _thinned(tpr)}
        found["precision_recall"][label] = {"recall": _thinned(recall), "precision": _thinned(precision)}
    return found


def histogram(codes: Ints, proba: Array, labels: Sequence[str]) -> dict[str, Any]:
    """Return how many texts of each label, and of all others, got that label's posterior, in 20 equal bins."""
    edges = np.linspace(0.0, 1.0, _HISTOGRAM + 1)
    by_label = {
        label: {
            side: np.histogram(proba[rows, c], edges)[0].tolist()
            for side, rows in (("own", codes == c), ("others", codes != c))
        }
        for c, label in enumerate(labels)
    }
    return {"edges": edges.tolist(), "labels": by_label}


def _thinned(values: Array) -> list[float]:
    """Return the values, or 200 of them evenly spread, the first and last included."""
    kept = np.unique(np.linspace(0, len(values) - 1, min(len(values), _POINTS)).round().astype(int))
    return [float(v) for v in values[kept]]
