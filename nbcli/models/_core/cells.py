"""Counts of the values of features: how many texts of each class have the value v of feature i, those that any has."""

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nbcli.models._core.base import NaiveBayes
from nbcli.models._core.contract import Sums
from nbcli.models._core.state import State
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.vectorizers import Rows

# A cell is feature << 32 | value.
_VALUE = (1 << 31) - 1


class ValueCounts(NaiveBayes):
    """Naive Bayes on values.

    Learned: `cells_` (p,), the (feature, value) pairs seen, value 0 left out, each packed in 64 bits, sorted;
    `cell_count_` (K, p), their texts in each class. What a class has of value 0 is the rest of its texts.
    """

    state_arrays = ("class_count_", "word_count_", "cell_count_")
    integer_arrays = ("cells_",)
    cells_: Ints
    cell_count_: Array

    def count(self, rows: Rows, group: Ints, weight: Array, n_classes: int) -> State:
        """Return the cells of these texts, and their texts in each class."""
        cells, column = np.unique(_pack(rows.indices, rows.data), return_inverse=True)
        weighted = rows.with_data(weight[rows.row_of]).with_columns(column, len(cells))
        return _without_empty({"cells_": cells, "cell_count_": weighted.group_sums(group, n_classes)})

    def _plus(self, a: State, b: State) -> State:
        cells = np.union1d(a["cells_"], b["cells_"])
        return super()._plus(_on(a, cells), _on(b, cells)) | {"cells_": cells}

    def _minus(self, a: State, b: State) -> State:
        cells = np.union1d(a["cells_"], b["cells_"])
        return _without_empty(super()._minus(_on(a, cells), _on(b, cells)) | {"cells_": cells})

    def _laid(self, columns: Ints, n_features: int) -> State:
        feature = columns[feature_of(self.cells_)]
        if (feature < 0).any():
            raise ValueError("a column that has counts cannot be dropped")
        cells = _pack(feature, value_of(self.cells_))
        order = np.argsort(cells)
        return {"cells_": cells[order], "cell_count_": self.cell_count_[:, order]}

    def _joined(self, models: Sequence[Self]) -> State:
        starts = np.cumsum([0, *(model.n_features_in_ for model in models)])
        cells = [model.cells_ + (start << 32) for model, start in zip(models, starts[:-1], strict=True)]
        return super()._joined(models) | {"cells_": np.concatenate(cells)}

    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        if ((self.cells_ < 0) | (feature_of(self.cells_) >= n_features)).any() or (np.diff(self.cells_) <= 0).any():
            raise ValueError("cells_ is not sorted, or names features that are not there")
        return super()._shapes(n_classes, n_features) | {"cell_count_": (n_classes, len(self.cells_))}

    @property
    def n_values_(self) -> Ints:
        """How many values each feature has, shape (d,)."""
        n_values = np.ones(self.n_features_in_, dtype=np.int64)
        np.maximum.at(n_values, feature_of(self.cells_), value_of(self.cells_) + 1)
        return n_values

    def places(self, rows: Rows) -> tuple[Ints, Bools]:
        """Return the place in `cells_` of every stored number, and whether it is there: (nnz,), (nnz,)."""
        packed = _pack(rows.indices, rows.data)
        place = np.searchsorted(self.cells_, packed)
        place[place == len(self.cells_)] = 0
        return place, self.cells_[place] == packed if len(self.cells_) else np.zeros(len(packed), dtype=bool)

    def term_counts(self) -> Array:
        """Return how many texts of each class have another value than 0."""
        feature, d = feature_of(self.cells_), self.n_features_in_
        return np.array([np.bincount(feature, row, minlength=d) for row in self.cell_count_])

    def of_sums(self, sums: Sums) -> State | None:
        """Return the cells of the value 1 where there is no other; sums do not tell values apart."""
        if not (np.array_equal(sums.total, sums.texts) and np.array_equal(sums.squares, sums.texts)):
            return None
        cells = _pack(np.arange(sums.texts.shape[1]), np.ones(1))
        return _without_empty({"cells_": cells, "cell_count_": sums.texts})


def feature_of(cells: Ints) -> Ints:
    """Return the features of packed pairs."""
    return cells >> 32


def value_of(cells: Ints) -> Ints:
    """Return the values of packed pairs."""
    return cells & _VALUE


def _pack(feature: NDArray[Any], value: NDArray[Any]) -> Ints:
    """Return (feature, value) pairs as integers, in the order of the feature and then the value."""
    return (feature.astype(np.int64) << 32) | value.astype(np.int64)


def _on(state: State, cells: Ints) -> State:
    """Return the state with a column for each of `cells`, of which its own are some."""
    count = np.zeros((len(state["cell_count_"]), len(cells)))
    count[:, np.searchsorted(cells, state["cells_"])] = state["cell_count_"]
    return state | {"cell_count_": count}


def _without_empty(state: State) -> State:
    """Return the state without cells that no text has: as if never seen, `n_values_` included."""
    kept = state["cell_count_"].any(axis=0)
    return state | {"cells_": state["cells_"][kept], "cell_count_": state["cell_count_"][:, kept]}
