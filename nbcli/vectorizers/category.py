"""Presence: 1 where the text has the term at all, however often (scikit-learn's CountVectorizer(binary=True))."""

import numpy as np

from nbcli.system.arrays import Array
from nbcli.vectorizers import Rows

USES_IDF = False


def weigh(counts: Rows, idf: Array) -> Rows:
    """Return ones in the places of `counts`."""
    return counts.with_data(np.ones(len(counts.data)))
