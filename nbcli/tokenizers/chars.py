"""Characters, lower-cased, white space folded to single spaces; the id of a character is its code point."""

import re
from collections.abc import Sequence

import numpy as np

from nbcli.tokenizers import TEXT_END, TEXT_MARK, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._cutting.marks import without_marks

_SPACES = re.compile(r"[^\S\x1e\x1f]+")


class Table(Symbols):
    """The table of all code points: nothing to learn, and nothing unknown. A space says nothing by itself."""

    blank = (ord(" "),)

    def words(self) -> list[str]:
        """Return no list: `chr` spells an id."""
        return []


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Encode all the texts in one go: a code point is an id already."""
    if not texts:
        return Tokens(np.zeros(0, np.int32), np.zeros(1, np.int64), symbols)
    text = _SPACES.sub(" ", join_texts([without_marks(text) for text in texts]).lower()).strip(" ")
    text = text.replace(f" {TEXT_MARK}", TEXT_MARK).replace(f"{TEXT_MARK} ", TEXT_MARK)
    stream = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32).copy()
    stream[stream == ord(TEXT_MARK)] = TEXT_END
    return split_texts(stream, symbols)
