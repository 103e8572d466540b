"""Vectorizers: tokens in, a sparse matrix of texts x terms out.

The contract of a vectorizer (one file in this folder):

    def weigh(counts: R, idf: NDArray) -> R           counts of terms in texts -> the features of this name
    GIVES: Gives                                      what these numbers are: presence, counts or weights
    USES_IDF: bool                                    whether `weigh` looks at idf
    UNIT_LENGTH: bool                                 whether it scales rows to length 1
    LENGTH_EXPONENT: float                            the power of a text's length by which a blend divides its score

The terms, and how texts become counts of them, are the same for all: `Vocabulary`.
"""

from enum import Enum, auto
from typing import TypeVar

from nbcli.vectorizers._counting.cells import Cells
from nbcli.vectorizers._counting.ngrams import (
    MAX_N,
    Range,
    TooManyTokensError,
    check_bits,
    keys_of,
    keys_over,
    renumbered,
)
from nbcli.vectorizers._counting.rows import MOST_CELLS, Rows, Sparse, as_rows, check_room, has_room
from nbcli.vectorizers._counting.selection import Selection
from nbcli.vectorizers._counting.vocabulary import (
    Vocabulary,
    count_terms,
    most_frequent,
    select,
    smooth_idf,
)

# Rows or Cells: what comes in goes out.
R = TypeVar("R", bound=Sparse)


class Gives(Enum):
    """What the numbers of a vectorizer are."""

    PRESENCE = auto()
    COUNTS = auto()
    WEIGHTS = auto()

    @property
    def whole(self) -> bool:
        """Whether they are whole numbers, and a text's own depend on no other text."""
        return self is not Gives.WEIGHTS


__all__ = [
    "MAX_N",
    "MOST_CELLS",
    "Cells",
    "Gives",
    "Range",
    "Rows",
    "Selection",
    "Sparse",
    "TooManyTokensError",
    "Vocabulary",
    "as_rows",
    "check_bits",
    "check_room",
    "count_terms",
    "has_room",
    "keys_of",
    "keys_over",
    "most_frequent",
    "renumbered",
    "select",
    "smooth_idf",
]
