"""Each model against scikit-learn's public methods, at 1e-9, on random data."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn import naive_bayes as reference

from nbcli.models.bernoulli import BernoulliNB
from nbcli.models.categorical import CategoricalNB
from nbcli.models.complement import ComplementNB
from nbcli.models.gaussian import GaussianNB
from nbcli.models.multinomial import MultinomialNB

CLOSE = {"rtol": 1e-9, "atol": 1e-9}
COUNTING = [
    (MultinomialNB, reference.MultinomialNB),
    (BernoulliNB, reference.BernoulliNB),
    (ComplementNB, reference.ComplementNB),
]

ALPHAS = [1e-10, 0.1, 1.0, 3.5]
# scikit-learn's complement adds alpha before it subtracts the class, which rounds the smallest away.
COUNTING_AT = [(*pair, alpha) for pair in COUNTING for alpha in ALPHAS if alpha > 1e-9 or pair[0] is not ComplementNB]

two_and_five = pytest.mark.parametrize("n_classes", [2, 5])
weighted_or_not = pytest.mark.parametrize("weighted", [False, True])
each_alpha = pytest.mark.parametrize("alpha", ALPHAS)


def data(n_classes, seed=0, n=200, d=30):
    """Texts of rare terms, every class with some of them; labels; weights; and other texts to judge."""
    rng = np.random.default_rng(seed)
    y = np.concatenate((np.arange(n_classes), rng.integers(0, n_classes, n - n_classes)))
    rate = rng.gamma(0.5, 0.8, (n_classes, d))
    X, X_new = rng.poisson(rate[y]).astype(float), rng.poisson(rate[rng.permutation(y)]).astype(float)
    return X, y, rng.gamma(2.0, 1.0, n), X_new


@pytest.mark.parametrize(("ours", "theirs", "alpha"), COUNTING_AT)
@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix, sp.csc_array])
@two_and_five
@weighted_or_not
def test_counting_models(ours, theirs, alpha, form, n_classes, weighted):
    X, y, weight, X_new = data(n_classes)
    weight = weight if weighted else None
    model = ours(alpha=alpha).fit(form(X), y, weight)
    expected = theirs(alpha=alpha).fit(form(X), y, sample_weight=weight)
    np.testing.assert_allclose(model.predict_log_proba(form(X_new)), expected.predict_log_proba(X_new), **CLOSE)
    np.testing.assert_allclose(model.feature_count_, expected.feature_count_, **CLOSE)
    joint = expected.predict_joint_log_proba(X_new)
    # scikit-learn's complement leaves the prior out; ours has the same for all classes.
    shift = np.log(n_classes) if ours is ComplementNB else 0.0
    np.testing.assert_allclose(model.joint_log_likelihood(form(X_new)) + shift, joint, **CLOSE)
    assert (model.predict(X_new) == expected.predict(X_new)).all()


@pytest.mark.parametrize("norm", [False, True])
@two_and_five
@pytest.mark.parametrize("alpha", ALPHAS[1:])
def test_complement_with_and_without_norm(norm, n_classes, alpha):
    X, y, weight, X_new = data(n_classes, seed=1)
    model = ComplementNB(alpha=alpha, norm=norm).fit(X, y, weight)
    expected = reference.ComplementNB(alpha=alpha, norm=norm).fit(X, y, weight)
    np.testing.assert_allclose(model.feature_log_prob_, expected.feature_log_prob_, **CLOSE)
    np.testing.assert_allclose(model.predict_log_proba(X_new), expected.predict_log_proba(X_new), **CLOSE)


def test_bernoulli_takes_negative_numbers_for_absence():
    X, y, _, X_new = data(2, seed=2)
    model, expected = BernoulliNB().fit(X - 1, y), reference.BernoulliNB().fit(X - 1, y)
    np.testing.assert_allclose(model.predict_log_proba(X_new - 1), expected.predict_log_proba(X_new - 1), **CLOSE)


@pytest.mark.parametrize(("ours", "theirs"), COUNTING[:2])
def test_given_and_uniform_priors(ours, theirs):
    X, y, _, X_new = data(2, seed=3)
    model, expected = ours(class_prior=[0.9, 0.1]).fit(X, y), theirs(class_prior=[0.9, 0.1]).fit(X, y)
    np.testing.assert_allclose(model.predict_log_proba(X_new), expected.predict_log_proba(X_new), **CLOSE)
    model, expected = ours(prior="uniform").fit(X, y), theirs(fit_prior=False).fit(X, y)
    np.testing.assert_allclose(model.predict_log_proba(X_new), expected.predict_log_proba(X_new), **CLOSE)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@two_and_five
@weighted_or_not
@each_alpha
def test_categorical(form, n_classes, weighted, alpha):
    """The same but for the prior, which is smoothed here and not there."""
    X, y, weight, X_new = data(n_classes, seed=4)
    # scikit-learn has no answer for a value that it did not see.
    X_new = np.minimum(X_new, X.max(axis=0))
    weight = weight if weighted else None
    model = CategoricalNB(alpha=alpha).fit(form(X), y, weight)
    expected = reference.CategoricalNB(alpha=alpha).fit(X, y, sample_weight=weight)
    likelihood = expected.predict_joint_log_proba(X_new) - expected.class_log_prior_
    np.testing.assert_allclose(model.joint_log_likelihood(form(X_new)) - model.log_prior(), likelihood, **CLOSE)
    share = expected.class_count_ / expected.class_count_.sum()
    model = CategoricalNB(alpha=alpha, class_prior=share).fit(form(X), y, weight)
    np.testing.assert_allclose(model.predict_log_proba(form(X_new)), expected.predict_log_proba(X_new), **CLOSE)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_matrix])
@two_and_five
@weighted_or_not
@pytest.mark.parametrize("var_smoothing", [1e-9, 1e-3])
def test_gaussian(form, n_classes, weighted, var_smoothing):
    X, y, weight, X_new = data(n_classes, seed=5)
    X, X_new = X * 0.37, X_new * 0.37
    weight = weight if weighted else None
    model = GaussianNB(var_smoothing=var_smoothing).fit(form(X), y, weight)
    # scikit-learn leaves the weights out of the largest variance, the scale of its smoothing.
    scaled = model.epsilon_ / X.var(axis=0).max()
    assert weighted or np.isclose(scaled, var_smoothing, rtol=1e-12)
    expected = reference.GaussianNB(var_smoothing=scaled).fit(X, y, sample_weight=weight)
    np.testing.assert_allclose(model.theta_, expected.theta_, **CLOSE)
    np.testing.assert_allclose(model.var_, expected.var_, **CLOSE)
    joint = expected.predict_joint_log_proba(X_new)
    np.testing.assert_allclose(model.joint_log_likelihood(form(X_new)), joint, **CLOSE)
    assert (model.predict(form(X_new)) == expected.predict(X_new)).all()


def test_gaussian_far_from_zero():
    """Times in seconds since 1970: means a billion deviations from 0, which would drown in a sum of squares."""
    rng = np.random.default_rng(6)
    y = np.repeat([0, 1], 100)
    X = 1.7e9 + rng.normal(size=(200, 3)) + y[:, None]
    model = GaussianNB()
    for rows in np.array_split(rng.permutation(200), 7):
        model.partial_fit(X[rows], y[rows])
    expected = reference.GaussianNB().fit(X, y)
    np.testing.assert_allclose(model.var_, expected.var_, rtol=1e-6)
    np.testing.assert_allclose(model.predict_log_proba(X), expected.predict_log_proba(X), atol=1e-4)


@pytest.mark.parametrize(("ours", "theirs"), [*COUNTING, (GaussianNB, reference.GaussianNB)])
def test_batches_of_a_stream(ours, theirs):
    X, y, _, X_new = data(5, seed=7)
    model, expected = ours(), theirs()
    for rows in np.array_split(np.arange(len(y)), 4):
        model.partial_fit(X[rows], y[rows])
        expected.partial_fit(X[rows], y[rows], classes=np.arange(5))
    if ours is GaussianNB:
        # scikit-learn's smoothing after batches is the last batch's, ours that of all the data.
        expected = theirs().fit(X, y)
    np.testing.assert_allclose(model.predict_log_proba(X_new), expected.predict_log_proba(X_new), **CLOSE)
