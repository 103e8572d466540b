"""Multinomial naive Bayes: a text is a bag of draws of terms.

    log P(x | c) = sum_i x_i log theta[c, i]                 (the multinomial coefficient, alike for all c, is left out)
    theta[c, i] = (sum of x_i over the texts of c + alpha) / (sum of that over all i + alpha d)
    P(c) = N_c / n

Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.2.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.models._base import Array, NaiveBayes, dot_logs, safe_log
from nbcli.vectorizers import Rows, as_rows


class MultinomialNB(NaiveBayes):
    """Multinomial naive Bayes for counts, presence or tf-idf weights, as scikit-learn's MultinomialNB.

    alpha: the additive smoothing, 0 for none (then a term that a class never had rules it out). class_prior: (K,)
    probabilities in place of N_c / n. Fitted: `feature_count_` (K, d), the sum of each feature over each class.
    """

    state_arrays = ("class_count_", "feature_count_")

    def __init__(self, *, alpha: float = 1.0, class_prior: ArrayLike | None = None) -> None:
        super().__init__(class_prior=class_prior)
        self.alpha = alpha

    def _check(self, rows: Rows) -> None:
        if (rows.data < 0).any():
            raise ValueError("the multinomial model takes no negative numbers")

    def _start(self, n_classes: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_classes)
        self.feature_count_ = np.zeros((n_classes, n_features))

    def _add(self, rows: Rows, group: NDArray[np.int64], weight: Array) -> None:
        self.class_count_ += np.bincount(group, weight, minlength=len(self.classes_))
        weighted = rows.with_data(rows.data * weight[rows.row_of])
        self.feature_count_ += weighted.group_sums(group, len(self.classes_))

    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        return {"class_count_": (n_classes,), "feature_count_": (n_classes, n_features)}

    @property
    def feature_log_prob_(self) -> Array:
        """log theta, shape (K, d)."""
        smoothed = self.feature_count_ + self.alpha
        total = smoothed.sum(axis=1, keepdims=True)
        return safe_log(smoothed / np.where(total > 0, total, 1.0))

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + sum_i x_i log theta[c, i], shape (n, K)."""
        return self.log_prior() + dot_logs(as_rows(X), self.feature_log_prob_)


Model = MultinomialNB
