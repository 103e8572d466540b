"""What every model shares in predicting: the prior, the sum of the terms, and the posterior from it."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from nbcli.models._core.learning import Learner
from nbcli.models._core.leaving import Left
from nbcli.models._core.numbers import less, log_posterior, probabilities, ratio, sum_of_terms
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log
from nbcli.vectorizers import Rows

PRIORS = ("documents", "words", "uniform")

__all__ = ["PRIORS", "NaiveBayes", "log_posterior"]


class NaiveBayes(Learner):
    """A naive Bayes classifier: log P(c | x) = log P(c) + sum_i log p(x_i | c) - log of their sum over the classes.

    prior: how P(c) is estimated, "documents" (N_c / n), "words" (the words of c / all words) or "uniform" (1 / K).
    class_prior: (K,) probabilities in the order of `classes_`, in place of that.
    Raises ValueError for another prior, or for a class_prior that is no distribution.
    """

    # Whether of a number above 0 the model sees no more than that it is there, whatever length rows are scaled to.
    presence_only: ClassVar[bool] = False

    def __init__(self, *, prior: str = "documents", class_prior: ArrayLike | None = None) -> None:
        if prior not in PRIORS:
            raise ValueError(f"prior must be one of {', '.join(PRIORS)}, not {prior!r}")
        self.prior = prior
        self.class_prior = probabilities("class_prior", class_prior)

    def log_prior(self) -> Array:
        """Return log P(c), shape (K,); ValueError when class_prior has not K numbers."""
        if self.class_prior is None:
            count = self._prior_count()
            # Nothing counted says nothing: all classes are alike.
            count = count if count.any() else np.ones(len(count))
            return log(count / count.sum())
        if self.class_prior.shape != self.classes_.shape:
            raise ValueError(
                f"class_prior has {len(self.class_prior)} numbers, and there are {len(self.classes_)} classes"
            )
        return log(self.class_prior)

    def _prior_count(self) -> Array:
        """Return what P(c) is proportional to, shape (K,)."""
        if self.prior == "documents":
            return self.class_count_
        if self.prior == "uniform":
            return np.ones(len(self.classes_))
        if (self.word_count_ < 0).any():
            raise ValueError("the prior by words needs features that are counts, and there are negative ones")
        return self.word_count_

    @abstractmethod
    def _terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """Yield for each class the terms of log P(x | c).

        First what each feature adds where it is absent, that is 0, shape (d,); then what each number that is
        stored in `rows` adds, shape (nnz,).
        """

    def joint_log_likelihood(self, X: Any) -> Array:
        """Return log P(c) + log P(x | c) for every row of X (n, d) and class: shape (n, K).

        -inf where alpha = 0 lets a row be impossible in a class. Raises ValueError when nothing was learned, or X
        does not fit what was learned.
        """
        jll = self._log_likelihood(self._known(X))
        jll += self.log_prior()
        return jll

    def _log_likelihood(self, rows: Rows) -> Array:
        """Return log P(x | c), shape (n, K): the sum of the terms."""
        jll = np.empty((rows.shape[0], len(self.classes_)))
        for c, (absent, present) in enumerate(self._terms(rows)):
            jll[:, c] = sum_of_terms(rows, absent, present)
        return jll

    def leave_one_out(self, X: Any, y: ArrayLike, groups: ArrayLike | None = None, sample: Ints | None = None) -> Array:
        """Return the joint log-likelihood of texts under the model that never learned them: shape (m, K).

        X (n, d) and y (n,) are all that was learned, each text with weight 1. Texts of one number in `groups` (n,),
        which must be identical, leave together; `sample` (m,) names the texts to score, all by default. A class that
        has no other text is impossible: -inf.
        """
        rows = self._known(X)
        codes = np.searchsorted(self.classes_, np.asarray(y))
        return self.without(
            Left.of(rows, codes, len(self.classes_), None if groups is None else np.asarray(groups), sample)
        )

    def leaving(self, X: Any, own: Array, df: Ints, *, unit: bool = False) -> Left:
        """Return what leaves with m texts, X (m, d) as they were learned; own (m, K), df (d,), unit as in `Left`."""
        return Left.alone(self._features(X), own, df, unit=unit and not self.presence_only)

    def without(self, left: Left) -> Array:
        """Return the same for texts whose leaving was worked out before: shape (m, K)."""
        return self.log_prior_without(left) + self._terms_without(left)

    def log_prior_without(self, left: Left) -> Array:
        """Return log P(c) without the texts that leave, shape (m, K); -inf for a class that has no other text."""
        empty = self.class_count_ - left.own <= 0
        if self.class_prior is not None:
            return np.where(empty, -np.inf, self.log_prior())
        words = left.own * left.rows.row_sums()[:, None]
        gone = {"documents": left.own, "words": words, "uniform": np.zeros_like(left.own)}[self.prior]
        count = np.where(empty, 0.0, np.maximum(less(np.tile(self._prior_count(), (len(empty), 1)), gone), 0.0))
        nothing = ~count.any(axis=1)
        count[nothing] = ~empty[nothing]
        return log(ratio(count, count.sum(axis=1, keepdims=True)))

    @abstractmethod
    def _terms_without(self, left: Left) -> Array:
        """Return log P(x | c) without the texts that leave, shape (m, K)."""

    def contributions(self, X_row: Any) -> tuple[Array, Ints, Array]:
        """Return every term of the sum for one row, X_row (1, d): constant (K,), indices (m,) and parts (m, K).

        `parts[j]` is what the feature `indices[j]`, which the row has, adds to each class; `constant` is what all
        the absent ones add. log_prior() + constant + parts.sum(0) is the row's joint log-likelihood.
        """
        rows = self._known(X_row)
        if rows.shape[0] != 1:
            raise ValueError(f"expected one row, got {rows.shape[0]}")
        terms = list(self._terms(rows))
        # Of `nothing`, a million zeros for each of many classes, no term is looked at.
        constant = np.array([np.delete(a, rows.indices).sum() if a.strides != (0,) else 0.0 for a, _ in terms])
        parts = np.stack([present for _, present in terms], axis=1)
        return constant, rows.indices.astype(np.int64), parts

    def _known(self, X: Any) -> Rows:
        """Return X as the model sees it; ValueError when it does not fit what was learned."""
        if not len(getattr(self, "classes_", ())):
            raise ValueError("the model has learned no class yet")
        rows = self._features(X)
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
