"""Characters, lower-cased, white space folded to single spaces; the id of a character is its code point."""

import re
import sys
from collections.abc import Sequence

import numpy as np

from nbcli.tokenizers import TEXT_END, TEXT_MARK, Span, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._cutting.marks import kept_places, without_marks

_SPACES = re.compile(r"[^\S\x1e\x1f]+")
_RUN = re.compile(rf"{_SPACES.pattern}|.", re.DOTALL)


UNIT, JOINER, SPACE, TAKES_DICT = "character", "", "␣", False


class Table(Symbols):
    """The table of all code points: nothing to learn, and nothing unknown. A space says nothing by itself."""

    blank = (ord(" "),)

    @property
    def limit(self) -> int:
        """Return the number of code points."""
        return sys.maxunicode + 1

    def words(self) -> list[str]:
        """Return no list: `chr` spells an id."""
        return []

    def spelled(self, ids: Sequence[int]) -> list[str]:
        """Return the characters."""
        return [chr(i) for i in ids]


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Encode all the texts in one go: a code point is an id already."""
    if not texts:
        return Tokens(np.zeros(0, np.int32), np.zeros(1, np.int64), symbols)
    text = _SPACES.sub(" ", join_texts([without_marks(text) for text in texts]).lower()).strip(" ")
    text = text.replace(f" {TEXT_MARK}", TEXT_MARK).replace(f"{TEXT_MARK} ", TEXT_MARK)
    stream = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.int32).copy()
    stream[stream == ord(TEXT_MARK)] = TEXT_END
    return split_texts(stream, symbols)


def places(text: str, user_dict: str = "") -> list[Span]:
    """Return where each character stands: a run of white space is one, a letter of two in lower case stands twice."""
    bare, kept = kept_places(text)
    whole = join_texts([bare])
    runs = [(match[0], match.start(), match.end()) for match in _RUN.finditer(whole)]
    runs = runs[bool(runs) and runs[0][0].isspace() :]
    runs = runs[: len(runs) - (bool(runs) and runs[-1][0].isspace())]
    found = [[(a, b)] * (1 if char.isspace() else len(char.lower())) for char, a, b in runs]
    return [(kept[a], kept[b - 1] + 1) for spans in found for a, b in spans]
