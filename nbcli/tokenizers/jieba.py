"""Han words of two or more characters, as jieba's accurate mode cuts them; everything else is left out."""

import re
from collections.abc import Sequence

import numpy as np

from nbcli.tokenizers import RUN_END, SKIP, TEXT_MARK, Span, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._cutting.han import HAN, cut, places_of_words
from nbcli.tokenizers._cutting.marks import kept_places, without_marks

_OTHER = re.compile(f"[^{HAN}{TEXT_MARK}]+")


UNIT, JOINER, SPACE, TAKES_DICT = "word", " ", " ", True


class Table(Symbols):
    """A symbol table in which single characters are no tokens."""

    def __missing__(self, word: str) -> int:
        if len(word) > 1:
            return super().__missing__(word)
        # Kept, or each time that it comes would cost a call.
        return SKIP if self.frozen else self.setdefault(word, SKIP)


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Cut all the texts in one call of the segmenter, a line end between texts and a space between runs."""
    text = _OTHER.sub(" ", join_texts([without_marks(text) for text in texts])).replace(TEXT_MARK, "\n")
    stream = symbols.ids(cut(text, user_dict))
    stream[stream == RUN_END] = symbols[TEXT_MARK]
    return split_texts(stream, symbols) if len(texts) else Tokens(stream, np.zeros(1, np.int64), symbols)


def places(text: str, user_dict: str = "") -> list[Span]:
    """Return where each word of two or more characters stands."""
    bare, kept = kept_places(text)
    found = [span for run in places_of_words(bare, user_dict) for span in run]
    return [(kept[a], kept[b - 1] + 1) for a, b in found if b - a > 1]
