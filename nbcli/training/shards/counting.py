"""The first task: the n-grams of a shard and their counts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli.classifier.dataset import in_memory
from nbcli.corpus import Record
from nbcli.system.arrays import Ints
from nbcli.tokenizers import offsets_of
from nbcli.vectorizers import Cells, Range, count_terms, renumbered

# What is counted: a tokenizer, and n-grams of its tokens.
Order = tuple[str, Range]
# So many keys of a shard tell where its keys lie.
_SOME = 256


@dataclass(frozen=True)
class Facts:
    """What is known of the n texts of a shard besides their terms, as in `Dataset`."""

    labels: list[str]
    codes: Ints
    digests: Ints
    groups: Ints


@dataclass(frozen=True)
class Sizes:
    """How many tokens each tokenizer found in a shard, how many keys each order has, and some of these keys."""

    tokens: dict[str, int]
    some_keys: dict[Order, Ints]
    n_keys: dict[Order, int]


@dataclass(frozen=True)
class Counted:
    """The n-grams of a shard: keys (d,), sorted, over the shard's own tokens; where each stands first, (d,).

    The n-gram j stands in the texts text[starts[j]:starts[j + 1]], and in each as often as `often` says. The types are
    small, since this is what lies on the disk.
    """

    keys: Ints
    first: NDArray[Any]
    starts: NDArray[Any]
    text: NDArray[Any]
    often: NDArray[Any]

    def cells(self, n: int) -> Cells:
        """Return the counts of the n texts of the shard, shape (n, d)."""
        indices = np.repeat(np.arange(len(self.keys)), np.diff(self.starts))
        return Cells(self.often.astype(np.float64), self.text, indices, (n, len(self.keys)))


def count(documents: Iterable[Record], orders: Sequence[Order], user_dict: str) -> tuple[Any, ...]:
    """Return the Facts and Sizes of a shard, its words by tokenizer, and Counted for each order."""
    part = in_memory(list(dict.fromkeys(tokenizer for tokenizer, _ in orders)), documents, user_dict)
    words = {name: tokens.symbols.words() for name, tokens in part.tokens.items()}
    found = {order: _counted(*count_terms(part.tokens[order[0]], order[1])) for order in orders}
    facts = Facts(part.labels, part.codes, part.digests, part.groups)
    sizes = Sizes(
        {name: len(tokens.ids) for name, tokens in part.tokens.items()},
        {order: one.keys[:: len(one.keys) // _SOME + 1] for order, one in found.items()},
        {order: len(one.keys) for order, one in found.items()},
    )
    return facts, sizes, words, *found.values()


def _counted(keys: Ints, cells: Cells, first: Ints) -> Counted:
    starts = offsets_of(np.bincount(cells.indices, minlength=len(keys))).astype(np.int32)
    text = cells.row.astype(np.uint16 if cells.shape[0] <= 1 << 16 else np.int32)
    often = cells.data.astype(np.uint8 if cells.data.max(initial=0) < 1 << 8 else np.uint32)
    return Counted(keys, first.astype(np.int32), starts, text, often)


def in_all(keys: Ints, new_id: Ints | None, ngrams: Range) -> Ints:
    """Return the keys of a shard in the numbering of all."""
    return keys if new_id is None else renumbered(keys, ngrams, new_id)


def merge_words(*words: dict[str, list[str]]) -> dict[str, list[str]]:
    """Return the words of all, by tokenizer, sorted."""
    return {name: sorted(set().union(*(some[name] for some in words))) for name in words[0]}


def new_ids(own: dict[str, list[str]], every: dict[str, list[str]]) -> list[Ints | None]:
    """Return by tokenizer the number among all words of each that a shard has; None for code points, without words."""
    found: list[Ints | None] = []
    for name, words in own.items():
        number = dict(zip(every[name], range(len(every[name])), strict=True))
        found.append(np.fromiter(map(number.__getitem__, words), np.int64, len(words)) if number else None)
    return found


def quantiles(n: int, *parts: Ints) -> Ints:
    """Return n values that cut those of all parts into n + 1 heaps about alike."""
    ordered = np.sort(np.concatenate(parts))
    return np.unique(ordered[[len(ordered) * i // (n + 1) for i in range(1, n + 1)]])
