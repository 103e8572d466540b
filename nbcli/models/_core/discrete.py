"""What the models share that count features: the sum of each feature over each class, and additive smoothing."""

from typing import Any

from numpy.typing import ArrayLike

from nbcli.models._core.base import NaiveBayes
from nbcli.models._core.class_counts import ClassCounts
from nbcli.models._core.learning import Sums
from nbcli.models._core.numbers import not_negative
from nbcli.models._core.state import State
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows, as_rows


class DiscreteNB(NaiveBayes):
    """Naive Bayes on counts that are not negative.

    alpha: the additive smoothing; with 0 a feature never seen in a class has probability 0 there, and rules it out.
    Learned: `feature_count_` (K, d), the sum of each feature over the texts of each class: an array, or ClassCounts
    in a model whose `sparse_array` it is.
    """

    state_arrays = ("class_count_", "word_count_", "feature_count_")
    feature_count_: Any

    def __init__(self, *, alpha: float = 1.0, prior: str = "documents", class_prior: ArrayLike | None = None) -> None:
        super().__init__(prior=prior, class_prior=class_prior)
        self.alpha = not_negative("alpha", alpha)

    def _features(self, X: Any) -> Rows:
        rows = as_rows(X)
        if (rows.data < 0).any():
            raise ValueError(f"{type(self).__name__} takes no negative numbers")
        return rows

    def _count(self, rows: Rows, group: Ints, weight: Array, n_classes: int) -> State:
        weighted = rows.with_data(rows.data * weight[rows.row_of])
        summed = ClassCounts.summed if self._many(n_classes) else Rows.group_sums
        return {"feature_count_": summed(weighted, group, n_classes)}

    def _from_sums(self, sums: Sums) -> State | None:
        return {"feature_count_": sums.total}
