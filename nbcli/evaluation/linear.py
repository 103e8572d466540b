"""scikit-learn's linear models, with its defaults, on the features of a comparison."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from time import perf_counter
from typing import Any, ClassVar
from warnings import catch_warnings, simplefilter

import numpy as np

from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.metrics import Outcome
from nbcli.evaluation.train_test import Spent, TrainTest
from nbcli.system.arrays import Array, Ints
from nbcli.system.timing import stage


class Linear(ABC):
    """A linear model: one more column of the matrix. `name` is its recipe's model."""

    name: ClassVar[str]

    @abstractmethod
    def new(self, seed: int) -> Any:
        """Return a new model."""

    def outcome(self, recipe: Recipe, side: TrainTest, codes: Ints, k: int, seed: int, cut: Spent) -> Outcome:
        """Return what it makes of the test texts of `side`, of the classes codes (m,), of k.

        `cut`: what it took to cut the texts into tokens.
        """
        X, test = side.train(recipe.features).tocsr(), side.test(recipe.features).tocsr()
        spent = cut + side.ready(recipe)
        model, start = self.new(seed), perf_counter()
        with stage("learn"), catch_warnings():
            # Too few iterations for the last digit are what a user of the defaults gets.
            simplefilter("ignore")
            model.fit(X, side.codes)
        trained, probable = perf_counter(), hasattr(model, "predict_log_proba")
        with stage("classify"), np.errstate(divide="ignore"):
            scores = model.predict_log_proba(test) if probable else model.decision_function(test)
        if scores.ndim == 1:
            scores = np.stack([-scores, scores], axis=1)
        spent += Spent(trained - start, perf_counter() - trained)
        wide = spread(scores, model.classes_, k)
        return Outcome(codes, wide, spent.train, spent.predict, side.terms, probable=probable)


class LinearSvc(Linear):
    """A support vector machine, which has no probabilities."""

    name = "linear-svc"

    def new(self, seed: int) -> Any:
        """Return a new model."""
        from sklearn.svm import LinearSVC

        return LinearSVC(random_state=seed)


class Logistic(Linear):
    """Logistic regression."""

    name = "logistic"

    def new(self, seed: int) -> Any:
        """Return a new model."""
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(max_iter=1000)


def spread(scores: Array, classes: Sequence[int] | Ints, k: int) -> Array:
    """Return scores (m, j) of some classes as those of all k, -inf for the others: shape (m, k)."""
    if len(classes) == k:
        return scores
    wide = np.full((len(scores), k), -np.inf)
    wide[:, np.asarray(classes)] = scores
    return wide
