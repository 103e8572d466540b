"""Han runs cut into words by jieba's algorithm.

`rjieba` (jieba's algorithm and dictionary in Rust) is the engine; jieba itself serves a user's dictionary. On runs
of U+4E00..U+9FD5, jieba's own range, the two give the same words; outside it they part (jieba takes every other
character for itself, rjieba joins some), so nothing else is given to them and other ideographs stand alone.
"""

import io
import re
from contextlib import suppress
from functools import lru_cache
from typing import Any

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
        words: list[str] = jieba_with(user_dict).lcut(text)
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


@lru_cache(maxsize=2)
def jieba_with(user_dict: str) -> Any:
    """Return jieba's tokenizer with the user's dictionary in it."""
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
