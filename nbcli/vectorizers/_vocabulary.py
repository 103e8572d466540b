"""The terms: which n-grams count, and the counts of them in texts."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nbcli.tokenizers import Tokens
from nbcli.vectorizers._ngrams import Range, ids_of, keys_of, renumbered, used_of
from nbcli.vectorizers._rows import Rows


@dataclass(frozen=True)
class Vocabulary:
    """The terms, as sorted n-gram keys, shape (d,); column j of every matrix is the term `keys[j]`."""

    keys: NDArray[np.int64]
    ngrams: Range

    @classmethod
    def learn(
        cls, tokens: Tokens, ngrams: Range, *, top_k: int | None = None, min_df: int = 1
    ) -> tuple["Vocabulary", Rows]:
        """Return the vocabulary of the texts and their counts, shape (n, d).

        Kept are the terms that stand in at least `min_df` texts, of these the `top_k` that occur most often; at
        the cut, a tie goes to the term seen first.
        """
        keys, texts, places = keys_of(tokens, ngrams)
        terms, columns = np.unique(keys, return_inverse=True)
        counts = _count(texts, columns, (len(tokens), len(terms)))
        chosen = np.bincount(counts.indices, minlength=len(terms)) >= min_df
        if top_k is not None and chosen.sum() > top_k:
            frequency = np.bincount(columns, minlength=len(terms))
            first = np.full(len(terms), len(tokens.ids))
            np.minimum.at(first, columns, places)
            order = np.lexsort((first, -frequency, ~chosen))
            chosen = np.zeros(len(terms), dtype=bool)
            chosen[order[:top_k]] = True
        if chosen.all():
            return cls(terms, ngrams), counts
        return cls(terms[chosen], ngrams), _select(counts, chosen)

    def count(self, tokens: Tokens) -> Rows:
        """Return how often each term stands in each text, shape (n, d)."""
        keys, texts, _ = keys_of(tokens, self.ngrams)
        columns = np.searchsorted(self.keys, keys)
        columns[columns == len(self.keys)] = 0
        known = self.keys[columns] == keys if len(self.keys) else np.zeros(len(keys), dtype=bool)
        return _count(texts[known], columns[known], (len(tokens), len(self.keys)))

    def ids(self, column: int) -> list[int]:
        """Return the token ids of a term."""
        return ids_of(int(self.keys[column]), self.ngrams)

    def used(self, n_symbols: int) -> NDArray[np.int64]:
        """Return the ids, of those below `n_symbols`, that stand in some term, sorted."""
        return used_of(self.keys, self.ngrams, n_symbols)

    def renumbered(self, new_id: NDArray[np.int64]) -> "Vocabulary":
        """Return the same terms where symbol i is now `new_id[i]`; the new ids must be in the order of the old."""
        return Vocabulary(renumbered(self.keys, self.ngrams, new_id), self.ngrams)


def smooth_idf(document_frequency: NDArray[np.int64], n_documents: int) -> NDArray[np.float64]:
    """Return ln((1 + n) / (1 + df)) + 1 for each term, shape (d,): scikit-learn's smooth idf."""
    return np.log((1 + n_documents) / (1 + document_frequency)) + 1


def _count(texts: NDArray[np.int32], columns: NDArray[np.int64], shape: tuple[int, int]) -> Rows:
    """Return the number of times each (text, column) pair stands in the two arrays."""
    width = max(shape[1], 1)
    cells, counts = np.unique(texts * np.int64(width) + columns, return_counts=True)
    row_of, indices = np.divmod(cells, width)
    indptr = np.searchsorted(row_of, np.arange(shape[0] + 1))
    return Rows(counts.astype(np.float64), indices, indptr, shape)


def _select(counts: Rows, chosen: NDArray[np.bool_]) -> Rows:
    """Return the chosen columns only."""
    kept = chosen[counts.indices]
    new_column = np.cumsum(chosen) - 1
    indptr = np.concatenate(([0], np.cumsum(kept)))[counts.indptr]
    return Rows(counts.data[kept], new_column[counts.indices[kept]], indptr, (counts.shape[0], int(chosen.sum())))
