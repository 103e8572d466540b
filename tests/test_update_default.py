"""After any updates of the default recipe, and of idf, the state depends on the training and the texts that remain."""

import json
from collections import Counter
from io import BytesIO
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from nbcli import store
from nbcli.classifier import updating
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.learned import Learned
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.text_view import TextView
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.store import state as stored_state
from nbcli.store import stream
from nbcli.training import candidates
from nbcli.training import default as blending
from nbcli.training.default import learn_default
from tests.conftest import MAIL_EN, Nb
from tests.learning import classifier_of, view_of

HAM = [
    "see you at the meeting",
    "the meeting is at noon",
    "see the draft at noon",
    "明天开会讨论论文",
    "明天讨论论文 see you",
]
SPAM = ["free money, reply now", "win free money now", "代开发票 优惠 reply now", "发票 优惠 win now", "代开发票 free"]
TRAINED = [*((text, "ham") for text in HAM), *((text, "spam") for text in SPAM)]
# With terms known, dropped as rare, never seen, and so short that there are no pairs.
TEXTS = [
    *HAM[:3],
    *SPAM[:3],
    "noon lunch",
    "lunch at the new place",
    "tomorrow",
    "e",
    "发票!! draft money",
    "全新 的 词",
]
texts, labels = st.sampled_from(TEXTS), st.sampled_from(["ham", "spam", "其他"])
pairs = st.lists(st.tuples(texts, labels), min_size=1, max_size=3)


def corpus(some: list[tuple[str, str]]):
    return in_memory(["words", "chars"], [Record(text, label, "f", 1) for text, label in some], keep=True)


class Updates(RuleBasedStateMachine):
    """The reference: the model as it was stored, the difference learned and forgotten in one order."""

    trained: str
    folder: Path

    @initialize()
    def load(self):
        self.classifier, self.kept = store.load(self.trained), Counter(TRAINED)

    @rule(some=pairs)
    def update(self, some):
        updating.learn_more(self.classifier, corpus(some))
        self.kept.update(some)

    @rule(data=st.data())
    def forget(self, data):
        pair = data.draw(st.sampled_from(sorted(self.kept)))
        rest = self.kept - Counter([pair])
        if len({label for _, label in rest}) > 1:
            updating.forget(self.classifier, corpus([pair]))
            self.kept = rest

    @rule(label=labels)
    def forget_all_of_a_label(self, label):
        gone = [pair for pair in self.kept.elements() if pair[1] == label]
        rest = self.kept - Counter(gone)
        if gone and len({label for _, label in rest}) > 1:
            updating.forget(self.classifier, corpus(gone))
            self.kept = rest

    @rule(data=st.data(), label=labels)
    def correct(self, data, label):
        text = data.draw(st.sampled_from(sorted({text for text, _ in self.kept})))
        wrong = {pair: n for pair, n in self.kept.items() if pair[0] == text and pair[1] != label}
        rest = self.kept - Counter(wrong) + Counter({(text, label): sum(wrong.values())})
        if len({label for _, label in rest}) > 1:
            assert updating.correct(self.classifier, corpus([(text, label)]), label) == sum(wrong.values())
            self.kept = rest

    @rule(some=pairs)
    def learn_and_forget_changes_no_byte(self, some):
        before = self.stored(self.classifier)
        updating.learn_more(self.classifier, corpus(some))
        updating.forget(self.classifier, corpus(some))
        assert self.stored(self.classifier) == before

    @rule()
    def save_and_load(self):
        store.save(self.classifier, str(self.folder / "m.nb"))
        self.classifier = store.load(str(self.folder / "m.nb"))

    @invariant()
    def depends_on_the_training_and_on_what_remains(self):
        if not hasattr(self, "classifier"):
            return
        once = store.load(self.trained)
        if more := sorted((self.kept - Counter(TRAINED)).elements()):
            updating.learn_more(once, corpus(more))
        if less := sorted((Counter(TRAINED) - self.kept).elements()):
            updating.forget(once, corpus(less))
        assert self.stored(self.classifier) == self.stored(once)

    @invariant()
    def without_idf_and_choice_is_training_once(self):
        for view in getattr(self, "classifier", Classifier([], [], None, 0)).views:
            if not view.vectorizer.uses_idf and not view.recipe.fixed_terms:
                remain = corpus(sorted(self.kept.elements()))
                once = view_of(view.recipe, remain)
                assert body(view) == body(once)

    def stored(self, classifier: Classifier) -> bytes:
        """Return the first line and the body as they stand in a file."""
        body = BytesIO()
        stream.dump(stored_state.state_of(classifier), body)
        # That it was updated is no part of what it knows.
        summary = {name: value for name, value in stored_state.summary(classifier).items() if name != "updated"}
        return json.dumps(summary).encode() + body.getvalue()


def body(view: TextView) -> list[object]:
    state = stored_state._view_state(view)
    return [state["symbols"], *(np.asarray(x).tolist() for x in (state["keys"], state["df"], *state["model"].values()))]


def only(monkeypatch, features: str) -> None:
    """Leave the default no other set of views to choose."""
    views = candidates.SETS[features]
    monkeypatch.setattr(candidates, "SETS", {features: views})
    monkeypatch.setattr(candidates, "_ORDERS", list(dict.fromkeys(view[:2] for view in views)))


def default(features: str, *, prune: bool):
    def train(monkeypatch) -> Classifier:
        only(monkeypatch, features)
        classifier, _ = learn_default(corpus(TRAINED), prune=prune)
        assert classifier.blend and {view.recipe.min_df for view in classifier.views} == {1 + prune}
        assert {features} <= {view.recipe.features for view in classifier.views}
        return classifier

    return train


def old(features: str):
    """Return what trains a model and has it as a file of nb 0.1.0, whose recipes did not say what was dropped."""

    def train(monkeypatch) -> Classifier:
        classifier = default(features, prune=True)(monkeypatch)
        for view in classifier.views:
            view.recipe = Recipe.from_dict(view.recipe.as_dict() | {"min_df": 1})
        state, head = stored_state.state_of(classifier), stored_state.summary(classifier)
        restored = stored_state.restore(head | {"version": "0.1.0"}, state)
        assert {view.recipe.min_df for view in restored.views} == {2}
        return restored

    return train


def explicit(**options):
    return lambda monkeypatch: classifier_of(Recipe(**options), corpus(TRAINED))


CASES = {
    "default, category, pruned": default("category", prune=True),
    "default, idf, pruned": default("idf", prune=True),
    "default, category": default("category", prune=False),
    "default, idf": default("idf", prune=False),
    "nb 0.1.0, category, pruned": old("category"),
    "nb 0.1.0, idf, pruned": old("idf"),
    "idf": explicit(features="idf"),
    "tfidf": explicit(features="tfidf", model="complement"),
    "idf, bernoulli": explicit(features="idf", model="bernoulli", tokenizer="chars"),
    "top-k": explicit(top_k=12),
    "idf, min-df": explicit(features="idf", min_df=2),
}


@pytest.mark.parametrize("case", CASES)
def test_the_state_depends_on_the_training_and_on_what_remains(case, tmp_path, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    trained = str(store.save(CASES[case](monkeypatch), str(tmp_path / "trained.nb")))
    machine = type("Case", (Updates,), {"trained": trained, "folder": tmp_path})
    machine.TestCase.settings = settings(max_examples=8, stateful_step_count=8, deadline=None)
    machine.TestCase().runTest()


def test_terms_of_training_outlive_their_texts_with_idf_and_go_without():
    for features, there in (("idf", 1), ("category", 0)):
        classifier = classifier_of(Recipe(features=features, ngrams=(1, 1)), corpus(TRAINED))
        updating.forget(classifier, corpus([(HAM[2], "ham")]))
        updating.learn_more(classifier, corpus([("unheard", "ham")]))
        updating.forget(classifier, corpus([("unheard", "ham")]))
        words = classifier.views[0].spell(range(classifier.terms))
        assert (words.count("draft"), words.count("unheard")) == (there, 0)


def no_terms(features: str, *, fixed: bool) -> Classifier:
    """Return a model of triples of words that has learned texts of one word."""
    some = corpus([("a", "ham"), ("b", "spam")])
    recipe = Recipe("words", (3, 3), features, min_df=1 + fixed)
    view = view_of(recipe, some)
    return Classifier(some.labels, [view], np.array([1, 1]), 0, Learned.of(some.digests, some.codes))


@pytest.mark.parametrize("fixed", [True, False])
@pytest.mark.parametrize("features", ["idf", "tfidf", "category"])
def test_a_view_without_terms_learns(features, fixed, tmp_path):
    classifier, name = no_terms(features, fixed=fixed), str(tmp_path / "m.nb")
    for _ in range(2):
        store.save(classifier, name)
        classifier = store.load(name)
        updating.learn_more(classifier, corpus([("new words here", "ham")]))
        view = classifier.views[0]
        assert len(view.df) == (not fixed) and len(view.vectorizer.idf) == len(view.df) * view.vectorizer.uses_idf
        assert classifier.classify(["new words here"])[0].sum() == pytest.approx(1)
    assert classifier.texts.tolist() == [3, 1]


def test_a_file_of_0_1_0_with_an_idf_view_without_terms_learns(tmp_path):
    classifier = store.load(str(Path(__file__).parent / "golden" / "format-1-no-terms.nb"))
    assert any(view.vectorizer.uses_idf and not len(view.df) for view in classifier.views)
    before = classifier.terms
    updating.learn_more(classifier, corpus([("new words here", "x")]))
    store.save(classifier, str(tmp_path / "m.nb"))
    assert store.load(str(tmp_path / "m.nb")).terms == before and classifier.texts.tolist() == [3, 2]


def test_every_mail_can_be_corrected_and_corrected_back(run_nb: Nb, tmp_path: Path, monkeypatch):
    """The default recipe drops the terms of one text here: what is moved has some. Its correction goes for good."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1")
    assert run_nb(["train", MAIL_EN, "--name", "en", "--correction", "none"]).returncode == 0
    model = tmp_path / "store" / "en.nb"

    def body() -> bytes:
        """The first line says that the model was updated, and what is left of the file does not."""
        return model.read_bytes().partition(b"\n")[2]

    before = body()
    done = run_nb(["train", MAIL_EN, "--name", "en"])
    assert b"dropped the" in done.stderr and b"linear correction" in done.stderr and body() != before
    for line in (Path(MAIL_EN) / "ham.txt").read_text(encoding="utf-8").splitlines()[:3]:
        moved = run_nb(["update", "--correct", "spam", "-", "--name", "en"], line)
        assert moved.returncode == 0 and b"moved 1 text to spam; now 129 ham, 131 spam" in moved.stderr
        assert run_nb(["update", "--correct", "ham", "-", "--name", "en"], line).returncode == 0
        assert body() == before


def test_a_model_whose_terms_do_not_fit_the_texts_says_so():
    """As one that an nb learned that cut texts otherwise, or that nb 0.1.0 pruned and updated."""
    classifier = classifier_of(Recipe(min_df=2), corpus(TRAINED))
    classifier.views[0].recipe = Recipe()
    with pytest.raises(NbError, match="train it again"):
        updating.correct(classifier, corpus([(HAM[2], "ham")]), "spam")


def test_a_default_of_very_many_texts_says_what_it_left_out(monkeypatch):
    monkeypatch.setattr(blending, "MANY", 5)
    said: list[str] = []
    classifier, _ = learn_default(corpus(TRAINED), say=said.append)
    assert said[0].startswith("more than 5 texts") and {view.recipe.min_df for view in classifier.views} == {2}
    before = classifier.terms
    updating.learn_more(classifier, corpus([("lunch at the new place", "ham")]))
    assert classifier.terms == before
