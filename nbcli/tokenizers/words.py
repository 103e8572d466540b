"""Words of any language: Han runs cut by jieba, Latin words, numbers, addresses, and the punctuation marks.

Lower-cased. E-mail addresses and URLs count whole and in their parts, so that a known host counts in a new URL.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nbcli.tokenizers import RUN_END, RUN_MARK, TEXT_MARK, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._han import HAN, cut
from nbcli.tokenizers._marks import with_fields

Table = Symbols

_HAN_RUN = re.compile(f"([{HAN}]+)")
# Ideographs that the segmenter does not take stand alone, as jieba has them: no part of a word.
_LETTER = r"[^\W_\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_WORD = rf"{_LETTER}+(?:['’]{_LETTER}+)*"
_ADDRESS = r"(?:https?://|www\.)[\x21-\x7e]+|[\w.+-]{0,64}@[\w-]+(?:\.[\w-]+)+"
_NUMBER = r"\d+(?:[.,]\d+)+"
_PIECE = re.compile(rf"[{RUN_MARK}{TEXT_MARK}]|{_ADDRESS}|{_NUMBER}|{_WORD}|[^\s{RUN_MARK}{TEXT_MARK}]")
_PART = re.compile(_WORD)


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Return the tokens; those in a field of a mail are `field:token`."""
    return with_fields(_cut, texts, symbols, user_dict)


def _cut(texts: Sequence[str], symbols: Symbols, user_dict: str) -> Tokens:
    """Cut Han runs and what lies between them each in one go, then lay the two streams of tokens together."""
    if not texts:
        return Tokens(np.zeros(0, np.int32), np.zeros(1, np.int64), symbols)
    runs = _HAN_RUN.split(join_texts(texts).lower())
    between = symbols.ids(_pieces(RUN_MARK.join(runs[0::2])))
    if len(runs) == 1:
        return split_texts(between, symbols)
    han = symbols.ids(cut("\n".join(runs[1::2]), user_dict))
    return split_texts(_interleaved(between, han), symbols)


def _pieces(text: str) -> list[str]:
    pieces = _PIECE.findall(text)
    if "@" not in text and "://" not in text and "www." not in text:
        return pieces
    return [part for piece in pieces for part in _with_parts(piece)]


def _with_parts(piece: str) -> list[str]:
    """Return an address and then its parts; anything else as it is."""
    if len(piece) > 4 and ("@" in piece or "://" in piece or piece.startswith("www.")):
        return [piece, *_PART.findall(piece)]
    return [piece]


def _interleaved(between: NDArray[np.int32], han: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the tokens of runs 0, 2, 4, ... (`between`) and 1, 3, 5, ... (`han`) in the order of the runs."""
    run = np.concatenate((2 * np.cumsum(between == RUN_END), 2 * np.cumsum(han == RUN_END) + 1))
    stream = np.concatenate((between, han))
    kept = stream != RUN_END
    merged: NDArray[np.int32] = stream[kept][np.argsort(run[kept], kind="stable")]
    return merged
