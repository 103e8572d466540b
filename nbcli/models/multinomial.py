"""Multinomial naive Bayes: a text is a bag of draws of terms.

    log P(x | c) = sum_i x_i log theta[c, i]                 (the multinomial coefficient, alike for all c, is left out)
    theta[c, i] = (sum of x_i over the texts of c + alpha) / (sum of that over all i + alpha d)
    P(c) = N_c / n

Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.2.
"""

from collections.abc import Iterator

import numpy as np

from nbcli.elementary import log
from nbcli.models._discrete import DiscreteNB
from nbcli.models._leaving import Left
from nbcli.models._numbers import Array, nothing, ratio
from nbcli.vectorizers import Rows


class MultinomialNB(DiscreteNB):
    """Multinomial naive Bayes for counts, presence or tf-idf weights, as scikit-learn's MultinomialNB."""

    # The state that `_totals` belong to, and these.
    _summed: tuple[Array | None, float, Array] = (None, 0.0, np.zeros(0))

    @property
    def feature_log_prob_(self) -> Array:
        """log theta, shape (K, d)."""
        count = self.feature_count_ + self.alpha
        return log(ratio(count, count.sum(axis=1, keepdims=True)))

    def _terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """An absent term adds nothing; one that is there x times adds x log theta."""
        absent = nothing(self.n_features_in_)
        # The logarithms of the terms in the rows are all that is needed, and for a few texts a few.
        columns = slice(None) if len(rows.indices) > self.n_features_in_ else rows.indices
        place = rows.indices if isinstance(columns, slice) else slice(None)
        for c, total in zip(self.feature_count_, self._totals(), strict=True):
            log_theta = log(ratio(c[columns] + self.alpha, total))
            yield absent, rows.data * log_theta[place]

    def _totals(self) -> Array:
        """Return the sum of feature_count_ + alpha over the terms, (K,), worked out once a state."""
        counts, alpha, totals = self._summed
        if counts is not self.feature_count_ or alpha != self.alpha:
            totals = np.array([(c + self.alpha).sum() for c in self.feature_count_])
            self._summed = self.feature_count_, self.alpha, totals
        return totals

    def _terms_without(self, left: Left) -> Array:
        """Own counts less the text's, own total less its length, and alpha d for the terms that remain."""
        rows, jll, x = left.rows, np.zeros_like(left.own), left.x
        length, kept = rows.row_sums(), rows.row_sums(x)
        for c, count in enumerate(self.feature_count_):
            logs = log(left.rest(count, left.own[:, c]) + self.alpha)
            total = np.maximum(count.sum() - left.own[:, c] * length, 0.0) + self.alpha * left.n_terms
            log_total = np.where((kept > 0) & (total > 0), log(total), 0.0)
            jll[:, c] = rows.row_sums(x * np.where(x > 0, logs, 0.0)) - kept * log_total
        return jll


Model = MultinomialNB
