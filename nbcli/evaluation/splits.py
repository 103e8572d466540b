"""Which texts train and which test."""

from heapq import heapify, heapreplace
from math import ceil

import numpy as np

from nbcli.errors import NbError
from nbcli.system.arrays import Ints


def train_test_split(n: int, test_size: float, seed: int) -> tuple[Ints, Ints]:
    """Return the rows to train on and to test on, exactly scikit-learn's `train_test_split(test_size, random_state)`.

    One permutation of MT19937 seeded with `seed`: its first ceil(n test_size) rows test, the rest trains. Written
    out because importing scikit-learn takes longer than a whole comparison.
    """
    n_test = ceil(n * test_size)
    order = np.random.RandomState(seed).permutation(n)
    return order[n_test:], order[:n_test]


def distinct(groups: Ints) -> Ints:
    """Return the first row of each group of identical texts, `groups` (n,) numbering them, in the order of the rows."""
    first: Ints = np.sort(np.unique(groups, return_index=True)[1])
    return first


def folds(codes: Ints, groups: Ints, k: int, seed: int) -> Ints:
    """Return the fold, 0 to k - 1, of each of n texts: shape (n,).

    Stratified: each class, codes (n,), is dealt out evenly. Texts of one group, `groups` (n,), stay together, or a
    copy of a test text would stand in training. A class at a time, its groups are shuffled and then the largest dealt
    first, each to the fold that has fewest texts of that class. NbError when there are fewer groups than folds.
    """
    _, first, group, size = np.unique(groups, return_index=True, return_inverse=True, return_counts=True)
    if len(size) < k:
        raise NbError(f"{len(size):,} distinct texts are too few for {k} folds", remedy="give more, or a smaller --cv")
    # In the order of the texts, so that the folds do not depend on the numbers that stand for the groups.
    order = np.argsort(first)
    random, fold_of = np.random.RandomState(seed), np.zeros(len(size), dtype=np.int64)
    total = [0] * k
    for c in np.unique(codes[first]).tolist():
        own = random.permutation(order[codes[first[order]] == c])
        own = own[np.argsort(-size[own], kind="stable")]
        # (texts of this class, texts of all classes, fold): the least comes first.
        heap = [(0, total[f], f) for f in range(k)]
        heapify(heap)
        for g in own.tolist():
            texts, _, f = heap[0]
            fold_of[g] = f
            total[f] += int(size[g])
            heapreplace(heap, (texts + int(size[g]), total[f], f))
    result: Ints = fold_of[group]
    return result
