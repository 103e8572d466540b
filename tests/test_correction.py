"""The linear correction in numbers: machines as scikit-learn's, folds as k trainings, a sum of what its terms add."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.sparse import csr_matrix
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.svm import LinearSVC

from nbcli.classifier.blend import Blend
from nbcli.classifier.correction import Block, Correction
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.training import scoring
from nbcli.training.candidates import presence
from nbcli.training.default import learn_default
from nbcli.training.machines import beside, fitted, folds_of, held_out, weighed
from nbcli.training.scoring import distinct
from nbcli.training.squared_hinge import squared_hinge
from nbcli.vectorizers import Rows
from tests.golden.make import mixed

C = 0.5


def rows_of(dense):
    own = csr_matrix(np.asarray(dense, dtype=np.float64))
    return Rows(own.data, own.indices.astype(np.int64), own.indptr.astype(np.int64), own.shape)


def default_of(records, **how):
    return learn_default(in_memory(["words", "chars"], records), **how)


# What it adds


@st.composite
def corrections(draw):
    k, sizes = draw(st.integers(2, 4)), draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    rng, machines = np.random.default_rng(draw(st.integers(0, 999))), 1 if k == 2 else k
    n_texts = 9
    blocks = [
        None if n and draw(st.booleans()) else Block(rng.integers(0, n_texts, d), steps(rng, d, machines))
        for n, d in enumerate(sizes)
    ]
    without = Blend(np.ones(len(sizes)), np.zeros(k), np.zeros(len(sizes)))
    found = Correction(blocks, n_texts, 0.25, 1.5, rng.permutation(k + 1)[:k], without)
    rows = [rows_of(rng.random((3, d)) * rng.integers(0, 2, (3, d))) for d in sizes]
    return found, rows, k + 1


def steps(rng, d, machines):
    return rng.integers(-127, 128, (d, machines)).astype(np.int8)


def by_hand(correction, rows, i, n_classes):
    """Return what is added to the classes for text i, a term after the other."""
    squares, z = 0.0, np.zeros(correction.blocks[0].weights.shape[1])
    for block, part in zip(correction.blocks, rows, strict=True):
        for j in part.take(np.array([i])).indices if block else []:
            if block.df[j]:
                idf = np.log((1 + correction.n_texts) / (1 + block.df[j])) + 1
                squares, z = squares + idf**2, z + idf * block.weights[j]
    z = correction.weight * correction.step * z / np.sqrt(squares or 1.0)
    scores = np.zeros(n_classes)
    scores[correction.classes] = [-z[0] / 2, z[0] / 2] if len(z) == 1 else z
    return scores


@given(corrections())
def test_scores_are_the_sum_of_what_the_terms_add(case):
    correction, rows, k = case
    scores = correction.scores(rows, k)
    for i in range(3):
        alone = [part.take(np.array([i])) for part in rows]
        parts = correction.contributions(alone, k)
        assert [len(part) for part in parts] == [len(own.indices) for own in alone]
        np.testing.assert_allclose(sum(part.sum(axis=0) for part in parts), scores[i], atol=1e-12)
        np.testing.assert_allclose(by_hand(correction, rows, i, k), scores[i], atol=1e-12)


@given(corrections(), st.integers(0, 99))
def test_it_goes_where_its_terms_and_classes_go(case, seed):
    correction, rows, k = case
    rng = np.random.default_rng(seed)
    widths = [part.shape[1] + 2 for part in rows]
    columns = [np.sort(rng.permutation(w)[: part.shape[1]]) for part, w in zip(rows, widths, strict=True)]
    moved = [part.with_columns(c[part.indices], w) for part, c, w in zip(rows, columns, widths, strict=True)]
    place = rng.permutation(k)
    there = correction.moved(columns, widths).relabelled(place, correction.without)
    np.testing.assert_array_equal(there.scores(moved, k)[:, place], correction.scores(rows, k))


# How it is fitted


@pytest.mark.parametrize("begun", [False, True], ids=["from zero", "from machines of some"])
@pytest.mark.parametrize("k", [1, 3])
def test_the_machines_are_those_of_scikit_learn(k, begun):
    rng = np.random.default_rng(0)
    X = rng.random((300, 60)) * (rng.random((300, 60)) < 0.2)
    X /= np.maximum(np.sqrt((X**2).sum(axis=1, keepdims=True)), 1e-9)
    sides = np.where(X @ rng.normal(size=(60, k)) + 0.2 * rng.normal(size=(300, k)) > 0.1, 1.0, -1.0)
    near = squared_hinge(csr_matrix(X[:200]), sides[:200], C) if begun else None
    weights, bias = squared_hinge(csr_matrix(X), sides, C, near)
    for c in range(k):
        exact = LinearSVC(C=C, dual=True, tol=1e-8, max_iter=100_000).fit(X, sides[:, c])
        theirs = value(X, sides[:, c], exact.coef_[0], exact.intercept_[0])
        ours = value(X, sides[:, c], weights[:, c], bias[c])
        assert theirs <= ours + 1e-9 and ours <= 1.005 * theirs
        np.testing.assert_allclose(weights[:, c], exact.coef_[0], atol=0.1)


def value(X, y, w, b):
    return (w @ w + b * b) / 2 + C * (np.maximum(1 - y * (X @ w + b), 0) ** 2).sum()


def test_its_rows_are_tfidf_of_presence():
    texts = [one.text for one in mixed(60)]
    view = in_memory(["chars"], mixed(60)).learn([Recipe("chars", (2, 2), "category", "multinomial")], np.arange(60))[0]
    rows = presence(view.rows)
    df = np.bincount(rows.indices, minlength=rows.shape[1])
    df[df < 2] = 0
    idf = np.where(df > 0, np.log(61 / (1 + df)) + 1, 0.0)
    theirs = TfidfVectorizer(analyzer="char", ngram_range=(2, 2), binary=True, min_df=2, lowercase=False)
    expected = theirs.fit_transform([" ".join(text.split()) for text in texts])
    found = weighed(rows, df, idf)
    assert found.shape == expected.shape
    np.testing.assert_allclose((found @ found.T).toarray(), (expected @ expected.T).toarray(), atol=1e-9)


def terms_of(records):
    """Return the words and pairs of characters of the records, as machines take them."""
    recipes = [Recipe("words", (1, 1), "category"), Recipe("chars", (2, 2), "category")]
    return terms_beside(in_memory(["words", "chars"], records), recipes, np.arange(len(records)))


def terms_beside(corpus, recipes, texts):
    # Only recipes that differ in features and model are learned at once.
    return beside([presence(corpus.learn([recipe], texts)[0].rows) for recipe in recipes])


def test_scores_of_texts_held_out_are_those_of_k_trainings():
    records = mixed(120)
    codes = np.array([int(one.label[-1]) for one in records])
    groups = np.arange(120)
    groups[7] = groups[31]
    fold, n_folds = folds_of(codes, groups)
    found, last = held_out(terms_of(records), codes, 3, fold, n_folds)
    assert n_folds == 10 and fold[7] == fold[31]
    for number in range(n_folds):
        seen, held = np.flatnonzero(fold != number), np.flatnonzero(fold == number)
        # Of a corpus that has no other texts: all others are read only to be asked.
        some = [*(records[i] for i in seen), *(records[i] for i in held)]
        terms, own = terms_of(some), codes[[*seen, *held]]
        machines = fitted(terms, np.arange(len(seen)), own, 3)
        asked = machines.scores(terms.take(np.arange(len(seen), len(some))))
        np.testing.assert_allclose(found[held], asked, atol=1e-6)
    np.testing.assert_allclose(last.bias, machines.bias, atol=1e-6)


@given(st.lists(st.integers(0, 2), min_size=30, max_size=60), st.integers(2, 9))
@settings(max_examples=30)
def test_folds_have_each_class_alike_and_copies_together(codes, copies):
    codes = np.array(codes)
    groups = np.arange(len(codes))
    groups[:copies] = 0
    fold, n_folds = folds_of(codes, groups)
    assert len(set(fold[:copies])) == 1 and fold.min() >= 0 and fold.max() < n_folds
    alone = folds_of(codes, np.arange(len(codes)))[0]
    for c in set(codes.tolist()):
        sizes = np.bincount(alone[codes == c], minlength=n_folds)
        assert sizes.max() - sizes.min() <= 1


def test_a_class_without_a_text_in_a_fold_has_the_score_of_none():
    records = mixed(60)
    codes = np.array([int(one.label[-1]) for one in records])
    fold = np.where(codes == 2, 0, 1)
    fold[:6] = 0
    scores, _ = held_out(terms_of(records), codes, 3, fold, 2)
    assert (scores[fold == 0, 2] == -1).all() and (scores[fold == 1, 2] != -1).all()


# When it is taken


def test_it_is_taken_where_it_gains():
    said: list[str] = []
    classifier, loo = default_of(mixed(), say=said.append)
    (line,) = (one for one in said if one.startswith("linear correction: "))
    assert line.endswith(" by 10 folds") and classifier.correction is not None and loo.folds == 10
    own = np.arange(len(loo.codes)), loo.codes
    loss, without = (-np.log(one.proba[own]).mean() for one in (loo, loo.without))
    assert loss < without
    assert default_of(mixed(), correction=False)[0].correction is None


@pytest.mark.parametrize("most", [300, 450], ids=["some", "all"])
def test_it_is_weighed_on_the_first_texts_and_fitted_on_more(monkeypatch, most):
    monkeypatch.setattr(scoring, "ENOUGH", 200)
    monkeypatch.setattr(scoring, "ENOUGH_TO_FIT", most)
    said: list[str] = []
    records = [*mixed(420), *mixed(30)]
    classifier, loo = default_of(records, say=said.append)
    corpus, correction = in_memory(["words", "chars"], records), classifier.correction
    of_all = distinct(corpus)
    texts = of_all[:most]
    (line,) = (one for one in said if one.startswith("linear correction: "))
    assert line.endswith(" by 10 folds" if most >= len(of_all) else " on the first 300 texts by their digests")
    assert len(loo.codes) == 200 and correction.n_texts == len(texts)
    views = [view.recipe for view, block in zip(classifier.views, correction.blocks, strict=True) if block]
    terms = terms_beside(corpus, views, texts)
    machines = fitted(terms, np.arange(len(texts)), corpus.codes[texts], 3)
    kept = [block for block in correction.blocks if block]
    # Where both end is the same but for how flat a slope ends the search.
    ours = np.concatenate([block.weights[block.df > 0] for block in kept])
    assert ours.shape == machines.weights.shape
    assert all(np.corrcoef(ours[:, c], machines.weights[:, c])[0, 1] > 0.99 for c in range(3))


@pytest.mark.parametrize("records", [mixed(99), mixed(400, 33)], ids=["few texts", "many labels"])
def test_it_is_not_taken_of_few_texts_or_of_many_labels(records):
    assert default_of(records)[0].correction is None


def test_it_is_not_taken_of_noise_but_by_chance():
    taken = 0
    for seed in range(5):
        rng = np.random.default_rng(seed)
        some = [Record(" ".join(rng.choice([*"abcdefghij"], 12)), rng.choice(["x", "y"]), "f", 1) for _ in range(300)]
        taken += default_of(some)[0].correction is not None
    assert taken <= 1
