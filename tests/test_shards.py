"""A corpus in shards is learned to the bit as one in memory, whatever the shards and who counts them."""

from collections.abc import Iterator
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.choices import choices
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import Dataset, in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.store import state as stored_state
from nbcli.store import stream
from nbcli.training.candidates import ORDERS, TOKENIZERS
from nbcli.training.default import learn_default
from nbcli.training.scoring import learn_recipe
from nbcli.training.shards import Files, Sharded, blocks
from nbcli.training.shards import input_splits as _blocks
from nbcli.training.shards import sharded as _sharded

WORDS = ["free", "offer", "meeting", "公司", "发票", "今天", "a", "!", "12"]
LABELS = ["ham", "spam", "other"]
TEXTS = st.lists(
    st.tuples(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8).map(" ".join), st.sampled_from(LABELS)),
    min_size=4,
    max_size=40,
).filter(lambda pairs: len({label for _, label in pairs}) > 1)
PAIRS = [
    (features, model)
    for features in choices("vectorizers")
    for model in choices("models")
    if not (model == "categorical" and features in ("idf", "tfidf"))
]
OPTIONS = st.sampled_from(
    [
        {},
        {"top_k": 5, "ngrams": (1, 3)},
        {"min_df": 2, "tokenizer": "chars"},
        {"min_df": 3, "top_k": 4, "tokenizer": "jieba", "ngrams": (1, 1)},
    ]
)


def documents(pairs: list[tuple[str, str]]) -> list[Record]:
    return [Record(text, label, "test", i) for i, (text, label) in enumerate(pairs, 1)]


def in_shards(engine: Files, pairs: list[tuple[str, str]], orders: list, size: int) -> Dataset:
    found = documents(pairs)
    return Sharded.read(engine, (found[i : i + size] for i in range(0, len(found), size)), orders, "")


def assert_same(a: object, b: object, close: bool = False) -> None:
    """Hold two states of models against each other, number by number, types and order included."""
    assert type(a) is type(b)
    if isinstance(a, dict):
        assert a.keys() == b.keys()
        for key in a:
            assert_same(a[key], b[key], close)
    elif isinstance(a, list):
        assert len(a) == len(b)
        for one, other in zip(a, b, strict=True):
            assert_same(one, other, close)
    elif isinstance(a, np.ndarray) and close:
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-12)
    elif isinstance(a, np.ndarray):
        assert a.dtype == b.dtype
        np.testing.assert_array_equal(a, b)
    else:
        assert a == b


@pytest.fixture(scope="module")
def engine() -> Iterator[Files]:
    with Files(1) as files:
        yield files


@pytest.fixture(scope="module")
def two_jobs() -> Iterator[Files]:
    with Files(2) as files:
        yield files


@pytest.mark.parametrize(("features", "model"), PAIRS)
@settings(max_examples=5)
@given(pairs=TEXTS, options=OPTIONS, size=st.integers(1, 12), cut=st.sampled_from([3, 1 << 20]))
def test_shards_learn_what_one_corpus_does(engine, features, model, pairs, options, size, cut):
    recipe = Recipe(features=features, model=model, **options)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_sharded, "_RANGE", cut)
        whole = outcome(recipe, in_memory([recipe.tokenizer], documents(pairs)))
        parts = outcome(recipe, in_shards(engine, pairs, [(recipe.tokenizer, recipe.ngrams)], size))
    # The moments of gaussian are means, which are rounded.
    assert_same(whole, parts, close=model == "gaussian")


def outcome(recipe: Recipe, corpus: Dataset) -> object:
    try:
        classifier, loo = learn_recipe(recipe, corpus)
    except NbError as error:
        return str(error)
    # What is left of a variance of 0 has no digits to compare.
    return state(classifier) if recipe.model == "gaussian" else [state(classifier), loo.codes, loo.proba]


def written(classifier: Classifier) -> bytes:
    file = BytesIO()
    stream.dump(stored_state.state_of(classifier), file)
    return file.getvalue()


def state(classifier: Classifier) -> dict:
    return stored_state.state_of(classifier) | {"head": stored_state.summary(classifier)}


@settings(max_examples=6)
@given(pairs=TEXTS, size=st.integers(1, 15), cut=st.sampled_from([3, 1 << 20]))
def test_the_default_is_the_same_in_shards(engine, pairs, size, cut):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_sharded, "_RANGE", cut)
        said: list[list[str]] = [[], []]
        whole = learn_default(in_memory(TOKENIZERS, documents(pairs)), say=said[0].append)
        parts = learn_default(in_shards(engine, pairs, [*ORDERS], size), say=said[1].append)
    assert said[0] == said[1]
    assert_same(state(whole[0]), state(parts[0]))
    assert_same([whole[1].codes, whole[1].proba], [parts[1].codes, parts[1].proba])
    assert written(whole[0]) == written(parts[0])


def test_other_processes_count_the_same(two_jobs):
    rng = np.random.default_rng(7)
    pairs = [(" ".join(rng.choice(WORDS, 6)), LABELS[rng.integers(3)]) for _ in range(200)]
    for recipe in (Recipe(features="tfidf", top_k=9), Recipe(features="counts", model="categorical")):
        whole = outcome(recipe, in_memory(["words"], documents(pairs)))
        assert_same(whole, outcome(recipe, in_shards(two_jobs, pairs, [("words", (1, 2))], 7)))
    whole = learn_default(in_memory(TOKENIZERS, documents(pairs)))[0]
    assert_same(state(whole), state(learn_default(in_shards(two_jobs, pairs, [*ORDERS], 40))[0]))


def test_many_texts_are_learned_without_terms_of_one_text(monkeypatch):
    monkeypatch.setattr("nbcli.training.default.MANY", 5)
    pairs = [("free offer once1", "spam"), ("free offer twice", "spam"), ("a meeting twice", "ham")] * 3
    said: list[str] = []
    classifier, _ = learn_default(in_memory(TOKENIZERS, documents([*pairs, ("only here 独", "ham")])), say=said.append)
    assert "terms of one text only are left out" in said[0]
    assert all((view.df > 1).all() for view in classifier.views)


def test_blocks_hold_all_documents_in_order_and_long_ones_fewer(monkeypatch):
    monkeypatch.setattr(_blocks, "SHARD", 4)
    monkeypatch.setattr(_blocks, "CHARACTERS", 10)
    found = documents([("x" * (1 + i % 7), "a") for i in range(50)])
    cut = list(blocks(found))
    assert [document for block in cut for document in block] == found
    assert all(len(block) <= 4 for block in cut)
    assert all(sum(len(d.text) for d in block[:-1]) < 10 for block in cut)
    assert list(blocks([])) == []


def test_more_tokens_than_triples_have_room_for_leave_that_view_out(monkeypatch):
    monkeypatch.setattr("nbcli.vectorizers._counting.ngrams.bits_of", lambda ngrams: {1: 63, 2: 31, 3: 3}[ngrams[1]])
    pairs = [("free offer now", "spam"), ("a meeting today at noon", "ham"), ("lunch or dinner ?", "ham")] * 3
    said: list[str] = []
    learn_default(in_memory(["words", "chars"], documents(pairs)), say=said.append)
    assert any("words 3-grams are left out" in line for line in said)


def test_a_view_without_room_in_the_temporary_folder_is_one_line(engine, monkeypatch):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    corpus = in_shards(engine, [("free offer", "spam"), ("a meeting", "ham")], [("words", (1, 1))], 1)
    view = corpus.learn([Recipe(ngrams=(1, 1))], np.arange(2))[0].view
    monkeypatch.setattr("nbcli.training.shards.spill.pickle.dump", full)
    with pytest.raises(NbError, match=r"cannot be written \(No space left on device\); make room, or set TMPDIR"):
        corpus.spill(view)
