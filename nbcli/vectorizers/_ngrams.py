"""n-grams of token ids as 64-bit keys: an n-gram is one integer, a vocabulary a sorted array of them."""

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.tokenizers import Tokens

MAX_N = 3
Range = tuple[int, int]


def bits_of(ngrams: Range) -> int:
    """Return how many bits of the key an id has: 63, 31 or 21 for n-grams up to 1, 2 or 3 tokens."""
    return 63 // ngrams[1]


def keys_of(tokens: Tokens, ngrams: Range) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    """Return every n-gram's key, its text and the place of its first token, each of shape (n-grams,).

    An id takes part as id + 1, so that shorter n-grams, filled up with zeros, are keys of their own. n-grams
    that hold an unknown token are left out. Raises NbError when the ids do not fit the key.
    """
    bits = bits_of(ngrams)
    if tokens.symbols.size >= 1 << bits:
        raise NbError(
            f"more than {(1 << bits) - 1:,} different tokens do not fit n-grams of {ngrams[1]}",
            remedy=f"use --ngrams 1-{ngrams[1] - 1}",
        )
    ids = tokens.ids.astype(np.int64) + 1
    text_of = np.repeat(np.arange(len(tokens), dtype=np.int32), np.diff(tokens.offsets))
    return _of_sizes(ids, text_of, ngrams, bits)


def _of_sizes(
    ids: NDArray[np.int64], text_of: NDArray[np.int32], ngrams: Range, bits: int
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int64]]:
    keys, texts, places = [], [], []
    low, high = ngrams
    for n in range(low, high + 1):
        starts = np.arange(max(0, len(ids) - n + 1))
        whole = text_of[starts] == text_of[starts + n - 1]
        key = np.zeros(len(starts), dtype=np.int64)
        for k in range(n):
            part = ids[starts + k]
            whole &= part > 0
            key |= part << (bits * (high - 1 - k))
        keys.append(key[whole])
        texts.append(text_of[starts[whole]])
        places.append(starts[whole])
    return np.concatenate(keys), np.concatenate(texts), np.concatenate(places)


def ids_of(key: int, ngrams: Range) -> list[int]:
    """Return the token ids packed in a key."""
    bits = bits_of(ngrams)
    parts = [(key >> (bits * k)) & ((1 << bits) - 1) for k in range(ngrams[1] - 1, -1, -1)]
    return [part - 1 for part in parts if part]


def used_of(keys: NDArray[np.int64], ngrams: Range, n_symbols: int) -> NDArray[np.int64]:
    """Return the token ids below `n_symbols` that stand in the keys, sorted."""
    bits, used = bits_of(ngrams), np.zeros(n_symbols + 1, dtype=bool)
    for k in range(ngrams[1]):
        used[(keys >> (bits * k)) & ((1 << bits) - 1)] = True
    return np.flatnonzero(used[1:])


def renumbered(keys: NDArray[np.int64], ngrams: Range, new_id: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the keys with every id i replaced by `new_id[i]`; sorted keys stay so where new_id ascends."""
    bits = bits_of(ngrams)
    part = np.concatenate(([0], new_id + 1))
    new = np.zeros_like(keys)
    for k in range(ngrams[1]):
        new |= part[(keys >> (bits * k)) & ((1 << bits) - 1)] << (bits * k)
    return new
