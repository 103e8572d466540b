"""Naive Bayes models: one file a model, its equation in its docstring.

The contract of a model (one file in this folder):

    Model                    its class, a `_base.NaiveBayes`
    Model(**options)         keyword options with scikit-learn's names and defaults; ValueError for what makes no sense
    _count(rows, ...)        texts in, counts out: the only thing learned, so that learning more is adding
    _terms(rows)             counts and texts in, the terms of log P(x | c) out: the model's equation

All else comes from these two. To be read in this order: multinomial, bernoulli, complement (on `_discrete`),
categorical, gaussian; `_base` for prediction, `_learning` for adding, merging and taking back.

X is (n, d), dense, SciPy sparse or Rows. Logarithms are natural. Nothing here imports SciPy or scikit-learn.
"""
