"""The figures of a classifier on labelled texts, scikit-learn's where it has them."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log
from nbcli.training.estimate import BINS, wilson

# Of more labels than this there is no confusion matrix and there are no curves: a million cells, and a sort a label.
MANY = 1_000
_PAIRS = 1_000


def figures(codes: Ints, proba: Array, labels: Sequence[str]) -> dict[str, Any]:
    """Return all figures of n texts of the classes codes (n,), their posteriors being proba (n, K), as plain data.

    Averages are over the labels that stand in the texts or were said. What a label cannot have (an area under a curve
    without both sides) is None. Of more than 1,000 labels the confusion matrix is None, and so are the areas under the
    curves; `confused` has the pairs that were confused most.
    """
    from sklearn import metrics

    said, k = proba.argmax(axis=1), len(labels)
    right = int((said == codes).sum())
    low, high = wilson(right, len(codes))
    present = np.union1d(codes, said)
    classes = _by_class(codes, said, proba, present)
    averages = {
        name: dict(zip(("precision", "recall", "f1"), map(float, values[:3]), strict=True))
        for name in ("macro", "weighted")
        for values in [
            metrics.precision_recall_fscore_support(codes, said, labels=present, average=name, zero_division=0.0)
        ]
    }
    table = reliability(codes, proba)
    return {
        "texts": len(codes),
        "right": right,
        "accuracy": right / len(codes),
        "interval": [low, high],
        "classes": {labels[c]: values for c, values in zip(present.tolist(), classes, strict=True)},
        **averages,
        "confusion": metrics.confusion_matrix(codes, said, labels=np.arange(k)).tolist() if k <= MANY else None,
        "confused": _confused(codes, said, labels),
        "roc_auc": _mean([values["roc_auc"] for values in classes]),
        "average_precision": _mean([values["average_precision"] for values in classes]),
        "log_loss": log_loss(codes, proba),
        "brier": brier(codes, proba),
        "ece": sum(abs(row["said"] - row["right"]) * row["texts"] for row in table) / len(codes),
        "reliability": table,
    }


def _confused(codes: Ints, said: Ints, labels: Sequence[str]) -> list[list[Any]]:
    """Return the pairs of labels that were confused most, [texts, is, was called], 1,000 at most."""
    wrong = codes != said
    cells, n = np.unique(codes[wrong] * len(labels) + said[wrong], return_counts=True)
    worst = np.argsort(-n, kind="stable")[:_PAIRS]
    is_, called = np.divmod(cells[worst], len(labels))
    names = ([labels[c] for c in some.tolist()] for some in (is_, called))
    return [list(one) for one in zip(n[worst].tolist(), *names, strict=True)]


def _by_class(codes: Ints, said: Ints, proba: Array, present: Ints) -> list[dict[str, Any]]:
    from sklearn import metrics

    rows = metrics.precision_recall_fscore_support(codes, said, labels=present, zero_division=0.0)
    areas = _areas if proba.shape[1] <= MANY else _no_areas
    return [
        {
            "precision": float(p),
            "recall": float(r),
            "f1": float(f),
            "support": int(n),
            **areas(codes == c, proba[:, c]),
        }
        for c, p, r, f, n in zip(present.tolist(), *rows, strict=True)
    ]


def _areas(own: Bools, score: Array) -> dict[str, float | None]:
    """Return the areas under the curves of one class against the rest."""
    from sklearn import metrics

    if own.all() or not own.any():
        return {"roc_auc": None, "average_precision": None}
    return {
        "roc_auc": float(metrics.roc_auc_score(own, score)),
        "average_precision": float(metrics.average_precision_score(own, score)),
    }


def _no_areas(own: Bools, score: Array) -> dict[str, float | None]:
    return {"roc_auc": None, "average_precision": None}


def log_loss(codes: Ints, proba: Array) -> float:
    """Return the mean of -log P(own class), a probability of 0 taken as the smallest step from 1, as scikit-learn."""
    own = proba[np.arange(len(codes)), codes]
    return float(-log(np.maximum(own, np.finfo(np.float64).eps)).mean())


def brier(codes: Ints, proba: Array) -> float:
    """Return the mean squared distance of posterior and truth; of two classes one is counted, as scikit-learn does.

    Brier (1950), Verification of forecasts expressed in terms of probability, Monthly Weather Review 78.
    """
    truth = np.zeros_like(proba)
    truth[np.arange(len(codes)), codes] = 1.0
    squares = ((proba - truth) ** 2).sum(axis=1)
    return float(squares.mean()) / (2 if proba.shape[1] == 2 else 1)


def reliability(codes: Ints, proba: Array) -> list[dict[str, Any]]:
    """Return, for each of 15 equal bins of the largest posterior that has texts, what was said and what was right.

    Their mean distance, weighed by texts, is the expected calibration error (Naeini, Cooper and Hauskrecht 2015).
    """
    top, right = proba.max(axis=1), proba.argmax(axis=1) == codes
    bins = np.minimum((top * BINS).astype(np.int64), BINS - 1)
    table = []
    for b in np.unique(bins).tolist():
        inside = bins == b
        hits, n = int(right[inside].sum()), int(inside.sum())
        bounds = {"from": b / BINS, "to": (b + 1) / BINS}
        shares = {"said": float(top[inside].mean()), "right": hits / n, "interval": list(wilson(hits, n))}
        table.append({**bounds, "texts": n, **shares})
    return table


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
