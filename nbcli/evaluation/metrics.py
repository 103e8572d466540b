"""Scores of a comparison, each of many weightings of the texts at once; plain numpy, so that a comparison is quick."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nbcli.errors import NbError
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import exp, log

METRICS = ("accuracy", "macro-f1", "f1:LABEL", "recall:LABEL", "auc", "logloss")


@dataclass(frozen=True)
class Outcome:
    """What a classifier made of m test texts: their classes codes (m,), and log P(c | x) or another score, (m, K).

    `probable`: whether the scores are logarithms of probabilities. `train` and `predict` are seconds, from texts on.
    """

    codes: Ints
    scores: Array
    train: float
    predict: float
    terms: int
    probable: bool = True

    @cached_property
    def predicted(self) -> Ints:
        """The class of the largest score, the first of equals, shape (m,)."""
        best: Ints = self.scores.argmax(axis=1)
        return best

    @cached_property
    def correct(self) -> int:
        """How many texts were labelled as they are."""
        return int((self.predicted == self.codes).sum())


@dataclass(frozen=True)
class Metric:
    """A score by its name; `code` is the class that it is of, None where it is of all."""

    name: str
    code: int | None

    @classmethod
    def of(cls, name: str, labels: Sequence[str]) -> "Metric":
        """Return the metric of that name; NbError for no such metric or label."""
        kind, colon, label = name.partition(":")
        if f"{kind}:LABEL" in METRICS and colon:
            if label not in labels:
                raise NbError(f"--metric {name}: the corpus has no such label", remedy=f"it has {', '.join(labels)}")
            return cls(kind, labels.index(label))
        if name not in METRICS or "LABEL" in name:
            raise NbError(f"--metric {name}: no such choice", remedy=f"choose from {', '.join(METRICS)}")
        return cls(name, None)

    @property
    def sign(self) -> int:
        """1 where more is better, else -1."""
        return -1 if self.name == "logloss" else 1

    def rank(self, score: float) -> float:
        """Return the score turned so that more is better; -inf where it is not defined."""
        return self.sign * score if score == score else -np.inf

    def hits(self, outcome: Outcome) -> Bools | None:
        """Return which of the texts that the score counts are correct; None where the score is no share of texts."""
        correct: Bools = outcome.predicted == outcome.codes
        if self.name == "accuracy":
            return correct
        own: Bools = outcome.codes == self.code
        return correct[own] if self.name == "recall" else None

    def score(self, outcome: Outcome, weight: Array | None = None) -> Array:
        """Return the score for each weighting of the texts, weight (B, m), by default one of ones: shape (B,).

        NaN where it is not defined.
        """
        w = np.ones((1, len(outcome.codes))) if weight is None else weight
        if self.name == "logloss":
            return _log_loss(outcome, w)
        if self.name == "auc":
            return _auc(outcome, w)
        if self.name == "accuracy":
            return _ratio(w @ (outcome.predicted == outcome.codes), w.sum(axis=1))
        if self.name == "recall":
            own = outcome.codes == self.code
            return _ratio(w @ (own & (outcome.predicted == self.code)), w @ own)
        classes = [self.code] if self.code is not None else np.union1d(outcome.codes, outcome.predicted).tolist()
        f1: Array = np.mean([_f1(outcome, w, c) for c in classes], axis=0)
        return f1


def _f1(outcome: Outcome, w: Array, c: int) -> Array:
    """Return the F1 of a class; 0 where it neither has texts nor was predicted, as scikit-learn."""
    own, predicted = outcome.codes == c, outcome.predicted == c
    f1: Array = np.nan_to_num(_ratio(2 * (w @ (own & predicted)), w @ own + w @ predicted))
    return f1


def _log_loss(outcome: Outcome, w: Array) -> Array:
    """Return the mean of -log P(own class); as in scikit-learn no probability counts as below the smallest step."""
    if not outcome.probable:
        return np.full(len(w), np.nan)
    own = outcome.scores[np.arange(len(outcome.codes)), outcome.codes]
    return _ratio(w @ -np.maximum(own, log(np.finfo(np.float64).eps)), w.sum(axis=1))


def _auc(outcome: Outcome, w: Array) -> Array:
    """Return the area under the ROC curve, of more than two classes the mean of each against the rest.

    Texts are ranked by the log-odds, in which posteriors that are 1 to the last bit still differ.
    """
    k = outcome.scores.shape[1]
    present = np.unique(outcome.codes).tolist()
    classes = [1] if k == 2 and len(present) == 2 else present if len(present) > 1 else []
    areas = [_area(margin(outcome.scores, c), outcome.codes == c, w) for c in classes]
    return np.mean(areas, axis=0) if areas else np.full(len(w), np.nan)


def margin(scores: Array, c: int) -> Array:
    """Return by how much the score of a class stands above the log of the sum of all others' exp, shape (m,)."""
    others = np.delete(scores, c, axis=1)
    top = others.max(axis=1)
    with np.errstate(invalid="ignore"):
        rest = top + log(exp(others - top[:, None]).sum(axis=1))
        above: Array = np.nan_to_num(scores[:, c] - np.where(np.isneginf(top), top, rest), nan=0.0)
    return above


def _area(score: Array, own: Bools, w: Array) -> Array:
    """Return the share of pairs, one text of the class and one of the rest, that are in order; a tie counts half."""
    order = np.argsort(score, kind="stable")
    ranked = score[order]
    starts = np.flatnonzero(np.concatenate(([True], ranked[1:] > ranked[:-1])))
    inside = np.add.reduceat((w * own)[:, order], starts, axis=1)
    outside = np.add.reduceat((w * ~own)[:, order], starts, axis=1)
    below = np.cumsum(outside, axis=1) - outside / 2
    return _ratio((inside * below).sum(axis=1), inside.sum(axis=1) * outside.sum(axis=1))


def _ratio(part: Array, total: Array) -> Array:
    with np.errstate(invalid="ignore", divide="ignore"):
        result: Array = np.asarray(part, dtype=np.float64) / total
        return result
