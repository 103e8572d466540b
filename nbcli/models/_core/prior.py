"""P(c): by documents, by words, alike for all, or as given; without the texts that leave; and written out."""

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from nbcli.models._core.contract import plus
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import less, ratio
from nbcli.system.arrays import Array
from nbcli.system.elementary import log

PRIORS = DOCUMENTS, WORDS, UNIFORM = ("documents", "words", "uniform")


class Counted(Protocol):
    """What the prior looks at: see NaiveBayes. `prior_smoothing` is added to the number of texts of each class."""

    prior: str
    class_prior: Array | None
    classes_: NDArray[np.int64]
    class_count_: Array
    word_count_: Array

    @property
    def prior_smoothing(self) -> float: ...


def log_prior(model: Counted) -> Array:
    """Return log P(c), shape (K,); ValueError when class_prior has not K numbers."""
    if model.class_prior is None:
        count = _count(model)
        # Nothing counted says nothing: all classes are alike.
        count = count if count.any() else np.ones(len(count))
        return log(count / count.sum())
    if model.class_prior.shape != model.classes_.shape:
        raise ValueError(
            f"class_prior has {len(model.class_prior)} numbers, and there are {len(model.classes_)} classes"
        )
    return log(model.class_prior)


def log_prior_without(model: Counted, left: Left) -> Array:
    """Return log P(c) without the texts that leave, shape (m, K); -inf for a class that has no other text."""
    empty = model.class_count_ - left.own <= 0
    if model.class_prior is not None:
        return np.where(empty, -np.inf, log_prior(model))
    words = left.own * left.rows.row_sums()[:, None]
    gone = {DOCUMENTS: left.own, WORDS: words, UNIFORM: np.zeros_like(left.own)}[model.prior]
    count = np.where(empty, 0.0, np.maximum(less(np.tile(_count(model), (len(empty), 1)), gone), 0.0))
    nothing = ~count.any(axis=1)
    count[nothing] = ~empty[nothing]
    return log(ratio(count, count.sum(axis=1, keepdims=True)))


def written(m: Plain, model: Counted, c: int) -> str:
    """Return P(c) written out."""
    k, count = len(model.classes_), model.class_count_
    if model.class_prior is not None:
        return m.value(float(model.class_prior[c]))
    if model.prior == UNIFORM:
        return m.frac("1", str(k))
    if model.prior == WORDS:
        return m.frac(m.value(model.word_count_[c]), m.value(model.word_count_.sum()))
    return m.frac(plus(m, count[c], model.prior_smoothing), plus(m, count.sum(), model.prior_smoothing, k))


def _count(model: Counted) -> Array:
    """Return what P(c) is proportional to, shape (K,)."""
    if model.prior == DOCUMENTS:
        return model.class_count_ + model.prior_smoothing
    if model.prior == UNIFORM:
        return np.ones(len(model.classes_))
    if (model.word_count_ < 0).any():
        raise ValueError("the prior by words needs features that are counts, and there are negative ones")
    return model.word_count_
