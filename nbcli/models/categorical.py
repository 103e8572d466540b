"""Categorical naive Bayes: each feature takes one of a number of values, 0, 1, 2, ...

    log P(x | c) = sum_i log p[c, i, x_i]
    p[c, i, v] = (texts of c with x_i = v + alpha) / (N_c + alpha n_values_i)
    P(c) = (N_c + alpha) / (n + alpha K)

n_values_i is the largest value seen in feature i, plus one. A value never seen has a count of 0 and the smoothed
probability. The prior is smoothed too, which scikit-learn's CategoricalNB does not do.

Mitchell (1997), Machine Learning, section 6.9: p is the m-estimate with m = alpha n_values_i and equal prior shares.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.models._core.base import NaiveBayes
from nbcli.models._core.contract import At, Equation, Steps, Sums, Takes, smoothed
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import not_negative, ratio
from nbcli.models._core.prior import DOCUMENTS
from nbcli.models._core.state import State
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows

# The value's share of a packed cell.
_VALUE = (1 << 31) - 1


class CategoricalNB(NaiveBayes):
    """Categorical naive Bayes for whole numbers of any size from 0, dense or sparse.

    alpha: the additive smoothing, 0 for none (then a value that a class never had rules it out).
    Learned: `cells_` (p,), the (feature, value) pairs seen, value 0 left out, each packed in 64 bits, sorted;
    `cell_count_` (K, p), their texts in each class. What a class has of value 0 is the rest of its texts.
    """

    takes = Takes.VALUES
    equation = Equation(
        (
            "log P(x | c) = sum_i log p[c, i, x_i]",
            "p[c, i, v] = (count of x_i = v in c + alpha) / (N_c + alpha * n_values_i)",
        ),
        (
            r"\log P(x \mid c) = \sum_i \log p_{c, i, x_i}",
            r"p_{c, i, v} = \frac{N_{c, x_i = v} + \alpha}{N_c + \alpha \cdot n_i}",
        ),
    )

    state_arrays = ("class_count_", "word_count_", "cell_count_")
    integer_arrays = ("cells_",)
    cells_: Ints
    cell_count_: Array

    def __init__(self, *, alpha: float = 1.0, prior: str = DOCUMENTS, class_prior: ArrayLike | None = None) -> None:
        super().__init__(prior=prior, class_prior=class_prior)
        self.alpha = not_negative("alpha", alpha)

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
        feature = columns[self.cells_ >> 32]
        if (feature < 0).any():
            raise ValueError("a column that has counts cannot be dropped")
        cells = _pack(feature, self.cells_ & _VALUE)
        order = np.argsort(cells)
        return {"cells_": cells[order], "cell_count_": self.cell_count_[:, order]}

    def _joined(self, models: Sequence[Self]) -> State:
        starts = np.cumsum([0, *(model.n_features_in_ for model in models)])
        cells = [model.cells_ + (start << 32) for model, start in zip(models, starts[:-1], strict=True)]
        return super()._joined(models) | {"cells_": np.concatenate(cells)}

    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        if ((self.cells_ < 0) | (self.cells_ >> 32 >= n_features)).any() or (np.diff(self.cells_) <= 0).any():
            raise ValueError("cells_ is not sorted, or names features that are not there")
        return super()._shapes(n_classes, n_features) | {"cell_count_": (n_classes, len(self.cells_))}

    @property
    def prior_smoothing(self) -> float:
        """alpha is added to the number of texts of each class, too."""
        return self.alpha

    @property
    def n_values_(self) -> Ints:
        """How many values each feature has, shape (d,)."""
        n_values = np.ones(self.n_features_in_, dtype=np.int64)
        np.maximum.at(n_values, self.cells_ >> 32, (self.cells_ & _VALUE) + 1)
        return n_values

    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """A value adds log p[c, i, v], an absent feature that of value 0, and a value never seen that of count 0."""
        feature, n_values = self.cells_ >> 32, self.n_values_
        place, known = self._places(rows)
        for n, count in zip(self.class_count_, self.cell_count_, strict=True):
            others = np.bincount(feature, count, minlength=self.n_features_in_)
            # Fractional weights may add up to a little more than the class.
            zeros = np.maximum(n - others, 0.0)
            total = n + self.alpha * n_values
            seen = np.zeros(len(place))
            seen[known] = count[place[known]]
            yield log(ratio(zeros + self.alpha, total)), log(ratio(seen + self.alpha, total[rows.indices]))

    def _places(self, rows: Rows) -> tuple[Ints, Bools]:
        """Return the place in `cells_` of every stored number, and whether it is there: (nnz,), (nnz,)."""
        packed = _pack(rows.indices, rows.data)
        place = np.searchsorted(self.cells_, packed)
        place[place == len(self.cells_)] = 0
        return place, self.cells_[place] == packed if len(self.cells_) else np.zeros(len(packed), dtype=bool)

    def terms_without(self, left: Left) -> Array:
        """Cells less the texts that leave; absent features as in bernoulli, with the values that remain to each."""
        jll, n_values = np.empty_like(left.own), self.n_values_
        place, own_n_values = self._places(left.rows)[0], self._n_values_without(left)
        for c, (n, count) in enumerate(zip(self.class_count_, self.cell_count_, strict=True)):
            others = np.bincount(self.cells_ >> 32, count, minlength=self.n_features_in_).astype(np.float64)

            def absent(j: Ints, own: Array, n: float = n, others: Array = others) -> Array:
                zeros = np.maximum(n - own - others[j], 0.0)
                return log(ratio(zeros + self.alpha, n - own + self.alpha * n_values[j]))

            own = left.own_of(c)
            cell = np.maximum(count[place] - own, 0.0)
            present = log(ratio(cell + self.alpha, n - own + self.alpha * own_n_values))
            jll[:, c] = left.sum_over_terms(left.own[:, [c]], absent, present)
        return jll

    def _n_values_without(self, left: Left) -> Ints:
        """Return n_values_i for every stored number, (nnz,): fewer where the texts that leave alone have the largest.

        The largest that remains is then that of the cell before; where the feature has no other, it is gone itself.
        """
        place = self._places(left.rows)[0]
        n_values = self.n_values_[left.rows.indices]
        alone = self.cell_count_.sum(axis=0)[place] <= left.own.sum(axis=1)[left.rows.row_of]
        shrunk = alone & (left.rows.data + 1 == n_values)
        return np.where(shrunk, (self.cells_[place - 1] & _VALUE) + 1, n_values)

    def term_counts(self) -> Array:
        """Return how many texts of each class have another value than 0."""
        feature, d = self.cells_ >> 32, self.n_features_in_
        return np.array([np.bincount(feature, row, minlength=d) for row in self.cell_count_])

    def of_sums(self, sums: Sums) -> State | None:
        """Return the cells of the value 1 where there is no other; sums do not tell values apart."""
        if not sums.presence:
            return None
        return {"cells_": _pack(np.arange(sums.having.shape[1]), np.ones(1)), "cell_count_": sums.having}

    def steps(self, m: Plain, at: At) -> Steps:
        """Return p and its logarithm."""
        own, n = self.cells_ >> 32 == at.i, self.class_count_[at.c]
        counts, here = self.cell_count_[at.c][own], self.cells_[own] & _VALUE == int(at.x)
        count, n_values = counts[here].sum() if at.x else n - counts.sum(), int(self.n_values_[at.i])
        definition, p = smoothed(m, m.sub("p", at.label, at.name, m.value(at.x)), count, n, self.alpha, n_values)
        return [definition], [m.call("log", p)]


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


Model = CategoricalNB
