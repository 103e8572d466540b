"""Counts as n-grams are counted: in the order of the terms, not of the texts."""

from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers._counting.rows import Rows, Sparse


@dataclass(frozen=True)
class Cells(Sparse):
    """Numbers in any order: `row` (nnz,) says which row each is in.

    They come in the order of the columns where n-grams are counted, and to sort them by rows would take a third of the
    time; sums do without.
    """

    data: Array
    row: NDArray[Any]
    indices: NDArray[Any]
    shape: tuple[int, int]

    @property
    def row_of(self) -> NDArray[Any]:
        """The row of every stored number, shape (nnz,)."""
        return self.row

    def only(self, kept: Any) -> Self:
        """Return the numbers chosen by a mask or a slice."""
        return replace(self, data=self.data[kept], indices=self.indices[kept], row=self.row[kept])

    def rows(self, chosen: Ints) -> Rows:
        """Return the rows named, each once, in that order; the cells of a row stay in their order."""
        place = np.full(self.shape[0], -1, dtype=np.int32)
        place[chosen] = np.arange(len(chosen))
        row = place[self.row]
        cells = np.flatnonzero(row >= 0)
        cells = cells[stable_order(row[cells], len(chosen))]
        indptr = np.searchsorted(row[cells], np.arange(len(chosen) + 1))
        return Rows(self.data[cells], self.indices[cells], indptr, (len(chosen), self.shape[1]))


def stable_order(numbers: NDArray[Any], bound: int) -> Ints:
    """Return the stable order of whole numbers from 0, all below the bound."""
    # A stable sort of 16-bit numbers is one of their digits, in one pass.
    return np.argsort(numbers.astype(np.uint16) if bound <= 1 << 16 else numbers, kind="stable")
