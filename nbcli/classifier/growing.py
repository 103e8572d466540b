"""A view that learns more texts, or takes texts back."""

from dataclasses import replace

import numpy as np

from nbcli.classifier.text_view import TextView
from nbcli.errors import NbError
from nbcli.system.arrays import Ints
from nbcli.tokenizers import Symbols, Tokens
from nbcli.vectorizers import Rows, Vocabulary, check_bits


def added(view: TextView, tokens: Tokens, codes: Ints, n_classes: int) -> TextView:
    """Return the view with n texts more, of the classes `codes` (n,) below `n_classes`, and their new terms."""
    if not view.recipe.fixed_terms:
        view = grown(view, tokens)
    counts = view.count_tokens(tokens)
    view.model.partial_fit(view.weigh(counts), codes, classes=np.arange(n_classes))
    view.df = view.df + _df(counts)
    return view


def grown(view: TextView, tokens: Tokens) -> TextView:
    """Return the view with the terms of these texts too, not counted yet; their idf is that of a term never seen."""
    new, _ = Vocabulary.learn(tokens, view.recipe.ngrams)
    words = sorted({*view.symbols.words(), *tokens.symbols.words()})
    check_bits(len(words), view.recipe.ngrams)
    number = {word: i for i, word in enumerate(words)}

    def renumbered(vocabulary: Vocabulary, symbols: Symbols) -> Ints:
        new_id = np.array([number[word] for word in symbols.words()], dtype=np.int64)
        # A table of code points has no words to number.
        return vocabulary.renumbered(new_id).keys if words else vocabulary.keys

    old_keys, new_keys = renumbered(view.vocabulary, view.symbols), renumbered(new, tokens.symbols)
    keys = np.union1d(old_keys, new_keys)
    columns = np.searchsorted(keys, old_keys)
    df, idf = np.zeros(len(keys), dtype=np.int64), np.full(len(keys) if view.uses_idf else 0, view.new_idf)
    df[columns] = view.df
    if view.uses_idf:
        idf[columns] = view.idf
    view.model.widen(columns, len(keys))
    symbols = type(view.symbols)(words, frozen=True)
    vocabulary = Vocabulary(keys, view.recipe.ngrams)
    return replace(view, symbols=symbols, vocabulary=vocabulary, df=df, idf=idf).tidy()


def less(view: TextView, tokens: Tokens, codes: Ints) -> TextView:
    """Return the view without n texts of the classes `codes` (n,); NbError where it cannot have learned them so."""
    counts = view.count_tokens(tokens)
    try:
        view.model.forget(view.weigh(counts), codes)
    except ValueError:
        # An older nb cut texts into other terms, or let those in that training had left out.
        raise NbError(
            "the model does not hold these texts as this nb reads them",
            remedy="train it again without them; nothing was changed",
        ) from None
    view.df = view.df - _df(counts)
    return view if view.recipe.fixed_terms else view.without_empty_terms()


def _df(counts: Rows) -> Ints:
    return np.bincount(counts.indices, minlength=counts.shape[1])
