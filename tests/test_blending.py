"""The default of `nb train`: chosen and weighed by leave-one-out, the same for any order of the texts, and honest."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest

from nbcli.classifier.dataset import in_memory
from nbcli.corpus import How, Record, read
from nbcli.errors import NbError
from nbcli.store import state as stored_state
from nbcli.training.calibration import expected_calibration_error, reliability, wilson
from nbcli.training.candidates import TOKENIZERS
from nbcli.training.default import learn_default
from nbcli.training.estimate import LeaveOneOut, threshold
from nbcli.training.fitting import fit_blend
from nbcli.training.scoring import distinct

ROOT = Path(__file__).parents[1]
CORPORA = ROOT / ".." / "shared" / "data"


def sample(folder: str) -> list[Record]:
    return list(read([str(ROOT / "data" / folder)]))


def figures(documents: list[Record]):
    return learn_default(in_memory(TOKENIZERS, documents))


def test_the_order_of_the_texts_does_not_matter():
    documents = sample("mail-en")
    shuffled = [documents[i] for i in np.random.default_rng(0).permutation(len(documents))]
    (a, loo_a), (b, loo_b) = figures(documents), figures(shuffled)
    assert (loo_a.proba == loo_b.proba).all()
    assert stored_state.summary(a) == stored_state.summary(b)
    assert (a.blend.weights == b.blend.weights).all()
    texts = [document.text for document in documents[:50]]
    assert (a.classify(texts)[0] == b.classify(texts)[0]).all()


def test_copies_do_not_flatter():
    documents = sample("mail-en")
    copied = documents + documents * 2
    classifier, loo = figures(copied)
    assert classifier.copies == 2 * len(documents)
    assert len(loo.codes) == len(documents)
    once = figures(documents)[1]
    accuracy = [(part.proba.argmax(axis=1) == part.codes).mean() for part in (once, loo)]
    assert accuracy[1] <= accuracy[0] + 0.02


def ece(bins):
    return expected_calibration_error((one.predicted, one.correct, one.texts) for one in bins)


def test_every_view_taken_has_a_weight_and_better_than_chance_is_claimed_only_where_it_is():
    rng = np.random.default_rng(1)
    documents = [
        Record(" ".join(rng.choice(list("abcdefghij"), 12)), rng.choice(["x", "y"]), "f", 1) for _ in range(400)
    ]
    classifier, loo = figures(documents)
    assert (classifier.blend.weights > 0).all() and len(classifier.blend.weights) == len(classifier.views)
    accuracy = (loo.proba.argmax(axis=1) == loo.codes).mean()
    assert accuracy < 0.6
    assert ece(reliability(loo.proba, loo.codes)) < 0.1


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("specs", "how", "least"),
    [
        (["ham=spam-zh/ham_5000.utf8", "spam=spam-zh/spam_5000.utf8"], How(), 0.990),
        (["sms-en/SMSSpamCollection"], How(), 0.990),
    ],
)
def test_default_on_distinct_texts(specs, how, least):
    if not CORPORA.exists():
        pytest.skip("the real corpora are not here")
    from sklearn.model_selection import train_test_split

    paths = [spec.replace("=", f"={CORPORA}/") if "=" in spec else f"{CORPORA}/{spec}" for spec in specs]
    first: dict[str, Record] = {}
    for document in read(paths, how):
        first.setdefault(" ".join(document.text.split()).lower(), document)
    documents = list(first.values())
    train, test = train_test_split(documents, test_size=0.3, random_state=0, stratify=[d.label for d in documents])
    classifier, loo = figures(train)
    proba, _ = classifier.classify([document.text for document in test])
    codes = np.array([classifier.labels.index(document.label) for document in test])
    accuracy = (proba.argmax(axis=1) == codes).mean()
    assert accuracy >= least
    assert abs((loo.proba.argmax(axis=1) == loo.codes).mean() - accuracy) <= 0.008
    assert ece(reliability(proba, codes)) <= 0.015


def test_distinct_takes_each_text_once_a_label():
    documents = [Record(*pair, "f", 1) for pair in [("A b", "x"), ("a  B", "x"), ("a b", "y"), ("c", "x")]]
    assert sorted(distinct(in_memory(["words"], documents)).tolist()) in ([0, 2, 3], [1, 2, 3])


@given(st.integers(1, 500).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_wilson_is_scipys(pair):
    right, n = pair
    theirs = binomtest(right, n).proportion_ci(method="wilson")
    assert wilson(right, n) == pytest.approx((theirs.low, theirs.high), abs=1e-12)


@settings(deadline=None)
@given(st.integers(0, 10_000), st.sampled_from([0.5, 0.8, 0.9, 0.95]))
def test_threshold_reaches_its_precision_or_refuses(seed, precision):
    rng = np.random.default_rng(seed)
    p = np.round(rng.beta(2, 1, 200), 2)
    codes = (rng.random(200) < p).astype(int)
    loo = LeaveOneOut(codes, np.stack((1 - p, p), axis=1))
    try:
        found = threshold(loo, ["ham", "spam"], "spam", precision)
    except NbError:
        return
    above = (p >= found["proba"]) & (p > 0.5)
    assert codes[above].mean() == pytest.approx(found["precision"])
    assert found["precision"] >= precision and above.sum() >= 1 / (1 - precision) - 1e-6
    assert found["recall"] == pytest.approx(codes[above].sum() / codes.sum())


def test_a_blend_of_one_informative_view_leaves_noise_aside():
    rng = np.random.default_rng(0)
    codes = rng.integers(0, 3, 600)
    good = rng.normal(size=(600, 3))
    good[np.arange(600), codes] += 3
    fit = fit_blend([good, -good], [np.ones(600)] * 2, codes, [0.0, 0.0])
    assert fit.blend.weights[0] > 0 and fit.blend.weights[1] == 0
    assert fit.accuracy > 0.9


def nb(*arguments: str, store: Path, text: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "nbcli", *arguments]
    return subprocess.run(
        command, env=os.environ | {"NB_STORE": str(store)}, text=True, capture_output=True, input=text
    )


def test_train_says_how_good_it_is_and_info_shows_it(tmp_path):
    done = nb("train", str(ROOT / "data" / "mail-en"), store=tmp_path)
    assert done.returncode == 0
    assert "leave-one-out accuracy 0." in done.stderr and "ham: recall" in done.stderr
    head = json.loads(nb("info", "--json", store=tmp_path).stdout)
    assert head["leave_one_out"]["texts"] == 260
    assert f"{head['leave_one_out']['accuracy']:.4f}" in nb("info", store=tmp_path).stdout


def test_a_line_of_precision_withholds_the_label(tmp_path):
    corpus = str(ROOT / "data" / "mail-en")
    done = nb("train", corpus, "--target-precision", "0.9", "--for", "spam", store=tmp_path)
    assert "spam is given from a posterior of" in done.stderr
    line = json.loads(nb("info", "--json", store=tmp_path).stdout)["threshold"]
    texts = (ROOT / "data" / "mail-en" / "spam.txt").read_text(encoding="utf-8") + "lunch?\n"
    said = [row.split("\t") for row in nb("predict", "--proba", store=tmp_path, text=texts).stdout.splitlines()]
    assert {label for label, _ in said} <= {"spam", "ham", "unsure"}
    assert all(float(p) >= line["proba"] - 1e-4 for label, p in said if label == "spam")
    refused = nb("train", corpus, "--target-precision", "0.999", "--for", "spam", store=tmp_path)
    assert refused.returncode == 2 and "needs 1,000 texts" in refused.stderr


def test_a_recipe_file_and_its_options_train_the_same(tmp_path):
    corpus = str(ROOT / "data" / "mail-en")
    file = tmp_path / "r.toml"
    file.write_text('tokenizer = "chars"\nngrams = "1-3"\nmodel = "bernoulli"\nalpha = 1\nprior = "ham=0.7,spam=0.3"\n')
    assert nb("train", corpus, "--recipe", str(file), "--name", "a", store=tmp_path).returncode == 0
    options = ["--tokenizer", "chars", "--ngrams", "1-3", "--model", "bernoulli", "--alpha", "1"]
    nb("train", corpus, *options, "--prior", "ham=0.7,spam=0.3", "--name", "b", store=tmp_path)
    bodies = [path.read_bytes().split(b"\n", 1)[1] for path in (tmp_path / "a.nb", tmp_path / "b.nb")]
    assert bodies[0] == bodies[1]
    for bad in ("nope = 1\n", "alpha = 'x'\n", "model = 'none'\n", "alpha = -1\n", "=\n"):
        file.write_text(bad)
        refused = nb("train", corpus, "--recipe", str(file), store=tmp_path)
        assert refused.returncode == 2 and refused.stderr.count("\n") == 1, bad


@pytest.mark.parametrize("prior", ["nix", "ham=0.5", "ham=0.9,spam=0.9", "ham=x,spam=y", "ham=0.5,eggs=0.5"])
def test_a_prior_that_is_none_is_refused(tmp_path, prior):
    refused = nb("train", str(ROOT / "data" / "mail-en"), "--prior", prior, store=tmp_path)
    assert refused.returncode == 2 and refused.stderr.startswith("nb: --prior") and refused.stderr.count("\n") == 1


def test_a_handful_of_texts_that_share_no_word_trains_and_tells_them_apart(tmp_path):
    for name, text in (("ham", "a b\nc d\n"), ("spam", "e f\ng h\n")):
        (tmp_path / f"{name}.txt").write_text(text)
    done = nb("train", f"ham={tmp_path}/ham.txt", f"spam={tmp_path}/spam.txt", store=tmp_path)
    assert done.returncode == 0 and "few texts" in done.stderr
    assert nb("predict", store=tmp_path, text="a\ng\n").stdout == "ham\nspam\n"


def test_a_variance_of_zero_is_one_line(tmp_path):
    (tmp_path / "same.txt").write_text("a\na\n")
    specs = [f"x={tmp_path}/same.txt", f"y={tmp_path}/same.txt"]
    refused = nb("train", *specs, "--model", "gaussian", "--var-smoothing", "0", store=tmp_path)
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_closed_descriptor_is_no_crash(tmp_path, closed):
    nb("train", str(ROOT / "data" / "mail-en"), "--alpha", "0.1", store=tmp_path)
    command = f"{sys.executable} -m nbcli predict {closed}"
    options = {"env": os.environ | {"NB_STORE": str(tmp_path)}, "capture_output": True, "text": True}
    done = subprocess.run(["bash", "-c", command], **options, stdin=subprocess.DEVNULL)
    assert done.returncode == 0 and "Traceback" not in done.stderr


def test_a_pruned_model_has_a_view_left():
    """Without the terms of one text nothing is told from chance here, though no text more is called wrong."""
    pairs = [("free", "ham"), ("free", "ham"), ("offer", "ham"), ("free free", "spam")]
    documents = [Record(text, label, "f", 1) for text, label in pairs]
    classifier, _ = learn_default(in_memory(["words", "chars"], documents))
    assert classifier.views and classifier.classify(["free"])[0].sum() == pytest.approx(1)
