"""Sums over the terms of texts where classes are many: only the counts that are above 0 are looked at."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nbcli.models._core.class_counts import ClassCounts
from nbcli.models._core.leaving import Left
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows

# So many counts, or numbers of a result, are at work at a time.
_BLOCK = 1 << 18


@dataclass(frozen=True)
class LogSums:
    """sum_i x_i log(count[c, i] + alpha) of texts, rows (n, d) with the numbers x (nnz,), for every class c.

    That of the classes that have no count of i is x_i log alpha, alike for all: one number a text, and each count above
    0 adds its difference from that. Unsmoothed, a class that lacks a term of the text is impossible: -inf.
    """

    counts: ClassCounts
    alpha: float

    def blocks(self, rows: Rows, x: Array, left: Left | None = None) -> Iterator[tuple[slice, Array]]:
        """Yield rows at a time and their sums, (rows, K); with `left`, of counts less those of the texts that leave."""
        difference = self._difference(self.counts.counts)
        sizes = np.diff(self.counts.starts)[rows.indices]
        before = (
            np.concatenate(([0], np.cumsum(sizes)))[rows.indptr] + np.arange(len(rows.indptr)) * self.counts.shape[0]
        )
        start = 0
        while start < rows.shape[0]:
            stop = int(np.searchsorted(before, before[start] + _BLOCK, side="right")) - 1
            stop = min(max(stop, start + 1), rows.shape[0])
            yield slice(start, stop), self._sums(rows, x, (start, stop), difference, left)
            start = stop

    def _difference(self, counts: Array) -> Array:
        """Return what each count adds to a class beyond what one of 0 does; unsmoothed, all of it."""
        if self.alpha == 0:
            return np.where(counts > 0, log(np.where(counts > 0, counts, 1.0)), 0.0)
        return log(counts + self.alpha) - self._of_none

    @property
    def _of_none(self) -> float:
        return float(log(np.array(self.alpha or 1.0)))

    def _sums(self, rows: Rows, x: Array, block: tuple[int, int], difference: Array, left: Left | None) -> Array:
        start, stop = block
        k, n = self.counts.shape[0], stop - start
        stored = slice(int(rows.indptr[start]), int(rows.indptr[stop]))
        row, x = rows.row_of[stored] - start, x[stored]
        place, number = self.counts.at(rows.indices[stored])
        cell = row[number] * k + self.counts.classes[place]
        added, there = difference[place], self.counts.counts[place] > 0
        if left is not None:
            own = left.own[start:stop].ravel()[cell]
            some = np.flatnonzero(own)
            rest = left.less(self.counts.counts[place[some]], own[some] * rows.data[stored][number[some]])
            added[some], there[some] = self._difference(rest), rest > 0
        # Of nothing bincount makes integers.
        sums = np.bincount(cell, x[number] * added, minlength=n * k).astype(np.float64, copy=False).reshape(n, k)
        if self.alpha == 0:
            sums[self._lacking(row, x, cell, there & (x[number] > 0), (n, k))] = -np.inf
            return sums
        sums += (np.bincount(row, x, minlength=n) * self._of_none)[:, None]
        return sums

    def _lacking(self, row: Ints, x: Array, cell: Ints, there: Bools, shape: tuple[int, int]) -> Bools:
        """Return which classes lack a term of a text, (rows, K)."""
        needed = np.bincount(row[x > 0], minlength=shape[0])
        found = np.bincount(cell[there], minlength=shape[0] * shape[1]).reshape(shape)
        lacking: Bools = found < needed[:, None]
        return lacking
