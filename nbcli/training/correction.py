"""The linear correction of a blend: fitted on the terms of its views, weighed on scores of texts not seen."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from nbcli.classifier.correction import Block, Correction, halves
from nbcli.models import MANY as MANY_LABELS
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.training.candidates import NO_TRIPLES
from nbcli.training.fitting import Fit, fit_blend
from nbcli.training.machines import Machines, beside, fitted, folds_of, held_out
from nbcli.training.scoring import Scored
from nbcli.vectorizers import Rows

# Of fewer texts than these none is fitted.
_FEWEST = 100
# So much log loss of all the texts together one more weight has to save before texts not seen gain by it (Akaike 1974).
_BY_CHANCE = 1.0
# The machine of each class has a weight of its own, of more classes than these all have one.
_MOST_WEIGHTS = 16
_DECIMALS = 6
_LARGEST_STEP = 127


@dataclass(frozen=True)
class Corrected:
    """What a blend (as `Fit.blend`, of the same views) is with a correction, and by how many folds it was weighed.

    scores: (m, K), of the texts not seen, before the blend's shape.
    """

    fit: Fit
    correction: Correction
    folds: int
    scores: Array

    def sentence(self, loss: float, plain: float, n_texts: int) -> str:
        """Return what training says of it: its log loss, that without it, of a corpus of so many distinct texts."""
        few = f", on the first {self.correction.n_texts:,} texts by their digests"
        return (
            f"linear correction: weight {self.correction.weight:.2f}, log loss {loss:.4f} instead of "
            f"{plain:.4f}, by {self.folds} folds{few if self.correction.n_texts < n_texts else ''}"
        )


def fit_correction(views: Sequence[Scored], plain: Fit, codes: Ints, groups: Ints) -> Corrected | None:
    """Return the views' blend with a correction, which goes back to `plain`, of the first of the views.

    None where it lowers the loss no more than chance would. codes, groups: (l,), of the texts that the views have rows
    of, of which they were scored on the first m: their classes, and what is alike for copies. It is weighed on these m
    by folds, and then fitted on all.
    """
    m, k, every = len(views[0].jll), len(plain.blend.bias), codes
    codes = every[:m]
    if m < _FEWEST or k > MANY_LABELS or len(np.unique(codes)) < k:
        return None
    blocks = [view.rows if first else None for view, first in zip(views, first_of_order(views), strict=True)]
    terms = beside([rows for rows in blocks if rows is not None])
    fold, n_folds = folds_of(codes, groups[:m])
    with timing.stage("correct"):
        scores, of_fold = held_out(terms, codes, k, fold, n_folds)
    with timing.stage("fit"):
        parts = [scores * (np.arange(k) == c) for c in range(k)] if 2 < k <= _MOST_WEIGHTS else [scores]
        lengths = [*(view.length for view in views), *[np.ones(m)] * len(parts)]
        exponents = [*(view.exponent for view in views), *[0.0] * len(parts)]
        parts = [*(view.jll for view in views), *parts]
        fit = fit_blend(parts, lengths, codes, exponents)
    own = fit.blend.weights[len(views) :]
    weight = float(np.round(own.mean(), _DECIMALS))
    if not weight or not beyond_chance(plain.loss - fit.loss, m, len(own)):
        return None
    with timing.stage("correct"):
        machines = fitted(terms, np.arange(len(every)), every, k, of_fold if len(every) > m else None)
    machines = machines.times(own / weight)
    step = float(np.round(max(np.abs(machines.weights).max(initial=0.0) / _LARGEST_STEP, 1e-6), _DECIMALS))
    bias = fit.blend.bias + weight * halves(machines.bias[None])[0]
    blend = replace(
        fit.blend,
        weights=fit.blend.weights[: len(views)],
        bias=np.round(bias, _DECIMALS) + 0.0,
        exponents=fit.blend.exponents[: len(views)],
    )
    of_views = _cut(blocks, machines, step)
    # The views that it has beside have no weight without it.
    none = len(views) - len(plain.blend.weights)
    without = replace(plain.blend, weights=np.append(plain.blend.weights, np.zeros(none)), exponents=blend.exponents)
    correction = Correction(of_views, len(every), step, weight, np.arange(k), without)
    return Corrected(replace(fit, blend=blend), correction, n_folds, fit.blend.score(parts, lengths))


def beyond_chance(saved: float, n_texts: int, n_weights: int = 1) -> bool:
    """Return whether so much log loss a text less is more than so many weights more would save by chance."""
    return n_texts * saved > _BY_CHANCE * n_weights


def first_of_order(views: Sequence[Scored]) -> list[bool]:
    """Return which of the views are the first of those on the same terms, where these are such as get a correction."""
    orders = [(view.recipe.tokenizer, view.recipe.ngrams[0]) for view in views]
    return [order in NO_TRIPLES and orders.index(order) == i for i, order in enumerate(orders)]


def _cut(blocks: Sequence[Rows | None], machines: Machines, step: float) -> list[Block | None]:
    """Return the blocks of the views from the machines of all the terms side by side."""
    weights = np.zeros((len(machines.df), machines.weights.shape[1]), dtype=np.int8)
    steps = np.clip(np.rint(machines.weights / step), -_LARGEST_STEP, _LARGEST_STEP)
    weights[machines.df > 0] = steps.astype(np.int8)
    found: list[Block | None] = []
    start = 0
    for rows in blocks:
        own = slice(start, start + (rows.shape[1] if rows else 0))
        found.append(Block(machines.df[own], weights[own]) if rows else None)
        start = own.stop
    return found
