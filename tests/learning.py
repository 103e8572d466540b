"""Views and classifiers of one recipe, as training learns them, without what leave-one-out says of them."""

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.view import View


def view_of(recipe: Recipe, corpus: Dataset) -> View:
    """Return the view of the recipe that has learned the corpus."""
    return corpus.learn([recipe], np.arange(0))[0].view


def classifier_of(recipe: Recipe, corpus: Dataset, *, digests: bool = True) -> Classifier:
    """Return the classifier of that view alone."""
    return Classifier.of(corpus, [view_of(recipe, corpus)], digests=digests)
