"""The third task: each shard learned on the terms of all, and what was learned merged."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np

from nbcli.classifier.fitting import fitted, idf_of, weighed
from nbcli.classifier.recipe import Recipe
from nbcli.models import NaiveBayes
from nbcli.system.arrays import Ints
from nbcli.tokenizers import offsets_of
from nbcli.training.shards.counting import Counted, in_all
from nbcli.training.shards.engine import Engine, Task, tree_reduce
from nbcli.vectorizers import Cells, Rows, select


@dataclass(frozen=True)
class Part:
    """Models, one a recipe, that have learned a part of the texts, on the columns named (d,), sorted, and no others."""

    columns: Ints
    models: list[NaiveBayes]


@dataclass(frozen=True)
class PartialFit:
    """What all shards are taught alike: recipes, the number of texts and classes, and where the columns are cut."""

    recipes: list[Recipe]
    n_texts: int
    n_classes: int
    cuts: list[int]


def fit_all(engine: Engine, tasks: Sequence[Task], cuts: list[int]) -> tuple[list[Part], list[Rows]]:
    """Return what all shards have learned, a Part a range of columns, and the features of the sample by recipe.

    tasks: for each shard `learn` and its arguments. cuts: as in PartialFit.
    """
    by_shard = [engine.submit(*task, parts=len(cuts)) for task in tasks]
    *by_range, shown = map(list, zip(*by_shard, strict=True))
    parts = [engine.gather(tree_reduce(engine, merge_parts, handles)) for handles in by_range]
    rows = zip(*(engine.gather(handle) for handle in shown), strict=True)
    return parts, [stacked(of_recipe) for of_recipe in rows]


def learn(
    counted: Counted, new_id: Ints | None, keys: Ints, df: Ints, fit: PartialFit, codes: Ints, sample: Ints
) -> tuple[Any, ...]:
    """Return a Part for each range of columns, and the features of the texts `sample` of the shard, a Rows a recipe."""
    d = len(keys)
    own = in_all(counted.keys, new_id, fit.recipes[0].ngrams)
    columns = np.searchsorted(keys, own)
    columns[columns == d] = 0
    known = keys[columns] == own if d else np.zeros(len(own), dtype=bool)
    columns = columns[known]
    counts = select(counted.cells(len(codes)), known, np.cumsum(known) - 1, len(columns))
    features = [
        weighed(recipe.features, counts, idf_of(recipe.features, df[columns], fit.n_texts)) for recipe in fit.recipes
    ]
    # The terms are sorted, and so are the cells: those of a range of columns stand together.
    ends = np.searchsorted(columns, fit.cuts)
    parts = []
    for (i, j), cut in zip(pairwise(ends.tolist()), fit.cuts, strict=False):
        cells = slice(*np.searchsorted(counts.indices, (i, j)))
        models = [
            fitted(recipe, _between(rows, cells, i, j), codes, fit.n_classes)
            for recipe, rows in zip(fit.recipes, features, strict=True)
        ]
        parts.append(Part(columns[i:j] - cut, models))
    shown = counts.with_data(np.arange(len(counts.data), dtype=np.float64)).rows(sample)
    shown, places = shown.with_columns(columns[shown.indices], d), shown.data.astype(np.int64)
    return *parts, [shown.with_data(rows.data[places]) for rows in features]


def _between(rows: Cells, cells: slice, first: int, end: int) -> Cells:
    """Return the cells of the columns from `first` to `end`, these counted from 0."""
    some = rows.only(cells)
    return some.with_columns(some.indices - first, end - first)


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


def stacked(parts: Sequence[Rows]) -> Rows:
    """Return the rows of all, one below the other."""
    indptr = offsets_of(np.concatenate([np.diff(part.indptr) for part in parts]))
    data, indices = (np.concatenate([getattr(part, name) for part in parts]) for name in ("data", "indices"))
    return Rows(data, indices, indptr, (len(indptr) - 1, parts[0].shape[1]))
