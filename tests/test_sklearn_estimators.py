"""The estimators of nbcli.sklearn: scikit-learn's own checks, and its tools around them."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.exceptions import NotFittedError
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

from nbcli import sklearn as ours

ESTIMATORS = [
    ours.MultinomialNB(),
    ours.BernoulliNB(),
    ours.ComplementNB(),
    ours.CategoricalNB(),
    ours.GaussianNB(),
]
EXPECTED_FAILURES: dict[str, dict[str, str]] = {}


def expected_failures(estimator):
    return EXPECTED_FAILURES.get(type(estimator).__name__, {})


@parametrize_with_checks(ESTIMATORS, expected_failed_checks=expected_failures)
def test_scikit_learns_checks(estimator, check):
    check(estimator)


def test_no_check_is_expected_to_fail():
    assert not EXPECTED_FAILURES


@pytest.mark.parametrize("estimator", ESTIMATORS, ids=lambda estimator: type(estimator).__name__)
def test_sparse_is_dense_and_batches_are_the_whole(estimator):
    rng = np.random.default_rng(0)
    X, y = rng.poisson(0.7, (60, 8)), rng.choice(["a", "b", "c"], 60)
    whole = type(estimator)().fit(X, y)
    parts = type(estimator)()
    with pytest.raises(NotFittedError):
        parts.predict(X)
    for rows in (y == "b", y != "b"):
        parts.partial_fit(sp.csr_array(X[rows].astype(float)), y[rows])
    assert parts.classes_.tolist() == ["a", "b", "c"]
    np.testing.assert_allclose(parts.predict_proba(sp.csc_matrix(X)), whole.predict_proba(X), rtol=1e-9)
    np.testing.assert_allclose(whole.predict_joint_log_proba(X), whole.model_.joint_log_likelihood(X * 1.0), rtol=1e-9)
    np.testing.assert_allclose(np.exp(whole.predict_log_proba(X)), whole.predict_proba(X))


def test_in_a_pipeline_and_a_grid_search():
    texts, labels = ["free money", "money now", "see you", "you and me"] * 5, ["spam", "spam", "ham", "ham"] * 5
    search = GridSearchCV(
        make_pipeline(CountVectorizer(), ours.MultinomialNB()),
        {"multinomialnb__alpha": [0.1, 1.0], "multinomialnb__prior": ["documents", "words"]},
        cv=2,
    )
    assert search.fit(texts, labels).predict(["free money now", "me and you"]).tolist() == ["spam", "ham"]


def test_options_are_checked_at_fit_as_scikit_learn_has_it():
    estimator = ours.MultinomialNB(alpha=-1)
    with pytest.raises(ValueError, match="alpha must be"):
        estimator.fit([[1, 0]], ["a"])
    with pytest.raises(ValueError, match="class_prior has 2"):
        ours.MultinomialNB(class_prior=[0.5, 0.5]).fit([[1], [2], [3]], ["a", "b", "c"])
