"""Expectation maximisation from labelled texts and a pool.

    s[i, c] = sum over views v of n_iv^(-1/2) (sum over terms j of text i of log theta_v[c, j], less the largest over c)
    E: p[i, c] proportional to exp(tau s[i, c] + log pi_c + b_c)      tau = 1/2, pi_c = (N_c + 1) / (N + K), both held
    M: F_v[c, j] = sum over labelled texts of y x + weight * sum over the pool of p x,  theta = F smoothed by alpha

It starts from the labelled texts alone. b keeps the classes from running into one: each round it has the least loss
on the labelled texts, each left out of its own class's counts. Where the prior or the temperature was fitted in the
rounds, or the pool's shares were drawn to those of the labels, it came out worse.
"""

from dataclasses import dataclass

import numpy as np

from nbcli.models import log_posterior
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log
from nbcli.training.pool.presence import Presence

TEMPERATURE = 0.5
ROUNDS = 6
# Of a pool that counts for those texts alone that are sure of their class, so sure.
_SURE = 0.9
# Posteriors are rounded to multiples of this, so that sums of them are exact in any order.
_UNIT = 2.0**-20
# A bias is drawn to 0 by |b|^2 / 8; what is fitted is rounded to so many decimals.
_DRAWN, _STEPS, _FLAT, _DECIMALS = 0.25, 30, 1e-9, 6


@dataclass(frozen=True)
class Way:
    """A way to use a pool: what a text of it weighs, 0 for no pool; whether classes have a b; `sure`, who counts."""

    weight: float
    biased: bool = True
    sure: bool = False  # whether those alone count that are sure of their class


@dataclass(frozen=True)
class Learned:
    """Counts (K, d_v) of V views, smoothed by alpha, and log pi + b, (K,)."""

    counts: list[Array]
    alpha: float
    bias: Array

    def scores(self, texts: Presence) -> Array:
        """Return tau s + log pi + b of other texts, (n, K)."""
        return TEMPERATURE * texts.scores(self.counts, self.alpha) + self.bias


def learn(labelled: Presence, codes: Ints, k: int, pool: Presence, way: Way, alpha: float) -> Learned:
    """Return what `way` makes of labelled texts of the classes codes (n,) below k, and of a pool."""
    own = np.eye(k)[codes]
    of_labelled = labelled.sums(own)
    counts = of_labelled
    log_prior = log((own.sum(axis=0) + 1) / (len(codes) + k))
    bias = np.zeros(k)
    for last in [False] * (ROUNDS if way.weight else 0) + [True]:
        if way.biased:
            left_out = TEMPERATURE * labelled.scores_without(counts, codes, alpha) + log_prior
            bias = bias_of(left_out, codes)
        if not last:
            scores = TEMPERATURE * pool.scores(counts, alpha) + log_prior + bias
            weights = _weights(exp(log_posterior(scores, log_prior)), way)
            counts = [a + b for a, b in zip(of_labelled, pool.sums(weights), strict=True)]
    return Learned(counts, alpha, log_prior + bias)


def _weights(proba: Array, way: Way) -> Array:
    """Return by how much each text of the pool counts for each class, (n, K), by its posteriors."""
    counted = proba * (proba.max(axis=1, keepdims=True) >= _SURE) if way.sure else proba
    weights: Array = np.rint(way.weight * counted / _UNIT) * _UNIT
    return weights


def bias_of(scores: Array, codes: Ints) -> Array:
    """Return the b (K,) with which scores (n, K) give the least loss for the classes codes (n,).

    A text's target is 1 - e for its own class and e / (K - 1) for the others, e = 1 / (n + 2): n texts say no more.
    """
    n, k = scores.shape
    e = 1 / (n + 2)
    target = np.where(np.arange(k) == codes[:, None], 1 - e, e / (k - 1)).sum(axis=0)
    b = np.zeros(k)
    for _ in range(_STEPS):
        proba = exp(log_posterior(scores + b, np.zeros(k)))
        share = proba.sum(axis=0)
        slope = share - target + _DRAWN * b
        if np.abs(slope).max() <= _FLAT:
            break
        # The loss is convex, and its curvature at most a fourth of a text each: no step leads far.
        b = b - np.clip(np.linalg.solve(np.diag(share + _DRAWN) - proba.T @ proba, slope), -2.0, 2.0)
    return np.round(b, _DECIMALS) + 0.0
