"""Multinomial naive Bayes: a text is a bag of draws of terms.

    log P(x | c) = sum_i x_i log theta[c, i]                 (the multinomial coefficient, alike for all c, is left out)
    theta[c, i] = (sum of x_i over the texts of c + alpha) / (sum of that over all i + alpha d)
    P(c) = N_c / n

Manning, Raghavan and Schuetze (2008), Introduction to Information Retrieval, section 13.2.
"""

from collections.abc import Iterator

import numpy as np

from nbcli.models._core.by_class import dense
from nbcli.models._core.class_counts import ClassCounts
from nbcli.models._core.contract import At, Equation, Steps, smoothed
from nbcli.models._core.discrete import DiscreteNB
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import nothing, ratio
from nbcli.models._core.sparse_sums import LogSums
from nbcli.system.arrays import Array
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows


class MultinomialNB(DiscreteNB):
    """Multinomial naive Bayes for counts, presence or tf-idf weights, as scikit-learn's MultinomialNB."""

    equation = Equation(
        (
            "log P(x | c) = sum_i x_i log theta[c, i]",
            "theta[c, i] = (sum of x_i over c + alpha) / (sum over all i + alpha d)",
        ),
        (
            r"\log P(x \mid c) = \sum_i x_i \log \theta_{c, i}",
            r"\theta_{c, i} = \frac{\sum_{x \in c} x_i + \alpha}{\sum_j \sum_{x \in c} x_j + \alpha d}",
        ),
    )

    sparse_array = "feature_count_"
    # The state that `_totals` belong to, and these.
    _summed: tuple[Array | ClassCounts | None, float, Array] = (None, 0.0, np.zeros(0))

    @property
    def feature_log_prob_(self) -> Array:
        """log theta, shape (K, d)."""
        count = dense(self.feature_count_) + self.alpha
        return log(ratio(count, count.sum(axis=1, keepdims=True)))

    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """An absent term adds nothing; one that is there x times adds x log theta."""
        absent = nothing(self.n_features_in_)
        if isinstance(self.feature_count_, ClassCounts):
            yield from self._many_terms(rows, self.feature_count_)
            return
        # The logarithms of the terms in the rows are all that is needed, and for a few texts a few.
        columns = slice(None) if len(rows.indices) > self.n_features_in_ else rows.indices
        place = rows.indices if isinstance(columns, slice) else slice(None)
        for c, total in zip(self.feature_count_, self._totals(), strict=True):
            log_theta = log(ratio(c[columns] + self.alpha, total))
            yield absent, rows.data * log_theta[place]

    def _many_terms(self, rows: Rows, counts: ClassCounts) -> Iterator[tuple[Array, Array]]:
        """The same for a few rows and many classes."""
        place, number = counts.at(rows.indices)
        present = np.zeros((counts.n_classes, len(rows.indices)))
        present[counts.classes[place], number] = counts.counts[place]
        for count, total in zip(present, self._totals(), strict=True):
            yield nothing(self.n_features_in_), rows.data * log(ratio(count + self.alpha, total))

    def _log_likelihood(self, rows: Rows) -> Array:
        """Return log P(x | c), shape (n, K); of many classes without a look at what they do not have."""
        if not isinstance(self.feature_count_, ClassCounts):
            return super()._log_likelihood(rows)
        jll, length, totals = np.empty((rows.shape[0], len(self.classes_))), rows.row_sums(), self._totals()
        log_total = log(np.where(totals > 0, totals, 1.0))
        for block, sums in LogSums(self.feature_count_, self.alpha).blocks(rows, rows.data):
            np.subtract(sums, length[block, None] * log_total, out=jll[block])
        return jll

    def _totals(self) -> Array:
        """Return the sum of feature_count_ + alpha over the terms, (K,), worked out once a state."""
        counts, alpha, totals = self._summed
        if counts is not self.feature_count_ or alpha != self.alpha:
            totals = self._new_totals()
            self._summed = self.feature_count_, self.alpha, totals
        return totals

    def _new_totals(self) -> Array:
        if isinstance(self.feature_count_, ClassCounts):
            return self.feature_count_.sum(axis=1) + self.alpha * self.n_features_in_
        return np.array([(c + self.alpha).sum() for c in self.feature_count_])

    def terms_without(self, left: Left) -> Array:
        """Own counts less the text's, own total less its length, and alpha d for the terms that remain."""
        rows, jll, x = left.rows, np.zeros_like(left.own), left.x
        length, kept = rows.row_sums(), rows.row_sums(x)
        if isinstance(self.feature_count_, ClassCounts):
            sizes = self.feature_count_.sum(axis=1)
            for block, sums in LogSums(self.feature_count_, self.alpha).blocks(rows, x, left):
                total = np.maximum(sizes - left.own[block] * length[block, None], 0.0)
                total += self.alpha * left.n_terms[block, None]
                log_total = np.where((kept[block, None] > 0) & (total > 0), log(total), 0.0)
                np.subtract(sums, kept[block, None] * log_total, out=jll[block])
            return jll
        for c, count in enumerate(self.feature_count_):
            logs = log(left.rest(count, left.own[:, c]) + self.alpha)
            total = np.maximum(count.sum() - left.own[:, c] * length, 0.0) + self.alpha * left.n_terms
            log_total = np.where((kept > 0) & (total > 0), log(total), 0.0)
            jll[:, c] = rows.row_sums(x * np.where(x > 0, logs, 0.0)) - kept * log_total
        return jll

    def steps(self, m: Plain, at: At) -> Steps:
        """Return theta and x log theta."""
        count, name = self.feature_count_[at.c], m.sub("theta", at.label, at.name)
        definition, theta = smoothed(m, name, count[at.i], count.sum(), self.alpha, self.n_features_in_)
        return [definition], [f"{m.value(at.x)}{m.times}{m.call('log', theta)}"]


Model = MultinomialNB
