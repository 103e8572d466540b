"""Leaving texts out: what the model would say of each text it learned, had it never seen it, by subtraction.

Identical texts leave together, as a group, or a corpus with copies would flatter itself. A term that no other text has
would be unknown without the text, so it is left out of that text's sum, and out of the number of terms.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Self

import numpy as np

from nbcli.models._numbers import Array, Ints
from nbcli.vectorizers import Rows


@dataclass(frozen=True)
class Left:
    """m texts, each seen as left out with its group, of the n texts and d features that a model has learned.

    rows: (m, d). own: (m, K), how many texts of each class leave with it. lonely: (nnz,) bool, the terms that no text
    outside the group has. n_terms: (m,), the number of terms that remain. unit: rows are scaled to length 1, and so are
    those of the terms that a model without the text would know.
    """

    rows: Rows
    own: Array
    lonely: "np.ndarray[tuple[int], np.dtype[np.bool_]]"
    n_terms: Array
    unit: bool = False

    @classmethod
    def of(
        cls,
        rows: Rows,
        codes: Ints,
        n_classes: int,
        groups: Ints | None,
        sample: Ints | None,
        *,
        unit: bool = False,
    ) -> Self:
        """Return what leaves with each of the texts `sample` (all for None).

        rows (n, d) and codes (n,) below n_classes are all that was learned; `groups` (n,) is the same number for
        identical texts (None: there are none).
        """
        n, d = rows.shape
        group = np.arange(n) if groups is None else np.unique(groups, return_inverse=True)[1]
        per_group = np.bincount(group * n_classes + codes, minlength=(group.max(initial=-1) + 1) * n_classes)
        df = np.bincount(rows.indices, minlength=d)
        chosen = rows if sample is None else rows.take(sample)
        own = per_group.reshape(-1, n_classes)[group if sample is None else group[sample]]
        lonely = df[chosen.indices] <= own.sum(axis=1)[chosen.row_of]
        n_terms = np.count_nonzero(df) - np.bincount(chosen.row_of, lonely, minlength=chosen.shape[0])
        return cls(chosen, own.astype(np.float64), lonely, n_terms.astype(np.float64), unit)

    @cached_property
    def x(self) -> Array:
        """The numbers of the texts as a model without them would see them, shape (nnz,): 0 for an unknown term."""
        known = np.where(self.lonely, 0.0, self.rows.data)
        if not self.unit:
            return known
        norm = np.sqrt(self.rows.row_sums(known**2))
        return known / np.where(norm > 0, norm, 1.0)[self.rows.row_of]

    def alike(self, also: Array | None = None) -> Iterator[tuple[Ints, Self]]:
        """Yield the texts that share their `own` (and their number in `also` (m,)), as indices and by themselves."""
        key = self.own if also is None else np.column_stack((self.own, also))
        of_text = np.unique(key, axis=0, return_inverse=True)[1].reshape(-1)
        lonely = self.rows.with_data(self.lonely.astype(np.float64))
        for number in range(of_text.max(initial=-1) + 1):
            texts = np.flatnonzero(of_text == number)
            part = self.rows.take(texts)
            left = lonely.take(texts).data > 0
            yield texts, type(self)(part, self.own[texts], left, self.n_terms[texts], self.unit)

    def own_of(self, c: int) -> Array:
        """Return how many texts of class c leave with each stored number, shape (nnz,)."""
        return self.own[:, c][self.rows.row_of]
