"""Text that is cut already: a token is what stands between white space, as it is written."""

import re
from collections.abc import Sequence

import numpy as np

from nbcli.tokenizers import TEXT_MARK, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._cutting.marks import without_marks

Table = Symbols

# str.split would take the mark for white space and lose it.
_PIECE = re.compile(rf"{TEXT_MARK}|\S+")


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Split at white space, keeping the marks between the texts."""
    if not texts:
        return Tokens(np.zeros(0, np.int32), np.zeros(1, np.int64), symbols)
    return split_texts(symbols.ids(_PIECE.findall(join_texts([without_marks(text) for text in texts]))), symbols)
