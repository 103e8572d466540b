"""What every model shares in predicting: the sum of the terms, and the posterior from it."""

from abc import abstractmethod
from collections.abc import Iterator
from inspect import signature
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from nbcli.models._core.contract import At, Equation, Steps, Takes
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import log_posterior, sum_of_terms
from nbcli.models._core.prior import Prior
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp
from nbcli.vectorizers import Rows


class NaiveBayes(Prior):
    """A naive Bayes classifier: log P(c | x) = log P(c) + sum_i log p(x_i | c) - log of their sum over the classes."""

    takes: ClassVar[Takes] = Takes.AMOUNTS
    equation: ClassVar[Equation]

    @classmethod
    def name(cls) -> str:
        """Return the name of the choice."""
        return cls.__module__.rpartition(".")[2]

    @classmethod
    def options(cls) -> tuple[str, ...]:
        """Return the names of the model's own options, its smoothing first; the prior is everybody's."""
        common = signature(NaiveBayes).parameters
        return tuple(name for name in signature(cls).parameters if name not in common)

    def seen(self, X: Any) -> Rows:
        """Return X (n, d) as the model sees it; ValueError for numbers that it has no meaning for."""
        return self.takes.seen(X, type(self).__name__)

    # The model's own

    @abstractmethod
    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """Yield for each class the terms of log P(x | c).

        First what each feature adds where it is absent, that is 0, shape (d,); then what each number that is
        stored in `rows` adds, shape (nnz,).
        """

    @abstractmethod
    def terms_without(self, left: Left) -> Array:
        """Return log P(x | c) without the texts that leave, shape (m, K)."""

    @abstractmethod
    def steps(self, m: Plain, at: At) -> Steps:
        """Return how one of the terms is worked out, in the notation m."""

    @abstractmethod
    def term_counts(self) -> Any:
        """Return how much of each feature each class has, (K, d), an array or ClassCounts; texts where takes.texts."""

    def linear(self) -> tuple[Array, Array] | None:
        """Return bias (K,) and weights (K, d) with joint log-likelihood = bias + seen(X) @ weights.T.

        None for a model that is not linear in x. ValueError where a weight would be infinite (alpha is 0).
        """
        return None

    # What comes from these

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c) for every row of X (n, d) and class: shape (n, K).

        -inf where alpha = 0 lets a row be impossible in a class. Raises ValueError when nothing was learned, or X
        does not fit what was learned.
        """
        jll = self._log_likelihood(self.known(X))
        jll += self.log_prior()
        return jll

    def _log_likelihood(self, rows: Rows) -> Array:
        """Return log P(x | c), shape (n, K): the sum of the terms."""
        jll = np.empty((rows.shape[0], len(self.classes_)))
        for c, (absent, present) in enumerate(self.terms(rows)):
            jll[:, c] = sum_of_terms(rows, absent, present)
        return jll

    def leaving(self, X: Any, own: Array, df: Ints, *, unit: bool = False) -> Left:
        """Return what leaves with m texts, X (m, d) as they were learned; own (m, K), df (d,), unit as in `Left`."""
        # To presence the length of a row is nothing.
        return Left.alone(self.seen(X), own, df, unit=unit and self.takes is not Takes.PRESENCE)

    def without(self, left: Left) -> Array:
        """Return the joint log-likelihood of texts under the model that never learned them: shape (m, K).

        A class that has no other text is impossible: -inf.
        """
        return self.log_prior_without(left) + self.terms_without(left)

    def contributions(self, X_row: Any) -> tuple[Array, Ints, Array]:
        """Return every term of the sum for one row, X_row (1, d): constant (K,), indices (m,) and parts (m, K).

        `parts[j]` is what the feature `indices[j]`, which the row has, adds to each class; `constant` is what all
        the absent ones add. log_prior() + constant + parts.sum(0) is the row's joint log-likelihood.
        """
        rows = self.known(X_row)
        if rows.shape[0] != 1:
            raise ValueError(f"expected one row, got {rows.shape[0]}")
        terms = list(self.terms(rows))
        # Of `nothing`, a million zeros for each of many classes, no term is looked at.
        constant = np.array([np.delete(a, rows.indices).sum() if a.strides != (0,) else 0.0 for a, _ in terms])
        parts = np.stack([present for _, present in terms], axis=1)
        return constant, rows.indices.astype(np.int64), parts

    def known(self, X: Any) -> Rows:
        """Return X as the model sees it; ValueError when it does not fit what was learned."""
        if not len(getattr(self, "classes_", ())):
            raise ValueError("the model has learned no class yet")
        rows = self.seen(X)
        if rows.shape[1] != self.n_features_in_:
            raise ValueError(f"X has {rows.shape[1]} features, and the model {self.n_features_in_}")
        return rows

    def predict_log_proba(self, X: Any) -> Array:
        """Return log P(c | x), shape (n, K): the joint log-likelihood less its logsumexp, a row at a time.

        Where no class can have made the row (all joint probabilities are 0, alpha being 0) the row says nothing,
        and the prior is returned.
        """
        return log_posterior(self.joint_log_likelihood(X), self.log_prior())

    def predict_proba(self, X: Any) -> Array:
        """Return P(c | x), shape (n, K); every row sums to 1."""
        proba: Array = exp(self.predict_log_proba(X))
        return proba

    def predict(self, X: Any) -> NDArray[Any]:
        """Return the class of the largest posterior for each row, shape (n,); the first of equals."""
        best = np.argmax(self.predict_log_proba(X), axis=1)
        labels: NDArray[Any] = self.classes_[best]
        return labels
