"""Naive Bayes models: one file a model, its equation in its docstring.

The contract of a model (one file in this folder):

    Model                                        its class, a `_base.NaiveBayes`
    Model(**options)                             keyword options with scikit-learn's names and defaults
    joint_log_likelihood(X) -> (n, K)            log P(c) + log P(x | c): the one thing a model must define
    _count(X, onehot) and its state              what `partial_fit` adds: counts, never log-probabilities

X is (n, d), dense, SciPy sparse or Rows.
"""
