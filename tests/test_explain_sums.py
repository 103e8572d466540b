"""The sum that an explanation shows is the sum that labels the text, and the sentence says what is in it."""

import json
import math
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.choices import choices
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.status import OK, UNKNOWN
from nbcli.cli import run
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.evaluation.fold import Counted
from nbcli.evaluation.mistakes import misleading
from nbcli.explaining import Explanation, Term, Unknown, Viewed, explain, prior_alone, sentence
from nbcli.explaining.evidence import by_word, quoted
from nbcli.reports import form
from nbcli.reports.contents import explanation as _explanation
from nbcli.tokenizers import chars
from nbcli.training.candidates import TOKENIZERS
from nbcli.training.default import learn_default
from nbcli.training.shards.counting import count
from nbcli.vectorizers import Vocabulary
from tests.learning import classifier_of

WORDS = ["aa", "bb", "cc", "dd", "发票", "会议", "i"]
NOT_KNOWN = ["", " ", "\u3000\n", "qqq", "qqq zzz xyx", "\x1c", "\x00", "字"]


def documents_of(*groups):
    return [Record(text, label, "", 1) for label, texts in groups for text in texts]


def learned(recipe, documents):
    return classifier_of(recipe, in_memory([recipe.tokenizer], documents))


def recipes():
    for features in choices("vectorizers"):
        for model in choices("models"):
            with suppress(NbError):
                yield Recipe(features=features, model=model)


texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=5).map(" ".join)
asked = st.one_of(
    texts, st.sampled_from(NOT_KNOWN), st.text(max_size=8), st.lists(st.sampled_from([*WORDS, "qq"])).map(" ".join)
)
corpora = st.lists(st.tuples(texts, st.sampled_from("xyz")), min_size=2, max_size=8).filter(
    lambda found: len({label for _, label in found}) > 1
)


def adds_up(classifier, text):
    """The rows add up to the sum, and the softmax of that is the posterior that predict gives, in JSON too."""
    found = explain(classifier, text)
    (expected,), (status,) = classifier.classify([text])
    assert found.status == status
    np.testing.assert_allclose(found.posterior, expected, rtol=1e-12)
    rows = np.sum([found.log_prior, *found.parts], axis=0)
    np.testing.assert_allclose(found.joint, rows, rtol=1e-9, atol=1e-9)
    joint = found.joint
    if np.isneginf(joint).all():
        # No class can have made the text: the sentence says that the prior answers.
        assert "by the prior alone" in sentence(found)
        joint = classifier.log_prior()
    top = np.exp(joint - joint.max())
    np.testing.assert_allclose(top / top.sum(), expected, rtol=1e-9, atol=1e-9)
    data = json.loads(form("json").render(_explanation.report(found)))
    for j, label in enumerate(found.labels):
        parts = [data["log_prior"], *(one["parts"] for one in (*data["terms"], data["more"], *data["absent"]))]
        numbers = [-math.inf if part[label] is None else part[label] for part in parts]
        # Each number has ten digits.
        size = sum(abs(number) for number in numbers if math.isfinite(number))
        np.testing.assert_allclose(sum(numbers), found.joint[j], rtol=1e-9, atol=1e-9 * (1 + size))
    table = form("text").render(_explanation.report(found, all_classes=True)).split("\n")
    assert (table[1].startswith("bias")) == (status == OK and len(classifier.views) > 1)
    if status != OK:
        assert table[1].split()[2:] == table[2].split()[1:], "the log prior and its sum, and no row between"
        assert "the prior alone" in sentence(found)
        assert not misleading(classifier, text, 0, 1)


@pytest.mark.parametrize("recipe", list(recipes()), ids=lambda recipe: f"{recipe.features}-{recipe.model}")
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_the_rows_add_up_to_the_posterior(recipe, data):
    options = {
        "tokenizer": data.draw(st.sampled_from(["words", "chars", "whitespace"])),
        "ngrams": data.draw(st.sampled_from([(1, 1), (1, 2), (2, 3)])),
        "alpha": data.draw(st.sampled_from([0.0, 0.1, 1.0])),
        "var_smoothing": data.draw(st.sampled_from([1e-3, 0.1])),
        "prior": data.draw(st.sampled_from([None, "documents", "words", "uniform"])),
    }
    documents = [Record(text, label, "", 1) for text, label in data.draw(corpora)]
    try:
        classifier = learned(Recipe(**(recipe.as_dict() | options)), documents)
    except NbError:  # no text has two words, say
        return
    for text in data.draw(st.lists(asked, min_size=1, max_size=4)):
        adds_up(classifier, text)


@pytest.fixture(scope="module")
def blend():
    rng = np.random.default_rng(1)
    documents = [
        Record(" ".join(rng.choice(["aa", "bb", "cc dd"] if i % 3 else ["ee", "bb", "ff"], 4)), "xy"[i % 3 == 0], "", i)
        for i in range(60)
    ]
    return learn_default(in_memory(TOKENIZERS, documents))[0]


@settings(max_examples=40, deadline=None)
@given(text=asked)
def test_the_rows_of_a_blend_add_up_to_the_posterior(blend, text):
    assert len(blend.views) > 1
    adds_up(blend, text)


@pytest.mark.parametrize("latex", [False, True])
def test_a_formula_of_an_unknown_text_is_the_prior(blend, latex):
    given = Recipe(model="bernoulli", prior="x=0.25,y=0.75")
    single = learned(given, documents_of(("x", ["aa"]), ("y", ["bb", "cc"])))
    counted = learned(Recipe(model="gaussian"), documents_of(("x", ["aa"]), ("y", ["bb", "cc"])))
    for classifier, numbers in (
        (single, ("0.25", "0.75")),
        (counted, ("0.3333", "0.6667")),
        (blend, ("0.6667", "0.3333")),
    ):
        out = prior_alone(classifier, classifier.labels, None, latex=latex)
        for number, label in zip(numbers, "xy", strict=True):
            (line,) = (one for one in out.split("\n") if ("P(" + label) in one and "x)" in one and "= P" in one)
            assert line.removesuffix(r" \\").endswith(f"= {number}")
        assert "the prior answers, " + ("y" if classifier is not blend else "x") in out


def test_the_command_shows_the_sum_used(tmp_path, capsys):
    (tmp_path / "x.txt").write_text("aa bb\naa cc\n")
    (tmp_path / "y.txt").write_text("dd\n")
    name = str(tmp_path / "m.nb")
    assert not run(["train", str(tmp_path), "--model", "bernoulli", "--name", name])
    page = tmp_path / "page.html"
    for extra in ([], ["--json"], ["--formula"], ["--latex"], ["--report", "markdown"], ["--html", str(page)]):
        capsys.readouterr()
        assert not run(["explain", "zzz", "--name", name, *extra])
        out = capsys.readouterr().out
        assert "0.666" in out or "0.6667" in out, out
        assert "absent terms" not in out
    assert ">log prior<" in page.read_text() and "absent terms" not in page.read_text()


# -- spaces


def test_a_space_alone_is_no_term_in_any_path():
    documents = documents_of(("x", ["a b", "a  a"]), ("y", ["b c"]))
    tokens = in_memory(["chars"], documents).tokens["chars"]
    for ngrams in ((1, 1), (1, 3), (2, 3)):
        vocabulary, counts = Vocabulary.learn(tokens, ngrams)
        spelled = ["".join(map(chr, vocabulary.ids(j))) for j in range(len(vocabulary.keys))]
        assert not any(one.isspace() for one in spelled) and any(" " in one for one in spelled) == (ngrams[1] > 1)
        in_shard = count(documents, [("chars", ngrams)], "")[3]
        np.testing.assert_array_equal(in_shard.keys, vocabulary.keys)
        np.testing.assert_array_equal(in_shard.cells(3).data.sum(), counts.data.sum())
        compared = Counted.of(tokens, ngrams, np.array([0, 0, 1]), 2)
        assert compared.counts.shape == counts.shape and compared.counts.data.sum() == counts.data.sum()


@pytest.fixture
def older(monkeypatch):
    """A model of a version that learned the space as a term."""
    with monkeypatch.context() as patch:
        patch.setattr(chars.Table, "blank", ())
        recipe = Recipe(tokenizer="chars", ngrams=(1, 2), model="bernoulli")
        return learned(recipe, documents_of(("x", ["a b", "a a", "b a"]), ("y", ["c", "d"])))


def test_the_space_that_an_older_model_knows_makes_no_text_known(older):
    view = older.views[0]
    assert " " in view.spell(range(len(view.vectorizer.vocabulary.keys)))
    proba, status = older.classify(["xyz xyz", "a z", " ", "xyz"])
    assert status == ["unknown", "ok", "empty", "unknown"]
    np.testing.assert_allclose(proba[0], [0.6, 0.4])
    for text in ("xyz xyz", "a z z", "xyz"):
        adds_up(older, text)
    assert sentence(explain(older, "xyz xyz")) == "x, by the prior alone: it has 3 characters, and none is known"


def test_a_space_stands_in_no_word():
    view = [Viewed(Recipe("words", (1, 1)), 2, 0), Viewed(Recipe("chars", (1, 1)), 3, 1)]
    term = Term(" ", 1, 3, 1.0, np.array([2.0, -2.0]))
    unknown = [Unknown("zebra", 0, 1), Unknown("quux", 0, 1)]
    joint = np.array([2.0, -2.0])
    found = Explanation(
        "zebra quux", ["x", "y"], np.zeros(2), [term], [], unknown, view, joint, np.array([0.98, 0.02]), OK
    )
    assert "zebra" not in sentence(found) and "quux" not in sentence(found)


# -- the sentence


def explanation_of(log_prior, parts, known, total, absent=()):
    from nbcli.explaining import Absent

    k = len(log_prior)
    terms = [Term(spelling, 0, 1, 1.0, np.array(part)) for spelling, part in parts]
    gone = [Absent(0, 9, np.array(part)) for part in absent]
    joint = np.sum([log_prior, *(t.parts for t in terms), *(a.parts for a in gone)], axis=0)
    p = np.exp(joint - joint.max())
    view = Viewed(Recipe("words", (1, 1)), total, known)
    labels = [f"label{c}" for c in range(k)]
    return Explanation("", labels, np.array(log_prior), terms, gone, [], [view], joint, p / p.sum(), OK)


@st.composite
def explanations(draw):
    k, n = draw(st.integers(2, 70)), draw(st.integers(1, 40))
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    size = draw(st.sampled_from([0.01, 0.1, 1.0, 5.0]))
    spellings = draw(st.sampled_from(["BCDFGHJKLMNPQRTVWXYZ所说”“!", "QXZ"]))
    names = list(dict.fromkeys("".join(rng.choice(list(spellings), rng.integers(1, 4))) for _ in range(n)))
    parts = rng.normal(0, size, (len(names), k))
    parts[:, 0] += draw(st.sampled_from([0.0, 0.1, 0.5, 3.0]))
    prior = rng.normal(0, draw(st.sampled_from([0.0, 1.0, 30.0])), k)
    if draw(st.booleans()) and k > 2:
        prior[1] = -np.inf
    absent = [rng.normal(0, draw(st.sampled_from([0.1, 20.0])), k)] if draw(st.booleans()) else []
    known = draw(st.integers(1, len(names)))
    return explanation_of(prior, zip(names, parts, strict=True), known, draw(st.integers(known, 60)), absent)


@settings(max_examples=300, deadline=None)
@given(found=explanations())
def test_what_speaks_clearly_is_named(found):
    said = sentence(found)
    lead = sum(found.weight(term.parts) for term in found.terms)
    if lead > math.log(9):
        phrases = [quoted(word) for word, weight in by_word(found).items() if weight > 0]
        assert any(one in said for one in phrases), said
        assert "nothing in it" not in said
    if "nothing in it" in said:
        assert lead <= 1 + 1e-9


def test_many_classes_keep_it_from_being_sure_and_the_sentence_says_so():
    k = 60
    parts = [(word, [1.1, *[0.0] * (k - 1)]) for word in ("alpha", "beta", "gamma")]
    said = sentence(explanation_of(np.zeros(k), parts, 3, 3))
    assert said == (
        "unsure, label0 (0.31) or label1 (0.01): alpha, beta and gamma for label0; "
        "the other 58 classes have 0.67 together"
    )
    few = sentence(explanation_of(np.zeros(k), parts[:1], 1, 9))
    assert "few known words, 1 of 9; alpha for label0; the other 58 classes" in few


def test_a_prior_against_it_is_said():
    parts = [(word, [1.5, 0.0]) for word in ("alpha", "beta", "gamma")]
    said = sentence(explanation_of(np.array([-3.0, 0.0]), parts, 3, 3))
    assert "alpha, beta and gamma for label0, how rare label0 is for label1" in said


def test_marks_and_small_words_are_terms_like_others():
    parts = [("“", [3.0, 0.0]), ("say", [2.0, 0.0]), ("!", [1.0, 0.0])]
    said = sentence(explanation_of(np.zeros(2), parts, 3, 3, [np.array([2.5, 0.0])]))
    assert said == "label0, because ““”, say and all that it does not say speak for it"


def test_a_text_of_unknown_words_has_the_status_unknown(blend):
    assert blend.classify(["zzz qqq"])[1] == [UNKNOWN]
