"""How far to believe a share of texts, and whether posteriors are as often correct as they claim."""

from collections.abc import Iterable
from dataclasses import dataclass
from math import sqrt

import numpy as np

from nbcli.system.arrays import Array, Ints

BINS = 15
Z = 1.959963984540054  # the normal quantile of .975


@dataclass(frozen=True)
class Bin:
    """The texts whose largest posterior lies from `from_` up to `to`.

    `predicted` is its mean, `correct` the share of these texts that got their own label, with its 95 % interval. Where
    the two agree in every bin, the posteriors can be believed.
    """

    from_: float
    to: float
    texts: int
    predicted: float
    correct: float
    interval: tuple[float, float]


def wilson(hits: int, n: int) -> tuple[float, float]:
    """Return the 95 % interval of the share hits / n (Wilson 1927, J. American Statistical Association 22)."""
    if n == 0:
        return 0.0, 1.0
    p, z2 = hits / n, Z * Z / n
    middle, half = p + z2 / 2, Z * sqrt(p * (1 - p) / n + z2 / (4 * n))
    return max(0.0, (middle - half) / (1 + z2)), min(1.0, (middle + half) / (1 + z2))


def reliability(proba: Array, codes: Ints) -> list[Bin]:
    """Return the 15 equal bins of the largest posterior, those that have texts, of posteriors (n, K), classes (n,)."""
    top, correct = proba.max(axis=1), proba.argmax(axis=1) == codes
    bins = np.minimum((top * BINS).astype(np.int64), BINS - 1)
    table = []
    for b in np.unique(bins).tolist():
        inside = bins == b
        hits, n = int(correct[inside].sum()), int(inside.sum())
        table.append(Bin(b / BINS, (b + 1) / BINS, n, float(top[inside].mean()), hits / n, wilson(hits, n)))
    return table


def expected_calibration_error(bins: Iterable[tuple[float, float, int]]) -> float:
    """Return the mean distance of the predicted and the correct share of bins, weighed by their texts.

    `bins` are (predicted, correct, texts) each. Naeini, Cooper and Hauskrecht (2015), Obtaining well calibrated
    probabilities using Bayesian binning, AAAI.
    """
    rows = list(bins)
    total = sum(texts for _, _, texts in rows)
    return sum(abs(predicted - correct) * texts for predicted, correct, texts in rows) / max(total, 1)
