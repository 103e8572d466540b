"""The weights of a table's columns and the biases of its classes, pulled towards one temperature for all."""

from dataclasses import dataclass

import numpy as np

from nbcli.models import log_posterior
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp
from nbcli.training.blend_loss import BlendLoss
from nbcli.training.fitting import newton, scaled

DECIMALS = 6
# By so many records a weight is drawn to the temperature: log loss in ten folds with 3, with 1: heart .382, .387;
# glass .758, .761; zoo .114, .125; credit-g .498, .499; iris .114, .108; segment .153, .147; with .3 heart has .391.
_DRAWN = 3.0


@dataclass(frozen=True)
class Weighted:
    """Weights (V,) from 0, biases (K,), and what they make of the records that they were fitted on, proba (m, K)."""

    weights: Array
    bias: Array
    proba: Array


def fit_weights(parts: list[Array], log_prior: Array, codes: Ints) -> Weighted:
    """Return the weights of log densities, parts[v] (m, K), added to the log prior (m, K), for the classes codes (m,).

    Twice by multinomial logistic loss. First one temperature for all columns, drawn to min(1, 2 / sqrt V) as strongly
    as V records would: naive Bayes counts what columns have in common once a column, so the more there are, the less
    each is to be believed. Then a weight a column, each drawn to that temperature as strongly as three records would,
    and biases to 0 as one would. Both are rounded, so that the last bits, in which processors differ, leave no trace.
    """
    n, k = log_prior.shape
    v = len(parts)
    if not v:
        return Weighted(np.zeros(0), np.zeros(k), exp(log_posterior(log_prior, log_prior[0])))
    scores = np.stack([scaled(part, np.ones(n), 0.0) for part in parts])
    start = min(1.0, 2.0 / float(np.sqrt(v)))
    first = _drawn(scores.sum(axis=0)[None], codes, log_prior, v / n, start)
    one = newton(first, np.concatenate(([start], np.zeros(k))))
    second = _drawn(scores, codes, log_prior, _DRAWN / n, float(one[0]))
    p = np.round(newton(second, np.concatenate((np.full(v, one[0]), one[1:]))), DECIMALS) + 0.0
    return Weighted(p[:v], p[v:], exp(log_posterior(second.scores_at(p), log_prior[0])))


def _drawn(scores: Array, codes: Ints, log_prior: Array, strength: float, centre: float) -> BlendLoss:
    """Return the loss of weights drawn to `centre` so strongly, and of biases drawn to 0 as by one record."""
    v, n, k = scores.shape
    penalty, centres = (np.repeat(pair, [v, k]) for pair in ((strength, 1 / n), (centre, 0.0)))
    return BlendLoss(scores, codes, penalty, centres, log_prior)
