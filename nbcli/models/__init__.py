"""Naive Bayes models: one file a model, and all that depends on it in that file.

The contract of a model (one file in this folder):

    Model                    its class, a `NaiveBayes`; its file's name is what --model calls it
    Model(**options)         keyword options with scikit-learn's names and defaults, its smoothing first; ValueError for
                             what makes no sense
    takes                    what the numbers of a row are to it: presence, values, amounts or any numbers (`Takes`)
    count(rows, ...)         texts in, counts out: the only thing learned, so that learning more is adding
    terms(rows)              counts and texts in, the terms of log P(x | c) out: the model's equation
    terms_without(left)      the same of texts taken out of the counts: `left.rows` leave, and `left.x` is scored
    equation                 the same as plain text and as LaTeX (`Equation`)
    steps(m, at)             one term worked out with its numbers, in the notation m
    term_counts()            how much of each feature each class has
    of_sums(sums)            the counts of texts of which the sums by class are all that is known, None where it cannot
    linear()                 the weight of each feature in each class, None where there is none

All else comes from these. `_core.discrete` has them for what counts features and is linear in them, but for terms,
terms_without, equation and steps: see multinomial, bernoulli, complement. categorical and gaussian keep counts of
their own. `_core.base` is prediction, `_core.learning` adding, merging and taking back.

X is (n, d), dense, SciPy sparse or Rows. Logarithms are natural. Nothing here imports SciPy or scikit-learn.
"""

from nbcli.models._core import moments
from nbcli.models._core.base import NaiveBayes
from nbcli.models._core.by_class import MANY
from nbcli.models._core.class_counts import ClassCounts
from nbcli.models._core.contract import At, Equation, Sums, Takes, smoothed
from nbcli.models._core.leaving import Left, own_of
from nbcli.models._core.notation import Latex, Plain
from nbcli.models._core.numbers import less_counts, log_posterior, ratio
from nbcli.models._core.prior import PRIORS

__all__ = [
    "MANY",
    "PRIORS",
    "At",
    "ClassCounts",
    "Equation",
    "Latex",
    "Left",
    "NaiveBayes",
    "Plain",
    "Sums",
    "Takes",
    "less_counts",
    "log_posterior",
    "moments",
    "own_of",
    "ratio",
    "smoothed",
]
