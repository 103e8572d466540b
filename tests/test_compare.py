"""`nb compare`: the published cells, folds by subtraction as if refitted, scores and intervals as they should be."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest
from scipy.stats import t as student
from sklearn import metrics
from sklearn.model_selection import train_test_split as theirs

from nbcli.choices import choices
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.cli import run
from nbcli.corpus import Record, read
from nbcli.evaluation import applicable, compare, distinct, folds, train_test_split
from nbcli.evaluation import fold as _fold
from nbcli.evaluation.baselines import available
from nbcli.evaluation.fold import Counted
from nbcli.evaluation.intervals import fold_interval, fold_p, mcnemar, percentiles, resampled, resampled_p
from nbcli.evaluation.metrics import Metric, Outcome, margin
from nbcli.evaluation.train_test import Holdout
from nbcli.models.multinomial import MultinomialNB
from nbcli.vectorizers import Selection, Vocabulary

ROOT = Path(__file__).parents[1]
CORPORA = ROOT / "../shared/data"
SPAM = [f"{label}={CORPORA / 'spam-zh' / f'{label}_5000.utf8'}" for label in ("ham", "spam")]
PUBLISHED = [2946, 2950, 2961, 2951, 2959, 2952, 2956]
FEATURES, MODELS = choices("vectorizers"), choices("models")
ALPHAS = {"categorical": 1.0, "multinomial": 1e-10}


def recipes(features=FEATURES, models=MODELS, tokenizer="words", ngrams=(1, 1), top_k=None, min_df=1):
    return [
        Recipe(tokenizer, ngrams, f, m, ALPHAS.get(m, 1.0), 1e-9, top_k, min_df)
        for f in features
        for m in models
        if applicable(f, m)
    ]


@pytest.fixture(scope="module")
def mail():
    return in_memory(["words", "chars"], read([str(ROOT / "data/mail-en"), str(ROOT / "data/mail-zh")]))


@pytest.fixture(scope="module")
def spam():
    return in_memory(["jieba"], read(SPAM))


def said(capsys, *arguments):
    assert run(["compare", *map(str, arguments)]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(("n", "share", "seed"), [(10, 0.3, 0), (101, 0.25, 2022), (1000, 0.001, 7)])
def test_the_split_is_scikit_learns(n, share, seed):
    expected = theirs(np.arange(n), test_size=share, random_state=seed)
    for ours, other in zip(train_test_split(n, share, seed), expected, strict=True):
        assert ours.tolist() == other.tolist()


# Folds


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 30)), min_size=40, max_size=120), st.integers(2, 6))
def test_folds_keep_copies_together_and_lose_nothing(rows, k):
    codes, groups = np.array(rows).T
    if len(set(groups.tolist())) < k:
        return
    fold = folds(codes, groups, k, seed=3)
    assert set(fold.tolist()) <= set(range(k))
    for g in set(groups.tolist()):
        assert len(set(fold[groups == g].tolist())) == 1


def test_folds_of_distinct_texts_are_stratified():
    codes = np.random.RandomState(0).choice(3, size=1003, p=[0.7, 0.25, 0.05])
    fold = folds(codes, np.arange(1003), 10, seed=1)
    for c in range(3):
        sizes = np.bincount(fold[codes == c], minlength=10)
        assert sizes.max() - sizes.min() <= 1
    assert np.ptp(np.bincount(fold)) <= 3


def test_folds_do_not_hang_on_the_numbers_of_the_groups():
    groups = np.random.RandomState(0).randint(50, size=200)
    codes = groups % 2
    assert folds(codes, groups, 5, 9).tolist() == folds(codes, -7 * groups, 5, 9).tolist()
    assert folds(codes, groups, 5, 9).tolist() != folds(codes, groups, 5, 10).tolist()


def test_of_each_group_the_first_is_kept():
    assert distinct(np.array([5, 3, 5, 9, 3])).tolist() == [0, 1, 3]


@pytest.mark.parametrize(
    ("tokenizer", "ngrams", "top_k", "min_df"),
    [("words", (1, 1), 300, 1), ("words", (1, 2), None, 2), ("chars", (1, 3), 500, 1), ("chars", (1, 1), None, 1)],
)
def test_a_fold_by_subtraction_is_the_model_refitted(mail, tokenizer, ngrams, top_k, min_df):
    tokens, k = mail.tokens[tokenizer], len(mail.labels)
    whole = Counted.of(tokens, ngrams, mail.codes, k)
    fold = folds(mail.codes, mail.groups, 5, seed=0)
    for f in (0, 3):
        train, test = np.flatnonzero(fold != f), np.flatnonzero(fold == f)
        apart = whole.without(test, Selection(top_k, min_df))
        for recipe in recipes(tokenizer=tokenizer, ngrams=ngrams, top_k=top_k, min_df=min_df):
            again = Holdout(tokens, recipe, mail.codes, train, test)
            ours, other = apart.fitted(recipe), again.fitted(recipe)
            for name, value in other.state().items():
                np.testing.assert_allclose(getattr(ours, name), value, rtol=1e-9, atol=1e-12, err_msg=name)
            X, Y = apart.test(recipe.features), again.test(recipe.features)
            assert X.indices.tolist() == Y.indices.tolist()
            np.testing.assert_allclose(ours.joint_log_likelihood(X), other.joint_log_likelihood(Y), rtol=1e-9)


def test_ties_at_the_cut_go_to_the_term_seen_first_in_training():
    """With text 0 apart, b and c stand twice each, and c stands first."""
    documents = [Record(text, label, "f", 1) for text, label in [("b", "x"), ("c b a", "x"), ("a c b a", "y")]]
    corpus = in_memory(["whitespace"], documents)
    for top_k in (1, 2, 3):
        whole = Counted.of(corpus.tokens["whitespace"], (1, 1), corpus.codes, 2)
        apart = whole.without(np.array([0]), Selection(top_k))
        recipe = Recipe("whitespace", (1, 1), "counts", "multinomial", top_k=top_k)
        again = Holdout(corpus.tokens["whitespace"], recipe, corpus.codes, np.array([1, 2]), np.array([0]))
        assert apart.counts().data.tolist() == again.counts().data.tolist()
        assert apart.counts().indices.tolist() == again.counts().indices.tolist()


def test_a_class_that_stands_in_one_fold_only_is_no_error():
    rows = [("one two", "a"), ("three four", "b"), ("one five", "a"), ("three six", "b"), ("seven", "c")]
    corpus = in_memory(["words"], [Record(text, label, "f", 1) for text, label in rows])
    result = compare(corpus, recipes(models=["multinomial", "gaussian"]), cv=2)
    assert all(cell.tested == 5 for cell in result.cells)


def test_on_folds_every_text_is_tested_once_a_repeat_and_none_has_its_copy_in_training(mail):
    result = compare(mail, recipes(["category"]), cv=4, repeat=3)
    assert {cell.tested for cell in result.cells} == {3 * len(mail)} and result.leaked == 0
    again = compare(mail, recipes(["category"]), cv=4, repeat=3)
    assert [cell.score for cell in result.cells] == [cell.score for cell in again.cells]


def test_folds_are_counted_once_and_nothing_is_trained_from_texts_again(mail, monkeypatch):
    counted, fitted = [], []
    keys_of, fit = _fold.keys_of, MultinomialNB.partial_fit
    monkeypatch.setattr(_fold, "keys_of", lambda *a: counted.append(1) or keys_of(*a))
    monkeypatch.setattr(MultinomialNB, "partial_fit", lambda self, *a, **k: fitted.append(1) or fit(self, *a, **k))
    monkeypatch.setattr(Vocabulary, "learn", None)
    compare(mail, recipes(["category", "counts"], ["multinomial"], top_k=500), cv=5, repeat=2)
    assert (len(counted), len(fitted)) == (1, 0)
    compare(mail, recipes(["tfidf"], ["multinomial"]), cv=5)
    assert (len(counted), len(fitted)) == (2, 5)


# The published table, and the truth


@pytest.mark.corpus
def test_the_published_cells_and_the_same_without_copies(capsys):
    data = json.loads(said(capsys, *SPAM, "--json"))
    assert [cell["right"] for cell in data["cells"]] == PUBLISHED
    assert (data["n_train"], data["n_test"], data["terms"], data["seed"]) == (7000, 3001, 6000, 2022)
    assert data["leaked"] / 3001 == pytest.approx(0.45, abs=0.005) and data["metric"] == "accuracy"
    distinct = data["distinct"]
    assert distinct["leaked"] == 0 and distinct["n_train"] + distinct["n_test"] + distinct["dropped"] == 10001
    best = {name: max(cell["score"] for cell in one["cells"]) for name, one in (("all", data), ("distinct", distinct))}
    assert best["distinct"] < best["all"] - 0.01
    alone = json.loads(said(capsys, *SPAM, "--json", "--dedup"))
    assert [cell["right"] for cell in alone["cells"]] == [cell["right"] for cell in distinct["cells"]]


@pytest.mark.corpus
def test_the_default_imports_neither_scipy_nor_scikit_learn():
    code = "import sys; from nbcli.cli import run; run(sys.argv[1:]); print({'scipy', 'sklearn'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code, "compare", *SPAM], capture_output=True, text=True)
    assert done.stdout.endswith("set()\n") and "warning: 45 %" in done.stdout and "copies dropped" in done.stdout


# Scores and intervals


def outcome(k=3, n=300, seed=0):
    random = np.random.RandomState(seed)
    codes = random.randint(k, size=n)
    scores = random.normal(size=(n, k)) + np.eye(k)[codes]
    return Outcome(codes, scores - np.log(np.exp(scores).sum(axis=1, keepdims=True)), 0.0, 0.0, 1)


@pytest.mark.parametrize("k", [2, 3, 6])
def test_scores_are_scikit_learns(k):
    one, labels = outcome(k), [f"l{c}" for c in range(k)]
    y, p, proba = one.codes, one.predicted, np.exp(one.scores)
    margins = np.stack([margin(one.scores, c) for c in range(k)], axis=1)
    expected = {
        "accuracy": metrics.accuracy_score(y, p),
        "macro-f1": metrics.f1_score(y, p, average="macro"),
        "f1:l1": metrics.f1_score(y, p, average=None)[1],
        "recall:l1": metrics.recall_score(y, p, average=None)[1],
        "logloss": metrics.log_loss(y, proba),
        "auc": metrics.roc_auc_score(np.eye(k)[y], margins, average="macro"),
    }
    for name, value in expected.items():
        assert Metric.of(name, labels).score(one)[0] == pytest.approx(value, abs=1e-12), name
    assert expected["auc"] == pytest.approx(metrics.roc_auc_score(np.eye(k)[y], proba), abs=1e-12)


@pytest.mark.parametrize("name", ["accuracy", "macro-f1", "f1:l1", "recall:l1", "logloss", "auc"])
def test_a_weight_is_so_many_copies(name):
    one, metric = outcome(), Metric.of(name, ["l0", "l1", "l2"])
    weight = np.random.RandomState(1).randint(4, size=(2, len(one.codes)))
    scores = metric.score(one, weight.astype(float))
    for w, score in zip(weight, scores, strict=True):
        rows = np.repeat(np.arange(len(w)), w)
        again = Outcome(one.codes[rows], one.scores[rows], 0.0, 0.0, 1)
        assert score == pytest.approx(metric.score(again)[0], abs=1e-12)


def test_posteriors_that_are_1_to_the_last_bit_are_still_ranked():
    """log P of the other class tells them apart, where scikit-learn sees a tie on the posterior."""
    other = np.array([-800.0, -900.0, -1000.0, -1100.0])
    one = Outcome(np.array([0, 0, 1, 1]), np.stack([other, np.zeros(4)], axis=1), 0.0, 0.0, 1)
    assert Metric.of("auc", ["a", "b"]).score(one)[0] == 1.0


def test_mcnemar_is_the_exact_binomial_test():
    random = np.random.RandomState(0)
    for n in (20, 400, 3000):
        a, b = random.uniform(size=n) < 0.8, random.uniform(size=n) < 0.75
        only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
        assert mcnemar(a, b) == pytest.approx(binomtest(only_a, only_a + only_b).pvalue, abs=5e-3 if n > 1000 else 1e-9)
    assert mcnemar(a, a) == 1.0


def test_the_intervals_of_folds_cover_95_percent_and_the_test_errs_in_5():
    """Scores of folds whose training texts overlap are correlated by n_test / n, which the correction is made for."""
    random, k, rho = np.random.RandomState(0), 10, 0.1
    shared, own = random.normal(size=(4000, 1)), random.normal(size=(4000, k))
    scores = 0.9 + 0.01 * (np.sqrt(rho) * shared + np.sqrt(1 - rho) * own)
    ratio = rho / (1 - rho)
    inside = [low <= 0.9 <= high for low, high in (fold_interval(row, ratio) for row in scores)]
    assert 0.93 <= np.mean(inside) <= 0.97
    assert 0.03 <= np.mean([fold_p(row - 0.9, ratio) < 0.05 for row in scores]) <= 0.07


def test_the_fold_interval_by_hand():
    scores = np.array([0.9, 0.92, 0.94, 0.88])
    half = student.ppf(0.975, 3) * np.sqrt((1 / 4 + 1 / 3) * scores.var(ddof=1))
    assert fold_interval(scores, 1 / 3) == pytest.approx((0.91 - half, 0.91 + half))


@pytest.mark.parametrize(("name", "truth"), [("macro-f1", 0.8), ("logloss", None)])
def test_the_intervals_of_the_bootstrap_cover_95_percent(name, truth):
    """Texts of two equal classes, called right with a chance of .8."""
    metric, random, inside = Metric.of(name, ["a", "b"]), np.random.RandomState(0), []
    truth = truth or -(0.8 * np.log(0.8) + 0.2 * np.log(0.2))
    for seed in range(600):
        codes = random.randint(2, size=200)
        said = np.where(random.uniform(size=200) < 0.8, codes, 1 - codes)
        one = Outcome(codes, np.log(np.where(np.eye(2)[said], 0.8, 0.2)), 0.0, 0.0, 1)
        low, high = percentiles(resampled(200, seed, lambda w, one=one: metric.score(one, w), 200))
        inside.append(low <= truth <= high)
    assert 0.93 <= np.mean(inside) <= 0.97


def test_a_difference_that_is_always_there_is_no_chance():
    assert resampled_p(np.full(100, 0.1)) == 0.0 and resampled_p(np.array([-1.0, 1.0, 0.0])) == 1.0


@pytest.mark.parametrize("metric", ["accuracy", "macro-f1", "f1:spam", "recall:ham", "auc", "logloss"])
@pytest.mark.parametrize("cv", [None, 3])
def test_every_cell_has_an_interval_round_its_score(mail, metric, cv):
    result = compare(mail, recipes(["category", "tfidf"], top_k=500), metric=metric, cv=cv)
    assert sum(cell.best for cell in result.cells) == 1 and result.best.p == 1.0
    sign = -1 if metric == "logloss" else 1
    for cell in result.cells:
        assert cell.low <= cell.score <= cell.high and sign * cell.score <= sign * result.best.score
        assert cell.tied == (not cell.best and cell.p >= 0.05) and cell.train >= 0 and cell.predict >= 0


# Options


def test_tokenizers_are_groups_of_rows(capsys):
    out = said(capsys, ROOT / "data/mail-en", "--tokenizers", "words,chars:1-3", "--features", "category", "--times")
    assert "words 1-1 category" in out and "chars 1-3 category" in out and "train + predict, s" in out
    data = json.loads(said(capsys, ROOT / "data/mail-en", "--tokenizers", "words,chars:1-3", "--json"))
    assert {(cell["tokenizer"], *cell["ngrams"]) for cell in data["cells"]} == {("words", 1, 1), ("chars", 1, 3)}
    assert len(data["cells"]) == 14


def test_all_is_all(capsys):
    data = json.loads(
        said(capsys, ROOT / "data/mail-en", "--tokenizer", "words", "--models", "all", "--features", "all", "--json")
    )
    cells = {(cell["features"], cell["model"]) for cell in data["cells"]}
    assert cells == {(f, m) for f in FEATURES for m in MODELS if applicable(f, m)}


def test_the_default_of_train_stands_beside_the_matrix(capsys):
    out = said(capsys, ROOT / "data/mail-en", "--tokenizer", "words", "--models", "multinomial,default")
    assert "the default of nb train" in out
    only = json.loads(said(capsys, ROOT / "data/mail-en", "--tokenizer", "words", "--models", "default", "--json"))
    assert only["best"]["train"] == f"nb train {ROOT / 'data/mail-en'}"


def test_baselines_are_for_scale(capsys):
    data = json.loads(said(capsys, ROOT / "data/mail-en", "--tokenizer", "words", "--baselines", "--cv", "3", "--json"))
    baselines = [cell for cell in data["cells"] if cell["baseline"]]
    assert {cell["model"] for cell in baselines} == {one.name for one in available()} >= {"linear-svc", "logistic"}
    assert all(cell["score"] > 0.5 for cell in baselines)


def test_a_score_that_a_baseline_cannot_have_is_said_so(capsys):
    """LinearSVC has no probabilities, and so no log loss."""
    arguments = (
        ROOT / "data/mail-en",
        "--tokenizer",
        "words",
        "--features",
        "counts",
        "--baselines",
        "--metric",
        "logloss",
    )
    cells = {cell["model"]: cell for cell in json.loads(said(capsys, *arguments, "--json"))["cells"]}
    assert cells["linear-svc"]["score"] is None and cells["linear-svc"]["interval"] is None
    assert cells["logistic"]["score"] > 0 and "not defined" in said(capsys, *arguments)


def test_the_line_that_trains_the_best_is_a_command(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv("NB_STORE", str(tmp_path))
    data = json.loads(said(capsys, ROOT / "data/mail-en", "--tokenizers", "words:1-2", "--json"))
    assert run(data["best"]["train"].split()[1:]) == 0


@pytest.mark.parametrize("form", ["--markdown", "--report=csv", "--report=text"])
def test_every_form_has_the_scores(form, capsys):
    data = json.loads(said(capsys, ROOT / "data/mail-zh", "--json"))
    out = said(capsys, ROOT / "data/mail-zh", form)
    assert all(f"{cell['score']:.4f} ({cell['right']})" in out for cell in data["cells"])
    assert data["distinct"] is None and "copies dropped" not in out


@pytest.mark.parametrize(
    ("options", "said_"),
    [
        ("--cv 1", "--cv 1"),
        ("--cv 1000", "too few for 1000 folds"),
        ("--repeat 2", "--repeat goes with --cv"),
        ("--cv 3 --repeat 0", "--repeat 0"),
        ("--metric best", "--metric best"),
        ("--metric f1:eggs", "no such label"),
        ("--metric f1:LABEL", "no such label"),
        ("--models sorcery", "--models sorcery"),
        ("--features sorcery", "--features sorcery"),
        ("--tokenizers sorcery", "sorcery"),
        ("--tokenizers words:9", "--ngrams 9"),
        ("--models categorical --features counts", "goes together"),
        ("--alpha much", "--alpha much"),
        ("--test-size 1", "--test-size 1"),
        ("--test-size 0.9999", "empty"),
        ("--seed -1", "--seed -1"),
        ("--top-k 0", "--top-k 0"),
        ("--min-df 9999", "no term"),
        ("--json --markdown", "do not go together"),
    ],
)
def test_errors_are_one_line(options, said_, capsys):
    assert run(["compare", str(ROOT / "data/mail-en"), "--tokenizer", "words", *options.split()]) == 2
    out, error = capsys.readouterr()
    assert out == "" and len(error.splitlines()) == 1 and said_ in error
