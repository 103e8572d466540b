"""Views and classifiers of one recipe, without what leave-one-out says of them, and what leaves with a text."""

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.view import View
from nbcli.models import Left, own_of
from nbcli.system.arrays import Ints
from nbcli.vectorizers import Rows


def view_of(recipe: Recipe, corpus: Dataset) -> View:
    """Return the view of the recipe that has learned the corpus."""
    return corpus.learn([recipe], np.arange(0))[0].view


def classifier_of(recipe: Recipe, corpus: Dataset, *, digests: bool = True) -> Classifier:
    """Return the classifier of that view alone."""
    return Classifier.of(corpus, [view_of(recipe, corpus)], digests=digests)


def left_of(rows: Rows, codes: Ints, n_classes: int, groups: Ints | None, sample: Ints | None, **how: bool) -> Left:
    """Return what leaves with each of the texts `sample` (all for None); `groups` (n,) is one number for copies."""
    group = np.arange(rows.shape[0]) if groups is None else groups
    chosen = np.arange(rows.shape[0]) if sample is None else sample
    df = np.bincount(rows.indices, minlength=rows.shape[1])
    return Left.alone(rows.take(chosen), own_of(group, codes, n_classes, chosen), df, **how)
