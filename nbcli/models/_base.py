"""What every model shares: learning by counting, and the posterior from the joint log-likelihood."""

from abc import ABC, abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.vectorizers import Rows, as_rows

Array = NDArray[np.float64]


class NaiveBayes(ABC):
    """A naive Bayes classifier whose state is counts.

    Fitted: `classes_` (K,), sorted; `class_count_` (K,), the weight of the texts of each class;
    `n_features_in_`; and the counts of the model, listed in `state_arrays` with the axis of their classes first, and
    in `integer_arrays` where they have none.
    """

    state_arrays: tuple[str, ...]
    integer_arrays: tuple[str, ...] = ()

    def __init__(self, *, class_prior: ArrayLike | None = None) -> None:
        self.class_prior = class_prior

    def fit(self, X: Any, y: ArrayLike, sample_weight: ArrayLike | None = None) -> Self:
        """Forget everything and learn X (n, d) with the labels y (n,), each text counting `sample_weight` times."""
        vars(self).pop("classes_", None)
        return self.partial_fit(X, y, sample_weight=sample_weight)

    def partial_fit(
        self, X: Any, y: ArrayLike, classes: ArrayLike | None = None, sample_weight: ArrayLike | None = None
    ) -> Self:
        """Learn more texts: X (n, d), y (n,). New classes are taken as they come; declaring them is optional.

        Raises ValueError when the sizes do not fit together or with what was learned, or when a number in X is
        one that the model has no meaning for.
        """
        rows, labels = as_rows(X), np.asarray(y)
        if labels.shape != (rows.shape[0],):
            raise ValueError(f"X has {rows.shape[0]} rows and y the shape {labels.shape}")
        weight = np.ones(len(labels)) if sample_weight is None else np.asarray(sample_weight, dtype=np.float64)
        if weight.shape != labels.shape:
            raise ValueError(f"sample_weight has the shape {weight.shape} and y {labels.shape}")
        self._check(rows)
        named = np.unique(labels if classes is None else np.concatenate((np.asarray(classes), labels)))
        if not hasattr(self, "classes_"):
            self.classes_ = named
            self.n_features_in_ = rows.shape[1]
            self._start(len(named), rows.shape[1])
        elif rows.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {rows.shape[1]} features, the model {self.n_features_in_}")
        self._admit(named)
        group = np.searchsorted(self.classes_, labels)
        self._add(rows, group, weight)
        return self

    def _admit(self, named: NDArray[Any]) -> None:
        """Make room for the classes not seen before."""
        classes = np.union1d(self.classes_, named)
        if len(classes) == len(self.classes_):
            return
        place = np.searchsorted(classes, self.classes_)
        for name in self.state_arrays:
            old = getattr(self, name)
            new = np.zeros((len(classes), *old.shape[1:]))
            new[place] = old
            setattr(self, name, new)
        self.classes_ = classes

    @abstractmethod
    def _start(self, n_classes: int, n_features: int) -> None:
        """Set every array of `state_arrays` to its zero state."""

    @abstractmethod
    def _add(self, rows: Rows, group: NDArray[np.int64], weight: Array) -> None:
        """Add n texts to the counts: `group` (n,) is each one's index in `classes_`, `weight` (n,) its weight."""

    @abstractmethod
    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c) for every row of X (n, d) and class: shape (n, K)."""

    def _check(self, rows: Rows) -> None:
        """Raise ValueError for numbers that the model has no meaning for."""

    def log_prior(self) -> Array:
        """Return log P(c), shape (K,): by documents, N_c / n, unless `class_prior` gives it."""
        if self.class_prior is not None:
            return safe_log(np.asarray(self.class_prior, dtype=np.float64))
        return safe_log(self.class_count_ / self.class_count_.sum())

    class_count_: Array

    def predict_log_proba(self, X: Any) -> Array:
        """Return log P(c | x), shape (n, K): the joint log-likelihood less its logsumexp, a row at a time.

        Where no class can have made the row (all joint probabilities are 0, alpha being 0) the row says nothing,
        and the prior is returned.
        """
        return log_posterior(self.joint_log_likelihood(X), self.log_prior())

    def predict_proba(self, X: Any) -> Array:
        """Return P(c | x), shape (n, K); every row sums to 1."""
        return np.exp(self.predict_log_proba(X))

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of the largest posterior for each row, shape (n,); the first of equals."""
        return self.classes_[np.argmax(self.predict_log_proba(X), axis=1)]

    def state(self) -> dict[str, Any]:
        """Return what was learned, as integers and numeric arrays by name: enough to go on learning."""
        names = ("classes_", "n_features_in_", *self.state_arrays, *self.integer_arrays)
        return {name: getattr(self, name) for name in names}

    def restore(self, state: dict[str, Any]) -> Self:
        """Take back what `state()` returned, in any numeric types; raise ValueError where it does not fit together."""
        self.classes_ = np.asarray(state["classes_"], dtype=np.int64)
        self.n_features_in_ = int(state["n_features_in_"])
        for name in self.state_arrays:
            setattr(self, name, np.asarray(state[name], dtype=np.float64))
        for name in self.integer_arrays:
            setattr(self, name, np.asarray(state[name], dtype=np.int64))
        for name, shape in self._shapes(len(self.classes_), self.n_features_in_).items():
            if getattr(self, name).shape != shape:
                raise ValueError(f"{name} has another shape than {shape}")
        return self

    @abstractmethod
    def _shapes(self, n_classes: int, n_features: int) -> dict[str, tuple[int, ...]]:
        """Return the shape that each array of the state must have."""


def log_posterior(jll: Array, log_prior: Array) -> Array:
    """Return jll less the logsumexp of each row; a row of nothing but -inf becomes the prior."""
    top = jll.max(axis=1, keepdims=True)
    impossible = np.isneginf(top[:, 0])
    if impossible.any():
        jll = np.where(impossible[:, None], log_prior, jll)
        top = jll.max(axis=1, keepdims=True)
    shifted = jll - top
    with np.errstate(divide="ignore"):
        result: Array = shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))
    return result


def safe_log(p: Array) -> Array:
    """Return log p with -inf for 0, without numpy's warning."""
    with np.errstate(divide="ignore"):
        result: Array = np.log(p)
    return result


def dot_logs(rows: Rows, logs: Array) -> Array:
    """Return `rows.dot(logs)` where logs may hold -inf: a term of probability 0 rules its class out.

    The -inf are counted apart, since in a sum a weight of theirs would turn into NaN.
    """
    zero = np.isneginf(logs)
    if not zero.any():
        return rows.dot(logs)
    product = rows.dot(np.where(zero, 0.0, logs))
    product[rows.with_data(np.abs(rows.data)).dot(zero.astype(np.float64)) > 0] = -np.inf
    return product
