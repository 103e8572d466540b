"""Bernoulli naive Bayes: each term is there or not, and its absence is evidence too.

    log P(x | c) = sum_i x_i log q[c, i] + (1 - x_i) log(1 - q[c, i])        x_i = 1 where the text has the term, else 0
    q[c, i] = (texts of c with i + alpha) / (N_c + 2 alpha)
    P(c) = N_c / n

McCallum and Nigam (1998), A comparison of event models for naive Bayes text classification; Manning, Raghavan and
Schuetze (2008), Introduction to Information Retrieval, section 13.3.
"""

from collections.abc import Iterator

import numpy as np

from nbcli.models._core.contract import At, Equation, Steps, Sums, Takes, smoothed
from nbcli.models._core.discrete import DiscreteNB
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import ratio
from nbcli.models._core.state import State
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows


class BernoulliNB(DiscreteNB):
    """Bernoulli naive Bayes, as scikit-learn's BernoulliNB with binarize=0: any number above 0 is presence.

    `feature_count_` (K, d) is then the number of texts that have the term.
    """

    takes = Takes.PRESENCE
    equation = Equation(
        (
            "log P(x | c) = sum_i x_i log q[c, i] + (1 - x_i) log(1 - q[c, i])",
            "q[c, i] = (documents of c with i + alpha) / (N_c + 2 alpha)",
        ),
        (
            r"\log P(x \mid c) = \sum_i x_i \log q_{c, i} + (1 - x_i) \log(1 - q_{c, i})",
            r"q_{c, i} = \frac{N_{c, i} + \alpha}{N_c + 2 \alpha}",
        ),
    )

    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """A term that is there adds log q, an absent one log(1 - q)."""
        for n, count in zip(self.class_count_, self.feature_count_, strict=True):
            total = n + 2 * self.alpha
            # Fractional weights may add up to a little more than the class.
            without = np.maximum(n - count, 0.0)
            yield log(ratio(without + self.alpha, total)), log(ratio(count + self.alpha, total))[rows.indices]

    def terms_without(self, left: Left) -> Array:
        """Own counts less the texts that leave; how many of a class leave settles what all absent terms add."""
        jll = np.empty_like(left.own)
        for c, (n, count) in enumerate(zip(self.class_count_, self.feature_count_, strict=True)):

            def absent(j: Ints, own: Array, n: float = n, count: Array = count) -> Array:
                return log(ratio(np.maximum(n - own - count[j], 0.0) + self.alpha, n - own + 2 * self.alpha))

            total = (n - left.own_of(c)) + 2 * self.alpha
            present = log(ratio(left.rest(count, left.own[:, c]) + self.alpha, total))
            jll[:, c] = left.sum_over_terms(left.own[:, [c]], absent, present)
        return jll

    def of_sums(self, sums: Sums) -> State:
        """Return the number of texts that have each feature, whatever their counts."""
        return {"feature_count_": sums.texts, "word_count_": sums.texts.sum(axis=1)}

    def steps(self, m: Plain, at: At) -> Steps:
        """Return q, and its logarithm or that of 1 - q."""
        count, n = self.feature_count_[at.c, at.i], self.class_count_[at.c]
        definition, q = smoothed(m, m.sub("q", at.label, at.name), count, n, self.alpha, 2)
        return [definition], [m.call("log", q if at.x else f"1 - {q}")]


Model = BernoulliNB
