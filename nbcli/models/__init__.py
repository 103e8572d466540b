"""Naive Bayes models: one file a model, its equation in its docstring.

The contract of a model (one file in this folder):

    Model                    its class, a `NaiveBayes`
    Model(**options)         keyword options with scikit-learn's names and defaults; ValueError for what makes no sense
    _count(rows, ...)        texts in, counts out: the only thing learned, so that learning more is adding
    _terms(rows)             counts and texts in, the terms of log P(x | c) out: the model's equation
    _terms_without(left)     the same of texts taken out of the counts: `left.rows` leave, and `left.x` is scored
    _features(X)             X as the model sees it, in learning, predicting and leaving out; X itself unless defined
    _from_sums(sums)         its counts from sums by class alone; None, where these do not tell, unless defined
    presence_only            whether that is presence, so that the length of a row is nothing to it; False unless given

All else comes from these. To be read in this order: multinomial, bernoulli, complement (on `_core.discrete`),
categorical, gaussian; `_core.base` for prediction, `_core.learning` for adding, merging and taking back.

X is (n, d), dense, SciPy sparse or Rows. Logarithms are natural. Nothing here imports SciPy or scikit-learn.
"""

from nbcli.models._core.base import PRIORS, NaiveBayes
from nbcli.models._core.class_counts import MANY, ClassCounts
from nbcli.models._core.learning import Sums
from nbcli.models._core.leaving import Left, own_of
from nbcli.models._core.numbers import log_posterior, ratio

__all__ = ["MANY", "PRIORS", "ClassCounts", "Left", "NaiveBayes", "Sums", "log_posterior", "own_of", "ratio"]
