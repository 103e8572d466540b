"""The equation of each model, as THEORY.md has it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from nbcli.explaining import terms as _terms
from nbcli.explaining.notation import Plain


@dataclass(frozen=True)
class Equation:
    """What a model says, in plain text and in LaTeX, a line each, and how one of its terms is written out."""

    plain: list[str]
    latex: list[str]
    term: Callable[[Plain, Any, _terms.At], _terms.Steps]
    likelihood: bool = True


EQUATIONS = {
    "multinomial": Equation(
        [
            "log P(x | c) = sum_i x_i log theta[c, i]",
            "theta[c, i] = (sum of x_i over c + alpha) / (sum over all i + alpha d)",
        ],
        [
            r"\log P(x \mid c) = \sum_i x_i \log \theta_{c, i}",
            r"\theta_{c, i} = \frac{\sum_{x \in c} x_i + \alpha}{\sum_j \sum_{x \in c} x_j + \alpha d}",
        ],
        _terms.multinomial,
    ),
    "complement": Equation(
        [
            "score[c] = - sum_i x_i log theta[not c, i]",
            "theta[not c, i] = (sum of x_i over every class but c + alpha) / (sum over all i + alpha d)",
        ],
        [
            r"\mathrm{score}_{c} = - \sum_i x_i \log \theta_{\text{not } c, i}",
            r"\theta_{\text{not } c, i} = \frac{\sum_{x \notin c} x_i + \alpha}"
            r"{\sum_j \sum_{x \notin c} x_j + \alpha d}",
        ],
        _terms.complement,
        likelihood=False,
    ),
    "bernoulli": Equation(
        [
            "log P(x | c) = sum_i x_i log q[c, i] + (1 - x_i) log(1 - q[c, i])",
            "q[c, i] = (documents of c with i + alpha) / (N_c + 2 alpha)",
        ],
        [
            r"\log P(x \mid c) = \sum_i x_i \log q_{c, i} + (1 - x_i) \log(1 - q_{c, i})",
            r"q_{c, i} = \frac{N_{c, i} + \alpha}{N_c + 2 \alpha}",
        ],
        _terms.bernoulli,
    ),
    "categorical": Equation(
        [
            "log P(x | c) = sum_i log p[c, i, x_i]",
            "p[c, i, v] = (count of x_i = v in c + alpha) / (N_c + alpha * n_values_i)",
        ],
        [
            r"\log P(x \mid c) = \sum_i \log p_{c, i, x_i}",
            r"p_{c, i, v} = \frac{N_{c, x_i = v} + \alpha}{N_c + \alpha \cdot n_i}",
        ],
        _terms.categorical,
    ),
    "gaussian": Equation(
        [
            "log P(x | c) = sum_i -0.5 log(2 pi s2[c, i]) - 0.5 (x_i - mu[c, i])^2 / s2[c, i]",
            "mu, s2: mean and variance in c; every s2 plus var_smoothing * the largest variance over all the data",
        ],
        [
            r"\log P(x \mid c) = \sum_i -0.5 \log(2 \pi \sigma^2_{c, i})"
            r" - \frac{0.5 (x_i - \mu_{c, i})^2}{\sigma^2_{c, i}}",
            r"\text{every } \sigma^2 \text{ plus var\_smoothing times the largest variance over all the data}",
        ],
        _terms.gaussian,
    ),
}
