"""Columns that say more together than side by side: naive Bayes with an arc between the two (Friedman et al. 1997).

A pair of columns is one column more, with a probability for each pair of values. Beside the two it pays where these
depend on each other within the classes: of the Titanic's women nearly all were saved, of those in third class half.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

import numpy as np

from nbcli.classifier.cells import Cells
from nbcli.classifier.column_recipe import SKIP
from nbcli.classifier.pair import Half, Pair
from nbcli.densities import equal_frequency
from nbcli.schema import CATEGORY
from nbcli.system.arrays import Array
from nbcli.training.columns import Judge, ScoredColumn, chosen

# Of so many columns that say most each pair is tried. One must leave so many nats less than its two columns, and so
# many pairs are taken at most, those that save most. In ten folds on the ten tables 8 to 15 nats made no difference.
_COLUMNS, _NATS, _MOST = 20, 12.0, 10
# A pair may have so many pairs of values, or a tenth of the records if that is more.
_VALUES = 20
# Numbers are cut without a look at the classes: cuts that know them take the class of the record left out with them
# (log loss in ten folds with those of mdl: glass .819 for .761, wine .065 for .051, wdbc .091 for .077).
_INTERVALS = 5
# What two columns are multiplied by that say the same, and a pair that says too much.
_OF_TWO, _OF_PAIR = (1.0, 0.7, 0.5), (1.0, 0.7)


class _Single(NamedTuple):
    half: Half
    n_values: int
    scores: Array


def pairs_of(columns: list[ScoredColumn], cells: Mapping[str, Cells], judge: Judge) -> list[ScoredColumn]:
    """Return the pairs of columns worth having beside these, those that save most first; `cells` are the table's."""
    here = {name: column.take(judge.sample) for name, column in cells.items()}
    single = _singles(columns, cells, judge)
    most = max(_VALUES, len(judge.sample) // 10)
    within = replace(judge, codes=judge.codes[judge.sample], sample=np.arange(len(judge.sample)))
    found = []
    for one, other in combinations(single, 2):
        if one.n_values * other.n_values > most:
            continue
        pair = Pair(one.half, other.half)
        if (scored := _learned(pair, here, within)) is None:
            continue
        apart = min(within.loss(t * (one.scores + other.scores)) for t in _OF_TWO)
        saved = apart - min(within.loss(t * scored.scores) for t in _OF_PAIR)
        if saved > _NATS:
            found.append((saved, pair))
    found.sort(key=lambda one: -one[0])
    taken = (_learned(pair, cells, judge) for _, pair in found[:_MOST])
    return [one for one in taken if one is not None]


def _singles(columns: list[ScoredColumn], cells: Mapping[str, Cells], judge: Judge) -> list[_Single]:
    found, best = [], np.argsort([judge.loss(one.scores) for one in columns], kind="stable")[:_COLUMNS]
    for place in np.sort(best).tolist():
        column = columns[place]
        name = column.view.name
        cuts: tuple[float, ...] = ()
        if column.view.recipe.column.kind != CATEGORY:
            cuts = tuple(equal_frequency(cells[name].x, _INTERVALS).tolist())
            if not cuts:
                continue
        half = Half(name, cuts)
        found.append(_Single(half, half.n_values(cells), column.scores))
    return found


def _learned(pair: Pair, cells: Mapping[str, Cells], judge: Judge) -> ScoredColumn | None:
    own = pair.cells(cells)
    scored = chosen(pair.column(len(own.categories)), own, judge, SKIP)
    if scored is None:
        return None
    recipe = replace(scored.view.recipe, pair=pair)
    return ScoredColumn(replace(scored.view, recipe=recipe), scored.scores)
