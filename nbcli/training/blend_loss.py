"""The loss that a blend of views is fitted by, and its derivatives."""

from dataclasses import dataclass

import numpy as np

from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log

# What keeps a bias finite where a class is never wrong, and a weight where no text is.
BIAS_PENALTY, WEIGHT_PENALTY = 1e-3, 1e-6


@dataclass(frozen=True)
class Pull:
    """What draws a weight towards `centre` and a bias towards 0: half these strengths times the square of how far."""

    weight: float = WEIGHT_PENALTY
    bias: float = BIAS_PENALTY
    centre: float = 0.0


class BlendLoss:
    """The mean log loss of a blend with its penalties, a function of the weights (V,) and then the biases (K,).

    scores: (V, m, K). codes: (m,), the classes. offset: (m, K), what is added whatever the weights.
    Sums are numpy's own and no products of matrices, whose last bits depend on the processor; only the second
    derivatives are such products, and they bear on the way, not the end.
    """

    def __init__(self, scores: Array, codes: Ints, offset: Array | None = None, pull: Pull | None = None) -> None:
        self.scores, self.codes, self._offset = scores, codes, offset
        self.n_views, n_texts, k = scores.shape
        self._rows = np.arange(n_texts)
        pull = pull or Pull()
        self._penalty = np.repeat([pull.weight, pull.bias], [self.n_views, k])
        self._centre = np.repeat([pull.centre, 0.0], [self.n_views, k])

    def scores_at(self, p: Array) -> Array:
        """Return the score of each text and class, (m, K)."""
        z = np.tile(p[self.n_views :], (len(self.codes), 1))
        if self._offset is not None:
            z += self._offset
        for weight, part in zip(p, self.scores, strict=False):
            z += weight * part
        return z

    @property
    def bias_penalty(self) -> float:
        """The strength of what draws a bias towards 0."""
        return float(self._penalty[-1])

    def value(self, p: Array) -> float:
        """Return the loss."""
        return self._with_proba(p)[0]

    def _with_proba(self, p: Array) -> tuple[float, Array]:
        z = self.scores_at(p)
        z -= z.max(axis=1, keepdims=True)
        proba = exp(z)
        total = proba.sum(axis=1)
        proba /= total[:, None]
        own = z[self._rows, self.codes] - log(total)
        return float(-own.mean() + (self._penalty * (p - self._centre) ** 2).sum() / 2), proba

    def with_slope(self, p: Array) -> tuple[float, Array, Array]:
        """Return the loss, its first derivatives (V + K,), and the posteriors (m, K)."""
        value, proba = self._with_proba(p)
        off = proba.copy()
        off[self._rows, self.codes] -= 1
        by_weight = [(part * off).sum() / len(off) for part in self.scores]
        slope = np.concatenate((by_weight, off.sum(axis=0) / len(off)))
        return value, slope + self._penalty * (p - self._centre), proba

    def curvature(self, proba: Array) -> Array:
        """Return the second derivatives (V + K, V + K) where the posteriors are `proba` (m, K)."""
        n = len(proba)
        weighed = self.scores * proba
        mixed = weighed.sum(axis=1) - weighed.sum(axis=2) @ proba
        by_biases = np.diag(proba.sum(axis=0)) - proba.T @ proba + n * self.bias_penalty * np.eye(proba.shape[1])
        whole: Array = np.block([[n * self.curvature_of_weights(proba), mixed], [mixed.T, by_biases]]) / n
        return whole

    def curvature_of_weights(self, proba: Array) -> Array:
        """Return those of the weights alone, (V, V)."""
        weighed = self.scores * proba
        mean = weighed.sum(axis=2)
        found: Array = (np.tensordot(weighed, self.scores, ([1, 2], [1, 2])) - mean @ mean.T) / len(proba)
        penalised: Array = found + self._penalty[0] * np.eye(self.n_views)
        return penalised
