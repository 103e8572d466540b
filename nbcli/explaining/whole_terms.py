"""What a term adds in the whole to a class: the naive Bayes part of its view, and its linear correction."""

from dataclasses import dataclass

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.text_view import TextView
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import power


@dataclass(frozen=True)
class Whole:
    """What a term adds to its class above the others in a text of mean length: its correction, and all it `adds`."""

    correction: float
    adds: float


def wholes(
    classifier: Classifier, number: int, c: int, columns: Ints, bound: Array, every: Array
) -> tuple[Array, Array] | None:
    """Return the correction of n terms of view `number` and all that they add to class c, (n,); None without one.

    Of the log-odds the lower end of the interval counts, bound (n,), times the view's weight in a text of mean length
    and the mean of the term's feature where it stands; every (n,) are its features summed over all texts. Of the
    correction it is what class c gets above the mean of the others.
    """
    blend, correction, view = classifier.blend, classifier.correction, classifier.views[number]
    if blend is None or correction is None or not isinstance(view, TextView):
        return None
    length = max(float(view.model.term_counts().sum()) / max(int(classifier.texts.sum()), 1), 1.0)
    scale = blend.weights[number] / power(np.array([length]), blend.exponents[number])
    k = len(classifier.labels)
    parts = correction.of_terms(number, columns, k)
    own = parts[:, c] - (parts.sum(axis=1) - parts[:, c]) / (k - 1)
    return own, scale * every / np.maximum(view.df[columns], 1) * bound + own
