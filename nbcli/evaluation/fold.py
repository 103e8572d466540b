"""Folds by subtraction: a corpus counted once, and what training without some of its texts would have counted.

Nothing is approximated. The terms of a fold are those that its training texts alone would give, `top_k` and ties at the
cut included, since frequencies subtract as well as counts do; the term seen first is the one seen first in the training
texts in their order in the corpus. Sums of whole numbers are exact, and so are the models of `category` and `counts`.
Weights of idf depend on the fold's own document frequencies, and are weighed anew.
"""

from dataclasses import dataclass
from time import perf_counter

import numpy as np

from nbcli.choices import load
from nbcli.classifier.fitting import uses_idf
from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.train_test import Spent, TrainTest
from nbcli.models import NaiveBayes, Sums
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.tokenizers import Tokens
from nbcli.vectorizers import Gives, Range, Rows, Selection, keys_of, keys_over, select


@dataclass(frozen=True)
class Counted:
    """n texts of the classes codes (n,): their counts (n, D) of every term there is, and `sums` of these by class.

    first: (nnz,), the place in the corpus where each text first has each of its terms. df, frequency: (D,), the number
    of texts with each term, and of its occurrences. seconds: what all this took.
    """

    counts: Rows
    first: Ints
    codes: Ints
    df: Ints
    frequency: Array
    sums: Sums
    seconds: float

    @classmethod
    def of(cls, tokens: Tokens, ngrams: Range, codes: Ints, n_classes: int) -> "Counted":
        """Count the texts once."""
        start = perf_counter()
        keys, places = keys_of(tokens, ngrams)
        texts = np.repeat(np.arange(len(tokens)), np.diff(tokens.offsets))[places]
        if tokens.symbols.blank:  # no term by themselves
            kept = ~np.isin(keys, keys_over(tokens.symbols.blank, ngrams))
            keys, places, texts = keys[kept], places[kept], texts[kept]
        terms, columns = np.unique(keys, return_inverse=True)
        width = max(len(terms), 1)
        cells, first, counts = np.unique(texts * np.int64(width) + columns, return_index=True, return_counts=True)
        row_of, indices = np.divmod(cells, width)
        indptr = np.searchsorted(row_of, np.arange(len(tokens) + 1))
        rows = Rows(counts.astype(np.float64), indices, indptr, (len(tokens), len(terms)))
        df = rows.df()
        frequency = np.bincount(rows.indices, rows.data, minlength=len(terms)).astype(np.float64)
        sums = _sums_of(rows, codes, n_classes)
        return cls(rows, places[first], codes, df, frequency, sums, perf_counter() - start)

    def without(self, test: Ints, selection: Selection) -> "Fold":
        """Return the side of a comparison that trains on all texts but the rows `test`, and tests on these."""
        start = perf_counter()
        apart = self.counts.take(test)
        d = self.counts.shape[1]
        df = self.df - apart.df()
        chosen = selection.by_df(df)
        if selection.top_k is not None and selection.cuts(int(chosen.sum())):
            frequency = self.frequency - np.bincount(apart.indices, apart.data, minlength=d)
            chosen = self._most_frequent(frequency, chosen, selection.top_k, test)
        apart = _columns_of(apart, chosen)
        own = _sums_of(apart, self.codes[test], len(self.sums.n))
        by_term = (whole[:, chosen] - part for whole, part in zip(self.sums[1:], own[1:], strict=True))
        sums = Sums(self.sums.n - own.n, *by_term)
        train = np.delete(np.arange(len(self.codes)), test)
        each = self.seconds / len(self.codes)
        spent = Spent(each * len(train) + perf_counter() - start, each * len(test))
        return Fold(self.counts, self.codes, train, chosen, apart, sums, spent)

    def _most_frequent(self, frequency: Array, chosen: Bools, top_k: int, test: Ints) -> Bools:
        """Return which `top_k` of the chosen terms are most frequent; a tie goes to the term seen first in training."""
        cut = np.partition(frequency[chosen], -top_k)[-top_k]
        kept: Bools = chosen & (frequency > cut)
        tied = chosen & (frequency == cut)
        training = np.ones(len(self.codes), dtype=bool)
        training[test] = False
        cells = tied[self.counts.indices] & training[self.counts.row_of]
        first = np.full(len(frequency), np.iinfo(np.int64).max)
        np.minimum.at(first, self.counts.indices[cells], self.first[cells])
        candidates = np.flatnonzero(tied)
        kept[candidates[np.argsort(first[candidates], kind="stable")[: top_k - kept.sum()]]] = True
        return kept


class Fold(TrainTest):
    """A side whose models of features without idf come from `sums` of the training texts: those of the whole corpus
    less those of the texts apart.

    whole: counts (n, D) of all texts, of the classes codes (n,). train: the rows that train. chosen: (D,), the terms.
    apart: counts (n_test, d) of the other texts.
    """

    def __init__(
        self, whole: Rows, codes: Ints, train: Ints, chosen: Bools, apart: Rows, sums: Sums, spent: Spent
    ) -> None:
        super().__init__(codes[train], apart, sums.texts.sum(axis=0).astype(np.int64), spent)
        self._whole, self._rows, self._chosen, self._sums = whole, train, chosen, sums

    def counts(self) -> Rows:
        """Return the counts of the training texts, (n_train, d): only weights that depend on the fold need them."""
        return _columns_of(self._whole.take(self._rows), self._chosen)

    def ready(self, recipe: Recipe) -> Spent:
        """Make the training features where sums do not do."""
        if uses_idf(recipe.features):
            return super().ready(recipe)
        self.test(recipe.features)
        return self._spent + Spent(0.0, self._test.seconds)

    def fitted(self, recipe: Recipe) -> NaiveBayes:
        """Return the trained model."""
        model = None
        if not uses_idf(recipe.features):
            n, *by_term = self._sums
            there = np.flatnonzero(n)
            own = Sums(n[there], *(one[there] for one in by_term))
            if load("vectorizers", recipe.features).GIVES is Gives.PRESENCE:
                own = own._replace(total=own.texts, squares=own.texts)
            model = recipe.new_model().from_sums(there, own)
        return model or super().fitted(recipe)


def _sums_of(counts: Rows, codes: Ints, n_classes: int) -> Sums:
    """Return what all models of presence and of counts learn from these rows, added up by class."""
    ones = counts.with_data(np.ones(len(counts.data)))
    squares = counts.with_data(counts.data**2)
    n = np.bincount(codes, minlength=n_classes).astype(np.float64)
    return Sums(n, *(part.group_sums(codes, n_classes) for part in (counts, squares, ones)))


def _columns_of(rows: Rows, chosen: Bools) -> Rows:
    """Return the chosen columns only."""
    return select(rows, chosen, np.cumsum(chosen) - 1, int(chosen.sum()))
