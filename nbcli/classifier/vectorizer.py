"""A fitted vectorizer: the terms of a text view, and tokens to rows of numbers."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, Self

import numpy as np

from nbcli.choices import load
from nbcli.classifier.fitting import idf_of, unseen_idf, uses_idf, weighed
from nbcli.system.arrays import Array, Bools, Ints, compact, integers
from nbcli.tokenizers import Symbols, Tokens
from nbcli.vectorizers import Range, Rows, Vocabulary, check_bits


@dataclass(frozen=True)
class Vectorizer:
    """The d terms are `vocabulary.keys` over `symbols`; `df` (d,) says in how many learned texts each stands.

    `idf` is (d,), or (0,) for features that need none. It stays as at training, where every term stood in some text and
    has an idf below `new_idf`, that of all later terms.
    """

    features: str
    symbols: Symbols
    vocabulary: Vocabulary
    df: Ints
    idf: Array
    new_idf: float

    @classmethod
    def of(cls, features: str, symbols: Symbols, vocabulary: Vocabulary, df: Ints, n_texts: int) -> Self:
        """Return the vectorizer of terms counted in `n_texts` texts."""
        idf = idf_of(features, df, n_texts)
        return cls(features, symbols, vocabulary, df, idf, unseen_idf(n_texts)).tidy()

    def giving(self, features: str, n_texts: int) -> Self:
        """Return the same terms, counted in `n_texts` texts, with these features of them."""
        if features == self.features:
            return self
        return replace(self, features=features, idf=idf_of(features, self.df, n_texts))

    def __len__(self) -> int:
        return len(self.vocabulary.keys)

    @property
    def uses_idf(self) -> bool:
        """Whether the features look at idf."""
        return uses_idf(self.features)

    def count(self, tokens: Tokens) -> Rows:
        """Return how often each term stands in each text, (n, d); the tokens may be those of any symbol table."""
        words = tokens.symbols.words() if tokens.symbols is not self.symbols else []
        if not words:
            return self.vocabulary.count(tokens)
        return self.vocabulary.count(Tokens(self.symbols.ids(words)[tokens.ids], tokens.offsets, self.symbols))

    def weigh(self, counts: Rows) -> Rows:
        """Return the features of counted texts, (n, d)."""
        return weighed(self.features, counts, self.idf)

    def silent(self, rows: Rows) -> Bools:
        """Return which texts have no term but of blank tokens: (n,)."""
        return self.vocabulary.silent(rows, self.symbols)

    def spelled(self, columns: Sequence[int]) -> list[list[str]]:
        """Return the tokens of terms."""
        terms = [self.vocabulary.ids(column) for column in columns]
        tokens = iter(self.symbols.spelled([i for ids in terms for i in ids]))
        return [list(islice(tokens, len(ids))) for ids in terms]

    def with_df(self, df: Ints) -> Self:
        """Return the same with other document frequencies."""
        return replace(self, df=df)

    def tidy(self) -> Self:
        """Return the same without the symbols that stand in no term; it learns no new ones."""
        words, vocabulary = self.symbols.words(), self.vocabulary
        if words:
            used = vocabulary.used(len(words))
            new_id = np.zeros(len(words), dtype=np.int64)
            new_id[used] = np.arange(len(used))
            vocabulary = vocabulary.renumbered(new_id)
            words = [words[i] for i in used.tolist()]
        return replace(self, symbols=type(self.symbols)(words, frozen=True), vocabulary=vocabulary)

    def grown(self, tokens: Tokens) -> tuple[Self, Ints]:
        """Return the same with the terms of these texts too, and the columns that the old terms have now, (d,).

        The new ones are not counted yet, and their idf is that of a term never seen.
        """
        ngrams = self.vocabulary.ngrams
        new, _ = Vocabulary.learn(tokens, ngrams)
        words = sorted({*self.symbols.words(), *tokens.symbols.words()})
        check_bits(len(words), ngrams)
        number = {word: i for i, word in enumerate(words)}

        def renumbered(vocabulary: Vocabulary, symbols: Symbols) -> Ints:
            new_id = np.array([number[word] for word in symbols.words()], dtype=np.int64)
            # A table of code points has no words to number.
            return vocabulary.renumbered(new_id).keys if words else vocabulary.keys

        old_keys, new_keys = renumbered(self.vocabulary, self.symbols), renumbered(new, tokens.symbols)
        keys = np.union1d(old_keys, new_keys)
        columns = np.searchsorted(keys, old_keys)
        df, idf = np.zeros(len(keys), dtype=np.int64), np.full(len(keys) if self.uses_idf else 0, self.new_idf)
        df[columns] = self.df
        if self.uses_idf:
            idf[columns] = self.idf
        symbols, vocabulary = type(self.symbols)(words, frozen=True), Vocabulary(keys, ngrams)
        return replace(self, symbols=symbols, vocabulary=vocabulary, df=df, idf=idf).tidy(), columns

    def without_empty(self) -> tuple[Self, Ints]:
        """Return the same without the terms that stand in no learned text any more, and columns as `grown`, else -1.

        Those that have an idf from training stay.
        """
        kept = self.df > 0
        if self.uses_idf:
            kept |= self.idf < self.new_idf
        columns = np.where(kept, np.cumsum(kept) - 1, -1)
        vocabulary = Vocabulary(self.vocabulary.keys[kept], self.vocabulary.ngrams)
        idf = self.idf[kept] if self.uses_idf else self.idf
        return replace(self, vocabulary=vocabulary, df=self.df[kept], idf=idf).tidy(), columns

    def state(self) -> dict[str, Any]:
        """Return the terms and their numbers."""
        return {
            # No tokenizer makes a token with a line end in it.
            "symbols": "\n".join(self.symbols.words()),
            "keys": self.vocabulary.keys,
            "df": compact(self.df),
            "idf": self.idf,
            "new_idf": self.new_idf if self.uses_idf else 0.0,
        }

    @classmethod
    def from_state(cls, tokenizer: str, ngrams: Range, features: str, state: dict[str, Any]) -> Self:
        """Return the vectorizer of that state, ValueError where its parts do not fit together."""
        words = state["symbols"].split("\n") if state["symbols"] else []
        symbols = load("tokenizers", tokenizer).Table(words, frozen=True)
        keys = integers(state["keys"])
        if (keys[:1] < 0).any() or (keys[1:] <= keys[:-1]).any():
            raise ValueError("the order of the terms")
        idf = np.asarray(state["idf"], dtype=np.float64)
        if len(idf) != len(keys) * uses_idf(features) or idf.ndim != 1:
            raise ValueError("the terms and their counts")
        if symbols.size != len(words):
            raise ValueError("the symbols")
        df = integers(state["df"], len(keys))
        return cls(features, symbols, Vocabulary(keys, ngrams), df, idf, float(state["new_idf"]))
