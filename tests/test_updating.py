"""After any sequence of updates, corrections, saves and loads, the model is that of training once on what remains."""

import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

import numpy as np
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from nbcli import store
from nbcli.choices import choices
from nbcli.classifier import updating
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record
from nbcli.errors import NbError
from tests.learning import classifier_of

TEXTS = [
    "发票 优惠",
    "会议 论文",
    "free money",
    "see you at the meeting",
    "发票 发票 free",
    "论文 论文 会议 you",
    "优惠!!",
    "a b a",
]
LABELS = ["ham", "spam", "其他"]
texts, labels = st.sampled_from(TEXTS), st.sampled_from(LABELS)


def corpus(pairs: list[tuple[str, str]], tokenizer: str):
    return in_memory([tokenizer], [Record(text, label, "f", 1) for text, label in pairs], keep=True)


class Updates(RuleBasedStateMachine):
    """One recipe under every rule; the reference is training once on the texts that remain."""

    recipe: Recipe
    tolerance = 0.0

    @initialize(pairs=st.lists(st.tuples(texts, labels), min_size=2, max_size=6))
    def train(self, pairs):
        pairs = [*pairs, (TEXTS[0], "spam"), (TEXTS[1], "ham")]
        self.kept = Counter(pairs)
        self.classifier = classifier_of(self.recipe, corpus(pairs, self.recipe.tokenizer))

    @rule(pairs=st.lists(st.tuples(texts, labels), min_size=1, max_size=3))
    def update(self, pairs):
        updating.learn_more(self.classifier, corpus(pairs, self.recipe.tokenizer))
        self.kept.update(pairs)

    @rule(pair=st.tuples(texts, labels))
    def forget(self, pair):
        rest = self.kept - Counter([pair])
        possible = self.kept[pair] and len({label for _, label in rest}) > 1
        if possible:
            updating.forget(self.classifier, corpus([pair], self.recipe.tokenizer))
            self.kept = rest
        else:
            with pytest.raises(NbError):
                updating.forget(self.classifier, corpus([pair], self.recipe.tokenizer))

    @rule(text=texts, label=labels)
    def correct(self, text, label):
        wrong = {pair: n for pair, n in self.kept.items() if pair[0] == text and pair[1] != label}
        rest = self.kept - Counter(wrong) + Counter({(text, label): sum(wrong.values())})
        learned = any(pair[0] == text for pair in self.kept)
        if learned and len({name for _, name in rest}) > 1:
            moved = updating.correct(self.classifier, corpus([(text, label)], self.recipe.tokenizer), label)
            assert moved == sum(wrong.values())
            self.kept = rest
        elif not learned:
            with pytest.raises(NbError):
                updating.correct(self.classifier, corpus([(text, label)], self.recipe.tokenizer), label)

    @precondition(lambda self: hasattr(self, "classifier"))
    @rule()
    def save_and_load(self):
        name = str(Path(os.environ["NB_TEST_FOLDER"]) / "m.nb")
        store.save(self.classifier, name)
        self.classifier = store.load(name)

    @invariant()
    def equals_training_once(self):
        if not hasattr(self, "classifier"):
            return
        once = classifier_of(self.recipe, corpus(sorted(self.kept.elements()), self.recipe.tokenizer))
        assert self.classifier.labels == once.labels
        assert self.classifier.texts.tolist() == once.texts.tolist()
        assert self.classifier.copies == once.copies
        ours, theirs = (p.classify([*TEXTS, "", "nie gesehen"]) for p in (self.classifier, once))
        assert ours[1] == theirs[1]
        if self.tolerance:
            np.testing.assert_allclose(ours[0], theirs[0], rtol=self.tolerance, atol=self.tolerance)
        else:
            assert (ours[0] == theirs[0]).all()


CASES = [
    (tokenizer, features, model)
    for tokenizer, features in (("words", "category"), ("chars", "counts"))
    for model in choices("models")
]


@pytest.mark.parametrize(("tokenizer", "features", "model"), CASES)
def test_any_sequence_of_updates_is_training_once(tokenizer, features, model, tmp_path, monkeypatch):
    monkeypatch.setenv("NB_TEST_FOLDER", str(tmp_path))
    var_smoothing = 1e-2  # with 1e-9, rounding of a mean is amplified a thousand million times
    case = type("Case", (Updates,), {"recipe": Recipe(tokenizer, (1, 2), features, model, 0.1, var_smoothing)})
    case.tolerance = 1e-6 if model == "gaussian" else 0.0
    case.TestCase.settings = settings(max_examples=12, stateful_step_count=8, deadline=None)
    case.TestCase().runTest()


@pytest.mark.parametrize("features", ["tfidf", "idf"])
def test_idf_stays_as_at_training_and_new_words_are_learned(features):
    pairs = [(TEXTS[0], "spam"), (TEXTS[1], "ham")]
    classifier = classifier_of(Recipe(features=features), corpus(pairs, "words"))
    before = dict(
        zip(classifier.views[0].spell(range(classifier.terms)), classifier.views[0].vectorizer.idf, strict=True)
    )
    updating.learn_more(classifier, corpus([("全新 的 词 free", "spam")], "words"))
    view = classifier.views[0]
    after = dict(zip(view.spell(range(classifier.terms)), view.vectorizer.idf, strict=True))
    assert {term: after[term] for term in before} == before
    assert after["free"] == pytest.approx(np.log(3 / 1) + 1)
    assert classifier.classify(["free"])[0].argmax() == classifier.labels.index("spam")


def test_top_k_keeps_its_terms():
    pairs = [(TEXTS[0], "spam"), (TEXTS[1], "ham"), (TEXTS[1], "ham")]
    classifier = classifier_of(Recipe(top_k=2), corpus(pairs, "words"))
    updating.learn_more(classifier, corpus([("free free", "spam")], "words"))
    assert classifier.terms == 2


def nb(*arguments: str, env: dict[str, str], **options) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nbcli", *arguments]
    return subprocess.run(command, env=os.environ | env, text=True, capture_output=True, **options)


@pytest.fixture
def stored(tmp_path):
    (tmp_path / "ham.txt").write_text("明天开会\n论文\n", encoding="utf-8")
    (tmp_path / "spam.txt").write_text("发票\n优惠\n", encoding="utf-8")
    env = {"NB_STORE": str(tmp_path / "store")}
    specs = [f"ham={tmp_path}/ham.txt", f"spam={tmp_path}/spam.txt"]
    assert nb("train", *specs, "--alpha", "0.1", env=env).returncode == 0
    return tmp_path, env


def test_commands_say_what_they_did_and_refuse_what_was_never_learned(stored):
    folder, env = stored
    (folder / "new.txt").write_text("你好\n发票\n", encoding="utf-8")
    done = nb("update", f"gruss={folder}/new.txt", "--new-label", env=env)
    assert done.returncode == 0 and "learned 2 more texts; now 2 gruss, 2 ham, 2 spam" in done.stderr
    refused = nb("update", "--forget", f"ham={folder}/new.txt", env=env)
    assert refused.returncode == 2
    assert refused.stderr.count("\n") == 1 and "new.txt:1: the text was never learned as ham" in refused.stderr
    moved = nb("update", "--correct", "spam", f"{folder}/new.txt", env=env)
    assert "moved 2 texts to spam; now 2 ham, 4 spam" in moved.stderr
    back = nb("update", "--forget", f"spam={folder}/new.txt", env=env)
    assert "forgot 2 texts; now 2 ham, 2 spam" in back.stderr


def test_no_digests_no_forgetting(stored):
    folder, env = stored
    specs = [f"ham={folder}/ham.txt", f"spam={folder}/spam.txt"]
    nb("train", *specs, "--alpha", "0.1", "--no-digests", env=env)
    assert "not kept" in nb("info", env=env).stdout
    refused = nb("update", "--forget", specs[0], env=env)
    assert refused.returncode == 2 and "--no-digests" in refused.stderr


def test_two_updates_at_once_lose_nothing_and_the_second_says_whom_it_waits_for(stored):
    folder, env = stored
    (folder / "one.txt").write_text("第一个\n", encoding="utf-8")
    (folder / "more.txt").write_text("又一个\n", encoding="utf-8")
    # A process that holds the model in the middle of its work.
    program = "import sys, pathlib; from nbcli.system.lock import locked\n"
    program += "with locked(pathlib.Path(sys.argv[1])): sys.stdin.read()"
    model = str(folder / "store" / "default.nb")
    holder = subprocess.Popen([sys.executable, "-c", program, model], env=os.environ | env, stdin=subprocess.PIPE)
    lock = folder / "store" / ".default.nb.lock"
    while not lock.exists() or not lock.read_text():
        time.sleep(0.01)
    commands = [
        [sys.executable, "-m", "nbcli", "update", f"{a}={folder}/{b}.txt"]
        for a, b in (("ham", "one"), ("spam", "more"))
    ]
    both = [subprocess.Popen(one, env=os.environ | env, stderr=subprocess.PIPE, text=True) for one in commands]
    for one in both:
        assert f"waiting for process {holder.pid}" in one.stderr.readline()
    holder.communicate()
    assert [one.wait(30) for one in both] == [0, 0]
    assert store_counts(env) == {"ham": 3, "spam": 3}
    assert sorted(p.name for p in (folder / "store").iterdir()) == ["default.nb"]


def store_counts(env: dict[str, str]) -> dict[str, int]:
    import json

    return json.loads(nb("info", "--json", env=env).stdout)["texts"]
