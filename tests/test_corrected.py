"""A model with a linear correction: updated, dropped, in shards, explained, asked for and refused; and its estimate."""

import io
import json
import re

import numpy as np
import pytest

import nbcli
from nbcli.classifier import updating
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.updating import drop_correction
from nbcli.corpus import How, Record, read
from nbcli.errors import NbError
from nbcli.explaining import class_terms, explain
from nbcli.store import state as stored_state
from nbcli.store import stream
from nbcli.training.candidates import ORDERS
from nbcli.training.default import learn_default
from nbcli.training.shards import Files, Sharded
from nbcli.training.train import train
from tests.conftest import CORPORA, MAIL_EN, Nb
from tests.golden.make import mixed

RECORDS = mixed()
MORE = [Record("brand new words, free of all that is known", "label 0", "f", 1)]


def corpus(records):
    return in_memory(["words", "chars"], records, keep=True)


def learned(*, correction: bool = True):
    return train(corpus(RECORDS), None, correction=correction)


def written(classifier):
    """Return the first line and the body as they stand in a file; that it was updated is no part of what it knows."""
    body = io.BytesIO()
    stream.dump(stored_state.state_of(classifier), body)
    facts = {name: value for name, value in stored_state.summary(classifier).items() if name != "updated"}
    return json.dumps(facts), body.getvalue()


# Updates


def test_without_it_a_model_is_what_training_without_gives_to_the_byte():
    classifier, without = learned(), learned(correction=False)
    assert classifier.correction is not None and without.correction is None
    assert written(classifier) != written(without)
    drop_correction(classifier)
    assert written(classifier) == written(without)


@pytest.mark.parametrize("between", [[], MORE], ids=["at once", "after an update"])
def test_what_forgets_is_what_was_trained_without_it_and_forgets(between):
    after = []
    for correction in (True, False):
        classifier = learned(correction=correction)
        if between:
            updating.learn_more(classifier, corpus(between))
        updating.forget(classifier, corpus(RECORDS[:7]))
        assert updating.correct(classifier, corpus(RECORDS[7:9]), "label 0") > 0
        after.append(written(classifier))
    assert after[0] == after[1]


def test_an_update_counts_on_and_leaves_the_correction_as_it_is():
    classifier, before = learned(), learned()
    new = [*MORE, Record("of a label never seen", "label 9", "f", 1)]
    updating.learn_more(classifier, corpus(new))
    assert classifier.correction.n_texts == before.correction.n_texts
    for old, now, block, own in zip(
        before.views, classifier.views, before.correction.blocks, classifier.correction.blocks, strict=True
    ):
        if block is None:
            assert own is None
            continue
        place = {term: j for j, term in enumerate(now.spell(range(now.size)))}
        columns = np.array([place[term] for term in old.spell(range(old.size))])
        assert np.array_equal(own.weights[columns], block.weights) and np.array_equal(own.df[columns], block.df)
        assert not np.delete(own.weights, columns, axis=0).any() and not np.delete(own.df, columns).any()
    k, texts = len(classifier.labels), [one.text for one in RECORDS]
    parts = [c.correction.scores(c.rows(c.batch(texts)), len(c.labels)) for c in (classifier, before)]
    np.testing.assert_allclose(parts[0][:, : k - 1], parts[1], atol=1e-12)
    # Of the new label no machine says anything, as each says of texts of others.
    assert not parts[0][:, k - 1].any() and classifier.blend.bias[k - 1] == -classifier.correction.weight
    assert classifier.classify(texts)[0][:, k - 1].max() < 0.5


def test_update_says_that_it_is_dropped(run_nb: Nb):
    assert run_nb(["train", MAIL_EN, "--name", "en"]).returncode == 0
    assert b"\nlinear correction  " in run_nb(["info", "en"]).stdout
    learn = run_nb(["update", "ham=-", "--name", "en"], "see you there\n")
    assert learn.returncode == 0 and b"correction" not in learn.stderr
    again = run_nb(["update", "--forget", "ham=-", "--name", "en"], "see you there\n")
    assert b"the linear correction is dropped, since it can hold a trace of these texts: train again" in again.stderr
    assert b"linear correction" not in run_nb(["info", "en"]).stdout
    third = run_nb(["update", "ham=-", "--name", "en"], "see you there\n")
    assert b"correction" not in run_nb(["update", "--forget", "ham=-", "--name", "en"], "see you there\n").stderr
    assert third.returncode == 0


# Shards


@pytest.mark.parametrize("jobs", [1, 2])
def test_shards_give_the_same_bytes(jobs):
    with Files(jobs) as engine:
        blocks = (RECORDS[i : i + 40] for i in range(0, len(RECORDS), 40))
        found = train(Sharded.read(engine, blocks, [*ORDERS], ""), None)
    assert found.correction is not None and written(found) == written(learned())


def test_the_order_of_the_file_is_nothing_to_it():
    shuffled = [RECORDS[i] for i in np.random.default_rng(0).permutation(len(RECORDS))]
    one, other = (learn_default(corpus(records))[0] for records in (RECORDS, shuffled))
    assert written(one)[0] == written(other)[0]
    assert stored_state.blending.correction_state(one.correction)["weight"] == other.correction.weight
    assert all(
        np.array_equal(a.weights, b.weights)
        for a, b in zip(one.correction.blocks, other.correction.blocks, strict=True)
        if a is not None and b is not None
    )


# Explained


def test_an_explanation_has_a_column_for_it_and_still_adds_up():
    classifier = learned()
    for text in [*(one.text for one in RECORDS[:20]), "w1", "a b", "nothing known, but w2"]:
        found = explain(classifier, text)
        np.testing.assert_allclose(found.log_prior + sum(found.parts), found.joint, rtol=1e-9, atol=1e-9)
        rows = classifier.rows(classifier.batch([text]))
        whole, without = classifier.unshaped(rows)[0], classifier.unshaped(rows)[0]
        without = without - classifier.correction.scores(rows, 3)[0]
        stretch = (found.joint[0] - found.joint[1]) / (whole[0] - whole[1])
        added = sum(term.correction for term in found.terms)
        np.testing.assert_allclose(added, stretch * (whole - without), atol=1e-9)
        data = found.as_dict(top=3)
        listed = [one["correction"] for one in [*data["terms"], data["more"]]]
        totals = [sum(one[label] for one in listed) for label in classifier.labels]
        np.testing.assert_allclose(totals, added, atol=1e-8)
    assert "correction" not in json.dumps(explain(learned(correction=False), "w1").as_dict())


def test_words_rank_by_the_whole_of_what_a_term_adds():
    classifier = learned()
    found = class_terms(classifier, ["label 1"], top=5)
    for view in {one.view for one in found}:
        adds = [one.whole.adds for one in found if one.view == view]
        assert adds == sorted(adds, reverse=True)
    first = next(one for one in found if one.view == "words 1-1")
    assert first.term == "w1" and first.whole.correction > 0
    # In a text of as many terms as the mean has, what the term adds above the others is near what words says.
    number = [view.name for view in classifier.views].index(first.view)
    columns = np.array([classifier.views[number].spell(range(classifier.views[number].size)).index("w1")])
    texts = [one.text for one in RECORDS]
    rows = classifier.rows(classifier.batch(texts))
    own = []
    for i in np.flatnonzero([("w1" in text) for text in texts]):
        alone = [part.take(np.array([i])) for part in rows]
        part = classifier.correction.contributions(alone, 3)[number][alone[number].indices == columns[0]][0]
        own.append(part[1] - (part[0] + part[2]) / 2)
    assert min(own) <= first.whole.correction <= max(own)
    assert all(one.whole is None for one in class_terms(learned(correction=False)))


def test_reports_show_it(run_nb: Nb, tmp_path):
    pytest.importorskip("jinja2")
    trained = run_nb(["train", MAIL_EN, "--name", "en"]).stderr.decode()
    assert re.search(
        r"\nlinear correction: weight \d.\d\d, log loss 0\.\d{4} instead of 0\.\d{4}, by 10 folds\n", trained
    )
    assert re.search(r"leave-one-out accuracy \S+ \(95 % \S+, the linear correction by 10 folds\)", trained)
    page = tmp_path / "why.html"
    shown = run_nb(["explain", "free money", "--name", "en", "--html", page]).stdout.decode()
    assert re.search(r"term +count +view +(x +)?correction +ham +spam", shown)
    assert "of it, correction" in page.read_text(encoding="utf-8")
    formula = run_nb(["explain", "free money", "--name", "en", "--formula"]).stdout.decode()
    assert "jll + the linear correction" in formula and "weight 0.0000" not in formula
    words = run_nb(["words", "--name", "en", "--top", "2", "--html", page]).stdout.decode()
    assert re.search(r"at least +correction +adds", words) and "its linear correction" in words
    assert ">adds<" in page.read_text(encoding="utf-8")
    assert json.loads(run_nb(["words", "--name", "en", "--json"]).stdout)[0].keys() >= {"correction", "adds"}


# Asked for


REFUSED = {
    "another name": (["--correction", "cubic"], "--correction cubic: must be none or linear; leave it out"),
    "one model": (["--correction", "none", "--alpha", "1"], "--correction is of the default recipe; leave it out"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_an_option_that_does_not_fit_is_refused(case: str, run_nb: Nb):
    options, line = REFUSED[case]
    done = run_nb(["train", MAIL_EN, *options])
    assert done.returncode == 2 and done.stderr.decode() == f"nb: {line}\n"


def test_in_python():
    pairs = [(one.text, one.label) for one in RECORDS]
    assert nbcli.train(pairs).correction is not None
    assert nbcli.train(pairs, correction="none").correction is None
    with pytest.raises(NbError, match="must be none or linear"):
        nbcli.train(pairs, correction="cubic")
    model = nbcli.train(pairs)
    assert model.forget([RECORDS[0].text], [RECORDS[0].label]) == 1 and model.correction is None


# What training says of it holds on fresh texts


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("specs", "how", "most"),
    [
        (["sms-en/SMSSpamCollection"], How(), 0.006),
        (["shopping-zh/online_shopping_10_cats.csv"], How(label_column="label", text_columns=("review",)), 0.02),
    ],
    ids=["sms-en", "shopping-zh"],
)
def test_its_interval_and_calibration_hold_on_ten_splits(specs, how, most):
    first: dict[str, Record] = {}
    for one in read([f"{CORPORA}/{spec}" for spec in specs], how):
        first.setdefault(" ".join(one.text.split()).lower(), one)
    records = [*first.values()]
    held, gap, corrected = 0, [], 0
    for seed in range(10):
        order = np.random.default_rng(seed).permutation(len(records))
        fitted, fresh = ([records[i] for i in part] for part in (order[:1200], order[1200:4800]))
        classifier = train(corpus(fitted), None)
        corrected += classifier.correction is not None
        loo = classifier.facts["leave_one_out"]
        proba = classifier.classify([one.text for one in fresh])[0]
        codes = np.array([classifier.labels.index(one.label) for one in fresh])
        right = (proba.argmax(axis=1) == codes).mean()
        held += loo["interval"][0] <= right <= loo["interval"][1]
        gap.append(proba.max(axis=1).mean() - right)
    assert corrected >= 9 and held >= 8
    # Not surer than it may be, nor less: over the splits together.
    assert abs(np.mean(gap)) < most
