"""What the scikit-learn pipeline's analyzer is: a module of its own, so that a pickle finds it again."""

from itertools import pairwise

import jieba

jieba.setLogLevel("ERROR")


def words(text: str) -> list[str]:
    """Return jieba's words of the text, lower-cased, and every two that follow each other."""
    cut = [word for word in jieba.lcut(text.lower()) if not word.isspace()]
    return cut + [f"{a} {b}" for a, b in pairwise(cut)]
