"""Leave-one-out by subtraction is leave-one-out by training anew, for every model, with copies and all, at 1e-9."""

from inspect import signature

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.choices import choices, load
from nbcli.models import PRIORS
from nbcli.vectorizers import as_rows
from tests.learning import left_of

every_model = pytest.mark.parametrize("name", choices("models"))


@st.composite
def corpora(draw):
    """X (n, d), y (n,): texts of few numbers with copies, under the same label or not, so that corners are met."""
    d, k = draw(st.integers(1, 5)), draw(st.integers(2, 4))
    text = st.tuples(*[st.sampled_from([0, 0, 0, 1, 1, 2, 5])] * d)
    texts = np.array(draw(st.lists(text, min_size=2, max_size=6)), dtype=float)
    picked = draw(st.lists(st.integers(0, len(texts) - 1), min_size=2, max_size=10))
    y = draw(st.lists(st.integers(0, k - 1), min_size=len(picked), max_size=len(picked)))
    return texts[picked], np.array(y)


@st.composite
def options(draw):
    """Every option that some model has; the last is whether the prior is given."""
    return {
        "prior": draw(st.sampled_from(PRIORS)),
        "alpha": draw(st.sampled_from([0.0, 1e-10, 0.1, 1.0])),
        "norm": draw(st.booleans()),
        "var_smoothing": draw(st.sampled_from([1e-9, 1e-3, 0.3])),
        "class_prior": draw(st.booleans()),
    }


def new(name, y, **options):
    """Return an unfitted model with those of the options that it knows."""
    model, k = load("models", name).Model, len(np.unique(y))
    given = np.arange(1, k + 1) / np.arange(1, k + 1).sum() if options.pop("class_prior", False) else None
    options["class_prior"] = given
    return model(**{key: value for key, value in options.items() if key in signature(model).parameters})


def leave_one_out(model, X, y, groups=None, sample=None):
    codes = np.searchsorted(model.classes_, y)
    return model.without(left_of(model.known(X), codes, len(model.classes_), groups, sample))


def groups_of(X):
    return np.unique(X, axis=0, return_inverse=True)[1].reshape(-1)


def brute(model, X, y, group, i):
    """Train anew on the texts outside the group of text i, on the terms that those have: shape (K,)."""
    rest, jll = group != group[i], np.full(len(model.classes_), -np.inf)
    if not rest.any():
        return jll
    known = X[rest].any(axis=0)
    fresh = type(model)(**model._options() | {"class_prior": None}).fit(X[rest][:, known], y[rest])
    place = np.searchsorted(model.classes_, fresh.classes_)
    jll[place] = fresh.joint_log_likelihood(X[i : i + 1, known])[0]
    if model.class_prior is not None:
        # The same prior, though some of its classes may be gone.
        own = fresh.log_prior()
        jll[place] += np.where(np.isneginf(own), 0.0, np.log(model.class_prior[place]) - own)
    return jll


def assert_is_training_anew(model, X, y):
    group = groups_of(X)
    with np.errstate(invalid="raise"):
        found = leave_one_out(model.fit(X, y), as_rows(X), y, group)
    expected = np.array([brute(model, X, y, group, i) for i in range(len(y))])
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-9)


@every_model
@settings(max_examples=80, deadline=None)
@given(corpus=corpora(), options=options())
def test_closed_form_is_training_anew(name, corpus, options):
    if options["class_prior"]:
        # Which no text can then rule out, as a class without words would be by the prior of words.
        options["prior"] = "uniform"
    X, y = corpus
    assert_is_training_anew(new(name, y, **options), X, y)


@every_model
@pytest.mark.parametrize("prior", PRIORS)
def test_many_terms_and_copies_under_several_labels(name, prior):
    rng = np.random.default_rng(5)
    X, y = rng.poisson(0.3, (40, 60)).astype(float), rng.integers(0, 3, 60)
    X = np.concatenate((X, X[rng.integers(0, 40, 20)]))
    assert_is_training_anew(new(name, y, prior=prior, norm=True), X, y)


@pytest.mark.parametrize("name", ["multinomial", "bernoulli", "complement", "gaussian"])
def test_weights_that_are_fractions(name):
    rng = np.random.default_rng(6)
    X = rng.poisson(0.5, (40, 30)) * rng.uniform(0.1, 1.0, 30)
    assert_is_training_anew(new(name, np.arange(3), alpha=0.03), X, rng.integers(0, 3, 40))


@every_model
def test_a_sample_scores_as_the_whole(name):
    rng = np.random.default_rng(3)
    X, y = rng.poisson(1.0, (40, 8)).astype(float), rng.integers(0, 3, 40)
    model = load("models", name).Model().fit(X, y)
    some = np.array([3, 17, 5, 5])
    whole = leave_one_out(model, X, y)
    np.testing.assert_allclose(leave_one_out(model, as_rows(X), y, sample=some), whole[some], rtol=1e-12)
    assert leave_one_out(model, X, y, sample=some[:0]).shape == (0, 3)


def test_a_gaussian_without_smoothing_refuses_only_what_does_not_vary():
    model, y = load("models", "gaussian").Model(var_smoothing=0), np.array([0, 0, 0, 1, 1, 1])
    X = np.array([[1.0, 2.0], [3.0, 5.0], [4.0, 1.0], [2.0, 2.0], [7.0, 3.0], [5.0, 6.0]])
    assert_is_training_anew(model, X, y)
    X[:2, 0] = 1.0
    with pytest.raises(ValueError, match="does not vary"):
        leave_one_out(model.fit(X, y), X, y)
