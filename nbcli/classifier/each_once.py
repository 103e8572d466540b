"""Texts of a stream, many of them copies, answered each once and some at a time."""

from collections.abc import Callable, Sequence

import numpy as np

from nbcli.system.arrays import Array

Answered = tuple[Array, list[str]]


def each_once(texts: Sequence[str], most: int, answer: Callable[[Sequence[str]], Answered]) -> Answered:
    """Return the posteriors (n, K) and the statuses of n texts, as `answer` gives them for up to `most` at a time."""
    number = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    if len(number) < len(texts):
        rows = np.fromiter(map(number.__getitem__, texts), np.int64, len(texts))
        proba, status = each_once(list(number), most, answer)
        return proba[rows], [status[i] for i in rows.tolist()]
    if len(texts) <= most:
        return answer(texts)
    parts = [answer(texts[i : i + most]) for i in range(0, len(texts), most)]
    return np.concatenate([proba for proba, _ in parts]), [one for _, status in parts for one in status]
