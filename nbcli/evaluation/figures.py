"""The figures of a classifier on labelled texts, scikit-learn's where it has them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from nbcli.evaluation.by_class import Averages, ClassFigures, averages, by_class
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.training.calibration import Bin, expected_calibration_error, reliability, wilson

# Of more labels than this there is no confusion matrix and there are no curves: a million cells, and a sort a label.
MANY = 1_000
_PAIRS = 1_000


class Confused(NamedTuple):
    """So many texts of `label` were predicted to be another's."""

    texts: int
    label: str
    predicted: str


@dataclass(frozen=True)
class Figures:
    """All figures of n `texts`, `correct` of them labelled as they are, the accuracy with its 95 % interval.

    `classes` has the labels that the texts have or were given; `macro` averages them as they are, `weighted` by their
    texts. confusion: (K, K), the texts of the label of a row that were given that of a column; `confused` has the pairs
    confused most, the first of them first, 1,000 at most. The areas are means over `classes`, None where none has one;
    `log_loss` is in nats; `ece` is the expected calibration error of `reliability`. Of more than 1,000 labels the
    confusion matrix and the areas are None.
    """

    texts: int
    correct: int
    accuracy: float
    interval: tuple[float, float]
    classes: dict[str, ClassFigures]
    macro: Averages
    weighted: Averages
    confusion: list[list[int]] | None
    confused: list[Confused]
    roc_auc: float | None
    average_precision: float | None
    log_loss: float
    brier: float
    ece: float
    reliability: list[Bin]


def figures(codes: Ints, proba: Array, labels: Sequence[str]) -> Figures:
    """Return all figures of n texts of the classes codes (n,), their posteriors being proba (n, K), K `labels`."""
    from sklearn import metrics

    predicted, k = proba.argmax(axis=1), len(labels)
    correct = int((predicted == codes).sum())
    present = np.union1d(codes, predicted)
    classes = by_class(codes, predicted, proba, present, areas=k <= MANY)
    table = reliability(proba, codes)
    return Figures(
        texts=len(codes),
        correct=correct,
        accuracy=correct / len(codes),
        interval=wilson(correct, len(codes)),
        classes={labels[c]: one for c, one in zip(present.tolist(), classes, strict=True)},
        macro=averages(codes, predicted, present, "macro"),
        weighted=averages(codes, predicted, present, "weighted"),
        confusion=metrics.confusion_matrix(codes, predicted, labels=np.arange(k)).tolist() if k <= MANY else None,
        confused=_confused(codes, predicted, labels),
        roc_auc=_mean([one.roc_auc for one in classes]),
        average_precision=_mean([one.average_precision for one in classes]),
        log_loss=log_loss(codes, proba),
        brier=brier(codes, proba),
        ece=expected_calibration_error((one.predicted, one.correct, one.texts) for one in table),
        reliability=table,
    )


def _confused(codes: Ints, predicted: Ints, labels: Sequence[str]) -> list[Confused]:
    wrong = codes != predicted
    cells, n = np.unique(codes[wrong] * len(labels) + predicted[wrong], return_counts=True)
    worst = np.argsort(-n, kind="stable")[:_PAIRS]
    pairs = (divmod(cell, len(labels)) for cell in cells[worst].tolist())
    return [Confused(texts, labels[a], labels[b]) for texts, (a, b) in zip(n[worst].tolist(), pairs, strict=True)]


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


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None
