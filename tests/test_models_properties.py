"""What holds of every model, whatever the data: the contract that a new file in nbcli/models inherits."""

from inspect import signature

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.choices import choices, load
from nbcli.models import PRIORS, NaiveBayes
from nbcli.vectorizers import as_rows

MODELS = choices("models")
# Means and deviations are fractions: merged in another order they agree to rounding, where counts agree to the bit.
ROUNDED = {"gaussian"}

every_model = pytest.mark.parametrize("name", MODELS)
quick = settings(max_examples=25, deadline=None)


def new(name, **options):
    """Return an unfitted model, with those of the options that it knows.

    The smoothing of variances is set high, so that the numbers compared are not some 1e9 with little else to them.
    """
    model = load("models", name).Model
    options = {"var_smoothing": 1e-3, **options}
    return model(**{key: value for key, value in options.items() if key in signature(model).parameters})


@st.composite
def corpora(draw, min_size=1, max_size=12, fractions=False):
    """X (n, d) of small whole numbers, y (n,) of a few labels, weights (n,) from 1."""
    n, d = draw(st.integers(min_size, max_size)), draw(st.integers(1, 4))
    numbers = st.integers(0, 3) if not fractions else st.floats(0, 3, width=16).map(lambda x: round(x, 2))
    X = np.array(draw(st.lists(st.lists(numbers, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=float)
    y = np.array(draw(st.lists(st.sampled_from("abcd"), min_size=n, max_size=n)))
    weight = np.array(draw(st.lists(st.integers(1, 3), min_size=n, max_size=n)), dtype=float)
    return X.reshape(n, d), y, weight


def assert_same(a: NaiveBayes, b: NaiveBayes, name: str) -> None:
    assert a.n_features_in_ == b.n_features_in_
    assert a.classes_.tolist() == b.classes_.tolist()
    for array in (*a.state_arrays, *a.integer_arrays):
        left, right = getattr(a, array), getattr(b, array)
        assert left.shape == right.shape
        if name in ROUNDED:
            np.testing.assert_allclose(left, right, rtol=1e-9, atol=1e-12)
        else:
            np.testing.assert_array_equal(left, right)


def parts_of(data, n):
    """Cut the n rows, in some order, into batches, of which some may be empty."""
    order = np.array(data.draw(st.permutations(range(n))), dtype=int)
    cuts = data.draw(st.lists(st.integers(0, n), max_size=4))
    return np.split(order, sorted(cuts))


@every_model
@quick
@given(corpus=corpora(), data=st.data())
def test_batches_of_any_size_and_order_are_the_whole(name, corpus, data):
    X, y, weight = corpus
    model = new(name)
    for rows in parts_of(data, len(y)):
        model.partial_fit(X[rows], y[rows], sample_weight=weight[rows])
    assert_same(model, new(name).fit(X, y, weight), name)


@every_model
@quick
@given(corpus=corpora(), data=st.data())
def test_merged_parts_are_the_whole(name, corpus, data):
    X, y, weight = corpus
    parts = [new(name).fit(X[rows], y[rows], weight[rows]) for rows in parts_of(data, len(y))]
    merged = parts[0]
    for part in parts[1:]:
        merged.merge(part)
    assert_same(merged, new(name).fit(X, y, weight), name)


@every_model
@quick
@given(corpus=corpora(min_size=2), data=st.data())
def test_add_then_forget_is_identity(name, corpus, data):
    X, y, weight = corpus
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(y), max_size=len(y))))
    model = new(name).fit(X, y, weight)
    model.forget(X[~kept], y[~kept], weight[~kept])
    assert_same(model, new(name).fit(X[kept], y[kept], weight[kept]), name)


@every_model
@quick
@given(corpus=corpora(min_size=2), data=st.data())
def test_one_by_one_everything_can_be_forgotten(name, corpus, data):
    X, y, weight = corpus
    model = new(name).fit(X, y, weight)
    for row in data.draw(st.permutations(range(len(y)))):
        model.forget(X[[row]], y[[row]], weight[[row]])
    assert_same(model, new(name).partial_fit(X[:0], y[:0]), name)
    model.widen(np.full(X.shape[1], -1), 0)


@every_model
@pytest.mark.parametrize("options", [{}, {"alpha": 0.0}, {"norm": True}, *({"prior": prior} for prior in PRIORS)])
@quick
@given(corpus=corpora(), seed=st.integers(0, 999))
def test_rows_of_probabilities_sum_to_one(name, options, corpus, seed):
    X, y, weight = corpus
    model = new(name, **options).fit(X, y, weight)
    strange = np.random.default_rng(seed).integers(0, 6, (8, X.shape[1])).astype(float)
    proba = model.predict_proba(np.vstack((X, strange, 0 * strange)))
    assert (proba >= 0).all()
    np.testing.assert_allclose(proba.sum(axis=1), 1.0, rtol=1e-12)
    assert set(model.predict(strange)) <= set(y)


@every_model
@quick
@given(corpus=corpora())
def test_dense_sparse_and_rows_are_one(name, corpus):
    X, y, weight = corpus
    forms = [X, X.tolist(), sp.csr_matrix(X), sp.csc_array(X), sp.coo_array(X), as_rows(X)]
    models = [new(name).fit(form, y, weight) for form in forms]
    expected = models[0].joint_log_likelihood(X)
    for form, model in zip(forms, models, strict=True):
        assert_same(model, models[0], name)
        np.testing.assert_allclose(model.joint_log_likelihood(form), expected, rtol=1e-9, atol=1e-9)


@every_model
@pytest.mark.parametrize("alpha", [1.0, 0.0])
@quick
@given(corpus=corpora(), seed=st.integers(0, 999))
def test_contributions_add_up_to_the_joint_log_likelihood(name, alpha, corpus, seed):
    X, y, weight = corpus
    model = new(name, alpha=alpha).fit(X, y, weight)
    row = np.random.default_rng(seed).integers(0, 4, (1, X.shape[1])).astype(float)
    constant, indices, parts = model.contributions(row)
    assert indices.tolist() == np.flatnonzero(row).tolist()
    assert parts.shape == (len(indices), len(model.classes_))
    total = model.log_prior() + constant + parts.sum(axis=0)
    np.testing.assert_allclose(total, model.joint_log_likelihood(row)[0], rtol=1e-9, atol=1e-9)


@every_model
@quick
@given(corpus=corpora(), data=st.data())
def test_widened_is_learned_with_the_features_in_their_new_places(name, corpus, data):
    X, y, weight = corpus
    d = X.shape[1]
    wider = d + data.draw(st.integers(0, 3))
    columns = np.array(data.draw(st.permutations(range(wider)))[:d])
    laid = np.zeros((len(X), wider))
    laid[:, columns] = X
    model = new(name).fit(X, y, weight).widen(columns, wider)
    assert_same(model, new(name).fit(laid, y, weight), name)
    back = np.full(wider, -1)
    back[columns] = np.arange(d)
    assert_same(model.widen(back, d), new(name).fit(X, y, weight), name)


@every_model
@quick
@given(corpus=corpora())
def test_state_goes_through_other_types_and_back(name, corpus):
    X, y, weight = corpus
    codes = np.unique(y, return_inverse=True)[1]
    model = new(name).fit(X, codes, weight)
    state = {key: value.astype(np.float32) if key == "class_count_" else value for key, value in model.state().items()}
    again = new(name).restore(state)
    assert_same(again, model, name)
    again.partial_fit(X, codes, sample_weight=weight)
    assert_same(again, new(name).fit(np.vstack((X, X)), np.tile(codes, 2), np.tile(weight, 2)), name)


@every_model
@quick
@given(corpus=corpora(fractions=True, min_size=2), data=st.data())
def test_fractional_weights_come_back_to_rounding(name, corpus, data):
    X, y, weight = corpus
    X, weight = (np.ceil(X), weight / 7) if name == "categorical" else (X, weight / 7)
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(y), max_size=len(y))))
    model = new(name).fit(X, y, weight).forget(X[~kept], y[~kept], weight[~kept])
    other = new(name).fit(X[kept], y[kept], weight[kept])
    assert model.classes_.tolist() == other.classes_.tolist()
    for array in model.state_arrays:
        np.testing.assert_allclose(getattr(model, array), getattr(other, array), rtol=1e-9, atol=1e-9)


X = np.array([[1.0, 0, 2], [0, 1, 0], [3, 0, 1], [0, 2, 0]])
y = np.array(["ham", "spam", "ham", "spam"])


@every_model
def test_a_class_that_turns_up_late_is_learned(name):
    model = new(name).partial_fit(X[:2], y[:2]).partial_fit([[0, 1, 3], [0, 2, 0]], ["late", "spam"])
    assert model.classes_.tolist() == ["ham", "late", "spam"]
    assert model.class_count_.tolist() == [1, 1, 2]
    assert model.predict([[0, 1, 3]]).tolist() == ["late"]


@every_model
def test_a_declared_class_without_texts_is_never_preferred(name):
    model = new(name).partial_fit(X, y, classes=["ham", "none", "spam"])
    assert model.joint_log_likelihood(X).shape == (4, 3)
    assert not np.isnan(model.predict_proba(X)).any()
    assert model.predict(X).tolist() == y.tolist()


def test_what_is_left_of_a_variance_may_be_a_rounding_error():
    """A mean of thirds, that came back to 2 by rounding, must not look like texts that were never learned."""
    X, y = np.array([[2.0], [2.0], [2.0], [1.0], [2.0], [2.0]]), np.repeat("b", 6)
    model = new("gaussian").fit(X, y)
    for row in (0, 1, 3, 2, 4, 5):
        model.forget(X[[row]], y[[row]])
    assert not len(model.classes_)


@every_model
def test_no_rows_are_no_answers_and_no_error(name):
    model = new(name).fit(X, y)
    assert model.predict(X[:0]).shape == (0,)
    assert model.predict_proba(sp.csr_matrix((0, 3))).shape == (0, 2)


@every_model
def test_priors(name):
    given_prior = new(name, class_prior=[0.25, 0.75]).fit(X, y)
    np.testing.assert_allclose(np.exp(given_prior.log_prior()), [0.25, 0.75])
    np.testing.assert_allclose(np.exp(new(name, prior="uniform").fit(X, y).log_prior()), [0.5, 0.5])
    words = new(name, prior="words").fit((X > 0).astype(float), y)
    np.testing.assert_allclose(np.exp(words.log_prior()), [4 / 6, 2 / 6])
    alpha = getattr(words, "alpha", 0.0) if name == "categorical" else 0.0
    documents = new(name, prior="documents").fit(X[:3], y[:3])
    np.testing.assert_allclose(
        np.exp(documents.log_prior()), [(2 + alpha) / (3 + 2 * alpha), (1 + alpha) / (3 + 2 * alpha)]
    )


@every_model
@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"alpha": -1.0}, "alpha"),
        ({"alpha": float("nan")}, "alpha"),
        ({"var_smoothing": -1.0}, "var_smoothing"),
        ({"prior": "guess"}, "prior must be one of"),
        ({"class_prior": [0.5, 0.6]}, "add up to 1"),
        ({"class_prior": [1.5, -0.5]}, "add up to 1"),
        ({"class_prior": [float("nan"), 1.0]}, "add up to 1"),
    ],
)
def test_options_that_make_no_sense_are_refused(name, options, says):
    if set(options) <= set(signature(load("models", name).Model).parameters):
        with pytest.raises(ValueError, match=says):
            new(name, **options)


@every_model
def test_what_does_not_fit_is_refused_and_changes_nothing(name):
    model = new(name).fit(X, y)
    refused = [
        (lambda: model.partial_fit(X, y[:2]), "rows"),
        (lambda: model.partial_fit(X[:, :2], y), "features"),
        (lambda: model.partial_fit(X, y, sample_weight=[1, 1]), "sample_weight"),
        (lambda: model.partial_fit(X, y, sample_weight=[1, 1, 1, -1]), "sample_weight"),
        (lambda: model.partial_fit(X, y, sample_weight=[1, 1, 1, np.nan]), "sample_weight"),
        (lambda: model.partial_fit(X * np.nan, y), "NaN"),
        (lambda: model.merge(new(name, prior="words").fit(X, y)), "prior"),
        (lambda: model.merge(new(name).fit(X[:, :2], y)), "features"),
        (lambda: model.forget(X[:1], ["eggs"]), "no class eggs"),
        (lambda: model.forget(np.vstack((X, X)), np.tile(y, 2)), "not all learned"),
        (lambda: model.widen([0, 1, -1], 2), "counts"),
        (lambda: model.joint_log_likelihood(X[:, :2]), "features"),
        (lambda: model.contributions(X), "one row"),
        (lambda: new(name).predict(X), "learned no class"),
        (lambda: new(name).forget(X, y), "learned nothing"),
        (lambda: model.merge(new(name)), "learned nothing"),
        (lambda: new(name, class_prior=[0.2, 0.3, 0.5]).fit(X, y).predict(X), "class_prior has 3"),
        (lambda: new(name).restore(model.state() | {"classes_": [0, 1, 2]}), "shape"),
    ]
    for action, says in refused:
        with pytest.raises(ValueError, match=says):
            action()
        assert_same(model, new(name).fit(X, y), name)
