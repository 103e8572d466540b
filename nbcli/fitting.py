"""The few numbers that a blend fits: one weight a view, one bias a class, by multinomial logistic loss."""

from dataclasses import dataclass

import numpy as np

from nbcli.models._class_counts import MANY
from nbcli.models._numbers import log_posterior
from nbcli.pipeline import Array, Blend, Ints

# What keeps a bias finite where a class is never wrong.
_PENALTY = 1e-3
# Of fewer texts a class than this, where classes are many, biases know the texts that they were fitted on too well to
# be judged by them.
_TEXTS_A_BIAS = 20
# A joint log-likelihood is never taken as further than this below the text's best: -inf has no slope.
_FLOOR = -700.0
# So many texts x classes at a time.
_BLOCK = 1 << 16
_TEMPERATURES = 2.0 ** np.arange(-8, 3)


@dataclass(frozen=True)
class Fit:
    """A blend, and what it makes of the m texts it was fitted on: proba (m, K), and the mean log loss.

    Where the texts are few beside many classes, each half of them is judged by a blend fitted on the other half.
    """

    blend: Blend
    proba: Array
    loss: float
    accuracy: float


def fit_blend(parts: list[Array], lengths: list[Array], codes: Ints, exponents: list[float]) -> Fit:
    """Return the blend of the views' leave-one-out scores, parts[v] (m, K), lengths[v] (m,), for classes codes (m,).

    Weights are not negative: a view may be left aside, but what it says is never turned round.
    """
    scores = np.stack([scaled(*view) for view in zip(parts, lengths, exponents, strict=True)])
    n_views, n_texts, k = scores.shape
    p = _fitted(scores, codes, np.full(n_views, 1 / n_views))
    log_p = _log_posterior(p, scores)
    if k > MANY and 2 <= n_texts < _TEXTS_A_BIAS * k:
        for half, other in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
            own = _fitted(np.ascontiguousarray(scores[:, half]), codes[half], p[:n_views])
            log_p[other] = _log_posterior(own, scores[:, other])
    right = float((log_p.argmax(axis=1) == codes).mean())
    blend = Blend(p[:n_views], p[n_views:], np.array(exponents))
    return Fit(blend, np.exp(log_p), float(-log_p[np.arange(n_texts), codes].mean()), right)


def _log_posterior(p: Array, scores: Array) -> Array:
    """Return log P(c | x) of m texts, (m, K), by weights and biases p (V + K,), scores (V, m, K)."""
    z = np.tensordot(p[: len(scores)], scores, 1) + p[len(scores) :]
    return log_posterior(z, z[0])


def _fitted(scores: Array, codes: Ints, weights: Array) -> Array:
    """Return the weights and biases (V + K,) of the smallest loss, beginning with these weights (V,) and no biases."""
    from scipy.optimize import minimize

    n_views, n_texts, k = scores.shape
    # Of many classes some texts at a time, which stay in the cache.
    size = n_texts if k <= MANY else max(_BLOCK // k, 1)
    blocks = [slice(start, start + size) for start in range(0, n_texts, size)]

    def loss(p: Array) -> tuple[float, Array]:
        by_weight, by_bias, own = np.zeros(n_views), np.zeros(k), np.empty(n_texts)
        for block in blocks:
            log_p, some = _log_posterior(p, scores[:, block]), codes[block]
            rows = np.arange(len(some))
            own[block] = log_p[rows, some]
            slope = np.exp(log_p)
            slope[rows, some] -= 1
            by_weight += np.tensordot(scores[:, block], slope, ([1, 2], [0, 1]))
            by_bias += slope.sum(axis=0)
        by_bias = by_bias / n_texts + _PENALTY * p[n_views:]
        value = -own.mean() + _PENALTY * (p[n_views:] @ p[n_views:]) / 2
        return float(value), np.concatenate((by_weight / n_texts, by_bias))

    start = np.concatenate((weights, np.zeros(k)))
    bounds = [(0, None)] * n_views + [(None, None)] * k
    p: Array = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    return p


def scaled(jll: Array, length: Array, exponent: float) -> Array:
    """Return jll (m, K) over length ** exponent (m,), less each row's largest, -inf made finite."""
    top = jll.max(axis=1, keepdims=True)
    below = np.maximum(jll - np.where(np.isneginf(top), 0.0, top), _FLOOR)
    return below / (np.maximum(length, 1.0) ** exponent)[:, None]


def scaled_loss(jll: Array, length: Array, codes: Ints, exponent: float) -> float:
    """Return the mean log loss of one view's scores at the best of a few temperatures."""
    scores, rows = scaled(jll, length, exponent), np.arange(len(codes))
    losses = [-log_posterior(t * scores, scores[0])[rows, codes].mean() for t in _TEMPERATURES]
    return float(min(losses))
