"""Mistaken labels told from a model's own mistakes.

A model errs the less the surer it is; a mistaken label does not care how sure the model is. So of texts with the margin
m, by how much the log-posterior of the likeliest class stands above the next, the label agrees with the model in

    P(agrees | m) = (1 - e) s(a m) + e (1 - s(a m))            s the logistic function, a what the margin is worth

and e, the share of mistaken labels, is what remains of disagreement where m is large. Both are fitted by maximum
likelihood. A label that disagrees is then mistaken with the probability e s / (e s + (1 - e) (1 - s)).

Noise of this kind in logistic regression: Bootkrajang and Kaban (2012), Label-noise robust logistic regression and its
applications, ECML PKDD.
"""

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]
Bools = NDArray[np.bool_]

# Fits from several places, since the likelihood has more than one top; as log-odds of e / .5 and log a.
_STARTS = tuple((e, a) for e in (-8.0, -4.0, -2.0) for a in (-2.0, 0.0))
_BOUNDS = ((-14.0, 2.0), (-6.0, 3.0))


def mistaken(margin: Array, agrees: Bools) -> tuple[float, float]:
    """Return (e, a) of n texts with the margins (n,), agrees (n,) saying where label and model do."""
    from scipy.optimize import minimize

    def loss(p: Array) -> float:
        e, s = _share(p[0]), _logistic(np.exp(p[1]) * margin)
        agreeing = (1 - e) * s + e * (1 - s)
        return float(-np.log(np.maximum(np.where(agrees, agreeing, 1 - agreeing), 1e-300)).mean())

    fits = [minimize(loss, start, method="L-BFGS-B", bounds=_BOUNDS) for start in _STARTS]
    best = min(fits, key=lambda fit: float(fit.fun)).x
    return _share(best[0]), float(np.exp(best[1]))


def probability(margin: Array, e: float, a: float) -> Array:
    """Return the probability that a label that disagrees is mistaken, shape (n,)."""
    s = _logistic(a * margin)
    result: Array = e * s / np.maximum(e * s + (1 - e) * (1 - s), 1e-300)
    return result


def _share(x: float) -> float:
    return float(0.5 * _logistic(np.array(x)))


def _logistic(x: Array) -> Array:
    result: Array = 1 / (1 + np.exp(-np.minimum(x, 500.0)))
    return result
