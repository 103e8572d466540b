"""n-grams of token ids as 64-bit keys: an n-gram is one integer, a vocabulary a sorted array of them."""

from collections.abc import Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.system.arrays import Ints
from nbcli.tokenizers import Tokens

MAX_N = 3
Range = tuple[int, int]


def bits_of(ngrams: Range) -> int:
    """Return how many bits of the key an id has: 63, 31 or 21 for n-grams up to 1, 2 or 3 tokens."""
    return 63 // ngrams[1]


def keys_of(tokens: Tokens, ngrams: Range) -> tuple[Ints, Ints]:
    """Return what `sorted_keys_of` does, in the order of n, then of places."""
    text_of = np.repeat(np.arange(len(tokens), dtype=np.int32), np.diff(tokens.offsets))
    return _keys(tokens.ids.astype(np.int64) + 1, text_of, ngrams, check_bits(tokens.symbols.size, ngrams))


class TooManyTokensError(NbError):
    """There are more different tokens than the n-grams have room for."""


def check_bits(n_tokens: int, ngrams: Range) -> int:
    """Return `bits_of(ngrams)`; TooManyTokensError where ids of so many tokens do not fit."""
    bits = bits_of(ngrams)
    if n_tokens >= 1 << bits:
        raise TooManyTokensError(
            f"more than {(1 << bits) - 1:,} different tokens do not fit n-grams of {ngrams[1]}",
            remedy=f"use --ngrams 1-{ngrams[1] - 1}",
        )
    return bits


def sorted_keys_of(tokens: Tokens, ngrams: Range) -> tuple[Ints, Ints]:
    """Return every n-gram's key, sorted, and the place of its first token, each of shape (n-grams,).

    An id takes part as id + 1, so that shorter n-grams, filled up with zeros, are keys of their own. n-grams
    that hold an unknown token are left out. Raises NbError when the ids do not fit the key.

    Key and place are packed in one integer where they fit, the ids numbered anew without gaps: a plain sort of
    integers takes a tenth of the time of an argsort.
    """
    bits = check_bits(tokens.symbols.size, ngrams)
    ids, text_of = tokens.ids + 1, np.repeat(np.arange(len(tokens), dtype=np.int32), np.diff(tokens.offsets))
    place_bits = len(ids).bit_length()
    seen = np.zeros(ids.max(initial=0) + 1, dtype=bool)
    seen[ids] = seen[0] = True
    used = np.flatnonzero(seen)
    room = (63 - place_bits) // ngrams[1]
    if len(ids) < _FEW or len(used) > 1 << room:
        keys, places = _keys(ids.astype(np.int64), text_of, ngrams, bits)
        order = np.argsort(keys, kind="stable")
        return keys[order], places[order]
    rank = np.cumsum(seen) - 1
    keys, places = _keys(rank[ids], text_of, ngrams, room)
    keys <<= place_bits
    keys |= places
    keys.sort()
    places = keys & ((1 << place_bits) - 1)
    keys >>= place_bits
    wide = np.zeros_like(keys)
    for k in range(ngrams[1]):
        wide |= used[(keys >> (room * k)) & ((1 << room) - 1)] << (bits * k)
    return wide, places


_FEW = 1 << 12


def _keys(ids: Ints, text_of: NDArray[np.int32], ngrams: Range, bits: int) -> tuple[Ints, Ints]:
    low, high = ngrams
    keys, places = [], []
    key, whole = np.zeros(len(ids), dtype=np.int64), np.ones(len(ids), dtype=bool)
    for n in range(1, high + 1):
        size = max(0, len(ids) - n + 1)
        last = ids[n - 1 :]
        whole = whole[:size] & (last > 0) & (text_of[:size] == text_of[n - 1 :])
        key = key[:size] | last << (bits * (high - n))
        if n >= low:
            places.append(np.flatnonzero(whole))
            keys.append(key[whole])
    return np.concatenate(keys), np.concatenate(places)


def keys_over(ids: Sequence[int], ngrams: Range) -> Ints:
    """Return the keys of all n-grams that are made of these token ids alone, sorted: len(ids) ** n for each n."""
    bits = bits_of(ngrams)
    found = [
        sum((one + 1) << (bits * (ngrams[1] - 1 - place)) for place, one in enumerate(gram))
        for n in range(ngrams[0], ngrams[1] + 1)
        for gram in product(ids, repeat=n)
    ]
    return np.array(sorted(found), dtype=np.int64)


def ids_of(key: int, ngrams: Range) -> list[int]:
    """Return the token ids packed in a key."""
    bits = bits_of(ngrams)
    parts = [(key >> (bits * k)) & ((1 << bits) - 1) for k in range(ngrams[1] - 1, -1, -1)]
    return [part - 1 for part in parts if part]


def used_of(keys: Ints, ngrams: Range, n_symbols: int) -> Ints:
    """Return the token ids below `n_symbols` that stand in the keys, sorted."""
    bits, used = bits_of(ngrams), np.zeros(n_symbols + 1, dtype=bool)
    for some in _pieces(keys):
        for k in range(ngrams[1]):
            used[(some >> (bits * k)) & ((1 << bits) - 1)] = True
    return np.flatnonzero(used[1:])


def largest_of(keys: Ints, ngrams: Range) -> int:
    """Return the largest token id in the keys, -1 where there is none."""
    bits, largest = bits_of(ngrams), 0
    for some in _pieces(keys):
        # The first place may have more bits than the others, in a key that no text has.
        parts = [(some >> (bits * k)) & ((1 << bits) - 1 if k + 1 < ngrams[1] else -1) for k in range(ngrams[1])]
        largest = max(largest, *(int(part.max()) for part in parts))
    return largest - 1


def renumbered(keys: Ints, ngrams: Range, new_id: Ints) -> Ints:
    """Return the keys with every id i replaced by `new_id[i]`; sorted keys stay so where new_id ascends."""
    bits = bits_of(ngrams)
    part = np.concatenate(([0], new_id + 1))
    new = np.zeros_like(keys)
    for old_piece, new_piece in zip(_pieces(keys), _pieces(new), strict=True):
        for k in range(ngrams[1]):
            new_piece |= part[(old_piece >> (bits * k)) & ((1 << bits) - 1)] << (bits * k)
    return new


def _pieces(keys: Ints) -> list[Ints]:
    """Return the keys in pieces small enough that what is worked out on the way takes no room."""
    return [keys[i : i + _PIECE] for i in range(0, len(keys), _PIECE)]


_PIECE = 1 << 18
