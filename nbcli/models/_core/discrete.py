"""What the models share that count features: the sum of each feature over each class, and additive smoothing."""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._core import by_class
from nbcli.models._core.base import NaiveBayes
from nbcli.models._core.contract import Sums
from nbcli.models._core.numbers import not_negative
from nbcli.models._core.prior import DOCUMENTS
from nbcli.models._core.state import State
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows


class DiscreteNB(NaiveBayes):
    """Naive Bayes on counts that are not negative, and linear in them.

    alpha: the additive smoothing; with 0 a feature never seen in a class has probability 0 there, and rules it out.
    Learned: `feature_count_` (K, d), the sum of each feature over the texts of each class: an array, or ClassCounts
    in a model whose `sparse_array` it is.
    """

    state_arrays = ("class_count_", "word_count_", "feature_count_")
    feature_count_: Any

    def __init__(self, *, alpha: float = 1.0, prior: str = DOCUMENTS, class_prior: ArrayLike | None = None) -> None:
        super().__init__(prior=prior, class_prior=class_prior)
        self.alpha = not_negative("alpha", alpha)

    def count(self, rows: Rows, group: Ints, weight: Array, n_classes: int) -> State:
        """Return the sum of each feature over the texts of each class."""
        weighted = rows.with_data(rows.data * weight[rows.row_of])
        return {"feature_count_": by_class.summed(weighted, group, n_classes, sparse=self._many(n_classes))}

    def of_sums(self, sums: Sums) -> State:
        """Return the sums themselves."""
        return {"feature_count_": sums.total}

    def term_counts(self) -> Any:
        """Return the sum of each feature over each class."""
        return self.feature_count_

    def linear(self) -> tuple[Array, Array]:
        """Return what a row of ones adds beyond a row of zeros, and what the row of zeros adds to the prior."""
        d = self.n_features_in_
        terms = list(self.terms(Rows(np.ones(d), np.arange(d), np.array([0, d]), (1, d))))
        absent, present = (np.array([part[i] for part in terms]) for i in (0, 1))
        if not (np.isfinite(absent).all() and np.isfinite(present).all()):
            raise ValueError("a term of probability 0 has no weight: alpha must be above 0")
        return self.log_prior() + absent.sum(axis=1), present - absent
