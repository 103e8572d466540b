"""The loss that a blend of views is fitted by, and its derivatives."""

from typing import Self

import numpy as np

from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log

# What keeps a bias finite where a class is never wrong, and a weight where no score differs.
BIAS_PENALTY, WEIGHT_PENALTY = 1e-3, 1e-6


class BlendLoss:
    """The mean log loss of weighed scores and what keeps the numbers p near `centre`, a function of these numbers.

    scores: (V, m, K). codes: (m,), the classes. p: the weights (V,), and the biases (K,) after them where `penalty`, of
    p's shape, is of both; what it adds is penalty * (p - centre)**2 / 2. offset: (m, K), what is added whatever p.
    Sums are numpy's own and no products of matrices, whose last bits depend on the processor; only the second
    derivatives are such products, and they bear on the way, not the end.
    """

    def __init__(
        self, scores: Array, codes: Ints, penalty: Array, centre: Array | float = 0.0, offset: Array | None = None
    ) -> None:
        self.scores, self.codes, self._offset = scores, codes, offset
        self.n_views = len(scores)
        self._rows = np.arange(len(codes))
        self._penalty, self._centre = penalty, centre

    @classmethod
    def of_blend(cls, scores: Array, codes: Ints) -> Self:
        """Return the loss of a blend, with a ridge (1/2m) sum_v (a_v sigma_v)^2 on its weights.

        sigma_v is the root mean square of the view's scores, each text's mean taken off: without the ridge the weights
        grow without end where the views tell all the texts of a small corpus apart.
        """
        _, n_texts, k = scores.shape
        spread = np.array([((part - part.mean(axis=1, keepdims=True)) ** 2).mean() for part in scores])
        return cls(scores, codes, np.concatenate((spread / n_texts + WEIGHT_PENALTY, np.full(k, BIAS_PENALTY))))

    def scores_at(self, p: Array) -> Array:
        """Return the score of each text and class, (m, K)."""
        z = np.zeros(self.scores.shape[1:]) if self._offset is None else self._offset.copy()
        if len(p) > self.n_views:
            z += p[self.n_views :]
        for weight, part in zip(p, self.scores, strict=False):
            z += weight * part
        return z

    @property
    def bias_penalty(self) -> Array:
        """How strongly each bias is drawn to 0, (K,)."""
        return self._penalty[self.n_views :]

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
        """Return the loss, its first derivatives, of p's shape, and the posteriors (m, K)."""
        value, proba = self._with_proba(p)
        off = proba.copy()
        off[self._rows, self.codes] -= 1
        by_weight = [(part * off).sum() / len(off) for part in self.scores]
        slope = np.concatenate((by_weight, off.sum(axis=0) / len(off)))[: len(p)]
        return value, slope + self._penalty * (p - self._centre), proba

    def curvature(self, proba: Array) -> Array:
        """Return the second derivatives (P, P) by the P numbers, where the posteriors are `proba` (m, K)."""
        if len(self._penalty) == self.n_views:
            return self.curvature_of_weights(proba)
        n = len(proba)
        weighed = self.scores * proba
        mixed = weighed.sum(axis=1) - weighed.sum(axis=2) @ proba
        by_biases = np.diag(proba.sum(axis=0) + n * self.bias_penalty) - proba.T @ proba
        whole: Array = np.block([[n * self.curvature_of_weights(proba), mixed], [mixed.T, by_biases]]) / n
        return whole

    def curvature_of_weights(self, proba: Array) -> Array:
        """Return those of the weights alone, (V, V)."""
        weighed = self.scores * proba
        mean = weighed.sum(axis=2)
        found: Array = (np.tensordot(weighed, self.scores, ([1, 2], [1, 2])) - mean @ mean.T) / len(proba)
        return found + np.diag(self._penalty[: self.n_views])
