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

from nbcli.system.arrays import Array, Bools
from nbcli.system.elementary import exp, log

# Fits from several places, since the likelihood has more than one top; as log-odds of e / .5 and log a.
_STARTS = tuple((e, a) for e in (-8.0, -4.0, -2.0) for a in (-2.0, 0.0))
_BOUNDS = ((-14.0, 2.0), (-6.0, 3.0))
_DECIMALS = 6


def mistaken(margin: Array, agrees: Bools) -> tuple[float, float]:
    """Return (e, a) of n texts with the margins (n,), agrees (n,) saying where label and model do."""
    from scipy.optimize import minimize

    def loss(p: Array) -> tuple[float, Array]:
        e, am = _share(p[0]), exp(p[1]) * margin
        s = _logistic(am)
        agreeing = (1 - e) * s + e * (1 - s)
        own = np.maximum(np.where(agrees, agreeing, 1 - agreeing), 1e-300)
        slope = np.where(agrees, -1.0, 1.0) / own
        by_e = (slope * (1 - 2 * s)).mean() * e * (1 - 2 * e)
        by_a = (slope * (1 - 2 * e) * s * (1 - s) * am).mean()
        return float(-log(own).mean()), np.array([by_e, by_a])

    fits = [minimize(loss, start, jac=True, method="L-BFGS-B", bounds=_BOUNDS, tol=1e-12) for start in _STARTS]
    best = min(fits, key=lambda fit: round(float(fit.fun), _DECIMALS)).x
    # Rounded: processors differ in the last bits of the way there.
    return round(_share(best[0]), _DECIMALS), round(float(exp(best[1])), _DECIMALS)


def probability(margin: Array, e: float, a: float) -> Array:
    """Return the probability that a label that disagrees is mistaken, shape (n,)."""
    s = _logistic(a * margin)
    result: Array = e * s / np.maximum(e * s + (1 - e) * (1 - s), 1e-300)
    return result


def _share(x: float) -> float:
    return float(0.5 * _logistic(np.array(x)))


def _logistic(x: Array) -> Array:
    result: Array = 1 / (1 + exp(-np.minimum(x, 500.0)))
    return result
