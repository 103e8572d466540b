"""The few numbers that a blend fits: one weight a view, one bias a class, by multinomial logistic loss."""

from dataclasses import dataclass

import numpy as np

from nbcli.models._numbers import log_posterior
from nbcli.pipeline import Array, Blend, Ints

# What keeps a bias finite where a class is never wrong.
_PENALTY = 1e-3
# A joint log-likelihood is never taken as further than this below the text's best: -inf has no slope.
_FLOOR = -700.0
_TEMPERATURES = 2.0 ** np.arange(-8, 3)


@dataclass(frozen=True)
class Fit:
    """A blend, and what it makes of the m texts it was fitted on: proba (m, K), and the mean log loss."""

    blend: Blend
    proba: Array
    loss: float
    accuracy: float


def fit_blend(parts: list[Array], lengths: list[Array], codes: Ints, exponents: list[float]) -> Fit:
    """Return the blend of the views' leave-one-out scores, parts[v] (m, K), lengths[v] (m,), for classes codes (m,).

    Weights are not negative: a view may be left aside, but what it says is never turned round.
    """
    from scipy.optimize import minimize

    scores = np.stack([scaled(*view) for view in zip(parts, lengths, exponents, strict=True)])
    n_views, n_texts, k = scores.shape
    rows = np.arange(n_texts)

    def loss(p: Array) -> tuple[float, Array]:
        z = np.tensordot(p[:n_views], scores, 1) + p[n_views:]
        log_p = log_posterior(z, z[0])
        slope = np.exp(log_p)
        slope[rows, codes] -= 1
        by_weight = np.tensordot(scores, slope, ([1, 2], [0, 1])) / n_texts
        by_bias = slope.mean(axis=0) + _PENALTY * p[n_views:]
        value = -log_p[rows, codes].mean() + _PENALTY * (p[n_views:] @ p[n_views:]) / 2
        return float(value), np.concatenate((by_weight, by_bias))

    start = np.concatenate((np.full(n_views, 1 / n_views), np.zeros(k)))
    bounds = [(0, None)] * n_views + [(None, None)] * k
    p = minimize(loss, start, jac=True, method="L-BFGS-B", bounds=bounds).x
    z = np.tensordot(p[:n_views], scores, 1) + p[n_views:]
    log_p = log_posterior(z, z[0])
    right = float((log_p.argmax(axis=1) == codes).mean())
    blend = Blend(p[:n_views], p[n_views:], np.array(exponents))
    return Fit(blend, np.exp(log_p), float(-log_p[rows, codes].mean()), right)


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
