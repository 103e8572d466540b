"""Words of any language: Han runs cut by jieba, Latin words, numbers, addresses, and the punctuation marks.

Lower-cased. E-mail addresses and URLs count whole and in their parts, so that a known host counts in a new URL.
"""

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nbcli.tokenizers import RUN_END, RUN_MARK, TEXT_MARK, Span, Symbols, Tokens, join_texts, split_texts
from nbcli.tokenizers._cutting.han import HAN, cut, places_of_words
from nbcli.tokenizers._cutting.marks import places_in_fields, with_fields

Table = Symbols
UNIT, JOINER, SPACE, TAKES_DICT = "word", " ", " ", True

_FIRST, _LAST = np.uint32(ord(HAN[0])), np.uint32(ord(HAN[2]))
# Ideographs that the segmenter does not take stand alone, as jieba has them: no part of a word.
_LETTER = r"[^\W_\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
_WORD = rf"{_LETTER}+(?:['’]{_LETTER}+)*"
_ADDRESS = r"(?:https?://|www\.)[\x21-\x7e]+|[\w.+-]{0,64}@[\w-]+(?:\.[\w-]+)+"
_NUMBER = r"\d+(?:[.,]\d+)+"
_MARK = f"[{RUN_MARK}{TEXT_MARK}]"
# Most pieces are marks and punctuation, with which nothing longer begins: they are tried first.
_REST = rf"{_NUMBER}|{_WORD}|[^\s{RUN_MARK}{TEXT_MARK}]"
_PIECE = re.compile(rf"{_MARK}|[^\w\s.+@-]|{_REST}")
_PIECE_OR_ADDRESS = re.compile(rf"{_MARK}|[^\w\s.+@-]|{_ADDRESS}|{_REST}")
_PART = re.compile(_WORD)


def tokenize(texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Return the tokens; those in a field of a mail are `field:token`."""
    return with_fields(_cut, texts, symbols, user_dict)


def _cut(texts: Sequence[str], symbols: Symbols, user_dict: str) -> Tokens:
    """Cut Han runs and what lies between them each in one go, then lay the two streams of tokens together."""
    if not texts:
        return Tokens(np.zeros(0, np.int32), np.zeros(1, np.int64), symbols)
    rest, runs = _parted(join_texts(texts).lower())
    between = symbols.ids(_pieces(rest))
    if not runs:
        return split_texts(between, symbols)
    return split_texts(_interleaved(between, symbols.ids(cut(runs, user_dict))), symbols)


def _parted(text: str) -> tuple[str, str]:
    """Return the text with a RUN_MARK in the place of each Han run, and the runs, a line end between them."""
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    han = points - _FIRST <= _LAST - _FIRST  # unsigned: what is below wraps round
    after = np.append(False, han[:-1])  # the place after a Han character
    rest = np.where(han, np.uint32(ord(RUN_MARK)), points)[~(han & after)]
    runs = np.where(han, points, np.uint32(ord("\n")))[han | after]
    return _text(rest), _text(runs).removesuffix("\n")


def _text(points: NDArray[np.uint32]) -> str:
    return points.tobytes().decode("utf-32-le", "surrogatepass")


def _pieces(text: str) -> list[str]:
    if not _has_address(text):
        return _PIECE.findall(text)
    found: list[str] = []
    plain: list[str] = []
    for one in text.split(TEXT_MARK):
        if not _has_address(one):
            plain.append(one)
            continue
        if plain:
            found += [*_PIECE.findall(TEXT_MARK.join(plain)), TEXT_MARK]
            plain = []
        for piece in _PIECE_OR_ADDRESS.findall(one):
            found += _with_parts(piece)
        found.append(TEXT_MARK)
    if plain:
        return found + _PIECE.findall(TEXT_MARK.join(plain))
    return found[:-1]


def _has_address(text: str) -> bool:
    return "@" in text or "://" in text or "www." in text


def _with_parts(piece: str) -> list[str]:
    """Return an address and then its parts; anything else as it is."""
    return [piece, *_PART.findall(piece)] if _is_address(piece) else [piece]


def _is_address(piece: str) -> bool:
    return len(piece) > 4 and ("@" in piece or "://" in piece or piece.startswith("www."))


def _interleaved(between: NDArray[np.int32], han: NDArray[np.int32]) -> NDArray[np.int32]:
    """Return the tokens of runs 0, 2, 4, ... (`between`) and 1, 3, 5, ... (`han`) in the order of the runs."""
    ours, theirs = np.flatnonzero(between == RUN_END), np.flatnonzero(han == RUN_END)
    lengths = np.empty(2 * len(ours) + 1, dtype=np.int64)
    lengths[0::2] = np.diff(ours, prepend=-1, append=len(between)) - 1
    lengths[1::2] = np.diff(theirs, prepend=-1, append=len(han)) - 1
    odd = np.repeat(np.arange(len(lengths)) % 2 == 1, lengths)
    merged = np.empty(len(odd), dtype=np.int32)
    merged[odd] = han[han != RUN_END]
    merged[~odd] = between[between != RUN_END]
    return merged


def places(text: str, user_dict: str = "") -> list[Span]:
    """Return where each token stands: an address as a whole, and then each of its parts."""
    return places_in_fields(_places, text, user_dict)


def _places(text: str, user_dict: str) -> list[Span]:
    whole = join_texts([text])
    lower = whole.lower()
    # A letter of two in lower case stands where it stands, twice.
    at = [i for i, char in enumerate(whole) for _ in char.lower()]
    piece = _PIECE_OR_ADDRESS if _has_address(lower) else _PIECE
    found: list[Span] = []
    end = 0
    for run in [*places_of_words(lower, user_dict), [(len(lower), len(lower))]]:
        for match in piece.finditer(lower, end, run[0][0]):
            found.append(match.span())
            if piece is _PIECE_OR_ADDRESS and _is_address(match[0]):
                found += [
                    (match.start() + a, match.start() + b) for a, b in map(re.Match.span, _PART.finditer(match[0]))
                ]
        found += run
        end = run[-1][1]
    return [(at[a], at[b - 1] + 1) for a, b in found if a < b]
