"""What serves a column best: densities scored by leaving records out, averaged, and whether missing values count."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from nbcli.choices import choices, load
from nbcli.classifier.cells import Cells
from nbcli.classifier.column_recipe import SKIP, VALUE, ColumnRecipe
from nbcli.classifier.column_view import ColumnView, averaged
from nbcli.classifier.presence import Presence
from nbcli.densities import Density
from nbcli.models import log_posterior
from nbcli.schema import Column
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log

# A density counts by exp(-loss / _NATS), its loss in nats over all records scored: at most so many of them, and none
# that has less than this share. The same of the values of alpha, which are averaged themselves.
_NATS, _MOST, _LEAST = 8.0, 7, 0.02
_NATS_OF_ALPHA = 4.0
_DECIMALS = 6


@dataclass(frozen=True)
class Judge:
    """Records left out: `sample` (m,) of the n, `own` (m, K) of each class that leave with each, their log prior."""

    codes: Ints
    sample: Ints
    own: Array
    log_prior: Array

    def loss(self, scores: Array) -> float:
        """Return the log loss of log densities (m, K) with the prior, the sum over the records."""
        log_p = log_posterior(scores + self.log_prior, self.log_prior[0])
        return float(-log_p[np.arange(len(self.sample)), self.codes[self.sample]].sum())


@dataclass(frozen=True)
class ScoredColumn:
    """A column's view, and its leave-one-out scores (m, K)."""

    view: ColumnView
    scores: Array


def chosen(column: Column, cells: Cells, judge: Judge, missing: str | None = None) -> ScoredColumn | None:
    """Return the column served as the records bear out; None where no density makes sense of it.

    missing: what a missing value is to be; None for what leaves less loss.
    """
    scored = sorted(_scored(column, cells.x, judge), key=lambda one: one[0])[:_MOST]
    if not scored:
        return None
    least = scored[0][0]
    shares = exp(np.array([(least - loss) / _NATS for loss, _, _ in scored]))
    kept = np.flatnonzero(shares >= _LEAST * shares.sum())
    shares = np.round(shares[kept] / shares[kept].sum(), _DECIMALS)
    densities = [scored[i][1] for i in kept.tolist()]
    scores = averaged(shares.tolist(), [scored[i][2] for i in kept.tolist()])
    presence = Presence.none(judge.own.shape[1]).plus(cells.x, judge.codes)
    missing, scores = _missing(presence, cells.x[judge.sample], scores, judge, missing)
    named = tuple((density.described, share) for density, share in zip(densities, shares.tolist(), strict=True))
    view = ColumnView(ColumnRecipe(column, named, missing), densities, presence, cells.categories)
    return ScoredColumn(view, scores)


def _scored(column: Column, x: Array, judge: Judge) -> Iterator[tuple[float, Density, Array]]:
    """Yield the densities of the column that have learned it, each with its loss and scores (m, K)."""
    k = judge.own.shape[1]
    for name in choices("densities"):
        kind: type[Density] = load("densities", name).Density
        if column.kind in kind.takes:
            for density in kind.candidates(x, judge.codes, k):
                density.learn(x, judge.codes)
                yield _with_best_alpha(density, x, judge)


def _with_best_alpha(density: Density, x: Array, judge: Judge) -> tuple[float, Density, Array]:
    own_x, codes = x[judge.sample], judge.codes[judge.sample]
    if density.alphas:
        losses = np.array([judge.loss(one) for one in density.judged(own_x, codes, judge.own, density.alphas)])
        weights = exp((losses.min() - losses) / _NATS_OF_ALPHA)
        alpha = float(exp((weights * log(np.array(density.alphas))).sum() / weights.sum()))
        density = density.with_alpha(float(f"{alpha:.4g}"))
    alphas = [getattr(density, "alpha", 0.0)]
    scores = density.judged(own_x, codes, judge.own, alphas)[0]
    return judge.loss(scores), density, scores


def _missing(presence: Presence, x: Array, scores: Array, judge: Judge, asked: str | None = None) -> tuple[str, Array]:
    """Return what a missing value is, as asked or whichever leaves less loss, and the scores with it."""
    if asked == SKIP or (asked is None and not presence.empty.any()):
        return SKIP, scores
    counted = scores + presence.log_share(x, judge.own)
    if asked == VALUE:
        return VALUE, counted
    return (VALUE, counted) if judge.loss(counted) < judge.loss(scores) else (SKIP, scores)
