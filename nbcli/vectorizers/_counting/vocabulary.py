"""The terms: which n-grams count, and the counts of them in texts."""

from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log
from nbcli.tokenizers import Symbols, Tokens, offsets_of
from nbcli.vectorizers._counting.cells import Cells, stable_order
from nbcli.vectorizers._counting.ngrams import Range, ids_of, keys_over, largest_of, renumbered, sorted_keys_of, used_of
from nbcli.vectorizers._counting.rows import Rows, Sparse
from nbcli.vectorizers._counting.selection import Selection

R = TypeVar("R", bound=Sparse)
ALL = Selection()


@dataclass(frozen=True)
class Vocabulary:
    """The terms, as sorted n-gram keys, shape (d,); column j of every matrix is the term `keys[j]`."""

    keys: Ints
    ngrams: Range

    @classmethod
    def learn(cls, tokens: Tokens, ngrams: Range, selection: Selection = ALL) -> tuple["Vocabulary", Rows]:
        """Return the vocabulary of the texts and their counts, shape (n, d); of blank tokens alone no term is made."""
        terms, counts, first = count_ngrams(tokens, ngrams)
        chosen = selection.by_df(counts.df())
        chosen[blanks(terms, tokens.symbols, ngrams)] = False
        if selection.cuts(int(chosen.sum())):
            frequency = np.bincount(counts.indices, counts.data, minlength=len(terms))
            chosen = most_frequent(np.where(chosen, frequency, -1.0), first, selection)
        if chosen.all():
            return cls(terms, ngrams), counts
        return cls(terms[chosen], ngrams), select(counts, chosen, np.cumsum(chosen) - 1, int(chosen.sum()))

    def count(self, tokens: Tokens) -> Rows:
        """Return how often each term stands in each text, shape (n, d)."""
        terms, counts, _ = count_ngrams(tokens, self.ngrams)
        columns = np.searchsorted(self.keys, terms)
        columns[columns == len(self.keys)] = 0
        known = self.keys[columns] == terms if len(self.keys) else np.zeros(len(terms), dtype=bool)
        return select(counts, known, columns, len(self.keys))

    def silent(self, counts: Rows, symbols: Symbols) -> Bools:
        """Return which of the counted texts, counts (n, d), have no term but of blank tokens: (n,).

        A vocabulary learned by an older version has such terms.
        """
        own = blanks(self.keys, symbols, self.ngrams)
        speaking = counts.only(~np.isin(counts.indices, own)) if len(own) else counts
        result: Bools = np.diff(speaking.indptr) == 0
        return result

    def ids(self, column: int) -> list[int]:
        """Return the token ids of a term."""
        return ids_of(int(self.keys[column]), self.ngrams)

    def fits(self, symbols: Symbols) -> bool:
        """Say whether all terms are made of symbols that the table has."""
        return bool(largest_of(self.keys, self.ngrams) < symbols.limit)

    def used(self, n_symbols: int) -> Ints:
        """Return the ids, of those below `n_symbols`, that stand in some term, sorted."""
        return used_of(self.keys, self.ngrams, n_symbols)

    def renumbered(self, new_id: Ints) -> "Vocabulary":
        """Return the same terms where symbol i is now `new_id[i]`; the new ids must be in the order of the old."""
        return Vocabulary(renumbered(self.keys, self.ngrams, new_id), self.ngrams)


def smooth_idf(document_frequency: Ints, n_documents: int) -> Array:
    """Return ln((1 + n) / (1 + df)) + 1 for each term, shape (d,): scikit-learn's smooth idf."""
    return log((1 + n_documents) / (1 + document_frequency)) + 1


def blanks(keys: Ints, symbols: Symbols, ngrams: Range) -> Ints:
    """Return the places in the sorted keys of those that are made of blank tokens alone."""
    wanted = keys_over(symbols.blank, ngrams)
    places = np.searchsorted(keys, wanted)
    there = places < len(keys)
    there[there] = keys[places[there]] == wanted[there]
    return places[there]


def most_frequent(frequency: NDArray[Any], first: Ints, selection: Selection) -> Bools:
    """Return which of the terms are the most frequent that are kept, those seen first of equals: (d,)."""
    chosen = np.zeros(len(frequency), dtype=bool)
    chosen[np.lexsort((first, -frequency))[: selection.top_k]] = True
    return chosen


def count_ngrams(tokens: Tokens, ngrams: Range) -> tuple[Ints, Rows, Ints]:
    """Return the n-grams that occur, as sorted keys (d,), how often each stands in each text (n, d), and the place
    where each stands first, (d,).
    """
    keys, cells, first = count_cells(tokens, ngrams)
    n, row = cells.shape[0], cells.row
    order = stable_order(row, n)
    indptr = offsets_of(np.bincount(row, minlength=n))
    return keys, Rows(cells.data[order].astype(np.float64), cells.indices[order], indptr, cells.shape), first


def count_cells(tokens: Tokens, ngrams: Range) -> tuple[Ints, Cells, Ints]:
    """Return the same in the order of the n-grams, and of the texts for each."""
    n = len(tokens)
    keys, places = sorted_keys_of(tokens, ngrams)
    texts = np.repeat(np.arange(n, dtype=np.int32), np.diff(tokens.offsets))[places]
    # The first of each term, and of each text within a term.
    new_term = np.append(True, keys[1:] != keys[:-1])[: len(keys)]
    new_cell = new_term.copy()
    new_cell[1:] |= texts[1:] != texts[:-1]
    firsts, cells = np.flatnonzero(new_term), np.flatnonzero(new_cell)
    counts = np.diff(cells, append=len(keys))
    starts = np.append(np.cumsum(new_cell)[firsts] - 1, len(cells))
    columns = np.repeat(np.arange(len(firsts)), np.diff(starts))
    return keys[firsts], Cells(counts, texts[cells], columns, (n, len(firsts))), places[firsts]


def count_terms(tokens: Tokens, ngrams: Range) -> tuple[Ints, Cells, Ints]:
    """Return the same of the n-grams that can be terms: without those of blank tokens alone."""
    keys, cells, first = count_cells(tokens, ngrams)
    dropped = blanks(keys, tokens.symbols, ngrams)
    if not len(dropped):
        return keys, cells, first
    kept = np.ones(len(keys), dtype=bool)
    kept[dropped] = False
    return keys[kept], select(cells, kept, np.cumsum(kept) - 1, int(kept.sum())), first[kept]


def select(counts: R, chosen: Bools, columns: Ints, width: int) -> R:
    """Return the chosen columns only, each now at its number in `columns` (d,), which ascend."""
    kept = counts.only(chosen[counts.indices])
    return kept.with_columns(columns[kept.indices], width)
