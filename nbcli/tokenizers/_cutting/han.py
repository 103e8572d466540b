"""Han runs cut into words by jieba's algorithm.

`rjieba` (jieba's algorithm and dictionary in Rust) is the engine; jieba itself serves a user's dictionary. On runs
of U+4E00..U+9FD5, jieba's own range, the two give the same words; outside it they part (jieba takes every other
character for itself, rjieba joins some), so nothing else is given to them and other ideographs stand alone.
"""

import io
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Any, NamedTuple

from nbcli.errors import NbError
from nbcli.system.folders import cache_folder

HAN = "\u4e00-\u9fd5"
_RUN = re.compile(f"[{HAN}]+")
_ENTRY = re.compile(r"\S+( [0-9]+)?( [a-z]+)?")


def cut(text: str, user_dict: str = "") -> list[str]:
    """Return the words of a string that has Han characters, spaces and line ends only, these being words too."""
    if not text:
        return []
    if user_dict:
        words: list[str] = _jieba(user_dict).lcut(text)
        return words
    import rjieba  # a third of a cold start, and of no use to text without Han

    return rjieba.cut(text)


def places_of_words(text: str, user_dict: str = "") -> list[list[tuple[int, int]]]:
    """Return where the words of each run of Han characters in a text stand, a list for each run."""
    runs = list(_RUN.finditer(text))
    words = cut("\n".join(run[0] for run in runs), user_dict)
    found: list[list[tuple[int, int]]] = [[] for _ in runs]
    number, start = 0, 0
    for word in words:
        if word == "\n":
            number, start = number + 1, 0
            continue
        a = runs[number].start() + start
        found[number].append((a, a + len(word)))
        start += len(word)
    return found


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

    jieba = _jieba(user_dict)
    jieba.initialize()
    split = frozenset(word for word in finalseg.Force_Split_Words if word in jieba.FREQ)
    return Segmenter(jieba.FREQ, jieba.total, split, finalseg.start_P, finalseg.trans_P, finalseg.emit_P)


def holds_han(text: str, *, alone: bool = False) -> bool:
    """Say whether the text has a character that is cut, or, `alone`, nothing else."""
    return bool(_RUN.fullmatch(text) if alone else _RUN.search(text))


@lru_cache(maxsize=2)
def _jieba(user_dict: str) -> Any:
    import jieba

    jieba.setLogLevel("CRITICAL")
    tokenizer = jieba.Tokenizer()
    # jieba keeps its dictionary in a cache, and trusts what it finds there: in a folder that all users share, anybody
    # could have put it there. Where this one cannot be made, there is no cache.
    with suppress(OSError):
        cache_folder().mkdir(parents=True, exist_ok=True)
    tokenizer.tmp_dir = str(cache_folder())
    tokenizer.load_userdict(io.StringIO(_checked(user_dict)))
    return tokenizer


def _checked(user_dict: str) -> str:
    """Return the dictionary as jieba reads it, a space between the columns.

    NbError for a line that is no entry: jieba itself would take all of it for a word, and never find it.
    """
    lines = [" ".join(line.split()) for line in user_dict.split("\n")]
    for number, line in enumerate(lines, 1):
        if line and not _ENTRY.fullmatch(line.lstrip("\ufeff")):
            raise NbError(
                f"line {number} of the user dictionary is no entry", remedy="write a line each: word [frequency [tag]]"
            )
    return "\n".join(lines)
