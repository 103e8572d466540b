"""What is done with a shard, and with the results of shards: functions of arrays that any process may run."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli.corpus import Document
from nbcli.models._base import NaiveBayes
from nbcli.prepared import Ints, prepare
from nbcli.recipe import Recipe
from nbcli.stages import load
from nbcli.vectorizers import Rows
from nbcli.vectorizers._ngrams import Range, renumbered
from nbcli.vectorizers._vocabulary import count_ngrams, most_frequent, select
from nbcli.view import idf_of

# What is counted: a tokenizer, and n-grams of its tokens.
Order = tuple[str, Range]
# So many keys of a shard tell where its keys lie.
_SOME = 256


@dataclass(frozen=True)
class Facts:
    """What is known of the n texts of a shard besides their terms, as in `Corpus`."""

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
    """The n-grams of a shard: keys (d,), sorted, over the shard's own tokens; where each stands first, (d,); counts.

    The counts are those of `Rows` (n, d), in small types.
    """

    keys: Ints
    first: Ints
    counts: Rows


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


@dataclass(frozen=True)
class Part:
    """Models, one a recipe, that have learned a part of the texts, on the columns named (d,), sorted, and no others."""

    columns: Ints
    models: list[NaiveBayes]


def count(documents: Iterable[Document], orders: Sequence[Order], user_dict: str) -> tuple[Any, ...]:
    """Return the Facts and Sizes of a shard, its words by tokenizer, and Counted for each order."""
    part = prepare(list(dict.fromkeys(tokenizer for tokenizer, _ in orders)), documents, user_dict)
    words = {name: tokens.symbols.words() for name, tokens in part.tokens.items()}
    found = {order: _counted(*count_ngrams(part.tokens[order[0]], order[1])) for order in orders}
    facts = Facts(part.labels, part.codes, part.digests, part.groups)
    sizes = Sizes(
        {name: len(tokens.ids) for name, tokens in part.tokens.items()},
        {order: one.keys[:: len(one.keys) // _SOME + 1] for order, one in found.items()},
        {order: len(one.keys) for order, one in found.items()},
    )
    return facts, sizes, words, *found.values()


def _counted(keys: Ints, counts: Rows, first: Ints) -> Counted:
    most = counts.data.max(initial=0)
    data: NDArray[Any] = counts.data.astype(np.uint8 if most < 1 << 8 else np.uint32)
    small = Rows(data, counts.indices.astype(np.int32), counts.indptr, counts.shape)
    return Counted(keys, first.astype(np.int32), small)


def terms_by_range(
    counted: Counted, new_id: Ints | None, ngrams: Range, before: int | None, bounds: Ints
) -> tuple[Terms, ...]:
    """Return the terms of a shard in the numbering of all shards, cut at the keys `bounds`.

    new_id is the new number of each token of the shard, None where the numbers are the same everywhere. before: the
    number of tokens in the shards before it, where the most frequent terms are wanted.
    """
    keys, counts = in_all(counted.keys, new_id, ngrams), counted.counts
    numbers: dict[str, NDArray[Any]] = {"df": np.bincount(counts.indices, minlength=len(keys)).astype(np.uint32)}
    if before is not None:
        frequency = np.bincount(counts.indices, counts.data, minlength=len(keys))
        numbers |= {"frequency": frequency.astype(np.int64), "first": counted.first + np.int64(before)}
    terms = Terms(keys, numbers)
    cuts = [0, *np.searchsorted(keys, bounds).tolist(), len(keys)]
    return tuple(terms.take(slice(a, b)) for a, b in pairwise(cuts))


def in_all(keys: Ints, new_id: Ints | None, ngrams: Range) -> Ints:
    """Return the keys of a shard in the numbering of all."""
    return keys if new_id is None else renumbered(keys, ngrams, new_id)


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


def frequent(terms: Terms, min_df: int) -> Terms:
    """Return the terms that stand in at least `min_df` texts."""
    return terms.take(terms.numbers["df"] >= min_df)


def join_terms(top_k: int | None, *ranges: Terms) -> tuple[Ints, Ints]:
    """Return the keys of all ranges and their document frequencies, of the `top_k` most frequent terms only."""
    terms = _side_by_side(ranges)
    if top_k is not None and len(terms.keys) > top_k:
        terms = terms.take(most_frequent(terms.numbers["frequency"], terms.numbers["first"], top_k))
    return terms.keys, terms.numbers["df"].astype(np.int64)


@dataclass(frozen=True)
class Lesson:
    """What all shards are taught alike: recipes, the number of texts and classes, and where the columns are cut."""

    recipes: list[Recipe]
    n_texts: int
    n_classes: int
    cuts: list[int]


def learn(
    counted: Counted, new_id: Ints | None, keys: Ints, df: Ints, lesson: Lesson, codes: Ints, sample: Ints
) -> tuple[Any, ...]:
    """Return a Part for each range of columns, and the features of the texts `sample` of the shard, a Rows a recipe."""
    d = len(keys)
    own = in_all(counted.keys, new_id, lesson.recipes[0].ngrams)
    columns = np.searchsorted(keys, own)
    columns[columns == d] = 0
    known = keys[columns] == own if d else np.zeros(len(own), dtype=bool)
    columns = columns[known]
    counts = _chosen(counted.counts, known)
    counts = counts.with_data(counts.data.astype(np.float64))
    weighed = [
        load("vectorizers", recipe.features).weigh(counts, idf_of(recipe.features, df[columns], lesson.n_texts))
        for recipe in lesson.recipes
    ]
    parts = []
    for a, b in pairwise(lesson.cuts):
        inside = (columns >= a) & (columns < b)
        models = [
            recipe.new_model().partial_fit(_chosen(rows, inside), codes, classes=np.arange(lesson.n_classes))
            for recipe, rows in zip(lesson.recipes, weighed, strict=True)
        ]
        parts.append(Part(columns[inside] - a, models))
    shown = [rows.take(sample) for rows in weighed]
    return *parts, [Rows(rows.data, columns[rows.indices], rows.indptr, (len(sample), d)) for rows in shown]


def _chosen(rows: Rows, chosen: NDArray[np.bool_]) -> Rows:
    return rows if chosen.all() else select(rows, chosen, np.cumsum(chosen) - 1, int(chosen.sum()))


def merge_parts(*parts: Part) -> Part:
    """Return what the parts have learned together."""
    there = np.zeros(max(part.columns.max(initial=-1) for part in parts) + 1, dtype=bool)
    for part in parts:
        there[part.columns] = True
    columns, place = np.flatnonzero(there), np.cumsum(there) - 1
    merged: list[NaiveBayes] = []
    for part in parts:
        models = [copy(model).widen(place[part.columns], len(columns)) for model in part.models]
        merged = [a.merge(b) for a, b in zip(merged, models, strict=True)] if merged else models
    return Part(columns, merged)
