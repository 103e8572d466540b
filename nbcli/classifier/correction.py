"""A linear correction of a blend: what a term adds beside its naive Bayes parts, whose errors it makes good."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from nbcli.classifier.blend import Blend
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows, smooth_idf

Steps = NDArray[np.int8]


@dataclass(frozen=True)
class Block:
    """Of a view's d terms: in how many of the texts fitted on each stands, df (d,), 0 for those without a correction,
    and the weights of the C machines, (d, C), in steps.
    """

    df: Ints
    weights: Steps

    def moved(self, columns: Ints, width: int) -> "Block":
        """Return the same where term j stands at columns[j] of `width`; the others have no correction."""
        df, weights = np.zeros(width, dtype=np.int64), np.zeros((width, self.weights.shape[1]), dtype=np.int8)
        df[columns], weights[columns] = self.df, self.weights
        return Block(df, weights)


@dataclass(frozen=True)
class Correction:
    """Adds to the score of class classes[c], before the blend's shape, for a text of terms j

        weight * step * sum_j idf_j weights[j, c] / sqrt(sum_j idf_j^2),   idf_j = log((1 + n_texts) / (1 + df_j)) + 1

    over the terms of all `blocks`, one a view or None. For two classes there is one machine, and half of what it says
    is taken from the first and added to the second. Its biases stand in the blend's. `without`: the blend of the same
    views without it, to which a model goes back when texts are to be forgotten, of which the weights hold a trace.
    """

    blocks: list[Block | None]
    n_texts: int
    step: float
    weight: float
    classes: Ints
    without: Blend

    @cached_property
    def _idf(self) -> Array:
        """The idf of a term by its df, 0 for that of none."""
        idf = smooth_idf(np.arange(self.n_texts + 1), self.n_texts)
        idf[0] = 0.0
        return idf

    @cached_property
    def _mean_squares(self) -> Array:
        """The mean of what a text's idf squared add up to, (1,)."""
        blocks = [block for block in self.blocks if block is not None]
        squares = sum(float((block.df * self._idf[block.df] ** 2).sum()) for block in blocks)
        return np.array([squares / self.n_texts])

    @property
    def unheard(self) -> float:
        """The bias of a class that no machine knows: what each of them says to a text of another class."""
        return -self.weight / 2 if len(self.classes) == 2 else -self.weight

    def scores(self, rows: Sequence[Rows], n_classes: int) -> Array:
        """Return what is added to the scores of n texts by their features in each view: (n, K)."""
        n, machines = rows[0].shape[0], 1 if len(self.classes) == 2 else len(self.classes)
        squares, z = np.zeros(n), np.zeros((n, machines))
        for block, part in self._blocks_with(rows):
            idf = self._idf[block.df[part.indices]]
            squares += part.row_sums(idf * idf)
            own = block.weights[part.indices]
            for c in range(machines):
                z[:, c] += part.row_sums(idf * own[:, c])
        return self._by_class(z * self._scale(squares)[:, None], n_classes)

    def contributions(self, rows: Sequence[Rows], n_classes: int) -> list[Array]:
        """Return what each term of one record adds to each class: (nnz, K) for each view of text, features (1, d).

        For a column (0, K).
        """
        squares = np.zeros(1)
        for block, part in self._blocks_with(rows):
            squares += part.row_sums(self._idf[block.df[part.indices]] ** 2)
        found = [np.zeros((len(part.indices) if isinstance(part, Rows) else 0, n_classes)) for part in rows]
        for number, own in enumerate(self.blocks):
            if own is not None:
                at = rows[number].indices
                z = self._idf[own.df[at]][:, None] * own.weights[at]
                found[number] = self._by_class(z * self._scale(squares), n_classes)
        return found

    def of_terms(self, number: int, columns: Ints, n_classes: int) -> Array:
        """Return what terms of a view add to each class, (n, K), in a text whose idf squared add up to their mean."""
        block = self.blocks[number]
        if block is None:
            return np.zeros((len(columns), n_classes))
        z = self._idf[block.df[columns]][:, None] * block.weights[columns]
        return self._by_class(z * self._scale(self._mean_squares), n_classes)

    def _blocks_with(self, rows: Sequence[Rows]) -> list[tuple[Block, Rows]]:
        both = zip(self.blocks, rows, strict=True)
        return [(block, part) for block, part in both if block is not None]

    def _scale(self, squares: Array) -> Array:
        """Return what sums of a text are multiplied by, (n,): of one without a term of any block they are 0."""
        scale: Array = self.weight * self.step / np.sqrt(np.where(squares > 0, squares, 1.0))
        return scale

    def _by_class(self, z: Array, n_classes: int) -> Array:
        scores = np.zeros((len(z), n_classes))
        scores[:, self.classes] = halves(z)
        return scores

    def relabelled(self, place: Ints, without: Blend) -> Self:
        """Return the same where class c is called place[c], all of which there are, and the blend without it."""
        return replace(self, classes=place[self.classes], without=without)

    def moved(self, columns: Sequence[Ints], widths: Sequence[int]) -> Self:
        """Return the same where term j of view v stands at columns[v][j] of widths[v]."""
        both = zip(self.blocks, columns, widths, strict=True)
        return replace(self, blocks=[block and block.moved(own, width) for block, own, width in both])


def halves(z: Array) -> Array:
    """Return the scores of the classes, (n, C), by what the machines say: of one, (n, 1), those of two classes."""
    return np.concatenate((-z / 2, z / 2), axis=1) if z.shape[1] == 1 else z
