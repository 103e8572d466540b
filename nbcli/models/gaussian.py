"""Gaussian naive Bayes: each feature has a normal distribution in each class.

    log P(x | c) = sum_i -0.5 log(2 pi s2[c, i]) - 0.5 (x_i - mu[c, i])^2 / s2[c, i]
    mu, s2: mean and biased variance in the class; every s2 plus var_smoothing x the largest variance of a feature over
    all the data.    P(c) = N_c / n

Means and sums of squared deviations are kept, merged and taken apart by Chan, Golub and LeVeque (1979), Updating
formulae and a pairwise algorithm for computing sample variances: never as a sum of squares minus the square of a sum.
"""

import math
from collections.abc import Iterator
from functools import partial, reduce
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._core import moments
from nbcli.models._core.base import NaiveBayes
from nbcli.models._core.contract import At, Equation, Steps, Sums, Takes
from nbcli.models._core.leaving import Left
from nbcli.models._core.moments import Moments
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import group_weights, less, not_negative
from nbcli.models._core.prior import DOCUMENTS
from nbcli.models._core.state import State
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows

_NO_VARIANCE = "a feature does not vary in a class, and var_smoothing is 0"


class GaussianNB(NaiveBayes):
    """Gaussian naive Bayes for dense or sparse numbers, as scikit-learn's GaussianNB, without a dense copy.

    var_smoothing: what is added to every variance, as a share of the largest.
    Learned: `theta_` (K, d) the means, `deviation_` (K, d) the sums of squared deviations from them.
    """

    takes = Takes.NUMBERS
    equation = Equation(
        (
            "log P(x | c) = sum_i -0.5 log(2 pi s2[c, i]) - 0.5 (x_i - mu[c, i])^2 / s2[c, i]",
            "mu, s2: mean and variance in c; every s2 plus var_smoothing * the largest variance over all the data",
        ),
        (
            r"\log P(x \mid c) = \sum_i -0.5 \log(2 \pi \sigma^2_{c, i})"
            r" - \frac{0.5 (x_i - \mu_{c, i})^2}{\sigma^2_{c, i}}",
            r"\text{every } \sigma^2 \text{ plus var\_smoothing times the largest variance over all the data}",
        ),
    )

    state_arrays = ("class_count_", "word_count_", "theta_", "deviation_")
    signed_arrays = ("theta_",)
    theta_: Array
    deviation_: Array

    def __init__(
        self, *, var_smoothing: float = 1e-9, prior: str = DOCUMENTS, class_prior: ArrayLike | None = None
    ) -> None:
        super().__init__(prior=prior, class_prior=class_prior)
        self.var_smoothing = not_negative("var_smoothing", var_smoothing)

    def count(self, rows: Rows, group: Ints, weight: Array, n_classes: int) -> State:
        """Return the moments of each feature in each class."""
        _, mean, deviation = moments.of_rows(rows, group, weight, group_weights(group, weight, n_classes))
        return {"theta_": mean, "deviation_": deviation}

    def _plus(self, a: State, b: State) -> State:
        both = moments.plus(moments.of_state(a), moments.of_state(b))
        return moments.state(both) | {"word_count_": a["word_count_"] + b["word_count_"]}

    def _minus(self, a: State, b: State) -> State:
        rest = moments.minus(moments.of_state(a), moments.of_state(b))
        return moments.state(rest) | {"word_count_": less(a["word_count_"], b["word_count_"])}

    def _total(self) -> Moments:
        """Return the moments of all the texts, the classes together: (), (d,), (d,)."""
        none: Moments = (np.zeros(()), np.zeros(self.n_features_in_), np.zeros(self.n_features_in_))
        return reduce(moments.plus, zip(self.class_count_, self.theta_, self.deviation_, strict=True), none)

    @property
    def epsilon_(self) -> float:
        """What is added to every variance; where no feature varies at all, `var_smoothing` itself."""
        n, _, deviation = self._total()
        return float(self._epsilon(deviation.max(initial=0.0) / np.where(n > 0, n, 1.0)))

    def _epsilon(self, largest: Array) -> Array:
        return self.var_smoothing * np.where(largest > 0, largest, 1.0)

    @property
    def var_(self) -> Array:
        """s2, shape (K, d), the smoothing included; ValueError where it is 0."""
        n = np.where(self.class_count_ > 0, self.class_count_, 1.0)[:, None]
        var: Array = self.deviation_ / n + self.epsilon_
        if (var == 0).any():
            raise ValueError(_NO_VARIANCE)
        return var

    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """The log of the normal density, at 0 for an absent feature."""
        for mu, s2 in zip(self.theta_, self.var_, strict=True):
            log_norm = -0.5 * log(2 * np.pi * s2)
            off = rows.data - mu[rows.indices]
            yield log_norm - 0.5 * mu**2 / s2, log_norm[rows.indices] - 0.5 * off**2 / s2[rows.indices]

    def terms_without(self, left: Left) -> Array:
        """The moments less those of the texts that leave, the absent features having lost as many zeros.

        What absent features add depends on the smoothing too, which differs from text to text where its features had
        the largest variance: a pass over the features for every different one. ValueError as for `var_`.
        """
        jll, rows = np.empty_like(left.own), left.rows
        epsilon = self._epsilon(moments.largest_variance_without(self._total(), left))
        for c, of_class in enumerate(zip(self.class_count_, self.theta_, self.deviation_, strict=True)):
            density = partial(moments.log_density_without, of_class)
            present = density(rows.indices, left.own_of(c), epsilon[rows.row_of], gone=rows.data, x=left.x)
            jll[:, c] = left.sum_over_terms(np.stack([left.own[:, c], epsilon], axis=1), density, present)
        if np.isneginf(jll[left.own < self.class_count_]).any():
            raise ValueError(_NO_VARIANCE)
        return jll

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c), shape (n, K), as every model does."""
        if isinstance(X, Rows) or hasattr(X, "tocsr"):
            return super().joint_log_likelihood(X)
        # Dense rows are summed as the equation stands: the sparse sum takes every feature at 0 first, and where the
        # means are many deviations away from 0 that would cost digits.
        self.known(X)
        dense, var = np.asarray(X, dtype=np.float64), self.var_
        log_norm = -0.5 * log(2 * np.pi * var).sum(axis=1)
        squares = [(-0.5 * (dense - mu) ** 2 / s2).sum(axis=1) for mu, s2 in zip(self.theta_, var, strict=True)]
        jll: Array = np.stack(squares, axis=1) + log_norm + self.log_prior()
        return jll

    def term_counts(self) -> Array:
        """Return the sum of each feature over each class, a mean times its count: whole where the features are."""
        return moments.sums(self.class_count_[:, None], self.theta_)

    def of_sums(self, sums: Sums) -> State:
        """Return the moments."""
        return moments.state(moments.of_sums(sums.n, sums.total, sums.squares))

    def steps(self, m: Plain, at: At) -> Steps:
        """Return mu and s2, and the log of the density in two parts."""
        mu, s2 = float(self.theta_[at.c, at.i]), float(self.var_[at.c, at.i])
        names = [f"{m.sub(name, at.label, at.name)} = {m.value(v)}" for name, v in (("mu", mu), ("s2", s2))]
        off = f"{m.value(at.x)} {'+' if mu < 0 else '-'} {m.value(abs(mu))}"
        square = m.frac(f"0.5{m.thin}{m.squared(off)}", m.value(s2), flat=True)
        filled = m.sum([-0.5 * math.log(2 * math.pi * s2), -0.5 * (at.x - mu) ** 2 / s2], digits=4)
        return names, [f"-0.5{m.thin}{m.call('log', m.two_pi(m.value(s2)))} - {square}", filled]


Model = GaussianNB
