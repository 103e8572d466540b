"""What a model keeps: counts by class, their shapes, and how they are stored and laid anew."""

from abc import ABC
from collections.abc import Sequence
from copy import copy
from inspect import signature
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.models._core import by_class
from nbcli.models._core.class_counts import ClassCounts
from nbcli.system.arrays import Array, Ints

# Arrays by name, and ClassCounts in the place of an array (K, d).
State = dict[str, Any]


class Counts(ABC):
    """The counts of a model over the classes `classes_` (K,), sorted, and `n_features_in_` d features.

    `class_count_` (K,): the weight of the texts of each class. `word_count_` (K,): the sum of all their numbers.
    `state_arrays` names these and then the model's own, whose first axis is the classes, too; `integer_arrays` names
    those that have no such axis; `signed_arrays` those that may be negative. `sparse_array` names the array (K, d), if
    any, that is kept as ClassCounts where classes are many; that depends on their number alone, so that counts learned
    in parts have the form of those learned at once.
    """

    state_arrays: tuple[str, ...] = ("class_count_", "word_count_")
    signed_arrays: tuple[str, ...] = ()
    integer_arrays: tuple[str, ...] = ()
    sparse_array: str = ""
    classes_: NDArray[Any]
    n_features_in_: int
    class_count_: Array
    word_count_: Array

    def state(self) -> State:
        """Return what was learned, as integers and numeric arrays by name: enough to go on learning."""
        names = ("classes_", "n_features_in_", *self.state_arrays, *self.integer_arrays)
        state = {name: getattr(self, name) for name in names}
        counts = state.get(self.sparse_array)
        if isinstance(counts, ClassCounts):
            del state[self.sparse_array]
            state |= by_class.stored(self.sparse_array, counts)
        return state

    def restore(self, state: State) -> Self:
        """Take back what `state()` returned, in any numeric types; raise ValueError where it does not fit together."""
        self.classes_ = np.asarray(state["classes_"], dtype=np.int64)
        self.n_features_in_ = int(state["n_features_in_"])
        for name in self.state_arrays:
            if name == self.sparse_array and name not in state:
                setattr(self, name, by_class.restored(name, state, len(self.classes_)))
            else:
                setattr(self, name, np.asarray(state[name], dtype=np.float64))
        for name in self.integer_arrays:
            setattr(self, name, np.asarray(state[name], dtype=np.int64))
        for name, shape in self._shapes(len(self.classes_), self.n_features_in_).items():
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} has another shape than {shape}")
        return self._set(self.classes_, {})

    def check_counts(self, largest: float) -> None:
        """Raise ValueError for a number that no text can have added: one above `largest`, or a count below 0."""
        for name in self.state_arrays:
            held = getattr(self, name)
            array = held.counts if isinstance(held, ClassCounts) else held
            low = -largest if name in self.signed_arrays else 0.0
            if not (low <= array.min(initial=0.0) and array.max(initial=0.0) <= largest):
                raise ValueError(f"{name} is out of range")

    def widen(self, columns: ArrayLike, n_features: int) -> Self:
        """Lay the features anew: old column j becomes `columns[j]` of `n_features`, or is dropped where that is -1.

        Raises ValueError, and changes nothing, when a column to be dropped has counts.
        """
        laid = self._laid(np.asarray(columns, dtype=np.int64), n_features)
        self.n_features_in_ = n_features
        return self._set(self.classes_, laid)

    def beside(self, others: Sequence[Self]) -> Self:
        """Return one model of the features of all, in turn, where each has learned its own of the same texts."""
        models = [self, *others]
        joined = copy(self)
        joined.n_features_in_ = sum(model.n_features_in_ for model in models)
        return joined._set(self.classes_, self._joined(models))

    def _joined(self, models: Sequence[Self]) -> State:
        """Return the state of models over the same classes, their features side by side."""
        state = {n: by_class.side_by_side([vars(model)[n] for model in models]) for n in self.state_arrays[2:]}
        return state | {"word_count_": np.sum([model.word_count_ for model in models], axis=0)}

    def _laid(self, columns: Ints, n_features: int) -> State:
        """Return the arrays that have an axis of features, laid anew; shapes (K, n_features)."""
        return {name: by_class.laid(getattr(self, name), columns, n_features) for name in self.state_arrays[2:]}

    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        """Return the shape that each array of the state must have."""
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(self.state_arrays, (n_classes, n_features))
        return {**shapes, "class_count_": (n_classes,), "word_count_": (n_classes,)}

    def _over(self, classes: NDArray[Any]) -> State:
        """Return the state with room for all of `classes`, of which the model's own are some."""
        place, state = np.searchsorted(classes, self.classes_), {}
        for name in self.state_arrays:
            old = getattr(self, name)
            if name == self.sparse_array:
                old = by_class.in_form(old, sparse=self._many(len(classes)))
            state[name] = by_class.spread(old, place, len(classes))
        return state | {name: getattr(self, name) for name in self.integer_arrays}

    def _set(self, classes: NDArray[Any], state: State) -> Self:
        self.classes_ = classes
        vars(self).update(state)
        counts, sparse = getattr(self, self.sparse_array, None), self._many(len(classes))
        if counts is not None and sparse != isinstance(counts, ClassCounts):
            setattr(self, self.sparse_array, by_class.in_form(counts, sparse=sparse))
        return self

    def _many(self, n_classes: int) -> bool:
        """Say whether the counts of so many classes are kept as ClassCounts."""
        return bool(self.sparse_array) and n_classes > by_class.MANY

    def _options(self) -> dict[str, Any]:
        """Return the options that the model was made with, by name."""
        return {name: getattr(self, name) for name in signature(type(self)).parameters}
