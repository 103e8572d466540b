"""Texts as the terms that they have, and the scores of multinomial models of these; nothing here depends on a label.

All sums are of ones, or of numbers that are multiples of a power of two: exact, or in one order on any processor.
"""

from dataclasses import dataclass
from typing import Any, Self

import numpy as np

from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows


@dataclass(frozen=True)
class Presence:
    """n texts in V views: x[v] (n, d_v), a SciPy CSR matrix of ones, and lengths (V, n), how many terms each has."""

    x: list[Any]
    lengths: Array

    @classmethod
    def of(cls, rows: list[Rows]) -> Self:
        """Return the texts by the counts of their terms, (n, d_v) a view."""
        x = [part.with_data(np.ones(len(part.data))) for part in rows]
        return cls([part.tocsr() for part in x], np.array([part.row_sums() for part in x]))

    def take(self, texts: Ints) -> "Presence":
        """Return some of the texts."""
        return Presence([part[texts] for part in self.x], self.lengths[:, texts])

    def sums(self, weights: Array) -> list[Array]:
        """Return how much of each term each class has, (K, d_v) a view, texts belonging to it by `weights` (n, K)."""
        return [np.ascontiguousarray((part.T @ weights).T) for part in self.x]

    def scores(self, counts: list[Array], alpha: float) -> Array:
        """Return the score of each text, (n, K): of counts (K, d_v) a view, as `_scaled` adds them up."""
        total = np.zeros((self.lengths.shape[1], len(counts[0])))
        for part, count, length in zip(self.x, counts, self.lengths, strict=True):
            total += _scaled(part @ log(count + alpha).T - length[:, None] * log(_totals(count, alpha)), length)
        return total

    def scores_without(self, counts: list[Array], codes: Ints, alpha: float) -> Array:
        """Return the same of texts of the classes `codes` (n,) that are in the counts, each under those without it."""
        texts = np.arange(len(codes))
        total = np.zeros((len(codes), len(counts[0])))
        for part, count, length in zip(self.x, counts, self.lengths, strict=True):
            totals, row = _totals(count, alpha), np.repeat(texts, np.diff(part.indptr))
            jll = part @ log(count + alpha).T - length[:, None] * log(totals)
            rest = log(np.maximum(count[codes[row], part.indices] - 1, 0) + alpha)
            own = np.bincount(row, rest, minlength=len(codes))
            jll[texts, codes] = own - length * log(totals[codes] - length)
            total += _scaled(jll, length)
        return total


def _totals(count: Array, alpha: float) -> Array:
    """Return the sum of the smoothed counts of each class, (K,)."""
    total: Array = count.sum(axis=1) + alpha * count.shape[1]
    return total


def _scaled(jll: Array, length: Array) -> Array:
    """Return log-likelihoods (n, K), less each text's largest, over the square root of its length (n,)."""
    scaled: Array = (jll - jll.max(axis=1, keepdims=True)) / np.sqrt(np.maximum(length, 1.0))[:, None]
    return scaled
