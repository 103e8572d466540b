"""Many labels: counts kept sparse give what dense ones give, and memory and time stay near linear."""

from unittest.mock import patch

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.models import _state
from nbcli.models._class_counts import ClassCounts
from nbcli.models._leaving import Left
from nbcli.models.multinomial import MultinomialNB
from nbcli.vectorizers import as_rows

quick = settings(max_examples=60, deadline=None)
CLOSE = {"rtol": 1e-9, "atol": 1e-9}


@st.composite
def corpora(draw):
    """X (n, d), y (n,) of up to 9 classes, and weights: whole numbers or fractions."""
    n, d, k = draw(st.integers(1, 14)), draw(st.integers(1, 6)), draw(st.integers(1, 9))
    number = draw(st.sampled_from([st.integers(0, 3), st.sampled_from([0.0, 0.5, 0.3, 1.7])]))
    X = np.array(draw(st.lists(st.lists(number, min_size=d, max_size=d), min_size=n, max_size=n)), dtype=float)
    y = np.array(draw(st.lists(st.integers(0, k - 1), min_size=n, max_size=n)))
    return X, y


alphas = st.sampled_from([0.0, 1e-10, 0.1, 1.0])


def both(make):
    """Return what `make` makes with dense counts, and with sparse ones whatever the number of classes."""
    with patch.object(_state, "MANY", 1000):
        dense = make()
    with patch.object(_state, "MANY", 0):
        sparse = make()
    return dense, sparse


def assert_same_state(dense, sparse, *, exact=True):
    assert isinstance(dense.feature_count_, np.ndarray)
    assert isinstance(sparse.feature_count_, ClassCounts)
    assert dense.n_features_in_ == sparse.n_features_in_
    check = np.testing.assert_array_equal if exact else lambda a, b: np.testing.assert_allclose(a, b, **CLOSE)
    check(dense.classes_, sparse.classes_)
    check(dense.feature_count_, sparse.feature_count_.toarray())
    for axis in (0, 1):
        np.testing.assert_allclose(dense.feature_count_.sum(axis=axis), sparse.feature_count_.sum(axis=axis), **CLOSE)
    for c, row in enumerate(dense.feature_count_):
        check(row, sparse.feature_count_[c])
    assert (sparse.feature_count_.counts != 0).all()


@quick
@given(corpora(), corpora(), alphas, st.data())
def test_sparse_learns_and_unlearns_as_dense(one, other, alpha, data):
    d = min(one[0].shape[1], other[0].shape[1])
    (X, y), (Z, z) = ((a[:, :d], b) for a, b in (one, other))
    kept = np.array(data.draw(st.lists(st.booleans(), min_size=len(y), max_size=len(y))))
    columns = np.array(data.draw(st.permutations(range(d + 2)))[:d])

    def learned():
        model = MultinomialNB(alpha=alpha).fit(X, y).partial_fit(Z, z + 3)
        return model.merge(MultinomialNB(alpha=alpha).fit(Z, z)).widen(columns, d + 2)

    assert_same_state(*both(learned))
    assert_same_state(*both(lambda: learned().beside([learned()])))
    if kept.any():
        # What was added and taken back is as if it had never been.
        def rest():
            return MultinomialNB(alpha=alpha).fit(X, y).forget(X[~kept], y[~kept])

        dense, sparse = both(rest)
        assert_same_state(dense, sparse)
        assert_same_state(MultinomialNB(alpha=alpha).fit(X[kept], y[kept]), sparse, exact=False)


@quick
@given(corpora(), corpora(), alphas, st.sampled_from(["documents", "words", "uniform"]))
def test_sparse_predicts_as_dense(learned, asked, alpha, prior):
    d = min(learned[0].shape[1], asked[0].shape[1])

    def made():
        return MultinomialNB(alpha=alpha, prior=prior).fit(learned[0][:, :d], learned[1])

    dense, sparse = both(made)
    Z = asked[0][:, :d]
    with patch("nbcli.models._sparse_sums._BLOCK", 5):
        np.testing.assert_allclose(sparse.joint_log_likelihood(Z), dense.joint_log_likelihood(Z), **CLOSE)
    np.testing.assert_allclose(sparse.predict_proba(Z), dense.predict_proba(Z), **CLOSE)
    np.testing.assert_allclose(sparse.feature_log_prob_, dense.feature_log_prob_, **CLOSE)
    for a, b in zip(dense.contributions(Z[:1]), sparse.contributions(Z[:1]), strict=True):
        np.testing.assert_allclose(b, a, **CLOSE)


@quick
@given(corpora(), alphas, st.booleans(), st.data())
def test_sparse_leaves_out_as_dense(corpus, alpha, unit, data):
    X, y = corpus
    groups = np.array(data.draw(st.lists(st.integers(0, 5), min_size=len(y), max_size=len(y))))
    X = X[groups % len(X)]  # those of a group are identical
    dense, sparse = both(lambda: MultinomialNB(alpha=alpha).fit(X, y))
    left = Left.of(as_rows(X), np.searchsorted(dense.classes_, y), len(dense.classes_), groups, None, unit=unit)
    with patch("nbcli.models._sparse_sums._BLOCK", 5):
        np.testing.assert_allclose(sparse.without(left), dense.without(left), **CLOSE)
