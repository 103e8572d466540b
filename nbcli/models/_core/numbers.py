"""Arithmetic that the models share: logarithms of 0, sums of terms, shares, and taking back what was added."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log
from nbcli.vectorizers import Rows

# Sums of fractions, taken back in another order, leave about this share of themselves behind.
_ROUNDING = 1e-11
# Many such remains together stay far below this, and the count of any text far above.
_NOTHING = 1e-6


def ratio(part: Array, total: Array) -> Array:
    """Return part / total, and the part itself, which is 0, where the total is 0."""
    result: Array = part / np.where(total > 0, total, 1.0)
    return result


def log_posterior(jll: Array, log_prior: Array) -> Array:
    """Return jll (n, K) less the logsumexp of each row; a row of nothing but -inf becomes the prior."""
    top = jll.max(axis=1, keepdims=True)
    impossible = np.isneginf(top[:, 0])
    if impossible.any():
        jll = np.where(impossible[:, None], log_prior, jll)
        top = jll.max(axis=1, keepdims=True)
    shifted = jll - top
    result: Array = shifted - log(exp(shifted).sum(axis=1, keepdims=True))
    return result


def nothing(n_features: int) -> Array:
    """Return what absent features add where they add nothing: zeros (d,) that take neither room nor time."""
    return np.broadcast_to(np.float64(0.0), (n_features,))


def sum_of_terms(rows: Rows, absent: Array, present: Array) -> Array:
    """Return for each row the sum of `present` (nnz,) at its numbers and of `absent` (d,) everywhere else: (n,).

    One constant for the row of zeros, and each number adds its difference. Terms of -inf are counted apart, since
    their difference would be NaN: one of them is enough to rule the class out. Of `nothing` no term is looked at.
    """
    no = np.isneginf(present)
    if absent.strides == (0,):
        result = rows.row_sums(np.where(no, 0.0, present))
        result[rows.row_sums(no.astype(np.float64)) > 0] = -np.inf
        return result
    never = np.isneginf(absent)
    if not no.any() and not never.any():
        return rows.row_sums(present - absent[rows.indices]) + float(absent.sum())
    finite, at_zero = np.where(no, 0.0, present), np.where(never, 0.0, absent)
    impossible = never.sum() + rows.row_sums(no.astype(np.float64) - never[rows.indices])
    result = rows.row_sums(finite - at_zero[rows.indices]) + float(at_zero.sum())
    result[impossible > 0] = -np.inf
    return result


def less(total: Array, part: Array) -> Array:
    """Return total - part, exact for whole numbers; what is rounding alone becomes 0."""
    rest = total - part
    rest[np.abs(rest) <= _ROUNDING * np.abs(total)] = 0.0
    return rest


def less_counts(total: Array, part: Array) -> Array:
    """Return total - part for counts; ValueError where less than nothing would remain."""
    rest = less(total, part)
    if (rest < -_NOTHING).any():
        raise ValueError("these texts were not all learned with these labels and weights: a count would go below zero")
    kept: Array = np.maximum(rest, 0.0)
    return kept


def is_nothing(count: Array) -> bool:
    """Say whether all of it is 0, or what rounding left of 0."""
    return bool((np.abs(count) <= _NOTHING).all())


def not_negative(name: str, value: float) -> float:
    """Return the value of an option; ValueError when it is negative, NaN or infinite."""
    if not 0 <= value < math.inf:
        raise ValueError(f"{name} must be a finite number from 0, not {value!r}")
    return value


def probabilities(name: str, values: ArrayLike) -> Array:
    """Return the values as an array (K,); ValueError when they are no distribution."""
    p = np.asarray(values, dtype=np.float64)
    if p.ndim != 1 or not (p >= 0).all() or not np.isclose(p.sum(), 1.0):
        raise ValueError(f"{name} must be probabilities, one a class, that add up to 1, not {values!r}")
    return p


def weights_of(sample_weight: ArrayLike | None, n: int) -> Array:
    """Return the weight of each of n texts, ones for None; ValueError when there are not n numbers from 0."""
    if sample_weight is None:
        return np.ones(n)
    weight = np.asarray(sample_weight, dtype=np.float64)
    if weight.shape != (n,):
        raise ValueError(f"sample_weight has the shape {weight.shape}, and there are {n} texts")
    if not (np.isfinite(weight) & (weight >= 0)).all():
        raise ValueError("sample_weight must be finite numbers from 0")
    return weight


def group_weights(group: Ints, weight: Array, n_groups: int) -> Array:
    """Return the sum of the weights (n,) of each group, shape (groups,)."""
    return np.bincount(group, weight, minlength=n_groups).astype(np.float64, copy=False)


def union(a: NDArray[Any], b: NDArray[Any]) -> NDArray[Any]:
    """Return what stands in a or b, sorted; an empty array has no say in the type of the labels."""
    if not len(a) or not len(b):
        # With counts: without, numpy imports numpy.ma, a hundredth of a compare.
        return np.unique(a if len(a) else b, return_counts=True)[0]
    return np.union1d(a, b)
