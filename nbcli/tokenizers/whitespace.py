"""Text that is cut already: a token is what stands between white space, as it is written."""

import re
from collections.abc import Sequence

import numpy as np

from nbcli.tokenizers import TEXT_MARK, Span, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._cutting.marks import kept_places, without_marks

Table = Symbols
UNIT, JOINER, SPACE, TAKES_DICT = "word", " ", " ", False

# str.split would take the mark for white space and lose it.
_PIECE = re.compile(rf"{TEXT_MARK}|\S+")


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Split at white space, keeping the marks between the texts."""
    if not texts:
        return Tokens(np.zeros(0, np.int32), np.zeros(1, np.int64), symbols)
    return split_texts(symbols.ids(_PIECE.findall(join_texts([without_marks(text) for text in texts]))), symbols)


def places(text: str, user_dict: str = "") -> list[Span]:
    """Return where each token stands."""
    bare, kept = kept_places(text)
    return [(kept[m.start()], kept[m.end() - 1] + 1) for m in _PIECE.finditer(join_texts([bare]))]
