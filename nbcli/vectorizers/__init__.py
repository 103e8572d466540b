"""Vectorizers: tokens in, a sparse matrix of texts x terms out.

The contract of a vectorizer (one file in this folder):

    def weigh(counts: Rows, idf: NDArray) -> Rows     counts of terms in texts -> the features of this name
    USES_IDF: bool                                    whether `weigh` looks at idf, and scales rows to length 1

The terms, and how texts become counts of them, are the same for all: `Vocabulary`.
"""

from nbcli.vectorizers._counting.ngrams import (
    MAX_N,
    Range,
    TooManyTokensError,
    check_bits,
    keys_of,
    keys_over,
    renumbered,
)
from nbcli.vectorizers._counting.rows import MOST_CELLS, Cells, Rows, as_rows, check_room, has_room
from nbcli.vectorizers._counting.vocabulary import (
    Vocabulary,
    count_cells,
    count_terms,
    most_frequent,
    select,
    smooth_idf,
)

__all__ = [
    "MAX_N",
    "MOST_CELLS",
    "Cells",
    "Range",
    "Rows",
    "TooManyTokensError",
    "Vocabulary",
    "as_rows",
    "check_bits",
    "check_room",
    "count_cells",
    "count_terms",
    "has_room",
    "keys_of",
    "keys_over",
    "most_frequent",
    "renumbered",
    "select",
    "smooth_idf",
]
