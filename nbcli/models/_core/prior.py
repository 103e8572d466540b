"""P(c): by documents, by words, alike for all, or as given; without the texts that leave; and written out."""

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._core.contract import plus
from nbcli.models._core.learning import Learner
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import less, probabilities, ratio
from nbcli.system.arrays import Array
from nbcli.system.elementary import log

PRIORS = DOCUMENTS, WORDS, UNIFORM = ("documents", "words", "uniform")


class Prior(Learner):
    """Has learned how many texts of each class there are.

    prior: how P(c) is estimated, "documents" (N_c / n), "words" (the words of c / all words) or "uniform" (1 / K).
    class_prior: (K,) probabilities in the order of `classes_`, in place of that.
    Raises ValueError for another prior, or for a class_prior that is no distribution.
    """

    def __init__(self, *, prior: str = DOCUMENTS, class_prior: ArrayLike | None = None) -> None:
        if prior not in PRIORS:
            raise ValueError(f"prior must be one of {', '.join(PRIORS)}, not {prior!r}")
        self.prior = prior
        self.class_prior = None if class_prior is None else probabilities("class_prior", class_prior)

    @property
    def prior_smoothing(self) -> float:
        """What is added to the number of texts of each class in P(c)."""
        return 0.0

    def log_prior(self) -> Array:
        """Return log P(c), shape (K,); ValueError when class_prior has not K numbers."""
        if self.class_prior is None:
            count = self._prior_count()
            # Nothing counted says nothing: all classes are alike.
            count = count if count.any() else np.ones(len(count))
            return log(count / count.sum())
        if self.class_prior.shape != self.classes_.shape:
            raise ValueError(
                f"class_prior has {len(self.class_prior)} numbers, and there are {len(self.classes_)} classes"
            )
        return log(self.class_prior)

    def log_prior_without(self, left: Left) -> Array:
        """Return log P(c) without the texts that leave, shape (m, K); -inf for a class that has no other text."""
        empty = self.class_count_ - left.own <= 0
        if self.class_prior is not None:
            return np.where(empty, -np.inf, self.log_prior())
        words = left.own * left.rows.row_sums()[:, None]
        gone = {DOCUMENTS: left.own, WORDS: words, UNIFORM: np.zeros_like(left.own)}[self.prior]
        count = np.tile(self._prior_count(), (len(empty), 1))
        count = np.where(empty, 0.0, np.maximum(less(count, gone), 0.0))
        nothing = ~count.any(axis=1)
        count[nothing] = ~empty[nothing]
        return log(ratio(count, count.sum(axis=1, keepdims=True)))

    def prior_written(self, m: Plain, c: int) -> str:
        """Return P(c) of class number c written out, in the notation m."""
        k, count = len(self.classes_), self.class_count_
        if self.class_prior is not None:
            return m.value(float(self.class_prior[c]))
        if self.prior == UNIFORM:
            return m.frac("1", str(k))
        if self.prior == WORDS:
            return m.frac(m.value(self.word_count_[c]), m.value(self.word_count_.sum()))
        return m.frac(plus(m, count[c], self.prior_smoothing), plus(m, count.sum(), self.prior_smoothing, k))

    def _prior_count(self) -> Array:
        """Return what P(c) is proportional to, shape (K,)."""
        if self.prior == DOCUMENTS:
            return self.class_count_ + self.prior_smoothing
        if self.prior == UNIFORM:
            return np.ones(len(self.classes_))
        if (self.word_count_ < 0).any():
            raise ValueError("the prior by words needs features that are counts, and there are negative ones")
        return self.word_count_
