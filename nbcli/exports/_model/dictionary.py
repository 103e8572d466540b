"""jieba's dictionary as plain data, for a reader that cuts Han text by itself."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from nbcli.choices import load
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.text_view import TextView
from nbcli.errors import NbError
from nbcli.tokenizers import segmenters

_MOST_SHARED = 70


def dictionary_of(classifier: Classifier) -> dict[str, Any] | None:
    """Return the dictionary by which its views cut Han text; None where no term of theirs has any.

    NbError where two views have different ones.
    """
    views = [view for view in classifier.views if isinstance(view, TextView) and _cuts(view)]
    if not views:
        return None
    user_dicts = {view.user_dict for view in views}
    if len(user_dicts) > 1:
        raise NbError("its views cut Han text by different dictionaries", remedy="train it again with one --user-dict")
    return _of(user_dicts.pop())


@lru_cache(maxsize=2)
def _of(user_dict: str) -> dict[str, Any]:
    found = segmenters().segmenter(user_dict)
    # Only runs of Han characters are cut, and words of no count are but beginnings of others.
    counts = {word: n for word, n in sorted(found.counts.items()) if n and segmenters().holds_han(word, alone=True)}
    return {
        "total": found.total,
        "words": _folded(counts),
        "counts": list(counts.values()),
        "split": sorted(found.split),
        "hmm": {"start": found.start, "trans": found.trans, "emit": found.emit},
    }


def _cuts(view: TextView) -> bool:
    """Say whether the view cuts Han text, and knows any of it."""
    return load("tokenizers", view.recipe.tokenizer).TAKES_DICT and any(
        map(segmenters().holds_han, view.vectorizer.symbols.words())
    )


def _folded(words: Mapping[str, int]) -> str:
    """Return sorted words, a line each: a character for how many characters are those of the word before, the rest."""
    lines, before = [], ""
    for word in words:
        most = min(len(before), len(word), _MOST_SHARED)
        shared = next((i for i in range(most) if before[i] != word[i]), most)
        lines.append(chr(ord("0") + shared) + word[shared:])
        before = word
    return "\n".join(lines)
