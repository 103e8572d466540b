"""The sparse matrix of this house: the arrays of a SciPy CSR matrix, without SciPy's import.

`import scipy.sparse` takes longer than all the rest of a cold `nb predict`, and the few operations needed here are
as fast in numpy alone. Whatever has `data`, `indices`, `indptr` and `shape` (any SciPy CSR matrix) is taken as is,
and `Rows.tocsr()` gives SciPy's.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self, cast

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.system.arrays import Array, Bools, Ints

# An array of so many numbers is 2 GB, and of what is kept by class and term there are several at a time.
MOST_CELLS = 1 << 28


class Sparse(ABC):
    """Numbers of n rows and d columns, those that are not 0: each with its row and its column, at most once.

    data: (nnz,) float64; indices: (nnz,) ints, the columns.
    """

    data: Array
    indices: NDArray[Any]
    shape: tuple[int, int]

    @property
    @abstractmethod
    def row_of(self) -> NDArray[Any]:
        """The row of every stored number, shape (nnz,)."""

    @abstractmethod
    def only(self, kept: Any) -> Self:
        """Return the numbers chosen by `kept` (nnz,) alone."""

    def with_data(self, data: Array) -> Self:
        """Return the same places with other numbers."""
        return replace(self, data=data)  # type: ignore[type-var]

    def with_columns(self, indices: NDArray[Any], width: int) -> Self:
        """Return the same numbers in other columns of their rows, of `width`."""
        return replace(self, indices=indices, shape=(self.shape[0], width))  # type: ignore[type-var]

    def row_sums(self, data: Array | None = None) -> Array:
        """Return the sum of each row of the numbers stored (or of `data` in their places), shape (n,)."""
        numbers = self.data if data is None else data
        return np.bincount(self.row_of, numbers, minlength=self.shape[0]).astype(np.float64, copy=False)

    def df(self) -> Ints:
        """Return in how many rows each column has a number, (d,)."""
        return np.bincount(self.indices, minlength=self.shape[1])

    def group_sums(self, group: Ints, n_groups: int) -> Array:
        """Return the sum of the rows of each group, `group` (n,) saying which row is whose: shape (groups, d).

        NbError where that would be too large for memory.
        """
        check_room(n_groups, self.shape[1])
        cells = group[self.row_of] * self.shape[1] + self.indices
        sums = np.bincount(cells, self.data, minlength=n_groups * self.shape[1])
        return sums.astype(np.float64, copy=False).reshape(n_groups, self.shape[1])


@dataclass(frozen=True)
class Rows(Sparse):
    """Numbers row by row: row i holds `data[indptr[i]:indptr[i + 1]]`. indptr: (n + 1,) ints."""

    data: Array
    indices: NDArray[Any]
    indptr: Ints
    shape: tuple[int, int]

    @classmethod
    def nothing(cls, n_columns: int) -> Self:
        """Return one row without a number, (1, n_columns)."""
        none = np.zeros(0)
        return cls(none, none.astype(np.int64), np.zeros(2, dtype=np.int64), (1, n_columns))

    @cached_property
    def row_of(self) -> Ints:
        """The row of every stored number, shape (nnz,)."""
        return np.repeat(np.arange(self.shape[0], dtype=np.int64), np.diff(self.indptr))

    def only(self, kept: Bools) -> Self:
        """Return the numbers chosen by `kept` (nnz,) alone."""
        indptr = np.concatenate(([0], np.cumsum(kept)))[self.indptr]
        return replace(self, data=self.data[kept], indices=self.indices[kept], indptr=indptr)

    def take(self, rows: Ints) -> "Rows":
        """Return the rows named, in that order."""
        lengths = np.diff(self.indptr)[rows]
        indptr = np.concatenate(([0], np.cumsum(lengths)))
        place = np.arange(indptr[-1]) + np.repeat(self.indptr[:-1][rows] - indptr[:-1], lengths)
        return Rows(self.data[place], self.indices[place], indptr, (len(rows), self.shape[1]))

    def tocsr(self) -> Any:
        """Return a `scipy.sparse.csr_matrix` on the same arrays."""
        from scipy.sparse import csr_matrix

        return csr_matrix((self.data, self.indices, self.indptr), shape=self.shape)


def has_room(n_groups: int, n_columns: int) -> bool:
    """Say whether an array of (groups, columns) numbers is not too large for memory."""
    return n_groups * n_columns <= MOST_CELLS


def check_room(n_groups: int, n_columns: int) -> None:
    """Raise NbError where it is."""
    if not has_room(n_groups, n_columns):
        size = n_groups * n_columns / 1.25e8
        raise NbError(
            f"counting {n_columns:,} terms for each of {n_groups:,} labels would need {size:,.0f} GB",
            remedy=f"take --model multinomial, or --top-k {max(MOST_CELLS // n_groups // 100 * 100, 1)}",
        )


def as_rows(X: Any) -> Rows:
    """Return X (n, d), dense or any SciPy sparse matrix, as Rows of its non-zero numbers; Rows and Cells as they are.

    Raises ValueError for an array that is not two-dimensional or holds what is no finite number.
    """
    if isinstance(X, Sparse):
        # Cells, too: a model learns from what all Sparse have, and only predicting goes row by row.
        return cast(Rows, X)
    if hasattr(X, "tocsr"):
        X = X.tocsr().copy()
        X.sum_duplicates()
        X.eliminate_zeros()
        rows = Rows(np.asarray(X.data, dtype=np.float64), X.indices, X.indptr.astype(np.int64), X.shape)
    else:
        dense = np.asarray(X, dtype=np.float64)
        if dense.ndim != 2:
            raise ValueError(f"expected a two-dimensional array, got {dense.ndim} dimension(s)")
        i, j = np.nonzero(dense)
        indptr = np.searchsorted(i, np.arange(len(dense) + 1))
        rows = Rows(dense[i, j], j, indptr, (dense.shape[0], dense.shape[1]))
    if not np.isfinite(rows.data).all():
        raise ValueError("the matrix holds NaN or infinity")
    return rows
