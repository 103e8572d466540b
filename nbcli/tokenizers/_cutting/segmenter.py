"""What Han runs are cut by, as plain data: for a reader that does it elsewhere."""

import re
from collections.abc import Mapping
from typing import NamedTuple

from nbcli.tokenizers._cutting.han import HAN, jieba_with

_RUN = re.compile(f"[{HAN}]+")


class Segmenter(NamedTuple):
    """What jieba cuts by: how often each word was seen (0: only longer ones begin so), words to be split, the HMM."""

    counts: Mapping[str, int]
    total: int
    split: frozenset[str]
    start: Mapping[str, float]
    trans: Mapping[str, Mapping[str, float]]
    emit: Mapping[str, Mapping[str, float]]


def segmenter(user_dict: str = "") -> Segmenter:
    """Return what `cut` cuts by: a user's dictionary, and jieba's."""
    from jieba import finalseg

    jieba = jieba_with(user_dict)
    jieba.initialize()
    split = frozenset(word for word in finalseg.Force_Split_Words if word in jieba.FREQ)
    return Segmenter(jieba.FREQ, jieba.total, split, finalseg.start_P, finalseg.trans_P, finalseg.emit_P)


def holds_han(text: str, *, alone: bool = False) -> bool:
    """Say whether the text has a character that is cut, or, `alone`, nothing else."""
    return bool(_RUN.fullmatch(text) if alone else _RUN.search(text))
