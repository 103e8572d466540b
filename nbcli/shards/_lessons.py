"""The third task: each shard learned on the terms of all, and what was learned merged."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli.models._base import NaiveBayes
from nbcli.prepared import Ints
from nbcli.recipe import Recipe
from nbcli.shards._counting import Counted, in_all
from nbcli.stages import load
from nbcli.tokenizers import offsets_of
from nbcli.vectorizers import Rows
from nbcli.vectorizers._vocabulary import select
from nbcli.view import idf_of


@dataclass(frozen=True)
class Part:
    """Models, one a recipe, that have learned a part of the texts, on the columns named (d,), sorted, and no others."""

    columns: Ints
    models: list[NaiveBayes]


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


def stacked(parts: Sequence[Rows]) -> Rows:
    """Return the rows of all, one below the other."""
    indptr = offsets_of(np.concatenate([np.diff(part.indptr) for part in parts]))
    data, indices = (np.concatenate([getattr(part, name) for part in parts]) for name in ("data", "indices"))
    return Rows(data, indices, indptr, (len(indptr) - 1, parts[0].shape[1]))
