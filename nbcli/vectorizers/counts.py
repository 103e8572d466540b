"""Counts: how often the text has the term (scikit-learn's CountVectorizer)."""

from nbcli.system.arrays import Array
from nbcli.vectorizers import Gives, R

GIVES = Gives.COUNTS
USES_IDF = False
UNIT_LENGTH = False
# The words of a long text are not as independent as naive Bayes takes them.
LENGTH_EXPONENT = 0.5


def weigh(counts: R, idf: Array) -> R:
    """Return the counts as they are."""
    return counts
