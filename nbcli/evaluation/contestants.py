"""What is compared on a table: densities, the default of `nb train`, and for scale classifiers of others."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any
from warnings import catch_warnings, simplefilter

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory
from nbcli.evaluation.linear import spread
from nbcli.evaluation.metrics import Outcome
from nbcli.schema import CATEGORY, TEXT, Schema
from nbcli.system.arrays import Array, Ints
from nbcli.system.timing import stage

# A column of more categories is left to others by the boosted trees, which take no more.
_MOST_CATEGORIES = 255


@dataclass(frozen=True)
class Contestant(ABC):
    """One that learns a part of a table's records and labels the others; `own`: `nb train` makes it, by `options`."""

    name: str
    own: bool = True
    options: str = ""

    @abstractmethod
    def outcome(self, corpus: InMemory, schema: Schema, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the records `test` when it has learned the records `train`."""


class Ours(Contestant):
    """What `nb train` makes."""

    @abstractmethod
    def classifier(self, corpus: InMemory, schema: Schema) -> Classifier:
        """Return the classifier that has learned all records."""

    def outcome(self, corpus: InMemory, schema: Schema, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the records `test`."""
        start = perf_counter()
        with stage("learn"):
            classifier = self.classifier(corpus.take(train, corpus.codes[train]), schema)
        trained = perf_counter()
        with stage("classify"):
            scores = classifier.answer(classifier.rows(corpus.take(test, corpus.codes[test]).batch))[0]
        return Outcome(corpus.codes[test], scores, trained - start, perf_counter() - trained, classifier.terms)


class Dense(Ours):
    """One density for all columns of numbers, and probabilities for categories; a text says nothing to it."""

    def classifier(self, corpus: InMemory, schema: Schema) -> Classifier:
        """Return the classifier that has learned all records."""
        from nbcli.training.asked import Asked
        from nbcli.training.plain import Plain, plain_classifier

        plain = Plain.of(None, Asked(self.name))
        assert plain is not None
        without = replace(schema, columns=tuple(column for column in schema.columns if column.kind != TEXT))
        return plain_classifier(corpus, without, plain, digests=False)


class OfTrain(Ours):
    """The default of `nb train`."""

    def classifier(self, corpus: InMemory, schema: Schema) -> Classifier:
        """Return the classifier that has learned all records."""
        from nbcli.training.tables import learn_table

        return learn_table(corpus, schema, digests=False)[0]


class Fitted(Contestant):
    """A classifier of scikit-learn, with its defaults."""

    @abstractmethod
    def model(self, seed: int, categories: Sequence[int]) -> Any:
        """Return a new one, of a matrix in which these columns are categories."""

    @abstractmethod
    def matrix(self, corpus: InMemory, schema: Schema, train: Ints) -> tuple[Array, list[int]]:
        """Return the records as numbers (n, d), and which columns are categories."""

    def outcome(self, corpus: InMemory, schema: Schema, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the records `test`."""
        start = perf_counter()
        X, categories = self.matrix(corpus, schema, train)
        model, k = self.model(seed, categories), len(corpus.labels)
        with stage("learn"), catch_warnings():
            # Too few iterations for the last digit are what a user of the defaults gets.
            simplefilter("ignore")
            model.fit(X[train], corpus.codes[train])
        trained = perf_counter()
        with stage("classify"), np.errstate(divide="ignore"):
            scores = spread(np.log(model.predict_proba(X[test])), model.classes_, k)
        return Outcome(corpus.codes[test], scores, trained - start, perf_counter() - trained, X.shape[1])


class LogisticRegression(Fitted):
    """Logistic regression on numbers scaled, missing ones as their mean, and a column a category."""

    def model(self, seed: int, categories: Sequence[int]) -> Any:
        """Return a new one."""
        from sklearn.linear_model import LogisticRegression

        return LogisticRegression(max_iter=1000)

    def matrix(self, corpus: InMemory, schema: Schema, train: Ints) -> tuple[Array, list[int]]:
        """Return the records as numbers."""
        parts = []
        for column in _columns(schema):
            x = corpus.cells[column.name].x
            if column.kind == CATEGORY:
                parts.append((x[:, None] == np.arange(len(corpus.cells[column.name].categories))).astype(np.float64))
                continue
            own = x[train][~np.isnan(x[train])]
            mean, scale = (float(own.mean()), float(own.std())) if len(own) else (0.0, 1.0)
            parts.append((np.nan_to_num((x - mean) / (scale or 1.0)))[:, None])
        return np.hstack(parts), []


class Boosting(Fitted):
    """Gradient boosted trees on histograms, which take missing values and categories as they are."""

    def model(self, seed: int, categories: Sequence[int]) -> Any:
        """Return a new one."""
        from sklearn.ensemble import HistGradientBoostingClassifier

        return HistGradientBoostingClassifier(categorical_features=list(categories) or None, random_state=seed)

    def matrix(self, corpus: InMemory, schema: Schema, train: Ints) -> tuple[Array, list[int]]:
        """Return the records as numbers."""
        columns = [c for c in _columns(schema) if len(corpus.cells[c.name].categories) <= _MOST_CATEGORIES]
        categories = [j for j, column in enumerate(columns) if column.kind == CATEGORY]
        return np.stack([corpus.cells[column.name].x for column in columns], axis=1), categories


def _columns(schema: Schema) -> list[Any]:
    return [column for column in schema.used if column.kind != TEXT]
