"""Gaussian naive Bayes: each feature has a normal distribution in each class.

    log P(x | c) = sum_i -0.5 log(2 pi s2[c, i]) - 0.5 (x_i - mu[c, i])^2 / s2[c, i]
    mu, s2: mean and biased variance in the class; every s2 plus var_smoothing x the largest variance of a feature over
    all the data.    P(c) = N_c / n

Means and sums of squared deviations are kept, merged and taken apart by Chan, Golub and LeVeque (1979), Updating
formulae and a pairwise algorithm for computing sample variances: never as a sum of squares minus the square of a sum.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._base import NaiveBayes
from nbcli.models._leaving import Left
from nbcli.models._moments import Moments, minus, moments, plus
from nbcli.models._numbers import Array, Ints, group_weights, less, not_negative, sum_of_terms
from nbcli.models._state import State
from nbcli.vectorizers import Rows


class GaussianNB(NaiveBayes):
    """Gaussian naive Bayes for dense or sparse numbers, as scikit-learn's GaussianNB, without a dense copy.

    var_smoothing: what is added to every variance, as a share of the largest.
    Learned: `theta_` (K, d) the means, `deviation_` (K, d) the sums of squared deviations from them.
    """

    state_arrays = ("class_count_", "word_count_", "theta_", "deviation_")
    theta_: Array
    deviation_: Array

    def __init__(
        self, *, var_smoothing: float = 1e-9, prior: str = "documents", class_prior: ArrayLike | None = None
    ) -> None:
        super().__init__(prior=prior, class_prior=class_prior)
        self.var_smoothing = not_negative("var_smoothing", var_smoothing)

    def _count(self, rows: Rows, group: Ints, weight: Array, n_classes: int) -> State:
        _, mean, deviation = moments(rows, group, weight, group_weights(group, weight, n_classes))
        return {"theta_": mean, "deviation_": deviation}

    def _plus(self, a: State, b: State) -> State:
        return _state(plus(_moments(a), _moments(b)), a["word_count_"] + b["word_count_"])

    def _minus(self, a: State, b: State) -> State:
        return _state(minus(_moments(a), _moments(b)), less(a["word_count_"], b["word_count_"]))

    @property
    def epsilon_(self) -> float:
        """What is added to every variance; where no feature varies at all, `var_smoothing` itself."""
        classes = zip(self.class_count_, self.theta_, self.deviation_, strict=True)
        total: Moments = (np.zeros(()), np.zeros(self.n_features_in_), np.zeros(self.n_features_in_))
        for one in classes:
            total = plus(total, one)
        n, _, deviation = total
        largest = float(deviation.max(initial=0.0))
        return self.var_smoothing * (largest / float(n) if largest > 0 else 1.0)

    @property
    def var_(self) -> Array:
        """s2, shape (K, d), the smoothing included; ValueError where it is 0."""
        n = np.where(self.class_count_ > 0, self.class_count_, 1.0)[:, None]
        var: Array = self.deviation_ / n + self.epsilon_
        if (var == 0).any():
            raise ValueError("a feature does not vary in a class: give var_smoothing above 0")
        return var

    def _terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """The log of the normal density, at 0 for an absent feature."""
        for mu, s2 in zip(self.theta_, self.var_, strict=True):
            log_norm = -0.5 * np.log(2 * np.pi * s2)
            off = rows.data - mu[rows.indices]
            yield log_norm - 0.5 * mu**2 / s2, log_norm[rows.indices] - 0.5 * off**2 / s2[rows.indices]

    def _terms_without(self, left: Left) -> Array:
        """As for every model, but what is added to the variances differs from text to text."""
        jll, epsilon = np.empty_like(left.own), self._epsilon_without(left)
        for texts, part in left.alike(epsilon):
            classes = zip(part.own[0], self.class_count_, self.theta_, self.deviation_, strict=True)
            for c, (own, *state) in enumerate(classes):
                absent, present = _log_density_without(
                    part.rows, own, (state[0], state[1], state[2]), epsilon[texts[0]]
                )
                jll[texts, c] = sum_of_terms(part.rows, absent, np.where(part.lonely, 0.0, present))
        return jll

    def _epsilon_without(self, left: Left) -> Array:
        """Return `epsilon_` without the texts that leave, shape (m,): the largest variance of what remains."""
        total: Moments = (np.zeros(()), np.zeros(self.n_features_in_), np.zeros(self.n_features_in_))
        for one in zip(self.class_count_, self.theta_, self.deviation_, strict=True):
            total = plus(total, one)
        largest = np.zeros(len(left.own))
        for texts, part in left.alike(left.own.sum(axis=1)):
            size = part.own[0].sum()
            absent = _variance_without(np.zeros(self.n_features_in_), size, total)[1]
            column = part.rows.indices
            here = _variance_without(part.rows.data, size, (total[0], total[1][column], total[2][column]))[1]
            found = np.zeros(len(texts))
            np.maximum.at(found, part.rows.row_of, np.where(part.lonely, 0.0, here))
            largest[texts] = np.maximum(found, _largest_absent(part.rows, absent))
        return self.var_smoothing * np.where(largest > 0, largest, 1.0)

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c), shape (n, K), as every model does.

        Dense rows are summed as the equation stands: the sparse sum takes every feature at 0 first, and where the
        means are many deviations away from 0 that would cost digits.
        """
        if isinstance(X, Rows) or hasattr(X, "tocsr"):
            return super().joint_log_likelihood(X)
        self._known(X)
        dense, var = np.asarray(X, dtype=np.float64), self.var_
        log_norm = -0.5 * np.log(2 * np.pi * var).sum(axis=1)
        squares = [(-0.5 * (dense - mu) ** 2 / s2).sum(axis=1) for mu, s2 in zip(self.theta_, var, strict=True)]
        jll: Array = np.stack(squares, axis=1) + log_norm + self.log_prior()
        return jll


def _variance_without(x: Array, size: float, total: Moments) -> tuple[Array, Array]:
    """Return mean and variance of features when `size` texts leave whose value is x: `_moments.minus`, by number."""
    n, mean, deviation = total
    rest = max(float(n) - size, 1.0)
    new_mean = less(mean * (n / rest), x * (size / rest))
    between = (x - new_mean) ** 2 * (rest * size / max(float(n), 1.0))
    return new_mean, np.maximum(less(deviation, between), 0.0) / rest


def _log_density_without(rows: Rows, own: float, state: Moments, epsilon: float) -> tuple[Array, Array]:
    """Return the terms of one class without `own` of its texts: of absent features (d,), of stored numbers (nnz,)."""
    n, mean, deviation = state
    column = rows.indices
    mu, s2 = _variance_without(np.zeros(len(mean)), own, state)
    here_mu, here_s2 = _variance_without(rows.data, own, (n, mean[column], deviation[column]))
    s2, here_s2 = s2 + epsilon, here_s2 + epsilon
    if not (s2.all() and here_s2.all()):
        raise ValueError("a feature does not vary in a class: give var_smoothing above 0")
    absent = -0.5 * (np.log(2 * np.pi * s2) + mu**2 / s2)
    return absent, -0.5 * (np.log(2 * np.pi * here_s2) + (rows.data - here_mu) ** 2 / here_s2)


def _largest_absent(rows: Rows, variance: Array) -> Array:
    """Return for each row the largest variance among the features that it lacks, shape (n,), 0 where it has all."""
    found, open_rows = np.zeros(rows.shape[0]), np.ones(rows.shape[0], dtype=bool)
    for feature in np.argsort(-variance, kind="stable"):
        has = np.zeros(rows.shape[0], dtype=bool)
        has[rows.row_of[rows.indices == feature]] = True
        found[open_rows & ~has] = variance[feature]
        open_rows &= has
        if not open_rows.any():
            break
    return found


def _moments(state: State) -> Moments:
    return state["class_count_"][:, None], state["theta_"], state["deviation_"]


def _state(total: Moments, word_count: Array) -> State:
    n, mean, deviation = total
    return {"class_count_": n[:, 0], "word_count_": word_count, "theta_": mean, "deviation_": deviation}


Model = GaussianNB
