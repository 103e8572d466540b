"""Multinomial naive Bayes: a text is a bag of draws of terms.

    log P(x | c) = sum_i x_i log theta[c, i]                 (the multinomial coefficient, alike for all c, is left out)
    theta[c, i] = (sum of x_i over the texts of c + alpha) / (sum of that over all i + alpha d)
    P(c) = N_c / n

Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.2.
"""

from collections.abc import Iterator

import numpy as np

from nbcli.models._discrete import DiscreteNB
from nbcli.models._leaving import Left
from nbcli.models._numbers import Array, ratio, safe_log
from nbcli.vectorizers import Rows


class MultinomialNB(DiscreteNB):
    """Multinomial naive Bayes for counts, presence or tf-idf weights, as scikit-learn's MultinomialNB."""

    @property
    def feature_log_prob_(self) -> Array:
        """log theta, shape (K, d)."""
        count = self.feature_count_ + self.alpha
        return safe_log(ratio(count, count.sum(axis=1, keepdims=True)))

    def _terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """An absent term adds nothing; one that is there x times adds x log theta."""
        absent = np.zeros(self.n_features_in_)
        for log_theta in self.feature_log_prob_:
            yield absent, rows.data * log_theta[rows.indices]

    def _terms_without(self, left: Left) -> Array:
        """Own counts less the text's, own total less its length, and alpha d for the terms that remain."""
        rows, jll = left.rows, np.zeros_like(left.own)
        x = left.x
        length, kept = rows.row_sums(), rows.row_sums(x)
        for c, count in enumerate(self.feature_count_):
            rest = np.maximum(count[rows.indices] - left.own_of(c) * rows.data, 0.0)
            logs = np.where(left.lonely, 0.0, safe_log(rest + self.alpha))
            total = count.sum() - left.own[:, c] * length + self.alpha * left.n_terms
            jll[:, c] = rows.row_sums(x * logs) - kept * np.log(np.where(kept > 0, total, 1.0))
        return jll


Model = MultinomialNB
