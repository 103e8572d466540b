"""How far a score can be believed, and whether two scores differ by more than chance.

Everything is at 95 %. Shares have Wilson's interval, in `nbcli.training.estimate`.
"""

from collections.abc import Callable
from math import erfc, exp, lgamma, log, sqrt

import numpy as np

from nbcli.system.arrays import Array, Bools

LEVEL = 0.05
RESAMPLES = 1000
_EXACT = 1000
_CHUNK = 1 << 21


def mcnemar(a: Bools, b: Bools) -> float:
    """Return the p-value that two classifiers are equally often correct on the same texts, a and b (m,) saying where.

    Of the texts that one alone labels correctly, either has half by chance: the exact binomial test, both sides, and
    its normal approximation (with the continuity correction) for many. McNemar (1947), Psychometrika 12.
    """
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    n, least = only_a + only_b, min(only_a, only_b)
    if n == 0:
        return 1.0
    if n > _EXACT:
        return erfc(max(0.0, abs(only_a - only_b) - 1) / sqrt(2 * n))
    terms = (lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) - n * log(2) for k in range(least + 1))
    return min(1.0, 2 * sum(map(exp, terms)))


def resampled(m: int, seed: int, score: Callable[[Array], Array], times: int = RESAMPLES) -> Array:
    """Return the scores of so many samples of m texts drawn with replacement, shape (times, ...): the bootstrap.

    `score` takes weights (B, m), how often each text was drawn, and returns (B, ...). Efron (1979), Annals of
    Statistics 7. The same seed draws the same samples, so that differences of scores are of the same texts.
    """
    random, size = np.random.RandomState(seed), max(1, _CHUNK // max(m, 1))
    parts = []
    for start in range(0, times, size):
        rows = min(size, times - start)
        drawn = random.randint(m, size=(rows, m)) + m * np.arange(rows)[:, None]
        parts.append(score(np.bincount(drawn.ravel(), minlength=rows * m).reshape(rows, m).astype(np.float64)))
    return np.concatenate(parts)


def percentiles(scores: Array) -> tuple[float, float]:
    """Return the middle 95 % of resampled scores, (B,), those left out that are not defined; NaN when none is."""
    known = scores[np.isfinite(scores)]
    if not len(known):
        return float("nan"), float("nan")
    low, high = np.quantile(known, [LEVEL / 2, 1 - LEVEL / 2])
    return float(low), float(high)


def resampled_p(differences: Array) -> float:
    """Return the p-value of no difference, from resampled differences (B,): twice the share on the smaller side."""
    known = differences[np.isfinite(differences)]
    if not len(known):
        return 1.0
    return float(min(1.0, 2 * min((known <= 0).mean(), (known >= 0).mean())))


def fold_interval(scores: Array, test_over_train: float) -> tuple[float, float]:
    """Return the interval of the mean of the scores of folds, (J,), by the corrected resampled t.

    Folds share their training texts, so the variance of the mean is (1 / J + n_test / n_train) s^2 and not s^2 / J.
    Nadeau and Bengio (2003), Inference for the generalization error, Machine Learning 52, section 3.
    """
    from scipy.special import stdtrit

    known = scores[np.isfinite(scores)]
    if len(known) < 2:
        return float("nan"), float("nan")
    half = float(stdtrit(len(known) - 1, 1 - LEVEL / 2)) * _error(known, test_over_train)
    return float(known.mean()) - half, float(known.mean()) + half


def fold_p(differences: Array, test_over_train: float) -> float:
    """Return the p-value of no difference, from the differences of the scores of the same folds, (J,), by the same."""
    from scipy.special import stdtr

    known = differences[np.isfinite(differences)]
    if len(known) < 2 or not known.any():
        return 1.0
    error = _error(known, test_over_train)
    return 0.0 if error == 0 else float(2 * stdtr(len(known) - 1, -abs(known.mean()) / error))


def _error(values: Array, test_over_train: float) -> float:
    return sqrt((1 / len(values) + test_over_train) * float(values.var(ddof=1)))
