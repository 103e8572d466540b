"""Leaving texts out: what the model would say of each text it learned, had it never seen it, by subtraction.

Identical texts leave together, as a group, or a corpus with copies would flatter itself. A term that no other text has
would be unknown without the text, so it is left out of that text's sum, and out of the number of terms.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from nbcli.models._core.numbers import less
from nbcli.system.arrays import Array, Ints
from nbcli.vectorizers import Rows

# Beyond this a term is huge: it is summed apart, so that taking it back leaves the digits of the others.
_HUGE = -1e4
# What -inf is while it is summed, so that it can be taken back.
_NEVER = -1e200


def own_of(groups: Ints, codes: Ints, n_classes: int, sample: Ints) -> Array:
    """Return how many texts of each class are in the groups of the texts `sample` (m,): (m, K).

    groups (n,) is the same number for identical texts, and codes (n,) are the classes.
    """
    numbers, place = np.unique(groups[sample], return_inverse=True)
    at = np.searchsorted(numbers, groups)
    at[at == len(numbers)] = 0
    there = numbers[at] == groups if len(numbers) else np.zeros(len(groups), dtype=bool)
    cells = at[there] * n_classes + codes[there]
    counts = np.bincount(cells, minlength=len(numbers) * n_classes).reshape(-1, n_classes)
    own: Array = counts[place].astype(np.float64)
    return own


@dataclass(frozen=True)
class Left:
    """m texts, each seen as left out with its group, of the n texts and d features that a model has learned.

    rows: (m, d), as the model sees them: what leaves. own: (m, K), how many texts of each class leave with it. lonely:
    (nnz,) bool, the terms that no text outside the group has. n_terms: (m,), the number of terms that remain. seen:
    (d,) bool, the terms that any text has.
    unit: rows are scaled to length 1, and so are those of the terms that a model without the text would know.
    """

    rows: Rows
    own: Array
    lonely: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
    n_terms: Array
    seen: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
    unit: bool = False

    @classmethod
    def alone(cls, rows: Rows, own: Array, df: Ints, *, unit: bool = False) -> Self:
        """Return what leaves with m texts, rows (m, d), where the rest of the corpus is not at hand.

        own (m, K) is as in the class, df (d,) how many texts of the whole corpus have each term.
        """
        lonely = df[rows.indices] <= own.sum(axis=1)[rows.row_of]
        n_terms = np.count_nonzero(df) - np.bincount(rows.row_of, lonely, minlength=rows.shape[0])
        return cls(rows, own, lonely, n_terms.astype(np.float64), df > 0, unit)

    @cached_property
    def known(self) -> "np.ndarray[tuple[int], np.dtype[np.bool_]]":
        """Which texts have a term that a model without them would know, shape (m,)."""
        return self.rows.row_sums((~self.lonely).astype(np.float64)) > 0

    @cached_property
    def x(self) -> Array:
        """The numbers of the texts as a model without them would see them, shape (nnz,): 0 for an unknown term."""
        known = np.where(self.lonely, 0.0, self.rows.data)
        if not self.unit:
            return known
        norm = np.sqrt(self.rows.row_sums(known**2))
        return known / np.where(norm > 0, norm, 1.0)[self.rows.row_of]

    def own_of(self, c: int) -> Array:
        """Return how many texts of class c leave with each stored number, shape (nnz,)."""
        return self.own[:, c][self.rows.row_of]

    def rest(self, count: Array, own: Array) -> Array:
        """Return what remains of counts at each stored number, (nnz,), of d counts, `own` (m,) of each text leaving."""
        all_there, leaving = count[self.rows.indices], own[self.rows.row_of] * self.rows.data
        return self.less(all_there, leaving)

    def less(self, count: Array, leaving: Array) -> Array:
        """Return what remains of counts, none of them below 0, of the same shape."""
        left: Array = np.maximum(count - leaving if self._whole else less(count, leaving), 0.0)
        return left

    @cached_property
    def _whole(self) -> bool:
        """Whether the texts are whole numbers, whose differences are exact."""
        return not self.unit and bool((self.rows.data == np.floor(self.rows.data)).all())

    def sum_over_terms(self, keys: Array, absent: Callable[..., Array], present: Array) -> Array:
        """Return the sum over all terms that remain, shape (m,): what absent ones add, and what a text's own ones do.

        What an absent term adds depends on the text by its row of `keys` (m, q) alone: `absent(j, *key)` gives it for
        the columns j, numbers of the key alike for all of them or one for each. So it is summed over all columns once
        for each different key, and of these sums every text takes back its own terms. present: (nnz,).
        """
        kinds, kind = np.unique(keys, axis=0, return_inverse=True)
        columns = np.flatnonzero(self.seen)
        all_absent = [_apart(absent(columns, *key)).sum(axis=1) for key in kinds]
        sums = np.array(all_absent).reshape(-1, 3).T[:, kind.ravel()]
        own_absent = _apart(absent(self.rows.indices, *keys[self.rows.row_of].T))
        own = np.where(self.lonely, 0.0, _apart(present)) - own_absent
        soft, huge, n_huge = sums + np.stack([self.rows.row_sums(part) for part in own])
        result: Array = soft + np.where(n_huge > 0.5, huge, 0.0)
        result[result < _NEVER / 2] = -np.inf
        return result


def _apart(logs: Array) -> Array:
    """Return terms (nnz,) as (3, nnz): those that are not huge, the huge ones, and a 1 for each of the latter."""
    huge = logs < _HUGE
    return np.stack([np.where(huge, 0.0, logs), np.where(huge, np.maximum(logs, _NEVER), 0.0), huge])
