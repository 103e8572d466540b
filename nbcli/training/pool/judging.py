"""How good a way to use a pool is: labelled texts are held out, a fold at a time, and the rounds made without them."""

from dataclasses import dataclass

import numpy as np

from nbcli.models import log_posterior
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp
from nbcli.training.blend_loss import BlendLoss
from nbcli.training.fitting import newton
from nbcli.training.pool.em import TEMPERATURE, Way, learn
from nbcli.training.pool.presence import Presence

FOLDS = 5
ALPHA, _ALPHAS = 0.1, (0.01, 0.03, 0.1, 0.3, 1.0)
# How strongly a temperature is drawn to 1, and biases to 0, as by so many texts.
_DRAWN_TO_1, _DRAWN_TO_0, _LEAST, _DECIMALS = 1.0, 0.25, 0.05, 6


@dataclass(frozen=True)
class Final:
    """What makes posteriors of scores: softmax(temperature * score + bias), bias (K,)."""

    temperature: float
    bias: Array

    def log_proba(self, scores: Array) -> Array:
        """Return log P(c | x) of scores (n, K)."""
        return log_posterior(self.temperature * scores + self.bias, self.bias)


@dataclass(frozen=True)
class Judged:
    """A way, the alpha of its models, and what held-out texts say of it.

    final: fitted on all of these texts. loss: their log loss, the sum. proba: (m, K), the posterior of each, under what
    was fitted without its fold: nothing that made it has seen it.
    """

    way: Way
    alpha: float
    final: Final
    loss: float
    proba: Array


def judged(labelled: Presence, codes: Ints, k: int, pool: Presence, way: Way) -> Judged:
    """Return what m labelled texts, no two alike, of the classes codes (m,) say of a way."""
    alpha = ALPHA if way.weight else best_alpha(labelled, codes, k)
    fold = dealt(codes)
    scores = np.zeros((len(codes), k))
    for held, rest in _splits(fold):
        learned = learn(labelled.take(rest), codes[rest], k, pool, way, alpha)
        scores[held] = learned.scores(labelled.take(held))
    final = fit_final(scores, codes)
    loss = float(-final.log_proba(scores)[np.arange(len(codes)), codes].sum())
    log_proba = np.zeros_like(scores)
    for held, rest in _splits(fold):
        log_proba[held] = fit_final(scores[rest], codes[rest]).log_proba(scores[held])
    return Judged(way, alpha, final, loss, exp(log_proba))


def dealt(codes: Ints) -> Ints:
    """Return the fold of each text, (m,): those of a class in turn, and so the classes."""
    order = np.argsort(codes, kind="stable")
    fold = np.zeros(len(codes), dtype=np.int64)
    fold[order] = np.arange(len(codes)) % FOLDS
    return fold


def _splits(fold: Ints) -> list[tuple[Ints, Ints]]:
    """Return the texts of each fold that has some, and the others."""
    both = [(np.flatnonzero(fold == f), np.flatnonzero(fold != f)) for f in range(FOLDS)]
    return [(held, rest) for held, rest in both if len(held) and len(rest)]


def best_alpha(labelled: Presence, codes: Ints, k: int) -> float:
    """Return the alpha with which labelled texts, each left out of the others, have the least loss."""
    counts = labelled.sums(np.eye(k)[codes])

    def loss(alpha: float) -> float:
        scores = TEMPERATURE * labelled.scores_without(counts, codes, alpha)
        log_proba = fit_final(scores, codes).log_proba(scores)
        return float(-log_proba[np.arange(len(codes)), codes].sum())

    return min(_ALPHAS, key=loss)


def fit_final(scores: Array, codes: Ints) -> Final:
    """Return the temperature and bias by which scores (n, K) of the classes codes (n,) give the least log loss."""
    n, k = scores.shape
    drawn = np.append(_DRAWN_TO_1, np.full(k, _DRAWN_TO_0)) / n
    start = np.append(1.0, np.zeros(k))
    p = np.round(newton(BlendLoss(scores[None], codes, drawn, start), start), _DECIMALS) + 0.0
    return Final(max(float(p[0]), _LEAST), p[1:])
