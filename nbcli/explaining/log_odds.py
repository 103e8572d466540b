"""The terms that speak most for each class: log-odds against the rest, with a bound that grows with the support."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeGuard

import numpy as np

from nbcli.choices import load
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.text_view import TextView
from nbcli.classifier.view import View
from nbcli.explaining.whole_terms import Whole, wholes
from nbcli.models import ClassCounts
from nbcli.system.arrays import Array
from nbcli.system.elementary import log
from nbcli.vectorizers import Gives

TEXTS, OCCURRENCES, WEIGHTS = "texts", "occurrences", "weights"
_Z = 1.96


@dataclass(frozen=True)
class ClassTerm:
    """A term that speaks for `label` in the view of that name: log-odds, their lower bound, and what bears them out.

    `here` and `elsewhere`: how much of `counted` (texts, occurrences or tfidf weights) the class and all others have.
    `texts`: in how many learned texts of any class it stands. `shown`: the term as people see it. `whole`: what it adds
    with its linear correction, where the classifier has one.
    """

    label: str
    view: str
    term: str
    log_odds: float
    at_least: float
    counted: str
    here: float
    elsewhere: float
    texts: int
    shown: str
    whole: Whole | None = None


def class_terms(classifier: Classifier, labels: Sequence[str] | None = None, top: int = 10) -> list[ClassTerm]:
    """Return for each label, in each view, the `top` terms that speak most for it, the first of them first.

    Ranked by `at_least`, the lower end of the 95 % interval of the log-odds, so that a term of one text does not
    stand before a term of a thousand. Where there is a linear correction, by all that the term adds, that included.
    """
    found = []
    place = {label: c for c, label in enumerate(classifier.labels)}
    for number, view in enumerate(classifier.views):
        if has_terms(view):
            state = _Counted(classifier, number, view, *_counts(view))
            for label in classifier.labels if labels is None else labels:
                found += state.of_class(label, place[label], top)
    return found


def has_terms(view: View) -> TypeGuard[TextView]:
    """Say whether a view reads terms of a text."""
    return isinstance(view, TextView)


@dataclass(frozen=True)
class _Counted:
    """A view, and what its model has counted: each term's count in each class (K, d), and each class's total (K,)."""

    classifier: Classifier
    number: int
    view: TextView
    counted: str
    counts: Any
    totals: Array

    @cached_property
    def every(self) -> Array:
        """Each term's count in all classes, (d,)."""
        every: Array = self.counts.sum(axis=0)
        return every

    def of_class(self, label: str, c: int, top: int) -> list[ClassTerm]:
        """Return the first `top` terms of class c, which is called `label`."""
        # Of many classes each has a few of the terms.
        sparse = isinstance(self.counts, ClassCounts)
        columns, here = self.counts.of_class(c) if sparse else (np.arange(len(self.every)), self.counts[c])
        elsewhere = np.maximum(self.every[columns] - here, 0.0)
        odds, error = log_odds(here, self.totals[c], elsewhere, self.totals.sum() - self.totals[c])
        bound = odds - _Z * error
        whole = wholes(self.classifier, self.number, c, columns, bound, self.every[columns])
        best = np.lexsort((-here, -(bound if whole is None else whole[1])))[:top]
        shown = zip(best.tolist(), columns[best].tolist(), self.view.spell(columns[best].tolist()), strict=True)
        return [
            ClassTerm(
                label=label,
                view=self.view.name,
                term=term,
                log_odds=float(odds[j]),
                at_least=float(bound[j]),
                counted=self.counted,
                here=float(here[j]),
                elsewhere=float(elsewhere[j]),
                texts=int(self.view.df[column]),
                shown=self.view.shown(term),
                whole=None if whole is None else Whole(float(whole[0][j]), float(whole[1][j])),
            )
            for j, column, term in shown
            if here[j] > 0
        ]


def log_odds(a: Array, n_a: float, b: Array, n_b: float) -> tuple[Array, Array]:
    """Return the log of the odds of a in n_a over those of b in n_b, and its standard error, both of a's shape.

    A half is added to each of the four counts (Haldane 1956, Anscombe 1956), so that a term of one class only has
    odds too; the error is Gart's (1966), the root of the sum of their reciprocals.
    """
    cells = [a + 0.5, np.maximum(n_a - a, 0.0) + 0.5, b + 0.5, np.maximum(n_b - b, 0.0) + 0.5]
    odds: Array = log(cells[0] / cells[1]) - log(cells[2] / cells[3])
    error: Array = np.sqrt(sum(1 / cell for cell in cells))
    return odds, error


def _counts(view: TextView) -> tuple[str, Any, Array]:
    """Return what the model has counted, each term's count in each class (K, d), and each class's total (K,).

    The models that see presence or values alone count texts, whatever the features are.
    """
    gives, counts = load("vectorizers", view.recipe.features).GIVES, view.model.term_counts()
    if gives is Gives.PRESENCE or view.model.takes.texts:
        return TEXTS, counts, view.model.class_count_
    return (OCCURRENCES if gives is Gives.COUNTS else WEIGHTS), counts, counts.sum(axis=1)
