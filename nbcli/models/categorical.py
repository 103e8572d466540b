"""Categorical naive Bayes: each feature takes one of a number of values, 0, 1, 2, ...

    log P(x | c) = sum_i log p[c, i, x_i]
    p[c, i, v] = (texts of c with x_i = v + alpha) / (N_c + alpha n_values_i)
    P(c) = (N_c + alpha) / (n + alpha K)

n_values_i is the largest value seen in feature i, plus one. A value never seen has a count of 0 and the smoothed
probability. The prior is smoothed too, which scikit-learn's CategoricalNB does not do.

Mitchell (1997), Machine Learning, section 6.9: p is the m-estimate with m = alpha n_values_i and equal prior shares.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike

from nbcli.models._core.cells import ValueCounts, feature_of, value_of
from nbcli.models._core.contract import At, Equation, Steps, Takes, smoothed
from nbcli.models._core.leaving import Left
from nbcli.models._core.notation import Plain
from nbcli.models._core.numbers import not_negative, ratio
from nbcli.models._core.prior import DOCUMENTS
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.vectorizers import Rows


class CategoricalNB(ValueCounts):
    """Categorical naive Bayes for whole numbers of any size from 0, dense or sparse.

    alpha: the additive smoothing, 0 for none (then a value that a class never had rules it out).
    """

    takes = Takes.VALUES
    equation = Equation(
        (
            "log P(x | c) = sum_i log p[c, i, x_i]",
            "p[c, i, v] = (count of x_i = v in c + alpha) / (N_c + alpha * n_values_i)",
        ),
        (
            r"\log P(x \mid c) = \sum_i \log p_{c, i, x_i}",
            r"p_{c, i, v} = \frac{N_{c, x_i = v} + \alpha}{N_c + \alpha \cdot n_i}",
        ),
    )

    def __init__(self, *, alpha: float = 1.0, prior: str = DOCUMENTS, class_prior: ArrayLike | None = None) -> None:
        super().__init__(prior=prior, class_prior=class_prior)
        self.alpha = not_negative("alpha", alpha)

    @property
    def prior_smoothing(self) -> float:
        """alpha is added to the number of texts of each class, too."""
        return self.alpha

    def terms(self, rows: Rows) -> Iterator[tuple[Array, Array]]:
        """A value adds log p[c, i, v], an absent feature that of value 0, and a value never seen that of count 0."""
        feature, n_values = feature_of(self.cells_), self.n_values_
        place, known = self.places(rows)
        for n, count in zip(self.class_count_, self.cell_count_, strict=True):
            others = np.bincount(feature, count, minlength=self.n_features_in_)
            # Fractional weights may add up to a little more than the class.
            zeros = np.maximum(n - others, 0.0)
            total = n + self.alpha * n_values
            seen = np.zeros(len(place))
            seen[known] = count[place[known]]
            yield log(ratio(zeros + self.alpha, total)), log(ratio(seen + self.alpha, total[rows.indices]))

    def terms_without(self, left: Left) -> Array:
        """Cells less the texts that leave; absent features as in bernoulli, with the values that remain to each."""
        jll, n_values = np.empty_like(left.own), self.n_values_
        place, own_n_values = self.places(left.rows)[0], self._n_values_without(left)
        for c, (n, count) in enumerate(zip(self.class_count_, self.cell_count_, strict=True)):
            others = np.bincount(feature_of(self.cells_), count, minlength=self.n_features_in_).astype(np.float64)

            def absent(j: Ints, own: Array, n: float = n, others: Array = others) -> Array:
                zeros = np.maximum(n - own - others[j], 0.0)
                return log(ratio(zeros + self.alpha, n - own + self.alpha * n_values[j]))

            own = left.own_of(c)
            cell = np.maximum(count[place] - own, 0.0)
            present = log(ratio(cell + self.alpha, n - own + self.alpha * own_n_values))
            jll[:, c] = left.sum_over_terms(left.own[:, [c]], absent, present)
        return jll

    def _n_values_without(self, left: Left) -> Ints:
        """Return n_values_i for every stored number, (nnz,): fewer where the texts that leave alone have the largest.

        The largest that remains is then that of the cell before; where the feature has no other, it is gone itself.
        """
        place = self.places(left.rows)[0]
        n_values = self.n_values_[left.rows.indices]
        alone = self.cell_count_.sum(axis=0)[place] <= left.own.sum(axis=1)[left.rows.row_of]
        shrunk = alone & (left.rows.data + 1 == n_values)
        return np.where(shrunk, value_of(self.cells_[place - 1]) + 1, n_values)

    def steps(self, m: Plain, at: At) -> Steps:
        """Return p and its logarithm."""
        own, n = feature_of(self.cells_) == at.i, self.class_count_[at.c]
        counts, here = self.cell_count_[at.c][own], value_of(self.cells_[own]) == int(at.x)
        count, n_values = counts[here].sum() if at.x else n - counts.sum(), int(self.n_values_[at.i])
        definition, p = smoothed(m, m.sub("p", at.label, at.name, m.value(at.x)), count, n, self.alpha, n_values)
        return [definition], [m.call("log", p)]


Model = CategoricalNB
