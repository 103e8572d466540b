"""Learning by counting: a model learns more, merges with another and unlearns by adding and subtracting counts.

To the bit for whole numbers and weights: batches of any size in any order, parts learned apart and merged, and texts
added and taken back give the counts of having learned once what remains.
"""

from abc import abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._core import by_class
from nbcli.models._core.contract import Sums
from nbcli.models._core.numbers import group_weights, union, weights_of
from nbcli.models._core.state import Counts, State
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows


class Learner(Counts):
    """Learns by `count`, and by adding (`_plus`) and subtracting (`_minus`) what that returns."""

    @abstractmethod
    def seen(self, X: Any) -> Rows:
        """Return X (n, d) as the model sees it; ValueError for numbers that it has no meaning for."""

    @abstractmethod
    def count(self, rows: Rows, group: Ints, weight: Array, n_classes: int) -> State:
        """Return the model's own arrays for n texts: `group` (n,) is each one's class, `weight` (n,) its weight."""

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Forget everything and learn X (n, d) with the labels y (n,), each text counting `sample_weight` times.

        Raises ValueError as `partial_fit` does.
        """
        return self._take(self._learned(X, y, None, sample_weight))

    def partial_fit(
        self, X: Any, y: ArrayLike, classes: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn more texts: X (n, d), y (n,). New classes are taken as they come; declaring them is optional.

        Raises ValueError, and learns nothing, when the sizes do not fit together or with what was learned, when a
        weight is negative, or when a number in X is one that the model has no meaning for.
        """
        batch = self._learned(X, y, classes, sample_weight)
        return self.merge(batch) if hasattr(self, "classes_") else self._take(batch)

    def from_sums(self, classes: Ints, sums: Sums) -> Self | None:
        """Forget everything and learn texts of K classes by their sums; None where the model needs more than these."""
        own = self.of_sums(sums)
        if own is None:
            return None
        state = {"classes_": classes, "n_features_in_": sums.total.shape[1], "class_count_": sums.n}
        return self.restore({**state, "word_count_": sums.total.sum(axis=1), **own})

    def of_sums(self, sums: Sums) -> State | None:
        """Return the model's own arrays for texts of such sums; None where it must see the texts."""
        return None

    def merge(self, other: Self) -> Self:
        """Add what another model of the same options and features has learned; its classes may be others.

        Raises ValueError, and changes nothing, when the options or the number of features differ.
        """
        self._check_alike(other)
        classes = union(self.classes_, other.classes_)
        return self._set(classes, self._plus(self._over(classes), other._over(classes)))

    def forget(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Take back texts that were learned: the state is then that of never having had them.

        A class whose last text is taken back is gone. Raises ValueError, and changes nothing, when a class is not
        known or a count would go below zero, which proves that the texts were not learned so.
        """
        batch = self._learned(X, y, None, sample_weight)
        self._check_alike(batch)
        strange = np.setdiff1d(batch.classes_, self.classes_)
        if len(strange):
            raise ValueError(f"the model has no class {strange[0]} to take texts back from")
        rest = self._minus(self._over(self.classes_), batch._over(self.classes_))
        gone = np.isin(self.classes_, batch.classes_) & (rest["class_count_"] == 0)
        if not all(by_class.empty(rest[name][gone]) for name in self.state_arrays):
            raise ValueError("these texts were not all learned: a class without texts would keep counts")
        kept = {name: rest[name][~gone] for name in self.state_arrays}
        return self._set(self.classes_[~gone], rest | kept)

    def _plus(self, a: State, b: State) -> State:
        """Return the sum of two states over the same classes."""
        return {name: a[name] + b[name] for name in self.state_arrays}

    def _minus(self, a: State, b: State) -> State:
        """Return state a without state b, over the same classes; ValueError where a count would go below zero."""
        return {name: by_class.less(a[name], b[name]) for name in self.state_arrays}

    def _learned(self, X: Any, y: ArrayLike, classes: ArrayLike | None, sample_weight: ArrayLike | None) -> Self:
        """Return a new model of the same options that has learned these texts alone."""
        rows, labels = self.seen(X), np.asarray(y)
        if labels.shape != (rows.shape[0],):
            raise ValueError(f"X has {rows.shape[0]} rows and y the shape {labels.shape}")
        weight = weights_of(sample_weight, len(labels))
        named = union(np.asarray([] if classes is None else classes), labels)
        k, group = len(named), np.searchsorted(named, labels)
        state = self.count(rows, group, weight, k)
        state["class_count_"] = group_weights(group, weight, k)
        state["word_count_"] = group_weights(group, weight * rows.row_sums(), k)
        batch = type(self)(**self._options())
        batch.n_features_in_ = rows.shape[1]
        return batch._set(named, state)

    def _take(self, other: Self) -> Self:
        self.n_features_in_ = other.n_features_in_
        return self._set(other.classes_, other._over(other.classes_))

    def _check_alike(self, other: Self) -> None:
        if not (hasattr(self, "classes_") and hasattr(other, "classes_")):
            raise ValueError("a model that has learned nothing yet has nothing to merge or to forget")
        for name, value in self._options().items():
            if not np.array_equal(value, other._options()[name]):
                raise ValueError(f"the models differ in {name}: {value} and {other._options()[name]}")
        if other.n_features_in_ != self.n_features_in_:
            raise ValueError(f"expected {self.n_features_in_} features, got {other.n_features_in_}")
