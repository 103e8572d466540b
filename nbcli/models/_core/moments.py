"""Count, mean and sum of squared deviations of samples, together and apart (Chan, Golub and LeVeque 1979)."""

from typing import Any

import numpy as np

from nbcli.models._core.leaving import Left
from nbcli.models._core.numbers import less, less_counts
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows

# (count, mean, sum of squared deviations), of shapes that broadcast
Moments = tuple[Array, Array, Array]


def of_rows(rows: Rows, group: Ints, weight: Array, count: Array) -> Moments:
    """Return those of each feature in each group of rows, (K, 1), (K, d), (K, d), in two passes over the non-zeros.

    `group` (n,) and `weight` (n,) belong to the rows, `count` (K,) is the weight of each group.
    """
    k, n, w = len(count), count[:, None], weight[rows.row_of]
    mean = rows.with_data(rows.data * w).group_sums(group, k) / np.where(n > 0, n, 1.0)
    off = rows.data - mean[group[rows.row_of], rows.indices]
    filled = rows.with_data(w).group_sums(group, k)
    deviation = rows.with_data(w * off**2).group_sums(group, k) + np.maximum(n - filled, 0.0) * mean**2
    return n, mean, deviation


def of_sums(n: Array, total: Array, squares: Array) -> Moments:
    """Return those of n (K,) texts, from sums (K, d) of their features and of these squared.

    A sum of squares minus the square of a sum, but of whole numbers, where it is exact.
    """
    count = n[:, None]
    return count, total / count, (count * squares - total**2) / count


def sums(n: Array, mean: Array) -> Array:
    """Return means times their counts: whole where the features are."""
    total: Array = mean * n
    rounded = np.round(total)
    return np.where(np.abs(total - rounded) < 1e-6, rounded, total)


def of_state(state: dict[str, Any]) -> Moments:
    """Return the moments in a model's state: (K, 1), (K, d), (K, d)."""
    return state["class_count_"][:, None], state["theta_"], state["deviation_"]


def state(total: Moments) -> dict[str, Any]:
    """Return them as a model's state has them."""
    n, mean, deviation = total
    return {"class_count_": n[:, 0], "theta_": mean, "deviation_": deviation}


def plus(a: Moments, b: Moments) -> Moments:
    """Return the moments of two samples together."""
    (n_a, mean_a, dev_a), (n_b, mean_b, dev_b) = a, b
    n = n_a + n_b
    safe, delta = np.where(n > 0, n, 1.0), mean_b - mean_a
    return n, mean_a + delta * n_b / safe, dev_a + dev_b + delta**2 * n_a * n_b / safe


def minus(a: Moments, b: Moments) -> Moments:
    """Return the moments of sample a without its part b: `plus` solved for its first term.

    What is rounding alone becomes 0. Raises ValueError where b cannot be a part of a.
    """
    less_counts(a[0], b[0])
    n, mean, deviation = rest(a, b)
    # Where b was all that varied, what remains is a rounding of the mean, of either sign.
    if (deviation < -1e-9 * (a[2] + a[0] * a[1] ** 2)).any():
        raise ValueError("these texts were not all learned: a variance would go below zero")
    return n, mean, np.where(n > 0, np.maximum(deviation, 0.0), 0.0)


def rest(a: Moments, b: Moments) -> Moments:
    """Return what `minus` does, unchecked: the deviation may be below 0 where b is no part of a."""
    (n_a, mean_a, dev_a), (n_b, mean_b, dev_b) = a, b
    n = np.maximum(less(n_a, n_b), 0.0)
    safe, some = np.where(n > 0, n, 1.0), n > 0
    mean = less(mean_a, (mean_b - mean_a) * n_b / safe)
    delta = mean_b - mean
    between = delta**2 * n * n_b / np.where(n_a > 0, n_a, 1.0)
    return n, np.where(some, mean, 0.0), less(dev_a, dev_b + between)


def mean_and_variance(total: Moments, j: Ints, gone: Array | float, x: Array | float) -> tuple[Array, Array]:
    """Return those of the features j, in its shape, without `gone` texts that have x there; total is (), (d,), (d,).

    Where the sample has no such texts the variance means nothing, and is not below 0.
    """
    n, mean, deviation = total
    of_gone: Moments = (np.broadcast_to(gone, j.shape), np.broadcast_to(x, j.shape), np.zeros(()))
    left, mean, deviation = rest((np.full(j.shape, n), mean[j], deviation[j]), of_gone)
    return mean, np.maximum(deviation, 0.0) / np.where(left > 0, left, 1.0)


def log_density_without(
    total: Moments, j: Ints, own: Array, smoothing: Array, *, gone: Array | float = 0.0, x: Array | float = 0.0
) -> Array:
    """Return the log of the normal densities of the features j at x, without `own` texts that have `gone` there.

    Shapes as in `mean_and_variance`. -inf, which no density has, where the variance is 0.
    """
    mu, s2 = mean_and_variance(total, j, own, gone)
    s2 = s2 + smoothing
    safe = np.where(s2 > 0, s2, 1.0)
    return np.where(s2 > 0, -0.5 * log(2 * np.pi * safe) - 0.5 * (x - mu) ** 2 / safe, -np.inf)


def largest_variance_without(total: Moments, left: Left) -> Array:
    """Return the largest variance of a feature without the texts that leave, shape (m,); total is (), (d,), (d,).

    It is that of a feature of the text, or the largest that absent features have after losing as many zeros.
    """
    size, rows = left.own.sum(axis=1), left.rows
    own = mean_and_variance(total, rows.indices, size[rows.row_of], rows.data)[1]
    largest = np.zeros(len(size))
    np.maximum.at(largest, rows.row_of, np.where(left.lonely, 0.0, own))
    for gone in np.unique(size):
        texts = np.flatnonzero(size == gone)
        variance = mean_and_variance(total, np.arange(rows.shape[1]), gone, 0.0)[1]
        largest[texts] = np.maximum(largest[texts], _largest_absent(rows.take(texts), variance))
    return largest


def _largest_absent(rows: Rows, score: Array) -> Array:
    """Return for each row the largest score, none below 0, of the features (d,) that it lacks: (n,), 0 if it has all.

    Each row is asked for the best, the second best, and so on, while it has them: as many of its ranks, sorted, as are
    equal to their own places.
    """
    order = np.argsort(-score, kind="stable")
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order))
    own = rank[rows.indices]
    own = own[np.lexsort((own, rows.row_of))]
    in_turn = own == np.arange(len(own)) - rows.indptr[:-1][rows.row_of]
    best: Array = np.append(score[order], 0.0)[rows.row_sums(in_turn * 1.0).astype(np.int64)]
    return best
