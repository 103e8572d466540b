"""The second task: the terms of all shards, merged a range of keys at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli.system.arrays import Ints
from nbcli.training.shards.counting import Counted, in_all
from nbcli.training.shards.engine import Engine, Handle, Task, tree_reduce
from nbcli.vectorizers import Range, Selection, most_frequent


@dataclass(frozen=True)
class Terms:
    """Terms as sorted keys (d,), and numbers of them, (d,) each, by name.

    `df` says how many texts have a term; where the most frequent are wanted, `frequency` how often it stands in all,
    and `first` where first.
    """

    keys: Ints
    numbers: dict[str, NDArray[Any]]

    def take(self, chosen: Any) -> "Terms":
        """Return the terms chosen by a slice or a mask."""
        return Terms(self.keys[chosen], {name: numbers[chosen] for name, numbers in self.numbers.items()})


def merged(engine: Engine, tasks: Sequence[Task], bounds: Ints, selection: Selection) -> list[Handle]:
    """Return the handles of the keys of all terms kept, sorted, and of their document frequencies.

    tasks: for each shard `terms_by_range` and its arguments but the last, the keys `bounds`.
    """
    by_range = [engine.submit(*task, bounds, parts=len(bounds) + 1) for task in tasks]
    kept = [
        engine.submit(frequent, tree_reduce(engine, merge_terms, list(handles)), selection)[0]
        for handles in zip(*by_range, strict=True)
    ]
    return engine.submit(join_terms, selection, *kept, parts=2)


def terms_by_range(
    counted: Counted, new_id: Ints | None, ngrams: Range, before: int | None, bounds: Ints
) -> tuple[Terms, ...]:
    """Return the terms of a shard in the numbering of all shards, cut at the keys `bounds`.

    new_id is the new number of each token of the shard, None where the numbers are the same everywhere. before: the
    number of tokens in the shards before it, where the most frequent terms are wanted.
    """
    keys = in_all(counted.keys, new_id, ngrams)
    numbers: dict[str, NDArray[Any]] = {"df": np.diff(counted.starts).astype(np.uint32)}
    if before is not None:
        frequency = np.diff(np.append(0, np.cumsum(counted.often, dtype=np.int64))[counted.starts])
        numbers |= {"frequency": frequency, "first": counted.first + np.int64(before)}
    terms = Terms(keys, numbers)
    cuts = [0, *np.searchsorted(keys, bounds).tolist(), len(keys)]
    return tuple(terms.take(slice(a, b)) for a, b in pairwise(cuts))


def merge_terms(*parts: Terms) -> Terms:
    """Return the terms of all parts, their numbers added up, and the smaller of where they stand first."""
    joined = _side_by_side(parts)
    if not len(joined.keys):
        return joined
    # Stable, since it finds the runs that are sorted already.
    ordered = joined.take(np.argsort(joined.keys, kind="stable"))
    starts = np.flatnonzero(np.append(True, ordered.keys[1:] != ordered.keys[:-1]))
    numbers = {
        name: (np.minimum if name == "first" else np.add).reduceat(one, starts) for name, one in ordered.numbers.items()
    }
    return Terms(ordered.keys[starts], numbers)


def _side_by_side(parts: Sequence[Terms]) -> Terms:
    numbers = {name: np.concatenate([part.numbers[name] for part in parts]) for name in parts[0].numbers}
    return Terms(np.concatenate([part.keys for part in parts]), numbers)


def frequent(terms: Terms, selection: Selection) -> Terms:
    """Return the terms that are kept for how many texts they stand in."""
    return terms.take(selection.by_df(terms.numbers["df"]))


def join_terms(selection: Selection, *ranges: Terms) -> tuple[Ints, Ints]:
    """Return the keys of all ranges and their document frequencies, of the most frequent terms that are kept."""
    terms = _side_by_side(ranges)
    if selection.cuts(len(terms.keys)):
        terms = terms.take(most_frequent(terms.numbers["frequency"], terms.numbers["first"], selection))
    return terms.keys, terms.numbers["df"].astype(np.int64)
