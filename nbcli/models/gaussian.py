"""Gaussian naive Bayes: each feature has a normal distribution in each class.

    log P(x | c) = sum_i -0.5 log(2 pi s2[c, i]) - 0.5 (x_i - mu[c, i])^2 / s2[c, i]
    mu, s2: mean and biased variance in the class; every s2 plus var_smoothing x the largest variance of a feature over
    all the data.    P(c) = N_c / n

Means and sums of squared deviations are kept and merged by Chan, Golub and LeVeque (1979), Updating formulae and a
pairwise algorithm for computing sample variances: never as a sum of squares minus the square of a sum.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.models._base import Array, NaiveBayes
from nbcli.vectorizers import Rows, as_rows


class GaussianNB(NaiveBayes):
    """Gaussian naive Bayes for dense or sparse numbers, as scikit-learn's GaussianNB, without a dense copy.

    var_smoothing: what is added to every variance, as a share of the largest. class_prior: (K,) probabilities in
    place of N_c / n. Fitted: `theta_` (K, d) the means, `deviation_` (K, d) the sums of squared deviations from them.
    """

    state_arrays = ("class_count_", "theta_", "deviation_")

    def __init__(self, *, var_smoothing: float = 1e-9, class_prior: ArrayLike | None = None) -> None:
        super().__init__(class_prior=class_prior)
        self.var_smoothing = var_smoothing

    def _start(self, n_classes: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_classes)
        self.theta_ = np.zeros((n_classes, n_features))
        self.deviation_ = np.zeros((n_classes, n_features))

    def _add(self, rows: Rows, group: NDArray[np.int64], weight: Array) -> None:
        k = len(self.classes_)
        count = np.bincount(group, weight, minlength=k)
        mean, deviation = _moments(rows, group, weight, count)
        merged = merge_moments(
            (self.class_count_[:, None], self.theta_, self.deviation_), (count[:, None], mean, deviation)
        )
        self.class_count_ = self.class_count_ + count
        _, self.theta_, self.deviation_ = merged

    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        wide = (n_classes, n_features)
        return {"class_count_": (n_classes,), "theta_": wide, "deviation_": wide}

    @property
    def epsilon_(self) -> float:
        """What is added to every variance."""
        total = (np.zeros((1, 1)), np.zeros(self.theta_.shape[1]), np.zeros(self.theta_.shape[1]))
        for c in range(len(self.classes_)):
            total = merge_moments(total, (self.class_count_[c], self.theta_[c], self.deviation_[c]))
        count, _, deviation = total
        largest = deviation.max(initial=0.0) / max(float(count.sum()), np.finfo(float).tiny)
        return float(self.var_smoothing * largest)

    @property
    def var_(self) -> Array:
        """s2, shape (K, d), the smoothing included."""
        count = np.maximum(self.class_count_, np.finfo(float).tiny)[:, None]
        return np.maximum(self.deviation_, 0.0) / count + self.epsilon_

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c), shape (n, K).

        Of sparse rows only the non-zeros are visited: a class has one constant for the row of zeros, and a
        non-zero x adds -0.5 ((x - mu)^2 - mu^2) / s2. Dense rows are summed as the equation stands.
        """
        var = self.var_
        if (var == 0).any():
            raise ValueError("a variance is zero: all the features are constant, or var_smoothing is 0")
        log_norm = -0.5 * np.log(2 * np.pi * var).sum(axis=1)
        if isinstance(X, np.ndarray | list):
            dense = np.asarray(X, dtype=np.float64)
            squares = [(-0.5 * (dense - mu) ** 2 / s2).sum(axis=1) for mu, s2 in zip(self.theta_, var, strict=True)]
            return self.log_prior() + log_norm + np.stack(squares, axis=1)
        rows = as_rows(X)
        at_zero = -0.5 * (self.theta_**2 / var).sum(axis=1)
        jll = np.tile(self.log_prior() + log_norm + at_zero, (rows.shape[0], 1))
        for c in range(len(var)):
            mu, s2 = self.theta_[c][rows.indices], var[c][rows.indices]
            jll[:, c] += rows.row_sums(-0.5 * rows.data * (rows.data - 2 * mu) / s2)
        return jll


def _moments(rows: Rows, group: NDArray[np.int64], weight: Array, count: Array) -> tuple[Array, Array]:
    """Return mean and sum of squared deviations of each feature in each group, both (K, d), in two passes."""
    k = len(count)
    safe = np.where(count > 0, count, 1.0)[:, None]
    w = weight[rows.row_of]
    mean = rows.with_data(rows.data * w).group_sums(group, k) / safe
    off = rows.data - mean[group[rows.row_of], rows.indices]
    filled = rows.with_data(w).group_sums(group, k)
    deviation = rows.with_data(w * off**2).group_sums(group, k) + (count[:, None] - filled) * mean**2
    return mean, deviation


def merge_moments(a: tuple[Array, Array, Array], b: tuple[Array, Array, Array]) -> tuple[Array, Array, Array]:
    """Return (count, mean, sum of squared deviations) of two samples together (Chan, Golub and LeVeque 1979)."""
    (n_a, mean_a, dev_a), (n_b, mean_b, dev_b) = a, b
    n = n_a + n_b
    safe = np.where(n > 0, n, 1.0)
    delta = mean_b - mean_a
    return n, mean_a + delta * n_b / safe, dev_a + dev_b + delta**2 * n_a * n_b / safe


Model = GaussianNB
