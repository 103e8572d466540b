"""Categorical naive Bayes: each feature takes one of a number of values, 0, 1, 2, ...

    log P(x | c) = sum_i log p[c, i, x_i]
    p[c, i, v] = (texts of c with x_i = v + alpha) / (N_c + alpha n_values_i)
    P(c) = (N_c + alpha) / (n + alpha K)

n_values_i is the largest value seen in feature i, plus one. A value never seen has a count of 0 and the smoothed
probability. The prior is smoothed, which scikit-learn's CategoricalNB does not do.
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.models._base import Array, NaiveBayes, safe_log
from nbcli.vectorizers import Rows, as_rows

_MAX_VALUE = (1 << 31) - 1


class CategoricalNB(NaiveBayes):
    """Categorical naive Bayes for whole numbers of any size from 0, dense or sparse.

    alpha: the additive smoothing, 0 for none (then a value that a class never had rules it out). class_prior: (K,)
    probabilities in place of the smoothed prior. Fitted: `cells_` (p,), the (feature, value) pairs seen, value 0
    left out, each packed in 64 bits, sorted; `cell_count_` (K, p), their texts in each class; `n_values_` (d,).
    """

    state_arrays = ("class_count_", "cell_count_")
    integer_arrays = ("cells_", "n_values_")

    def __init__(self, *, alpha: float = 1.0, class_prior: ArrayLike | None = None) -> None:
        super().__init__(class_prior=class_prior)
        self.alpha = alpha

    def _check(self, rows: Rows) -> None:
        if ((rows.data < 0) | (rows.data > _MAX_VALUE) | (rows.data != np.floor(rows.data))).any():
            raise ValueError("the categorical model takes whole numbers from 0 only")

    def _start(self, n_classes: int, n_features: int) -> None:
        self.class_count_ = np.zeros(n_classes)
        self.cells_ = np.zeros(0, dtype=np.int64)
        self.cell_count_ = np.zeros((n_classes, 0))
        self.n_values_ = np.ones(n_features, dtype=np.int64)

    def _add(self, rows: Rows, group: NDArray[np.int64], weight: Array) -> None:
        k = len(self.classes_)
        self.class_count_ = self.class_count_ + np.bincount(group, weight, minlength=k)
        cells, column = np.unique(_pack(rows), return_inverse=True)
        counted = Rows(weight[rows.row_of], column, rows.indptr, (rows.shape[0], len(cells)))
        known = np.union1d(self.cells_, cells)
        count = np.zeros((k, len(known)))
        count[:, np.searchsorted(known, self.cells_)] = self.cell_count_
        count[:, np.searchsorted(known, cells)] += counted.group_sums(group, k)
        self.cells_, self.cell_count_ = known, count
        n_values = self.n_values_.copy()
        np.maximum.at(n_values, rows.indices, rows.data.astype(np.int64) + 1)
        self.n_values_ = n_values

    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        if ((self.cells_ < 0) | (self.cells_ >> 32 >= n_features)).any():
            raise ValueError("cells_ names features that are not there")
        cells = (len(self.cells_),)
        return {"class_count_": (n_classes,), "cell_count_": (n_classes, *cells), "n_values_": (n_features,)}

    def log_prior(self) -> Array:
        if self.class_prior is not None:
            return super().log_prior()
        count = self.class_count_ + self.alpha
        return safe_log(count / count.sum())

    def _log_p(self) -> tuple[Array, Array, Array]:
        """Return log p of value 0 (K, d), of each cell (K, p), and of a value never seen (K, d)."""
        feature = self.cells_ >> 32
        zero = np.repeat(self.class_count_[:, None], self.n_features_in_, axis=1)
        for c, counts in enumerate(self.cell_count_):
            zero[c] -= np.bincount(feature, counts, minlength=self.n_features_in_)
        total = self.class_count_[:, None] + self.alpha * self.n_values_
        total = np.where(total > 0, total, 1.0)
        return (
            safe_log((np.maximum(zero, 0.0) + self.alpha) / total),
            safe_log((self.cell_count_ + self.alpha) / total[:, feature]),
            safe_log(self.alpha / total),
        )

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + sum_i log p[c, i, x_i], shape (n, K).

        A class has one constant for the row of zeros; a non-zero value v adds log p[c, i, v] - log p[c, i, 0].
        Probabilities of 0 (alpha = 0) are counted apart from the sum: one of them is enough to rule a class out.
        """
        rows = as_rows(X)
        self._check(rows)
        at_zero, at_cell, unseen = self._log_p()
        packed = _pack(rows)
        place = np.searchsorted(self.cells_, packed)
        place[place == len(self.cells_)] = 0
        known = self.cells_[place] == packed if len(self.cells_) else np.zeros(len(packed), dtype=bool)
        jll = np.empty((rows.shape[0], len(self.classes_)))
        for c in range(len(self.classes_)):
            value = unseen[c][rows.indices]
            value[known] = at_cell[c][place[known]]
            jll[:, c] = _sum(rows, at_zero[c], value)
        return self.log_prior() + jll


def _sum(rows: Rows, at_zero: Array, value: Array) -> Array:
    """Return for each row the sum of `value` at its non-zeros and of `at_zero` everywhere else, shape (n,)."""
    gone, hit = np.isneginf(at_zero), np.isneginf(value)
    finite_zero, finite = np.where(gone, 0.0, at_zero), np.where(hit, 0.0, value)
    result = finite_zero.sum() + rows.row_sums(finite - finite_zero[rows.indices])
    if gone.any() or hit.any():
        zeros = gone.sum() + rows.row_sums(hit.astype(np.float64) - gone[rows.indices])
        result[zeros > 0] = -np.inf
    return result


def _pack(rows: Rows) -> NDArray[np.int64]:
    return (rows.indices.astype(np.int64) << 32) | rows.data.astype(np.int64)


Model = CategoricalNB
