"""The terms that speak most for each class: log-odds against the rest, with a bound that grows with the support."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbcli.elementary import log
from nbcli.models._base import NaiveBayes
from nbcli.pipeline import Pipeline
from nbcli.view import View

Array = NDArray[np.float64]

TEXTS, OCCURRENCES, WEIGHTS = "texts", "occurrences", "weights"
_Z = 1.96


@dataclass(frozen=True)
class Telling:
    """A term that speaks for `label`: log-odds, their lower bound, and what bears them out.

    `here` and `elsewhere`: how much of `counted` (texts, occurrences or tfidf weights) the class and all others have.
    `texts`: in how many learned texts of any class it stands.
    """

    label: str
    view: int
    term: str
    log_odds: float
    at_least: float
    here: float
    elsewhere: float
    counted: str
    texts: int


def telling(pipeline: Pipeline, labels: Sequence[str] | None = None, top: int = 10) -> list[Telling]:
    """Return for each label, in each view, the `top` terms that speak most for it, the first of them first.

    Ranked by `at_least`, the lower end of the 95 % interval of the log-odds, so that a term of one text does not
    stand before a term of a thousand.
    """
    found = []
    for number, view in enumerate(pipeline.views):
        counted, counts, totals = _counts(view)
        for label in pipeline.labels if labels is None else labels:
            found += _of_class(pipeline, number, label, top, (counted, counts, totals))
    return found


def _of_class(pipeline: Pipeline, number: int, label: str, top: int, state: tuple[str, Array, Array]) -> list[Telling]:
    counted, counts, totals = state
    view, c = pipeline.views[number], pipeline.labels.index(label)
    here, elsewhere = counts[c], np.maximum(counts.sum(axis=0) - counts[c], 0.0)
    odds, error = log_odds(here, totals[c], elsewhere, totals.sum() - totals[c])
    bound = odds - _Z * error
    best = np.lexsort((-here, -bound))[:top].tolist()
    columns = zip(best, view.spell(best), strict=True)
    return [
        Telling(
            label=label,
            view=number,
            term=term,
            log_odds=float(odds[j]),
            at_least=float(bound[j]),
            here=float(here[j]),
            elsewhere=float(elsewhere[j]),
            counted=counted,
            texts=int(view.df[j]),
        )
        for j, term in columns
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


def _counts(view: View) -> tuple[str, Array, Array]:
    """Return what the model has counted, each term's count in each class (K, d), and each class's total (K,).

    The models that see presence alone count texts, whatever the features are called.
    """
    model, features = view.model, view.recipe.features
    counts = _sums(model)
    if features == "category" or view.recipe.model in ("bernoulli", "categorical"):
        return TEXTS, counts, model.class_count_
    return (OCCURRENCES if features == "counts" else WEIGHTS), counts, counts.sum(axis=1)


def _sums(model: NaiveBayes) -> Array:
    """Return the sum of each feature over each class (for categorical: its texts with another value than 0), (K, d)."""
    if hasattr(model, "feature_count_"):
        counts: Array = model.feature_count_
        return counts
    if hasattr(model, "cells_"):
        feature, cells, d = model.cells_ >> 32, getattr(model, "cell_count_"), model.n_features_in_  # noqa: B009
        return np.array([np.bincount(feature, row, minlength=d) for row in cells])
    # A mean times its count is whole but for rounding where the features are.
    sums: Array = getattr(model, "theta_") * model.class_count_[:, None]  # noqa: B009
    rounded = np.round(sums)
    return np.where(np.abs(sums - rounded) < 1e-6, rounded, sums)
