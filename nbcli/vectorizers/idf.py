"""Presence times smooth idf, each row scaled to length 1 (scikit-learn's TfidfVectorizer(binary=True))."""

import numpy as np

from nbcli.system.arrays import Array
from nbcli.vectorizers import Gives, R, tfidf

GIVES = Gives.WEIGHTS
USES_IDF = True
UNIT_LENGTH = True
# Rows have the same length already.
LENGTH_EXPONENT = 0.0


def weigh(counts: R, idf: Array) -> R:
    """Return what tfidf makes of the presence of the terms."""
    return tfidf.weigh(counts.with_data(np.ones(len(counts.data))), idf)
