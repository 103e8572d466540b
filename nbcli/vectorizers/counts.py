"""Counts: how often the text has the term (scikit-learn's CountVectorizer)."""

import numpy as np
from numpy.typing import NDArray

from nbcli.vectorizers import Rows

USES_IDF = False


def weigh(counts: Rows, idf: NDArray[np.float64]) -> Rows:
    """Return the counts as they are."""
    return counts
