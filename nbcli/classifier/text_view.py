"""A view: one recipe, trained. Tokenizer, terms, weights of terms, and the model on them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from nbcli.choices import load
from nbcli.classifier.batch import Batch, Cut
from nbcli.classifier.recipe import Recipe
from nbcli.models import NaiveBayes
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.tokenizers import Symbols, Tokens
from nbcli.vectorizers import Rows, Vocabulary, smooth_idf


@dataclass
class TextView:
    """The terms are `vocabulary.keys` over `symbols`; `df` (d,) says in how many learned texts each stands.

    `idf` is (d,), or (0,) for features that need none. It stays as at training, where every term stood in some text and
    has an idf below `new_idf`, that of all later terms.
    """

    recipe: Recipe
    symbols: Symbols
    vocabulary: Vocabulary
    df: Ints
    idf: Array
    model: NaiveBayes
    user_dict: str = ""
    new_idf: float = 0.0

    @property
    def uses_idf(self) -> bool:
        """Whether the features look at idf."""
        return bool(load("vectorizers", self.recipe.features).USES_IDF)

    @classmethod
    def learn(cls, recipe: Recipe, tokens: Tokens, codes: Ints, n_classes: int, user_dict: str = "") -> Self:
        """Learn n texts with the classes `codes` (n,) below `n_classes`."""
        vocabulary, counts = Vocabulary.learn(tokens, recipe.ngrams, top_k=recipe.top_k, min_df=recipe.min_df)
        return cls.from_counts(recipe, tokens.symbols, vocabulary, counts, codes, n_classes, user_dict)[0]

    @classmethod
    def from_counts(
        cls,
        recipe: Recipe,
        symbols: Symbols,
        vocabulary: Vocabulary,
        counts: Rows,
        codes: Ints,
        n_classes: int,
        user_dict: str = "",
    ) -> tuple[Self, Rows]:
        """Return the view that has learned n counted texts, counts (n, d), and their features (n, d)."""
        df = np.bincount(counts.indices, minlength=counts.shape[1])
        idf = idf_of(recipe.features, df, counts.shape[0])
        rows = load("vectorizers", recipe.features).weigh(counts, idf)
        model = recipe.new_model().partial_fit(rows, codes, classes=np.arange(n_classes))
        return cls.of(recipe, symbols, vocabulary, df, model, counts.shape[0], user_dict), rows

    @classmethod
    def of(
        cls,
        recipe: Recipe,
        symbols: Symbols,
        vocabulary: Vocabulary,
        df: Ints,
        model: NaiveBayes,
        n_texts: int,
        user_dict: str = "",
    ) -> Self:
        """Return the view with a model that has learned `n_texts` texts of these terms."""
        idf = idf_of(recipe.features, df, n_texts)
        return cls(recipe, symbols, vocabulary, df, idf, model, user_dict, unseen_idf(n_texts)).tidy()

    def tidy(self) -> Self:
        """Drop the symbols that stand in no term, and learn no more."""
        words = self.symbols.words()
        if words:
            used = self.vocabulary.used(len(words))
            new_id = np.zeros(len(words), dtype=np.int64)
            new_id[used] = np.arange(len(used))
            self.vocabulary = self.vocabulary.renumbered(new_id)
            words = [words[i] for i in used.tolist()]
        self.symbols = type(self.symbols)(words, frozen=True)
        return self

    def without_empty_terms(self) -> Self:
        """Drop the terms that stand in no learned text any more, but for those that have an idf from training."""
        kept = self.df > 0
        if self.uses_idf:
            kept |= self.idf < self.new_idf
        columns = np.where(kept, np.cumsum(kept) - 1, -1)
        self.model.widen(columns, int(kept.sum()))
        self.vocabulary = Vocabulary(self.vocabulary.keys[kept], self.recipe.ngrams)
        self.df = self.df[kept]
        self.idf = self.idf[kept] if self.uses_idf else self.idf
        return self.tidy()

    @property
    def cut(self) -> Cut:
        """What cuts the texts that it reads."""
        return self.recipe.tokenizer, self.user_dict

    def count(self, batch: Batch) -> Rows:
        """Return how often each term stands in each text, shape (n, d)."""
        tokens = batch.tokens(*self.cut)
        with timing.stage("count"):
            return self.count_tokens(tokens)

    def count_tokens(self, tokens: Tokens) -> Rows:
        """Return the same of texts cut by this view's tokenizer, with whatever symbol table."""
        words = tokens.symbols.words() if tokens.symbols is not self.symbols else []
        if not words:
            return self.vocabulary.count(tokens)
        return self.vocabulary.count(Tokens(self.symbols.ids(words)[tokens.ids], tokens.offsets, self.symbols))

    def rows(self, batch: Batch) -> Rows:
        """Return the features of the records, shape (n, d)."""
        return self.weigh(self.count(batch))

    def weigh(self, counts: Rows) -> Rows:
        """Return the features of counted texts, shape (n, d)."""
        rows: Rows = load("vectorizers", self.recipe.features).weigh(counts, self.idf)
        return rows

    def spell(self, columns: Sequence[int]) -> list[str]:
        """Return the spelling of terms: tokens joined by a space, characters by nothing."""
        words = self.symbols.words()
        chars = self.recipe.tokenizer == "chars"
        spelled = [self.vocabulary.ids(column) for column in columns]
        return ["".join(map(chr, ids)) if chars else " ".join(words[i] for i in ids) for ids in spelled]


@dataclass(frozen=True)
class Trained:
    """A view that has learned a corpus, and the features of m of its texts, rows (m, d)."""

    view: TextView
    rows: Rows


def unseen_idf(n_documents: int) -> float:
    """Return the inverse document frequency of a term that stands in none of the documents."""
    return float(smooth_idf(np.zeros(1, dtype=np.int64), n_documents)[0])


def idf_of(features: str, df: Ints, n_documents: int) -> Array:
    """Return the inverse document frequencies that the features need, shape (d,), or (0,) when they need none."""
    return smooth_idf(df, n_documents) if load("vectorizers", features).USES_IDF else np.zeros(0)
