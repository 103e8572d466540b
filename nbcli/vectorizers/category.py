"""Presence: 1 where the text has the term at all, however often (scikit-learn's CountVectorizer(binary=True))."""

import numpy as np

from nbcli.system.arrays import Array
from nbcli.vectorizers import Gives, R

GIVES = Gives.PRESENCE
USES_IDF = False
UNIT_LENGTH = False
# The words of a long text are not as independent as naive Bayes takes them.
LENGTH_EXPONENT = 0.5


def weigh(counts: R, idf: Array) -> R:
    """Return ones in the places of `counts`."""
    return counts.with_data(np.ones(len(counts.data)))
