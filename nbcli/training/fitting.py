"""The few numbers that a blend fits: a weight a view, a bias a class, and two of its shape, by logistic loss."""

from dataclasses import dataclass

import numpy as np

from nbcli.classifier.blend import Blend, margins, shaped
from nbcli.models import MANY, log_posterior
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, power
from nbcli.training.blend_loss import BlendLoss

# Of fewer texts a class than this, where classes are many, biases know the texts that they were fitted on too well to
# be judged by them.
_TEXTS_A_BIAS = 20
# A joint log-likelihood is never taken as further than this below the text's best: -inf has no slope.
_FLOOR = -700.0
# A shape is held to 1 as by so many texts, and its numbers are no smaller.
_DRAWN, _LEAST = 10.0, 0.001
_TEMPERATURES = 2.0 ** np.arange(-8, 3)
# Newton's method ends where no slope is larger; what is fitted is then rounded to so many decimals.
_FLAT, _STEPS, _DECIMALS = 1e-9, 60, 6
# The matrix of second derivatives has a row for each number fitted: of more, its diagonal serves, and after so many
# steps the loss of 2,000 labels was within a thousandth of that after 60.
_MOST, _STEPS_OF_MANY = 300, 20


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

    Weights are not negative: a view may be left aside, but what it says is never turned round. They are rounded, so
    that the last bits, in which processors differ, leave no trace in the model.
    """
    scores = np.stack([scaled(*view) for view in zip(parts, lengths, exponents, strict=True)])
    n_views, n_texts, k = scores.shape
    start = np.concatenate((np.full(n_views, 1 / n_views), np.zeros(k)))
    loss = BlendLoss.of_blend(scores, codes)
    p = np.round(newton(loss, start), _DECIMALS) + 0.0
    log_p = _normalised(loss.scores_at(p))
    if k > MANY and 2 <= n_texts < _TEXTS_A_BIAS * k:
        for half, other in ((slice(0, None, 2), slice(1, None, 2)), (slice(1, None, 2), slice(0, None, 2))):
            own = BlendLoss.of_blend(np.ascontiguousarray(scores[:, half]), codes[half])
            fitted = np.round(newton(own, np.append(p[:n_views], np.zeros(k))), _DECIMALS)
            log_p[other] = _normalised(loss.scores_at(fitted)[other])
    right = float((log_p.argmax(axis=1) == codes).mean())
    shape = fit_shape(log_p, codes)
    log_p = _normalised(shaped(log_p, shape))
    blend = Blend(p[:n_views], p[n_views:], np.array(exponents), shape)
    return Fit(blend, exp(log_p), float(-log_p[np.arange(n_texts), codes].mean()), right)


def fit_shape(scores: Array, codes: Ints) -> Array:
    """Return the shape (2,) by which the scores (m, K) of texts of the classes codes (m,) give the least log loss.

    Both numbers are drawn to 1 by 10 / m, and at least .001: what is likelier stays so.
    """
    margin = margins(scores)[:, None]
    parts = np.stack((scores / (1 + margin), scores * (margin / (1 + margin))))
    found = newton(BlendLoss(parts, codes, np.full(2, _DRAWN / len(codes)), 1.0), np.ones(2))
    return np.round(np.maximum(found, _LEAST), _DECIMALS).astype(np.float64)


def _normalised(scores: Array) -> Array:
    """Return log P(c | x) of m texts by their scores (m, K)."""
    return log_posterior(scores, np.zeros(scores.shape[1]))


def newton(loss: BlendLoss, p: Array) -> Array:
    """Return where the loss is least with no weight below 0, by Newton's method on what is free.

    Bertsekas (1982), Projected Newton methods for optimization problems with simple constraints, SIAM J. Control and
    Optimization 20. Ours, since importing scipy.optimize takes .2 to .4 s, a third of a small training, and L-BFGS ends
    where the processor's last bits lead it.
    """
    may_fall = np.arange(len(p)) >= loss.n_views
    for _ in range(_STEPS if len(p) <= _MOST else _STEPS_OF_MANY):
        value, slope, proba = loss.with_slope(p)
        free = np.flatnonzero(may_fall | (p > 0) | (slope < 0))
        if np.abs(slope[free]).max(initial=0.0) <= _FLAT:
            break
        step = np.zeros_like(p)
        step[free] = _newton_step(loss, proba, slope, free)
        p, before = _shortened(loss, p, step, slope, value), p
        if (p == before).all():
            break
    return p


def _newton_step(loss: BlendLoss, proba: Array, slope: Array, free: Ints) -> Array:
    """Return the step of what is free; of many biases by a bound on the second derivatives that is a diagonal.

    Weights and biases apart, each with twice its own second derivatives, are such a bound, and so is for the biases
    twice the diagonal (Boehning 1992, Multinomial logistic regression algorithm, Annals of the ISM 44).
    """
    if len(slope) <= _MOST:
        step: Array = np.asarray(np.linalg.solve(loss.curvature(proba)[np.ix_(free, free)], slope[free]), np.float64)
        return step
    weights = free[free < loss.n_views]
    by_weights = 2 * loss.curvature_of_weights(proba)[np.ix_(weights, weights)]
    by_bias = 4 * (proba * (1 - proba)).sum(axis=0) / len(proba) + loss.bias_penalty
    return np.concatenate((np.linalg.solve(by_weights, slope[weights]), slope[loss.n_views :] / by_bias))


def _shortened(loss: BlendLoss, p: Array, step: Array, slope: Array, value: float) -> Array:
    """Return p less the step, or less of it where the loss would not fall enough (Armijo's rule); p itself at worst."""
    length = 1.0
    while length > 1e-12:
        q = p - length * step
        q[: loss.n_views] = np.maximum(q[: loss.n_views], 0.0)
        if loss.value(q) <= value - 1e-4 * float((slope * (p - q)).sum()):
            return q
        length /= 2
    return p


def scaled(jll: Array, length: Array, exponent: float) -> Array:
    """Return jll (m, K) over length ** exponent (m,), less each row's largest, -inf made finite."""
    top = jll.max(axis=1, keepdims=True)
    below = np.maximum(jll - np.where(np.isneginf(top), 0.0, top), _FLOOR)
    return below / power(np.maximum(length, 1.0), exponent)[:, None]


def scaled_loss(jll: Array, length: Array, codes: Ints, exponent: float) -> float:
    """Return the mean log loss of one view's scores at the best of a few temperatures."""
    scores, rows = scaled(jll, length, exponent), np.arange(len(codes))
    losses = [-log_posterior(t * scores, scores[0])[rows, codes].mean() for t in _TEMPERATURES]
    return float(min(losses))
