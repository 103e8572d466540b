"""Complement naive Bayes: a class is known by what the texts of all others have.

    score(x, c) = log P(c) - sum_i x_i log theta[not c, i]
    theta[not c, i] = (sum of x_i over the texts of every class but c + alpha) / (sum of that over all i + alpha d)
    norm: the weights w[c, i] = -log theta[not c, i] are divided by the sum over i of their sizes
    P(c) = 1 / K, so that it does not count, as in scikit-learn

Rennie, Shih, Teevan and Karger (2003), Tackling the poor assumptions of naive Bayes text classifiers, ICML: the
complement against skewed data, the norm against weights that differ in size from class to class. What is summed is a
score and no likelihood, so the posteriors serve to rank. With two classes it ranks as multinomial without its prior.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._discrete import DiscreteNB
from nbcli.models._leaving import Left
from nbcli.models._numbers import Array, ratio
from nbcli.vectorizers import Rows


class ComplementNB(DiscreteNB):
    """Complement naive Bayes for counts, presence or tf-idf weights, as scikit-learn's ComplementNB.

    norm: whether the weights of each class are scaled to a sum of 1. prior: "uniform" unless said otherwise.
    """

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        norm: bool = False,
        prior: str = "uniform",
        class_prior: ArrayLike | None = None,
    ) -> None:
        super().__init__(alpha=alpha, prior=prior, class_prior=class_prior)
        self.norm = norm

    @property
    def feature_log_prob_(self) -> Array:
        """The weights w, shape (K, d); scikit-learn's name, though they are none of its class's log-probabilities."""
        others = self.feature_count_.sum(axis=0) - self.feature_count_
        count = np.maximum(others, 0.0) + self.alpha
        theta = ratio(count, count.sum(axis=1, keepdims=True))
        # A term of no other class, unsmoothed, speaks for c as loudly as a number can; +inf for two classes at once
        # would be NaN.
        w: Array = -np.log(np.maximum(theta, np.finfo(np.float64).tiny))
        return ratio(w, w.sum(axis=1, keepdims=True)) if self.norm else w

    def _terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """An absent term adds nothing; one that is there x times adds x w."""
        absent = np.zeros(self.n_features_in_)
        for w in self.feature_log_prob_:
            yield absent, rows.data * w[rows.indices]

    def _terms_without(self, left: Left) -> Array:
        """The others' counts less what leaves of them; the norm's sum changes at the terms of the text alone."""
        rows, jll, tiny = left.rows, np.empty_like(left.own), np.finfo(np.float64).tiny
        length, kept = rows.row_sums(), (~left.lonely).astype(np.float64)
        everything = self.feature_count_.sum(axis=0)
        for c, count in enumerate(self.feature_count_):
            leaving = left.own.sum(axis=1) - left.own[:, c]
            others = np.maximum(everything - count, 0.0) + self.alpha
            rest = np.maximum(others[rows.indices] - leaving[rows.row_of] * rows.data, self.alpha)
            total = others.sum() - leaving * length - self.alpha * (self.n_features_in_ - left.n_terms)
            theta = ratio(rest, total[rows.row_of])
            jll[:, c] = -rows.row_sums(left.x * np.log(np.maximum(theta, tiny)))
            if self.norm:
                logs = np.log(np.maximum(others, tiny))
                changed = kept * np.log(np.maximum(rest, tiny)) - logs[rows.indices]
                size = left.n_terms * np.log(np.maximum(total, tiny)) - logs.sum() - rows.row_sums(changed)
                jll[:, c] = ratio(jll[:, c], size)
        return jll


Model = ComplementNB
