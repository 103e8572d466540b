"""How the scores of several views become one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nbcli.system.arrays import Array, Bools
from nbcli.system.elementary import power


@dataclass(frozen=True)
class Blend:
    """How views add up: score[c] = s (bias[c] + sum over the views of weights[v] jll_v[c] / length_v ** exponents[v]).

    weights, exponents: (V,). bias: (K,). length_v is the sum of the record's features in the view, at least 1; the
    exponent makes long texts, whose words are not as independent as naive Bayes takes them, less sure of themselves.
    s = (shape[0] + shape[1] m) / (1 + m), m being how far the largest sum is above the second: what is clear may be
    told as surer, or less sure, than what is not, and the order of the classes stays.
    `gone`: the bias of labels that have lost all their texts since training, for when they get some again.
    """

    weights: Array
    bias: Array
    exponents: Array
    shape: Array = field(default_factory=lambda: np.ones(2))
    gone: dict[str, float] = field(default_factory=dict)

    def relabelled(self, old: Sequence[str], new: Sequence[str], unheard: float = 0.0) -> "Blend":
        """Return the same for other labels, both sorted; `unheard` is the bias of one that it has never known."""
        bias_of, known = self.gone | dict(zip(old, self.bias.tolist(), strict=True)), set(new)
        gone = {label: bias_of[label] for label in sorted(bias_of) if label not in known and bias_of[label]}
        return replace(self, bias=np.array([bias_of.get(label, unheard) for label in new]), gone=gone)

    def of_views(self, kept: Bools) -> "Blend":
        """Return the same for some of the views, kept (V,)."""
        return replace(self, weights=self.weights[kept], exponents=self.exponents[kept])

    def scales(self, lengths: Sequence[Array]) -> Array:
        """Return what each view's joint log-likelihood is multiplied by, (V, n); lengths (n,) a view."""
        scaled: Array = self.weights[:, None] / power(np.maximum(lengths, 1.0), self.exponents[:, None])
        return scaled

    def score(self, parts: Sequence[Array], lengths: Sequence[Array]) -> Array:
        """Return the sum (n, K), not shaped, of records by joint log-likelihoods, (n, K) a view, and lengths (n,)."""
        scales = self.scales(lengths)
        total: Array = self.bias + sum(s[:, None] * part for s, part in zip(scales, parts, strict=True))
        return total


def margins(scores: Array) -> Array:
    """Return how far the largest of each row of scores (n, K) is above the second, (n,): 0 where all are -inf."""
    first, second = np.partition(scores, -2, axis=1)[:, [-1, -2]].T
    finite = np.isfinite(first)
    margin: Array = np.where(finite, np.where(finite, first, 0.0) - np.where(finite, second, 0.0), 0.0)
    return margin


def stretches(scores: Array, shape: Array) -> Array:
    """Return by what the scores (n, K) of each record are multiplied, (n,): s of `Blend`."""
    # As 1 / (1 + m), which is 0 where no second class is possible.
    near = 1 / (1 + margins(scores))
    stretch: Array = shape[1] + (shape[0] - shape[1]) * near
    return stretch


def shaped(scores: Array, shape: Array) -> Array:
    """Return the scores (n, K), each row multiplied by its `stretches`."""
    return scores if (shape == 1).all() else scores * stretches(scores, shape)[:, None]
