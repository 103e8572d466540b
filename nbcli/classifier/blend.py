"""How the scores of several views become one."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from nbcli.system.arrays import Array
from nbcli.system.elementary import power


@dataclass(frozen=True)
class Blend:
    """How views add up: score[c] = bias[c] + sum over the views v of weights[v] jll_v[c] / length_v ** exponents[v].

    weights, exponents: (V,). bias: (K,). length_v is the sum of the record's features in the view, at least 1; the
    exponent makes long texts, whose words are not as independent as naive Bayes takes them, less sure of themselves.
    `gone`: the bias of labels that have lost all their texts since training, for when they get some again.
    """

    weights: Array
    bias: Array
    exponents: Array
    gone: dict[str, float] = field(default_factory=dict)

    def scales(self, lengths: Sequence[Array]) -> Array:
        """Return what each view's joint log-likelihood is multiplied by, (V, n); lengths (n,) a view."""
        scaled: Array = self.weights[:, None] / power(np.maximum(lengths, 1.0), self.exponents[:, None])
        return scaled

    def score(self, parts: Sequence[Array], lengths: Sequence[Array]) -> Array:
        """Return the score (n, K) of records by their joint log-likelihoods, parts (n, K) a view, and lengths (n,)."""
        scales = self.scales(lengths)
        total: Array = self.bias + sum(s[:, None] * part for s, part in zip(scales, parts, strict=True))
        return total
