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

from nbcli.models._core.contract import At, Equation, Steps, smoothed
from nbcli.models._core.discrete import DiscreteNB
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import less, nothing, ratio
from nbcli.models._core.prior import UNIFORM
from nbcli.system.arrays import Array
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows

# A term of no other class, unsmoothed, speaks for c as loudly as a number can; +inf for two classes at once would be
# NaN.
_TINY = np.finfo(np.float64).tiny


class ComplementNB(DiscreteNB):
    """Complement naive Bayes for counts, presence or tf-idf weights, as scikit-learn's ComplementNB.

    norm: whether the weights of each class are scaled to a sum of 1. prior: "uniform" unless said otherwise.
    """

    equation = Equation(
        (
            "score[c] = - sum_i x_i log theta[not c, i]",
            "theta[not c, i] = (sum of x_i over every class but c + alpha) / (sum over all i + alpha d)",
        ),
        (
            r"\mathrm{score}_{c} = - \sum_i x_i \log \theta_{\text{not } c, i}",
            r"\theta_{\text{not } c, i} = \frac{\sum_{x \notin c} x_i + \alpha}"
            r"{\sum_j \sum_{x \notin c} x_j + \alpha d}",
        ),
        likelihood=False,
    )

    def __init__(
        self,
        *,
        alpha: float = 1.0,
        norm: bool = False,
        prior: str = UNIFORM,
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
        w: Array = -log(np.maximum(theta, _TINY))
        return ratio(w, w.sum(axis=1, keepdims=True)) if self.norm else w

    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """An absent term adds nothing; one that is there x times adds x w."""
        absent = nothing(self.n_features_in_)
        for w in self.feature_log_prob_:
            yield absent, rows.data * w[rows.indices]

    def terms_without(self, left: Left) -> Array:
        """The others' counts less those of the texts that leave from the other classes."""
        rows, jll, size = left.rows, np.empty_like(left.own), left.own.sum(axis=1)
        all_count = self.feature_count_.sum(axis=0)
        all_rest, length = left.rest(all_count, size), rows.row_sums()
        for c, count in enumerate(self.feature_count_):
            others = np.maximum(less(all_rest, left.rest(count, left.own[:, c])), 0.0) + self.alpha
            before = np.maximum(less(all_count, count), 0.0)
            gone = (size - left.own[:, c]) * length
            total = np.maximum(less(np.full(len(gone), before.sum()), gone), 0.0) + self.alpha * left.n_terms
            w = -log(np.maximum(ratio(others, total[rows.row_of]), _TINY))
            jll[:, c] = rows.row_sums(left.x * w)
            if self.norm:
                jll[:, c] = ratio(jll[:, c], self._size_without(left, before + self.alpha, others, total))
        return jll

    def _size_without(self, left: Left, before: Array, others: Array, total: Array) -> Array:
        """Return the sum of a class's weights w over the terms that remain, shape (m,).

        before (d,), others (nnz,): the others' smoothed counts with the texts, and without them at their own terms.
        total (m,): the sum of the latter. The terms of no other class are counted apart: their w is no logarithm.
        """
        rows, own_before = left.rows, before[left.rows.indices]
        now, then, every = (np.where(a > 0, log(a), 0.0) for a in (others, own_before, before[left.seen]))
        logs = every.sum() + rows.row_sums(np.where(left.lonely, 0.0, now) - then)
        zero = (before[left.seen] == 0).sum() + rows.row_sums((~left.lonely & (others == 0)) * 1.0 - (own_before == 0))
        counted = left.n_terms - zero
        # One term alone has theta 1 and the weight 0, of which the difference of logarithms is but a rounding.
        log_total = log(np.where(total > 0, total, 1.0))
        size: Array = np.where(counted > 1, counted * log_total - logs, 0.0) - zero * log(_TINY)
        return size

    def steps(self, m: Plain, at: At) -> Steps:
        """Return theta and x w."""
        others = np.maximum(self.feature_count_.sum(axis=0) - self.feature_count_[at.c], 0.0)
        name = m.sub("theta", f"{m.text('not ')}{at.label}", at.name)
        definition, theta = smoothed(m, name, others[at.i], others.sum(), self.alpha, self.n_features_in_)
        score = f"-{m.value(at.x)}{m.times}{m.call('log', theta)}"
        if not self.norm:
            return [definition], [score]
        p = (others + self.alpha) / (others + self.alpha).sum()
        return [definition], [m.frac(score, m.value(-log(np.maximum(p, _TINY)).sum()))]


Model = ComplementNB
