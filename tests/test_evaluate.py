"""`nb evaluate`: its figures are scikit-learn's on the same predictions, and it says what the model had learned."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from sklearn import metrics

from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.cli import run
from nbcli.corpus import Record, read
from nbcli.evaluation.curves import curves, histogram
from nbcli.evaluation.figures import figures
from nbcli.evaluation.stored import evaluate
from nbcli.reports import Report, form
from nbcli.training.calibration import wilson
from tests.learning import classifier_of

ROOT = Path(__file__).parents[1]
MAIL = ROOT / "data/mail-en"


def nb(*arguments, store, **options):
    command = [sys.executable, "-m", "nbcli", *map(str, arguments)]
    return subprocess.run(
        command, capture_output=True, env={"NB_STORE": str(store), "PYTHONPATH": str(ROOT)}, **options
    )


def predictions(k, n=400, seed=0):
    """Return classes (n,) and posteriors (n, k) that agree more often than not."""
    random = np.random.RandomState(seed)
    codes = random.randint(k, size=n)
    scores = random.normal(size=(n, k)) + 1.5 * np.eye(k)[codes]
    proba = np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)
    return codes, proba


@pytest.mark.parametrize("k", [2, 3, 7])
def test_figures_are_scikit_learns(k):
    codes, proba = predictions(k)
    said, labels = proba.argmax(axis=1), [f"label {c}" for c in range(k)]
    found = figures(codes, proba, labels)
    expected = metrics.classification_report(codes, said, output_dict=True, target_names=labels)
    names = {"precision": "precision", "recall": "recall", "f1": "f1-score", "support": "support"}
    for label in labels:
        for ours, theirs in names.items():
            assert getattr(found.classes[label], ours) == pytest.approx(expected[label][theirs], abs=1e-12)
    for average in ("macro", "weighted"):
        for ours in ("precision", "recall", "f1"):
            assert getattr(getattr(found, average), ours) == pytest.approx(
                expected[f"{average} avg"][names[ours]], abs=1e-12
            )
    assert found.accuracy == pytest.approx(expected["accuracy"])
    assert found.confusion == metrics.confusion_matrix(codes, said).tolist()
    assert found.log_loss == pytest.approx(metrics.log_loss(codes, proba), abs=1e-12)
    one_hot = np.eye(k)[codes]
    assert found.roc_auc == pytest.approx(metrics.roc_auc_score(one_hot, proba, average="macro"), abs=1e-12)
    assert found.average_precision == pytest.approx(metrics.average_precision_score(one_hot, proba), abs=1e-12)


def test_brier_of_two_classes_is_scikit_learns():
    codes, proba = predictions(2)
    assert figures(codes, proba, ["a", "b"]).brier == pytest.approx(metrics.brier_score_loss(codes, proba[:, 1]))


def test_brier_of_more_classes_is_the_mean_squared_distance():
    codes, proba = predictions(4)
    truth = np.eye(4)[codes]
    assert figures(codes, proba, list("abcd")).brier == pytest.approx(((proba - truth) ** 2).sum(1).mean())


def test_a_posterior_of_0_does_not_make_the_log_loss_infinite():
    codes, proba = np.array([0, 1]), np.array([[1.0, 0.0], [1.0, 0.0]])
    assert figures(codes, proba, ["a", "b"]).log_loss == pytest.approx(metrics.log_loss(codes, proba, labels=[0, 1]))


def test_the_calibration_error_by_hand():
    """Two texts said at .9, one right; two at .6, both right: (2 x .4 + 2 x .4) / 4."""
    codes, proba = np.array([0, 1, 0, 0]), np.array([[0.9, 0.1], [0.9, 0.1], [0.6, 0.4], [0.6, 0.4]])
    found = figures(codes, proba, ["a", "b"])
    assert found.ece == pytest.approx(0.4)
    assert [(row.texts, row.correct) for row in found.reliability] == [(2, 1.0), (2, 0.5)]
    assert all(row.from_ <= row.predicted <= row.to for row in found.reliability)


def test_a_posterior_that_is_true_is_calibrated():
    """Labels drawn from the posteriors themselves: the error is what chance leaves."""
    random = np.random.RandomState(3)
    p = random.uniform(size=20_000)
    codes = (random.uniform(size=len(p)) < p).astype(int)
    assert figures(codes, np.stack([1 - p, p], axis=1), ["a", "b"]).ece < 0.01


@pytest.mark.parametrize(("p", "n"), [(0.98, 1000), (0.9, 300), (0.5, 100)])
def test_the_interval_of_an_accuracy_covers_95_percent(p, n):
    right = np.random.RandomState(0).binomial(n, p, size=4000)
    inside = [low <= p <= high for low, high in (wilson(int(r), n) for r in right)]
    assert 0.93 <= np.mean(inside) <= 0.97


def test_curves_are_scikit_learns_thinned():
    codes, proba = predictions(3, n=2000)
    found = curves(codes, proba, ["a", "b", "c"])
    for c, label in enumerate("abc"):
        fpr, tpr, _ = metrics.roc_curve(codes == c, proba[:, c])
        points = set(zip(fpr.tolist(), tpr.tolist(), strict=True))
        ours = list(zip(found.roc[label].fpr, found.roc[label].tpr, strict=True))
        assert set(ours) <= points and ours[0] == (0, 0) and ours[-1] == (1, 1) and len(ours) <= 200
        assert metrics.auc(*zip(*ours, strict=True)) == pytest.approx(metrics.auc(fpr, tpr), abs=0.01)
        assert len(found.precision_recall[label].recall) == len(found.precision_recall[label].precision)


def test_the_histogram_counts_every_text_once_a_label():
    codes, proba = predictions(3)
    for sides in histogram(codes, proba, ["a", "b", "c"]).labels.values():
        assert sum(sides.own) + sum(sides.others) == len(codes)


def pipeline_of(documents, **options):
    recipe = Recipe(**options)
    return classifier_of(recipe, in_memory([recipe.tokenizer], documents))


def mail():
    return list(read([str(MAIL)]))


def test_texts_that_were_learned_are_told_apart():
    documents = mail()
    data = evaluate(pipeline_of(documents[::2]), documents)
    assert data.learned == len(documents[::2])
    rest = evaluate(pipeline_of(documents[::2]), documents[1::2])
    assert rest.learned == 0 and rest.unseen is None
    assert data.unseen == rest.figures


def test_nothing_is_said_of_learning_without_digests():
    documents = mail()
    classifier = classifier_of(Recipe(), in_memory(["words"], documents), digests=False)
    data = evaluate(classifier, documents)
    assert data.learned is None and data.unseen is None


@pytest.mark.parametrize("model", ["multinomial", "gaussian", "bernoulli", "categorical", "complement"])
def test_errors_come_surest_first_with_the_terms_that_misled(model):
    documents = mail()
    data = evaluate(pipeline_of(documents[::2], model=model, ngrams=(1, 1)), documents[1::2], mistakes=100)
    assert len(data.mistakes) == data.figures.texts - data.figures.correct > 0
    sure = [one.proba for one in data.mistakes]
    assert sure == sorted(sure, reverse=True)
    for one in data.mistakes:
        assert one.predicted != one.label and 0 < len(one.misled) <= 3
        weights = [term.weight for term in one.misled]
        assert weights == sorted(weights, reverse=True) and min(weights) > 0
        present = [term.term for term in one.misled if not term.term.endswith(" absent terms")]
        assert all(term.split()[0] in one.text.lower() for term in present)
        assert len(present) == len(one.misled) or model in ("gaussian", "bernoulli", "categorical")
        assert Path(one.source).read_text(encoding="utf-8").splitlines()[one.line - 1] == one.text


def test_a_label_that_the_model_does_not_have_is_wrong_and_said():
    documents = mail()
    strange = [Record("something else", "other", "f", 1), *documents]
    data = evaluate(pipeline_of(documents), strange, mistakes=300)
    assert data.unknown_labels == ["other"] and data.figures.texts == len(documents) + 1
    assert data.figures.classes["other"].recall == 0
    assert [one.label for one in data.mistakes if one.source == "f"] == ["other"]
    json.loads(form("json").render(Report(data)))


@pytest.fixture(scope="module")
def store(tmp_path_factory):
    folder = tmp_path_factory.mktemp("store")
    recipe = ["--tokenizer", "words", "--model", "multinomial"]
    assert nb("train", MAIL, "--name", "m", *recipe, store=folder).returncode == 0
    return folder


def test_json_has_all_that_a_page_needs(store):
    result = nb("evaluate", MAIL, "--name", "m", "--json", store=store)
    data = json.loads(result.stdout)
    wanted = "model labels texts right accuracy interval classes macro weighted confusion roc_auc average_precision "
    wanted += "log_loss brier ece reliability curves histogram learned unseen errors status"
    assert set(wanted.split()) <= set(data) and result.returncode == 0 and result.stderr == b""


def test_text_and_markdown_say_the_same_figures(store, monkeypatch, capsys):
    def said(*options):
        assert run(["evaluate", str(MAIL), "--name", "m", *options]) == 0
        return capsys.readouterr().out

    monkeypatch.setenv("NB_STORE", str(store))
    data, text, markdown = json.loads(said("--json")), said("--errors", "2"), said("--markdown")
    assert markdown == said("--report", "markdown")
    for shown in (text, markdown):
        assert f"{data['accuracy']:.4f}" in shown and f"{data['macro']['f1']:.4f}" in shown
    assert "the model has learned all 260 texts" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt", "--name", "m"], "no such file"),
        ([MAIL, "--name", "absent"], "there is no model"),
        ([MAIL, "--name", "m", "--errors", "-1"], "--errors -1"),
        ([MAIL, "--name", "m", "--report", "pdf"], "--report pdf"),
        ([MAIL, "--name", "m", "--json", "--markdown"], "do not go together"),
        ([f"other={MAIL / 'ham.txt'}", "--name", "m"], "has a label of the model"),
        (["ham=/dev/null", "--name", "m"], "no texts"),
    ],
)
def test_errors_are_one_line(arguments, said, store):
    result = nb("evaluate", *arguments, store=store)
    assert result.returncode == 2 and result.stdout == b""
    assert len(result.stderr.splitlines()) == 1 and said in result.stderr.decode()
