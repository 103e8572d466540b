"""Leave-one-out by subtraction is leave-one-out by training anew, for every model, with copies and all."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.stages import choices, load
from nbcli.vectorizers import as_rows

CASES = [
    (name, options)
    for name in choices("models")
    for options in (
        [{}, {"norm": True}, {"alpha": 0.1}]
        if name == "complement"
        else [{}]
        if name == "gaussian"
        else [{}, {"alpha": 0.01}]
    )
]


@st.composite
def corpora(draw):
    n, k = draw(st.integers(4, 9)), draw(st.integers(2, 4))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    X = rng.poisson(0.7, (n, 6)).astype(float)
    y = rng.integers(0, k, n)
    copies = rng.integers(0, n, draw(st.integers(0, 4)))
    return np.concatenate((X, X[copies])), np.concatenate((y, rng.integers(0, k, len(copies))))


def brute(model, X, y, group, i):
    """Train anew on the texts outside the group of text i, on the terms that those have."""
    rest = group != group[i]
    if not rest.any():
        return None
    known = X[rest].any(axis=0)
    fresh = type(model)(**model._options()).fit(X[rest][:, known], y[rest])
    jll = np.full(len(model.classes_), -np.inf)
    jll[np.searchsorted(model.classes_, fresh.classes_)] = fresh.joint_log_likelihood(as_rows(X[i : i + 1, known]))[0]
    return jll


@pytest.mark.parametrize(("name", "options"), CASES)
@pytest.mark.parametrize("prior", ["documents", "words", "uniform"])
@settings(max_examples=25, deadline=None)
@given(corpus=corpora())
def test_closed_form_is_training_anew(name, options, prior, corpus):
    X, y = corpus
    X = X[:, X.any(axis=0)]
    group = np.unique(X, axis=0, return_inverse=True)[1].reshape(-1)
    model = load("models", name).Model(prior=prior, **options).fit(X, y)
    found = model.leave_one_out(as_rows(X), y, group)
    for i in range(len(y)):
        expected = brute(model, X, y, group, i)
        if expected is None or not np.isfinite(expected).any():
            continue
        gone = np.isneginf(expected)
        assert np.isneginf(found[i][gone]).all()
        # A gaussian whose variance is its smoothing alone adds and takes away terms of 1e9: rounding is of that size.
        digits = 1e-5 if getattr(model, "var_smoothing", 1) == 1e-9 else 1e-9
        np.testing.assert_allclose(found[i][~gone], expected[~gone], rtol=digits, atol=digits)


@pytest.mark.parametrize("name", choices("models"))
def test_a_sample_scores_as_the_whole(name):
    rng = np.random.default_rng(3)
    X, y = rng.poisson(1.0, (40, 8)).astype(float), rng.integers(0, 3, 40)
    model = load("models", name).Model().fit(X, y)
    some = np.array([3, 17, 5])
    np.testing.assert_array_equal(model.leave_one_out(as_rows(X), y, sample=some), model.leave_one_out(X, y)[some])
