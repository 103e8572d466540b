"""The textbook's examples, worked by hand: every number here can be followed with pencil and paper."""

from fractions import Fraction

import numpy as np
import pytest
from sklearn.datasets import load_iris, make_blobs
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import KBinsDiscretizer

from nbcli.models.categorical import CategoricalNB
from nbcli.models.gaussian import GaussianNB
from nbcli.models.multinomial import MultinomialNB
from nbcli.tokenizers import words
from nbcli.vectorizers import Vocabulary, category


def test_1_gaussian_three_classes_of_ten_points():
    columns = [
        [0.8, 0.2, 0.3, 0.5, 0.1, 0.7, 0.1, 0.3, 0.6, 0.6],
        [0.3, 0.8, 0.4, 0.5, 0.6, 0.5, 0.6, 0.7, 0.1, 0.6],
        [0.3, 0.3, 0.6, 0.7, 0.8, 0.8, 0.8, 0.3, 0.3, 0.6],
    ]
    model = GaussianNB(var_smoothing=0).fit(np.transpose(columns), [1, 1, 2, 2, 2, 1, 1, 0, 1, 0])
    np.testing.assert_allclose(model.theta_, [[0.45, 0.65, 0.45], [0.48, 0.46, 0.5], [0.3, 0.5, 0.7]], rtol=1e-12)
    s2 = [[0.0225, 0.0025, 0.0225], [0.0776, 0.0584, 0.06], [0.08 / 3, 0.02 / 3, 0.02 / 3]]
    np.testing.assert_allclose(model.var_, s2, rtol=1e-12)
    np.testing.assert_allclose(model.log_prior(), np.log([0.2, 0.5, 0.3]), rtol=1e-12)
    query = [[0.5, 0.12, 0.218]]
    joint = model.joint_log_likelihood(query)[0]
    np.testing.assert_allclose(joint - model.log_prior(), [-53.398, -0.307, -24.938], atol=5e-4)
    # The book adds the rounded numbers: -53.398 - 1.609.
    np.testing.assert_allclose(joint, [-55.007, -1.0, -26.142], atol=1e-3)
    assert model.predict(query) == [1]
    np.testing.assert_allclose(model.predict_proba(query)[0], [3.50455541e-24, 1, 1.20454334e-11], rtol=1e-8)


def test_2_patients_without_smoothing():
    symptom, work = {"sneezing": 0, "headache": 1}, {"nurse": 0, "farmer": 1, "builder": 2, "teacher": 3}
    patients = [
        ("sneezing", "nurse", "cold"),
        ("sneezing", "farmer", "allergy"),
        ("headache", "builder", "concussion"),
        ("headache", "builder", "cold"),
        ("sneezing", "teacher", "cold"),
        ("headache", "teacher", "concussion"),
    ]
    X, y = [[symptom[s], work[w]] for s, w, _ in patients], [illness for _, _, illness in patients]
    model = CategoricalNB(alpha=0).fit(X, y)
    sneezing_builder = [[symptom["sneezing"], work["builder"]]]
    # P(sneezing | cold) P(builder | cold) P(cold): no other illness has had both.
    cold = Fraction(2, 3) * Fraction(1, 3) * Fraction(3, 6)
    np.testing.assert_allclose(np.exp(model.joint_log_likelihood(sneezing_builder)), [[0, float(cold), 0]])
    # The book takes P(sneezing) P(builder) for the evidence; the sum over the illnesses makes it certain.
    assert cold / (Fraction(3, 6) * Fraction(2, 6)) == Fraction(2, 3)
    assert model.classes_.tolist() == ["allergy", "cold", "concussion"]
    assert model.predict_proba(sneezing_builder).tolist() == [[0, 1, 0]]


def test_2_what_no_class_can_have_gets_the_prior_and_never_nan():
    model = CategoricalNB(alpha=0).fit([[0, 0], [0, 1], [1, 2]], ["a", "a", "b"])
    np.testing.assert_allclose(model.predict_proba([[1, 1], [0, 2], [7, 7]]), [[2 / 3, 1 / 3]] * 3)


def test_3_accounts_in_bins():
    """Ten accounts a class have the book's shares in the bins of (.1, .2, 0): .5 .7 .2 real, .1 .2 .9 fake."""
    low, middle, high = 0.0, 0.15, 0.3
    real = np.transpose(
        [
            [middle] * 5 + [low] * 3 + [high] * 2,
            [high] * 7 + [low] * 3,
            [low] * 2 + [high] * 8,
        ]
    )
    fake = np.transpose(
        [
            [middle] * 1 + [low] * 9,
            [high] * 2 + [low] * 8,
            [low] * 9 + [high] * 1,
        ]
    )
    bins = KBinsDiscretizer(n_bins=3, encode="ordinal", strategy="uniform").fit(np.vstack((fake, real)))
    model = CategoricalNB(alpha=0, class_prior=[0.11, 0.89])
    model.fit(bins.transform(np.vstack((fake, real))), ["fake"] * 10 + ["real"] * 10)
    account = bins.transform([[0.1, 0.2, 0.0]])
    joint = [
        float(Fraction(11, 100) * Fraction(1, 10) * Fraction(2, 10) * Fraction(9, 10)),
        float(Fraction(89, 100) * Fraction(5, 10) * Fraction(7, 10) * Fraction(2, 10)),
    ]
    np.testing.assert_allclose(joint, [0.00198, 0.0623])
    np.testing.assert_allclose(np.exp(model.joint_log_likelihood(account)[0]), joint)
    np.testing.assert_allclose(model.predict_proba(account)[0], [0.0308, 0.969], atol=5e-4)
    assert model.predict(account) == ["real"]


def test_4_two_writers():
    """The columns are love, deal, life; ten words of each writer have the book's shares."""
    writers = MultinomialNB(alpha=0, class_prior=[0.5, 0.5]).fit([[1, 8, 1], [5, 2, 3]], ["first", "second"])
    assert writers.predict([[1, 0, 1]]) == ["second"]
    life_deal = [[0, 1, 1]]
    np.testing.assert_allclose(np.exp(writers.joint_log_likelihood(life_deal)), [[0.04, 0.03]])
    np.testing.assert_allclose(writers.predict_proba(life_deal), [[4 / 7, 3 / 7]])
    assert np.round(100 * writers.predict_proba(life_deal)).tolist() == [[57, 43]]


def test_5_iris():
    X, y = load_iris(return_X_y=True)
    train, test, y_train, y_test = train_test_split(X, y, test_size=0.2, random_state=1)
    predicted = GaussianNB().fit(train, y_train).predict(test)
    wrong = predicted != y_test
    assert (wrong.sum(), len(test)) == (1, 30)
    assert (y_test[wrong], predicted[wrong]) == ([1], [2])
    assert GaussianNB().fit(X, y).predict([X[0], X[-1], [6, 4, 6, 2]]).tolist() == [0, 2, 2]


@pytest.mark.parametrize("declared", [["aa", "bb"], None])
def test_6_a_stream_of_two_texts(declared):
    model = MultinomialNB().partial_fit([[1, 1]], ["aa"], classes=declared).partial_fit([[6, 1]], ["bb"])
    assert model.predict([[9, 1]]) == ["bb"]
    # theta is 2/4, 2/4 for aa and 7/9, 2/9 for bb; the priors are a half each.
    joint = [
        Fraction(1, 2) * Fraction(2, 4) ** 9 * Fraction(2, 4),
        Fraction(1, 2) * Fraction(7, 9) ** 9 * Fraction(2, 9),
    ]
    np.testing.assert_allclose(np.exp(model.joint_log_likelihood([[9, 1]])), [[float(p) for p in joint]])


@pytest.mark.parametrize("strategy", ["uniform", "quantile"])
def test_7_points_in_bins(strategy):
    X, y = make_blobs(n_samples=400, centers=4, cluster_std=0.85, random_state=0)
    X = X[:, ::-1]
    bins = KBinsDiscretizer(
        n_bins=20, encode="ordinal", strategy=strategy, quantile_method="averaged_inverted_cdf"
    ).fit(X)
    binned = CategoricalNB().fit(bins.transform(X), y)
    in_bins = (binned.predict(bins.transform(X)) == y).mean()
    gaussian = (GaussianNB().fit(X, y).predict(X) == y).mean()
    assert in_bins > 0.9
    assert abs(in_bins - gaussian) < 0.03
    # The corner has bins that some class never had, and 25 is a bin that none had: unlikely, not impossible.
    corner = binned.joint_log_likelihood([[0, 0], [19, 0], [25, 25]])
    assert np.isfinite(corner).all()
    n = binned.class_count_
    unseen = np.log((n + 1) / (n.sum() + 4)) + 2 * np.log(1 / (n + 20))
    np.testing.assert_allclose(corner[2], unseen)


def test_8_a_name_of_two_words_is_one_feature_among_ngrams():
    texts = ["广州恒大的球", "广州恒大夺冠", "广州天气晴", "恒大地产新盘"]
    tokens = words.tokenize(texts, words.Table())
    spelling = tokens.symbols.words()
    vocabulary, counts = Vocabulary.learn(tokens, (1, 2))
    terms = [[spelling[i] for i in vocabulary.ids(column)] for column in range(len(vocabulary.keys))]
    name = terms.index(["广州", "恒大"])
    assert counts.tocsr()[:, [name]].toarray().ravel().tolist() == [1, 1, 0, 0]
    model = MultinomialNB().fit(category.weigh(counts, np.zeros(0)), ["football", "football", "other", "other"])
    query = vocabulary.count(words.tokenize(["广州恒大"], tokens.symbols))
    assert model.predict(query) == ["football"]
    # Both words stand in two texts of either kind, so the name is what decides.
    constant, indices, parts = model.contributions(query)
    assert constant.tolist() == [0, 0]
    gain = dict(zip(indices.tolist(), parts[:, 0] - parts[:, 1], strict=True))
    assert max(gain, key=gain.get) == name
