"""`nb train --unlabelled`: expectation maximisation against brute force, what is judged against what is stored."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nbcli
from nbcli.classifier import changes
from nbcli.corpus import Record, read
from nbcli.store import load, save
from nbcli.store import state as stored_state
from nbcli.training.pool import corpus as of_pool
from nbcli.training.pool.corpus import sampled, with_pool
from nbcli.training.pool.em import ROUNDS, TEMPERATURE, Way, bias_of, learn
from nbcli.training.pool.judging import dealt, fit_final, judged
from nbcli.training.pool.learning import NO_POOL, WAYS, learn_with_pool
from nbcli.training.pool.presence import Presence
from nbcli.vectorizers import as_rows

ROOT = Path(__file__).parents[1]
SMS = ROOT / "../shared/data/sms-en/SMSSpamCollection"


def word(topic: str, i: int) -> str:
    chance = Random(f"{topic}{i}")
    return "".join(chance.choice("abcdefghijklmnop") for _ in range(6))


def topics(n: int, seed: int, noise: bool = False) -> list[tuple[str, str]]:
    """Texts of two topics of 100 words each, of which a text has 6; with noise, the topic says nothing of the label."""
    chance, found = Random(seed), []
    for i in range(n):
        label, topic = ("left", "right")[i % 2], ("left", "right")[chance.randrange(2) if noise else i % 2]
        words = [word(topic, chance.randrange(100)) for _ in range(6)] + [
            word("", chance.randrange(20)) for _ in "four"
        ]
        if noise:
            words += [f"{label}{chance.randrange(3)}"] * 2
        found.append((" ".join(words), label))
    return found


FEW, POOL = topics(24, 1), [text for text, _ in topics(300, 2)]


def records(pairs: list[tuple[str, str]]) -> list[Record]:
    return [Record(text, label, "here", i) for i, (text, label) in enumerate(pairs, 1)]


def learned(pairs=FEW, pool=POOL, say=lambda line: None):
    return learn_with_pool(with_pool(records(pairs), pool), say=say)


@st.composite
def problems(draw):
    """Two views of labelled texts and a pool, 0/1; every class has a text."""
    k, n, m = draw(st.integers(2, 3)), draw(st.integers(3, 7)), draw(st.integers(1, 6))
    chance = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    views = [(chance.random((n + m, d)) < 0.5).astype(float) for d in draw(st.sampled_from([(3, 5), (6, 2)]))]
    return views, np.append(np.arange(k), chance.integers(0, k, max(n - k, 0)))[:n], k, n


def presence(views, rows) -> Presence:
    return Presence.of([as_rows(view[rows]) for view in views])


def by_hand(x, counts, alpha):
    """The score of one text, x a view, by the equation."""
    total = 0.0
    for own, count in zip(x, counts, strict=True):
        theta = (count + alpha) / (count + alpha).sum(axis=1, keepdims=True)
        s = (own * np.log(theta)).sum(axis=1)
        total = total + (s - s.max()) / np.sqrt(max(own.sum(), 1))
    return total


def softmax(z):
    return np.exp(z - z.max()) / np.exp(z - z.max()).sum()


@given(problems(), st.sampled_from([0.03, 0.5]))
def test_scores_are_the_equation_and_those_left_out_have_not_been_counted(problem, alpha):
    views, codes, k, n = problem
    labelled = presence(views, slice(n))
    counts = labelled.sums(np.eye(k)[codes])
    without = labelled.scores_without(counts, codes, alpha)
    for i in range(n):
        x = [view[i] for view in views]
        assert np.allclose(labelled.scores(counts, alpha)[i], by_hand(x, counts, alpha), atol=1e-9)
        own = np.eye(k)[codes[i]][:, None]
        rest = [count - own * part for count, part in zip(counts, x, strict=True)]
        assert np.allclose(without[i], by_hand(x, rest, alpha), atol=1e-9)


@given(problems(), st.sampled_from(WAYS))
def test_the_rounds_are_those_of_brute_force(problem, way):
    views, codes, k, n = problem
    found = learn(presence(views, slice(n)), codes, k, presence(views, slice(n, None)), way, 0.1)
    own = [np.array([view[:n][codes == c].sum(axis=0) for c in range(k)]) for view in views]
    log_prior = np.log((np.bincount(codes, minlength=k) + 1) / (n + k))
    counts, bias = own, np.zeros(k)
    for last in [False] * ROUNDS + [True]:
        if way.biased:
            scores = []
            for i in range(n):
                mine, x = np.eye(k)[codes[i]][:, None], [view[i] for view in views]
                scores.append(by_hand(x, [c - mine * part for c, part in zip(counts, x, strict=True)], 0.1))
            bias = bias_of(TEMPERATURE * np.array(scores) + log_prior, codes)
        if last:
            break
        more = [np.zeros_like(count) for count in own]
        for i in range(n, len(views[0])):
            x = [view[i] for view in views]
            p = softmax(TEMPERATURE * by_hand(x, counts, 0.1) + log_prior + bias)
            p = p * way.weight * (p.max() >= 0.9 if way.sure else 1)
            more = [count + p[:, None] * part for count, part in zip(more, x, strict=True)]
        counts = [a + b for a, b in zip(own, more, strict=True)]
    for a, b in zip(found.counts, counts, strict=True):
        assert np.allclose(a, b, atol=1e-4)
    assert np.allclose(found.bias, log_prior + bias, atol=1e-4)


@given(st.integers(2, 4), st.integers(2, 30), st.integers(0, 999))
def test_a_bias_has_the_least_loss(k, n, seed):
    chance = np.random.default_rng(seed)
    scores, codes = 3 * chance.normal(size=(n, k)), chance.integers(0, k, n)
    e = 1 / (n + 2)
    target = np.where(np.arange(k) == codes[:, None], 1 - e, e / (k - 1))

    def loss(b):
        z = scores + b
        return (target * (np.log(np.exp(z).sum(axis=1, keepdims=True)) - z)).sum() + (b**2).sum() / 8

    found = bias_of(scores, codes)
    for move in np.eye(k):
        assert loss(found) <= min(loss(found + 0.01 * move), loss(found - 0.01 * move))


def test_what_is_judged_has_not_seen_the_text():
    corpus = with_pool(records(FEW), POOL[:60])
    chance = np.random.default_rng(0)
    views, codes = [(chance.random((84, 30)) < 0.3).astype(float)], corpus.codes
    labelled, pool = presence(views, slice(24)), presence(views, slice(24, None))
    fold = dealt(codes)
    assert all(abs(np.bincount(codes[fold == f], minlength=2) - 12 / 5).max() < 1 for f in range(5))
    found = judged(labelled, codes, 2, pool, WAYS[2])
    scores = np.zeros((24, 2))
    for f in range(5):
        held, rest = np.flatnonzero(fold == f), np.flatnonzero(fold != f)
        scores[held] = learn(labelled.take(rest), codes[rest], 2, pool, WAYS[2], 0.1).scores(labelled.take(held))
    for f in range(5):
        held, rest = fold == f, fold != f
        expected = np.exp(fit_final(scores[rest], codes[rest]).log_proba(scores[held]))
        assert np.allclose(found.proba[held], expected, atol=1e-12)
    assert found.loss == pytest.approx(-fit_final(scores, codes).log_proba(scores)[np.arange(24), codes].sum())


def test_a_pool_of_the_same_topics_helps_and_what_it_answers_is_what_was_judged():
    said: list[str] = []
    classifier, loo = learned(say=said.append)
    assert classifier.facts["unlabelled"]["texts"] == len(set(POOL))
    assert "is used" in said[-1] and loo.proba.shape == (24, 2)
    test = topics(400, 3)
    without = nbcli.train(FEW)
    right = [
        np.mean([a == b for a, (_, b) in zip(answers, test, strict=True)])
        for answers in (
            [classifier.labels[c] for c in classifier.classify([t for t, _ in test])[0].argmax(axis=1)],
            without.predict([t for t, _ in test]),
        )
    ]
    assert right[0] > right[1]
    # A view's counts are those of the labelled texts and the shares of the pool's, so the sums are those of both.
    best = classifier.facts["unlabelled"]["weight"]
    for view in classifier.views:
        total = view.model.feature_count_.sum(axis=0)
        assert (total <= view.df + 1e-3).all() if best == 1 else (total < view.df).any()


def test_a_pool_that_says_nothing_is_left_aside():
    said: list[str] = []
    pairs, pool = topics(60, 4, noise=True), POOL
    classifier, loo = learned(pairs, pool, said.append)
    assert "the pool is not used" in "\n".join(said) and "unlabelled" not in classifier.facts
    without = nbcli.train(pairs)
    assert stored_state.summary(classifier)["recipes"] == stored_state.summary(without)["recipes"]
    assert (classifier.blend.weights == without.blend.weights).all()
    assert loo.facts(classifier.labels) == without.leave_one_out


def test_the_order_of_the_texts_and_of_the_pool_does_not_matter():
    a, of_a = learned()
    b, of_b = learned(FEW[::-1], POOL[::-1] + POOL[:9] + [FEW[0][0]])
    assert (of_a.proba == of_b.proba).all() and (of_a.codes == of_b.codes).all()
    assert a.facts == b.facts and (a.blend.bias == b.blend.bias).all()
    for one, other in zip(a.views, b.views, strict=True):
        assert (one.model.feature_count_ == other.model.feature_count_).all()


@settings(max_examples=20)
@given(st.lists(st.sampled_from("abcdefgh"), max_size=20), st.integers(1, 9))
def test_of_a_pool_each_text_counts_once_and_no_labelled_one(texts, most):
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(of_pool, "MOST_TEXTS", most)
        labelled = {of_pool.digest("a")}
        found, size = sampled(texts, labelled)
        assert size == len(set(texts) - {"a"}) and len(found) == min(size, most)
        assert set(found) <= set(texts) - {"a"}
        assert found == sampled(sorted(texts), labelled)[0]


def test_learning_more_and_taking_back_leaves_the_pool_as_it_was(tmp_path):
    classifier, loo = learned()
    classifier.facts["leave_one_out"] = loo.facts(classifier.labels)
    path = str(tmp_path / "m.nb")
    save(classifier, path)
    before = load(path)
    after = load(path)
    more = records([(POOL[0][:27] + " entirely new", "left"), (POOL[1][:27], "right")])
    assert changes.learn(after, more).texts == 2
    assert not np.array_equal(after.views[0].model.feature_count_, before.views[0].model.feature_count_)
    assert changes.forget(after, more).texts == 2
    assert changes.correct(after, [more[0]._replace(text=FEW[0][0])], "right").texts == 1
    assert changes.correct(after, [more[0]._replace(text=FEW[0][0])], "left").texts == 1
    for one, other in zip(after.views, before.views, strict=True):
        assert (one.model.feature_count_ == other.model.feature_count_).all() and (one.df == other.df).all()
    assert changes.forget(after, records(FEW[:3])).texts == 3
    assert after.texts.sum() == 21 and np.isfinite(after.classify(POOL[:5])[0]).all()


def written(folder: Path, pairs, pool) -> list[str]:
    rows = [*((label, text) for text, label in pairs), *(("", text) for text in pool)]
    (folder / "all.csv").write_text("label,text\n" + "".join(f"{a},{b}\n" for a, b in rows))
    (folder / "few.tsv").write_text("label\ttext\n" + "".join(f"{b}\t{a}\n" for a, b in pairs))
    (folder / "pool.txt").write_text("\n".join(pool))
    return [str(folder / name) for name in ("all.csv", "few.tsv", "pool.txt")]


def test_at_the_command_line_a_pool_is_a_file_or_the_rows_without_label(run_nb, tmp_path):
    both, few, pool = written(tmp_path, FEW, POOL)
    done = run_nb(["train", few, "--unlabelled", pool, "--name", "a"])
    assert done.returncode == 0 and b"held-out accuracy" in done.stderr
    assert b"the estimate is rough" in done.stderr
    assert run_nb(["train", both, "--unlabelled", both, "--name", "b"]).returncode == 0
    a, b = (json.loads(run_nb(["info", name, "--json"]).stdout) for name in "ab")
    assert a["unlabelled"] == b["unlabelled"] and a["leave_one_out"] == b["leave_one_out"]
    shown = run_nb(["info", "a"]).stdout.decode()
    assert "unlabelled texts" in shown and "held-out  " in shown and "leave" not in shown
    asked = POOL[:20]
    answers = [run_nb(["predict", "--name", name], "\n".join(asked) + "\n").stdout for name in "ab"]
    assert answers[0] == answers[1]
    same = nbcli.train([t for t, _ in FEW], [c for _, c in FEW], unlabelled=POOL)
    assert answers[0].decode().split() == same.predict(asked)
    assert b"stays as at training" in run_nb(["update", "left=-", "--name", "a"], "brandnew words\n").stderr
    for command in (["explain", asked[0]], ["words"]):
        done = run_nb([*command, "--name", "a"])
        assert done.returncode == 0 and b"shares of 300 texts without labels" in done.stderr


@pytest.mark.parametrize(
    ("more", "what"),
    [
        (["--alpha", "1"], "--unlabelled is of the default recipe"),
        (["--scheduler", "tcp://localhost:1"], "--unlabelled is of the default recipe"),
        (["--columns", "text:text,n:number"], "goes with texts, and this is a table of columns"),
    ],
)
def test_what_does_not_go_with_a_pool_is_refused(run_nb, tmp_path, more, what):
    _, _, pool = written(tmp_path, FEW, POOL[:5])
    (tmp_path / "t.csv").write_text("label,text,n\n" + "".join(f"{b},{a},{i}\n" for i, (a, b) in enumerate(FEW)))
    done = run_nb(["train", tmp_path / "t.csv", "--unlabelled", pool, *more])
    assert done.returncode == 2 and what in done.stderr.decode() and done.stderr.count(b"\n") == 1


def test_stdin_is_not_both_and_a_pool_that_is_not_there_is_an_error(run_nb, tmp_path):
    _, few, _ = written(tmp_path, FEW, POOL[:5])
    done = run_nb(["train", "left=-", f"right={few}", "--unlabelled", "-"], "a\n")
    assert done.returncode == 2
    done = run_nb(["train", few, "--unlabelled", tmp_path / "none.txt"])
    assert done.returncode == 2 and b"there is no such file" in done.stderr


def test_of_many_labelled_texts_a_pool_is_not_looked_at(run_nb, tmp_path, monkeypatch):
    monkeypatch.setattr(nbcli.api._training, "MOST_LABELLED", 10)
    said: list[str] = []
    model = nbcli.train([t for t, _ in FEW], [c for _, c in FEW], unlabelled=POOL, say=said.append)
    assert "unlabelled" not in model.facts
    assert any("more than 10 labelled texts" in line for line in said)


def test_no_pool_is_a_way_too():
    corpus = replace(with_pool(records(FEW), []), size=0)
    said: list[str] = []
    learn_with_pool(corpus, say=said.append)
    assert said[0] == "the pool is not used: it has no text" and Way(0.0) == NO_POOL


@pytest.mark.corpus
def test_fifty_labelled_messages_and_a_pool_are_better_than_fifty():
    texts = [(record.text, record.label) for record in read([str(SMS)])]
    Random(1).shuffle(texts)
    few, pool, test = texts[:50], [t for t, _ in texts[50:2050]], texts[2050:4050]
    labels = [label for _, label in test]
    right = []
    for unlabelled in (None, pool):
        model = nbcli.train(few, unlabelled=unlabelled)
        answers = model.predict([text for text, _ in test])
        right.append(np.mean([a == b for a, b in zip(answers, labels, strict=True)]))
    assert right[1] > right[0] and right[1] > 0.97


def test_in_python_too_a_pool_is_of_the_default_recipe_of_texts():
    with pytest.raises(nbcli.NbError, match="unlabelled= is of the default recipe of texts"):
        nbcli.train(FEW, unlabelled=POOL, model="bernoulli")
    rows = [{"a": i, "b": "x"} for i in range(8)]
    with pytest.raises(nbcli.NbError, match="this is a table of columns"):
        nbcli.train(rows, ["x", "y"] * 4, unlabelled=POOL)
