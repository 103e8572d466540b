"""Linear machines on the terms of texts: presence times idf, rows of length 1; and their scores of texts not seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from nbcli.classifier.correction import halves
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.vectorizers import Rows, smooth_idf

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix

# Terms of fewer texts have no weight.
_MIN_DF = 2
# How dear an error is, as in scikit-learn's LinearSVC.
_C = 0.5
# The score of a class of which there is no text to fit on.
_UNHEARD = -1.0


def beside(parts: Sequence[Rows]) -> Rows:
    """Return the terms of n texts in several views, each (n, d), in one matrix (n, sum of d), each of them 1."""
    lengths = [np.diff(part.indptr) for part in parts]
    indptr = np.concatenate(([0], np.cumsum(np.sum(lengths, axis=0))))
    start, offset = indptr[:-1].copy(), 0
    width = sum(part.shape[1] for part in parts)
    indices = np.zeros(indptr[-1], dtype=np.int32 if width < 1 << 31 else np.int64)
    for part, length in zip(parts, lengths, strict=True):
        place = np.arange(len(part.indices)) + np.repeat(start - part.indptr[:-1], length)
        indices[place] = part.indices + offset
        start, offset = start + length, offset + part.shape[1]
    return Rows(np.broadcast_to(np.float64(1.0), len(indices)), indices, indptr, (len(indptr) - 1, width))


def folds_of(codes: Ints, groups: Ints) -> tuple[Ints, int]:
    """Return for each of m texts the fold in which it is held out, (m,), and how many folds there are.

    Classes are spread over all folds alike, in the order of the texts, which is random; copies are held out together.
    """
    m = len(codes)
    n_folds = 10 if m < 2_000 else 5
    fold = np.zeros(m, dtype=np.int64)
    for c in np.unique(codes).tolist():
        own = np.flatnonzero(codes == c)
        fold[own] = (np.arange(len(own)) + c) % n_folds
    _, first, group = np.unique(groups, return_index=True, return_inverse=True)
    return fold[first[group.ravel()]], n_folds


def held_out(terms: Rows, codes: Ints, n_classes: int, fold: Ints, n_folds: int) -> tuple[Array, "Machines"]:
    """Return the scores (m, K) of texts by machines fitted on the other folds, their idf included, and the last ones.

    The machines of one fold do not begin at those of another, which have seen its texts.
    """
    scores = np.full((len(codes), n_classes), _UNHEARD)
    for number in range(n_folds):
        seen, held = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        machines = fitted(terms, seen, codes, n_classes)
        scores[held] = machines.scores(terms.take(held))
        scores[np.ix_(held, np.setdiff1d(np.arange(n_classes), codes[seen]))] = _UNHEARD
    return scores, machines


@dataclass(frozen=True)
class Machines:
    """C machines on the terms `kept` of d, by the idf of these: weights (kept, C), bias (C,), df (d,), idf (d,)."""

    df: Ints
    idf: Array
    weights: Array
    bias: Array

    def times(self, weights: Array) -> "Machines":
        """Return the machines, each multiplied by its weight of (C,), or all by one of (1,)."""
        return replace(self, weights=self.weights * weights, bias=self.bias * weights)

    def on(self, kept: Bools) -> Array:
        """Return the weights on the terms `kept` (d,), 0 where there is none."""
        weights = np.zeros((len(kept), self.weights.shape[1]))
        weights[self.df > 0] = self.weights
        return weights[kept]

    def scores(self, terms: Rows) -> Array:
        """Return the scores of texts by their terms (n, d): (n, K)."""
        return halves(weighed(terms, self.df, self.idf) @ self.weights + self.bias)


def fitted(terms: Rows, seen: Ints, codes: Ints, n_classes: int, near: Machines | None = None) -> Machines:
    """Return the machines of the texts `seen`: one for two classes, else one for each against the rest.

    near: machines fitted on some of these texts, to begin at.
    """
    from nbcli.training.squared_hinge import squared_hinge  # it imports SciPy, which only training needs

    own, classes = terms.take(seen), np.arange(n_classes) if n_classes > 2 else np.array([1])
    df = own.df()
    df[df < _MIN_DF] = 0
    idf = np.where(df > 0, smooth_idf(df, len(seen)), 0.0)
    sides = np.where(codes[seen][:, None] == classes, 1.0, -1.0)
    start = (near.on(df > 0), near.bias[None]) if near else None
    return Machines(df, idf, *squared_hinge(weighed(own, df, idf), sides, _C, start))


def weighed(terms: Rows, df: Ints, idf: Array) -> "csr_matrix":
    """Return presence times idf of the terms with a df above 0, (n, kept), each row scaled to length 1."""
    kept = df > 0
    own = terms.only(kept[terms.indices])
    data = idf[own.indices]
    squares = own.row_sums(data * data)
    data = data / np.sqrt(np.where(squares > 0, squares, 1.0))[own.row_of]
    columns = (np.cumsum(kept) - 1)[own.indices].astype(np.int32)
    return own.with_data(data).with_columns(columns, int(kept.sum())).tocsr()
