"""Vectorizers: tokens in, a sparse matrix of texts x terms out.

The contract of a vectorizer (one file in this folder):

    def weigh(counts: Rows, idf: NDArray) -> Rows     counts of terms in texts -> the features of this name
    USES_IDF: bool                                    whether `weigh` looks at idf, and scales rows to length 1

The terms, and how texts become counts of them, are the same for all: `_vocabulary.Vocabulary`.
"""

from nbcli.vectorizers._rows import Cells, Rows, as_rows, check_room, has_room
from nbcli.vectorizers._vocabulary import Vocabulary, smooth_idf

__all__ = ["Cells", "Rows", "Vocabulary", "as_rows", "check_room", "has_room", "smooth_idf"]
