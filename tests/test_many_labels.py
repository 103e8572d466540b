"""Many labels: counts kept sparse give what dense ones give, and memory and time stay near linear."""

import re
import subprocess
import sys
from random import Random
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli import store
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.learned import Learned
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.updating import correct, forget, learn_more
from nbcli.corpus import Record
from nbcli.corpus._reading.ids import without_ids
from nbcli.errors import NbError
from nbcli.evaluation.stored import evaluate
from nbcli.models._core import by_class as _by_class
from nbcli.models._core.class_counts import ClassCounts
from nbcli.models.multinomial import MultinomialNB
from nbcli.reports import Report, form
from nbcli.store import state as stored_state
from nbcli.training.default import learn_default
from nbcli.training.estimate import advice
from nbcli.training.fitting import fit_blend
from nbcli.training.scoring import learn_recipe, scored_texts
from nbcli.training.shards import Files, Sharded
from nbcli.vectorizers import as_rows
from tests.conftest import environment
from tests.learning import classifier_of, left_of

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
    with patch.object(_by_class, "MANY", 1000):
        dense = make()
    with patch.object(_by_class, "MANY", 0):
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
    with patch("nbcli.models._core.sparse_sums._BLOCK", 5):
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
    left = left_of(as_rows(X), np.searchsorted(dense.classes_, y), len(dense.classes_), groups, None, unit=unit)
    with patch("nbcli.models._core.sparse_sums._BLOCK", 5):
        np.testing.assert_allclose(sparse.without(left), dense.without(left), **CLOSE)


# From texts to a model of many labels, and back


def documents(n_labels, each=3, seed=0, words=12):
    """Return so many texts of each label, whose words depend on the label."""
    random = Random(seed)
    texts = [
        (" ".join(f"w{(label * 7 + random.randrange(25)) % (2 * n_labels)}" for _ in range(words)), f"l{label:05d}")
        for label in range(n_labels)
        for _ in range(each)
    ]
    random.shuffle(texts)
    return [Record(text, label, "f", i) for i, (text, label) in enumerate(texts, 1)]


def counts_of(classifier):
    return [view.model.feature_count_ for view in classifier.views]


def assert_same_model(a, b):
    assert a.labels == b.labels and a.texts.tolist() == b.texts.tolist()
    for one, other in zip(counts_of(a), counts_of(b), strict=True):
        assert type(one) is type(other)
        dense = [x.toarray() if isinstance(x, ClassCounts) else x for x in (one, other)]
        np.testing.assert_array_equal(*dense)


@pytest.mark.parametrize("features", ["category", "counts"])
def test_a_model_grows_into_many_labels_and_back(features):
    recipe, all_of_them = Recipe(features=features), documents(40)
    few = [one for one in all_of_them if one.label < "l00020"]
    rest = [one for one in all_of_them if one.label >= "l00020"]
    grown = classifier_of(recipe, in_memory(["words"], few))
    assert isinstance(counts_of(grown)[0], np.ndarray)
    learn_more(grown, in_memory(["words"], rest, keep=True))
    assert_same_model(grown, classifier_of(recipe, in_memory(["words"], all_of_them)))
    assert isinstance(counts_of(grown)[0], ClassCounts)
    moved = rest[0]
    correct(grown, in_memory(["words"], [moved], keep=True), "l00000")
    others = [one for one in all_of_them if one is not moved]
    again = classifier_of(recipe, in_memory(["words"], [*others, moved._replace(label="l00000")]))
    assert_same_model(grown, again)
    back = [*(one for one in rest if one is not moved), moved._replace(label="l00000")]
    forget(grown, in_memory(["words"], back, keep=True))
    assert_same_model(grown, classifier_of(recipe, in_memory(["words"], few)))


def test_shards_and_memory_give_the_same_many_labels():
    texts = documents(50)
    whole = classifier_of(Recipe(), in_memory(["words"], texts))
    with Files(1) as engine:
        blocks = [texts[i : i + 31] for i in range(0, len(texts), 31)]
        corpus = Sharded.read(engine, blocks, [("words", (1, 2))], "")
        sharded, _ = learn_recipe(Recipe(), corpus)
    assert_same_model(whole, sharded)


def test_many_labels_come_back_from_a_file(tmp_path):
    classifier, _ = learn_default(in_memory(["words", "chars"], documents(40)))
    store.save(classifier, str(tmp_path / "m.nb"))
    loaded = store.load(str(tmp_path / "m.nb"))
    assert_same_model(classifier, loaded)
    asked = [one.text for one in documents(40, seed=1)]
    np.testing.assert_array_equal(classifier.classify(asked)[0], loaded.classify(asked)[0])


def broken(state):
    """Yield states, each with something wrong in the sparse counts."""
    sizes, classes, counts = (np.array(state[f"feature_count_{name}"], dtype=float) for name in _by_class.PARTS)

    def other(**parts):
        return state | {f"feature_count_{name}": value for name, value in parts.items()}

    def at(array, place, value):
        array = array.copy()
        array[place] = value
        return array

    yield other(sizes=sizes[:-1])
    yield other(sizes=at(sizes, 0, -1))
    yield other(sizes=at(sizes, 0, sizes[0] + 1))
    yield other(sizes=np.append(sizes, 0))
    yield other(sizes=at(sizes, 0, 1e6))
    yield other(classes=classes[:-1])
    yield other(classes=at(classes, 0, 40))
    yield other(classes=at(classes, 0, -1))
    yield other(classes=classes[::-1].copy())
    yield other(classes=np.zeros_like(classes))
    yield other(counts=counts[1:])
    yield other(counts=counts[None])
    for wrong in (0.0, -1.0, np.nan, np.inf):
        yield other(counts=at(counts, 0, wrong))
    yield {name: value for name, value in state.items() if name != "feature_count_sizes"}


def test_hostile_sparse_counts_are_refused():
    classifier = classifier_of(Recipe(), in_memory(["words"], documents(40)))
    head, state = stored_state.summary(classifier) | {"version": "0.1.0"}, stored_state.state_of(classifier)
    stored_state.restore(head, state)
    model = state["views"][0]["model"]
    for wrong in broken(model):
        with pytest.raises((KeyError, TypeError, ValueError)):
            stored_state.restore(head, state | {"views": [state["views"][0] | {"model": wrong}]})


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 2)), max_size=20), st.data())
def test_texts_to_forget_are_each_found_once(pairs, data):
    def arrays(some):
        return np.array([d for d, _ in some], dtype=np.int64), np.array([c for _, c in some], dtype=np.int64)

    learned = Learned.of(*arrays(pairs))
    asked = data.draw(st.lists(st.tuples(st.integers(0, 5), st.integers(-1, 3)), max_size=20))
    found = learned.find(*arrays(asked)).tolist()
    left = list(zip(learned.digests.tolist(), learned.codes.tolist(), strict=True))
    for pair, place in zip(asked, found, strict=True):
        if place >= 0:
            assert left[place] == pair
            left[place] = None
        else:
            assert pair not in left


# Figures


def test_biases_do_not_flatter_the_texts_that_they_were_fitted_on():
    random = np.random.default_rng(0)
    n, k = 200, 60
    codes = random.integers(0, k, n)
    noise = [random.normal(size=(n, k)) for _ in range(3)]
    fit = fit_blend(noise, [np.ones(n)] * 3, codes, [0.0] * 3)
    # There is nothing to be learned: chance is one in sixty.
    assert fit.accuracy < 0.06
    assert fit.loss > np.log(k) - 0.05


def test_the_scores_of_many_labels_are_bounded():
    for n_labels in (2, 40, 300):
        corpus = in_memory(["words"], documents(n_labels, each=3))
        with patch("nbcli.training.scoring._MOST_SCORES", 30_000):
            assert len(scored_texts(corpus)) == min(len(corpus), {2: 6, 40: 120, 300: 400}[n_labels])
    # A label of one text says nothing, left out.
    lonely = [Record("w1 w2 alone", "only", "f", 1), *documents(40)]
    corpus = in_memory(["words"], lonely)
    assert corpus.labels.index("only") not in corpus.codes[scored_texts(corpus)]


def test_answers_in_blocks_are_those_of_all_at_once():
    classifier = classifier_of(Recipe(), in_memory(["words"], documents(40)))
    texts = [*(one.text for one in documents(40, each=1, seed=2)), "", "unknown", "w1"]
    proba, status = classifier.classify(texts)
    with patch("nbcli.classifier.classifier._MOST_SCORES", 200):
        some, same = classifier.classify(texts)
    np.testing.assert_array_equal(proba, some)
    assert status == same


def test_few_labels_are_named():
    line = advice(np.ones(5000, dtype=np.int64), [f"l{i}" for i in range(5000)], 0, 0, "FILE")[0]
    assert "and 4,970 labels more" in line and len(line) < 500


def test_evaluating_thousands_of_labels_has_no_matrix():
    texts = documents(1100, each=2)
    classifier = classifier_of(Recipe(ngrams=(1, 1)), in_memory(["words"], texts))
    found = evaluate(classifier, texts)
    assert found.figures.confusion is None and found.figures.roc_auc is None
    assert sum(one.texts for one in found.figures.confused) == found.figures.texts - found.figures.correct
    assert len(form("json").render(Report(found))) < 1_000_000


# Ids, and models that have no room


@pytest.mark.parametrize(
    ("labels", "texts", "refused"),
    [(2, 2, False), (40, 40, False), (60, 120, False), (150, 150, True), (500, 500, True), (700, 1_200, True),
     (700, 4_200, False), (6_000, 6_000, True), (10_000, 60_000, False), (50_000, 300_000, False)],
)  # fmt: skip
def test_ids_are_no_labels(labels, texts, refused):
    random = Random(0)
    numbers = [i % labels for i in range(texts)]
    random.shuffle(numbers)
    corpus = (Record("text", f"l{number}", "f", 1) for number in numbers)
    try:
        n = sum(1 for _ in without_ids(corpus))
        assert n == texts and not refused
    except NbError as error:
        assert refused and "look like ids" in str(error)


def test_ids_are_said_before_anything_is_learned(run_nb, tmp_path):
    rows = "".join(f"id{i}\tsome text of row {i}\n" for i in range(100_000))
    (tmp_path / "ids.tsv").write_text("label\ttext\n" + rows)
    for command in ("train", "compare"):
        done = run_nb([command, tmp_path / "ids.tsv"])
        assert done.returncode == 2 and done.stderr.count(b"\n") == 1
        assert b"5,000 different ones in the first 5,000 texts" in done.stderr


@pytest.mark.parametrize("model", ["bernoulli", "complement", "categorical", "gaussian"])
def test_a_model_without_room_says_so_in_one_line(model):
    texts = documents(40)
    with (
        patch("nbcli.vectorizers._counting.rows.MOST_CELLS", 1000),
        pytest.raises(NbError, match="40 labels would need"),
    ):
        classifier_of(Recipe(model=model), in_memory(["words"], texts))
    with patch("nbcli.vectorizers._counting.rows.MOST_CELLS", 1000):
        classifier_of(Recipe(), in_memory(["words"], texts))


def test_three_thousand_labels_take_little_memory(tmp_path):
    path = tmp_path / "many.tsv"
    path.write_text("label\ttext\n" + "".join(f"{one.label}\t{one.text}\n" for one in documents(3000, each=3, words=6)))
    # Of its own: what the system counts for a child begins with what its parent had.
    code = "import sys; from nbcli.cli import run; print(run(sys.argv[1:]), open('/proc/self/status').read())"
    command = [sys.executable, "-c", code, "train", str(path), "--ngrams", "1-2", "--name", str(tmp_path / "m.nb")]
    done = subprocess.run(command, env=environment(tmp_path), capture_output=True, text=True)
    # Dense counts alone would be 3,000 x 50,000 x 8 bytes = 1.2 GB.
    assert done.stdout.startswith("0 "), done.stderr
    assert int(re.search(r"VmHWM:\s+(\d+) kB", done.stdout)[1]) < 400_000
