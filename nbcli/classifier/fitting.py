"""From counts of terms to features and a model: one way, whoever has counted and however many texts at a time."""

from typing import TypeVar

import numpy as np

from nbcli.choices import load
from nbcli.classifier.recipe import Recipe
from nbcli.models import NaiveBayes
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Sparse, smooth_idf

R = TypeVar("R", bound=Sparse)


def uses_idf(features: str) -> bool:
    """Say whether the features look at idf."""
    return bool(load("vectorizers", features).USES_IDF)


def idf_of(features: str, df: Ints, n_texts: int) -> Array:
    """Return the inverse document frequencies that the features need, (d,) as df, or (0,) when they need none."""
    return smooth_idf(df, n_texts) if uses_idf(features) else np.zeros(0)


def unseen_idf(n_texts: int) -> float:
    """Return the inverse document frequency of a term that stands in none of the texts."""
    return float(smooth_idf(np.zeros(1, dtype=np.int64), n_texts)[0])


def weighed(features: str, counts: R, idf: Array) -> R:
    """Return the features of counted texts, counts (n, d), idf as of `idf_of`."""
    rows: R = load("vectorizers", features).weigh(counts, idf)
    return rows


def fitted(recipe: Recipe, rows: Sparse, codes: Ints, n_classes: int | None = None) -> NaiveBayes:
    """Return the recipe's model of n texts, features (n, d) and classes codes (n,).

    It knows the classes below `n_classes`, those of the texts alone for None.
    """
    return recipe.new_model().partial_fit(rows, codes, classes=None if n_classes is None else np.arange(n_classes))
