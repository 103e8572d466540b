"""What reports claim is so: the best is the best, a share is never rounded to none, figures say what they are of."""

import json
import re
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from nbcli.choices import load
from nbcli.classifier.dataset import in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.cli import run
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.evaluation import compare
from nbcli.reports.contents.figures import share
from nbcli.training.estimate import LeaveOneOut, threshold
from nbcli.vectorizers._counting import vocabulary as _vocabulary
from tests.conftest import CORPORA, MAIL_EN

METRICS = ["accuracy", "macro-f1", "f1:a", "recall:a", "auc", "logloss"]


def dependent(n: int = 300) -> list[tuple[str, str]]:
    """Return (label, text): one word tells the label, and thirty that come together are wrong about it in 35 of 100.

    Naive Bayes takes the thirty for as many witnesses; a linear model does not.
    """
    random = np.random.RandomState(0)
    rows = []
    for i in range(n):
        label = "ab"[i % 2]
        other = label if random.uniform() < 0.65 else "ba"[i % 2]
        rows.append((label, f"key{label} " + " ".join(f"w{other}{j}" for j in range(30)) + f" n{i}"))
    return rows


def table(path: Path, rows: list[tuple[str, str]]) -> str:
    path.write_text("label\ttext\n" + "".join(f"{label}\t{text}\n" for label, text in rows), encoding="utf-8")
    return str(path)


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NB_STORE", str(tmp_path / "store"))


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]):
    """Return what runs a command line and returns what it prints on stdout."""

    def printed(*words: object, status: int = 0) -> str:
        capsys.readouterr()
        assert run([*map(str, words)]) == status
        return capsys.readouterr().out

    return printed


BASELINES = [
    "--tokenizer",
    "whitespace",
    "--features",
    "category",
    "--models",
    "multinomial",
    "--alpha",
    "1",
    "--baselines",
]


# The best


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("cv", [None, 3])
def test_no_cell_is_better_than_the_one_called_best(metric: str, cv: int | None) -> None:
    corpus = in_memory(["whitespace"], [Record(text, label, "f", 1) for label, text in dependent()])
    models = ["multinomial", "bernoulli", "linear-svc", "logistic"]
    recipes = [Recipe("whitespace", (1, 1), "category", model) for model in models]
    result = compare(corpus, recipes, metric=metric, cv=cv)
    sign = -1 if metric == "logloss" else 1
    scores = {cell.recipe.model: sign * cell.score for cell in result.cells if cell.score == cell.score}
    assert scores[result.best.recipe.model] == max(scores.values())
    ours = {model: score for model, score in scores.items() if model in models[:2]}
    assert result.best.baseline and ours[result.best_trainable.recipe.model] == max(ours.values())
    assert result.best.p == 1.0 and sum(cell.best for cell in result.cells) == 1


def test_of_equals_the_best_is_what_nb_train_makes() -> None:
    rows = [("ab"[i % 2], f"key{i % 2} n{i}") for i in range(60)]
    corpus = in_memory(["whitespace"], [Record(text, label, "f", 1) for label, text in rows])
    recipes = [Recipe("whitespace", (1, 1), "category", model) for model in ("logistic", "multinomial")]
    result = compare(corpus, recipes)
    assert {cell.score for cell in result.cells} == {1.0} and result.best.recipe.model == "multinomial"
    assert [cell.tied for cell in result.cells] == [True, False]


@pytest.mark.parametrize("form", ["text", "markdown", "csv"])
def test_a_baseline_that_is_best_is_marked_so(form: str, said, tmp_path: Path) -> None:
    corpus = table(tmp_path / "t.tsv", dependent())
    data = json.loads(said("compare", corpus, *BASELINES, "--json"))
    best, own = data["best"], data["best_trainable"]
    assert best["baseline"] and best["train"] is None and best["score"] == max(c["score"] for c in data["cells"])
    assert own["model"] == "multinomial" and own["train"].startswith(f"nb train {corpus} --tokenizer whitespace")
    out = said("compare", corpus, *BASELINES, "--report", form)
    marks = set(re.findall(r"(\d\.\d{4}) \(\d+\) ([*= ])", out))
    assert {(f"{best['score']:.4f}", "*"), (f"{own['score']:.4f}", " ")} <= marks
    if form != "csv":
        told = "McNemar's test tells it from the best"
        line = f"best: category {best['model']}, {best['score']:.4f}, a baseline; the best that nb train makes: "
        assert f"{line}category multinomial, {own['score']:.4f} ({told}); to train it: {own['train']}" in out


def lead(page: Path) -> str:
    """Return the headline of a page: its first paragraph, without marks."""
    text = re.search(r'<p class="lead">(.*?)</p>', page.read_text(encoding="utf-8"), re.DOTALL)
    assert text
    return re.sub(r"<[^>]*>", "", text[1])


def test_the_page_says_what_its_chart_shows(said, tmp_path: Path) -> None:
    corpus, page = table(tmp_path / "t.tsv", dependent()), tmp_path / "p.html"
    data = json.loads(said("compare", corpus, *BASELINES, "--json", "--html", page))
    assert lead(page).startswith(f"{data['best']['name']}, a baseline, is best: accuracy {data['best']['score']:.4f}")
    text = page.read_text(encoding="utf-8")
    assert f"To train it: <code>{data['best_trainable']['train']}</code>" in text
    starred = re.findall(r'<data value="([^"]*)">[^<]*</data> ★', text)
    assert [float(value) for value in starred] == [data["best"]["score"]]


# Copies


def test_a_headline_that_copies_flatter_says_so_beside_the_figure(said, tmp_path: Path) -> None:
    rows = dependent(120)
    corpus, page = table(tmp_path / "t.tsv", rows * 3), tmp_path / "p.html"
    data = json.loads(said("compare", corpus, *BASELINES, "--json", "--html", page))
    assert data["flattered"] and not data["distinct"]["flattered"]
    head, shown = lead(page), f"{data['best']['score']:.4f}"
    assert f"Without copies {data['distinct']['best']['name']}" in head and shown in head
    assert f"{shown}, flattered: {data['leaked']:,} of the {data['n_test']:,} texts" in head
    out = said("compare", corpus, *BASELINES)
    assert f"best: {data['best']['name']}, {shown}, flattered by copies" in out and "flatters every cell" in out
    # The same without copies is trained by its own line.
    assert data["distinct"]["best_trainable"]["model"] in data["distinct"]["best_trainable"]["train"]


def test_a_handful_of_copies_is_said_as_such(said, tmp_path: Path) -> None:
    rows = [("ab"[i % 2], f"key{i % 2} n{i}") for i in range(3000)]
    words = [table(tmp_path / "t.tsv", rows + rows[:6]), "--tokenizer", "whitespace", "--html", tmp_path / "p.html"]
    data = json.loads(said("compare", *words, "--json"))
    n, of = data["leaked"], data["n_test"]
    assert 0 < n <= 4 and not data["flattered"]
    out = said("compare", *words)
    assert f"\n{n} of the {of:,} test texts, " in out and f"at most {n} answers are correct because of it" in out
    assert "warning" not in out and "flatter" not in out and not re.search(r"(?<!\d)0 %", out)
    assert "flatter" not in lead(tmp_path / "p.html")


def test_a_few_copies_of_a_small_class_flatter_a_score_of_that_class() -> None:
    rows = [("a", f"key n{i}") for i in range(2000)] + [("b", f"other n{i % 5}") for i in range(10)]
    corpus = in_memory(["whitespace"], [Record(text, label, "f", 1) for label, text in rows])
    flattered = {m: compare(corpus, [Recipe("whitespace", (1, 1))], metric=m).flattered for m in METRICS}
    assert flattered == {m: m == "macro-f1" or m == "auc" for m in METRICS}
    assert compare(corpus, [Recipe("whitespace", (1, 1))], metric="recall:b").flattered


@given(st.integers(1, 10**7).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n))))
def test_a_share_is_none_or_all_only_where_it_is(pair: tuple[int, int]) -> None:
    part, whole = pair
    shown = share(part, whole)
    assert (shown == "0 %") == (part == 0) and (shown == "100 %") == (part == whole)
    assert shown == f"{part:,}" or abs(int(shown.removesuffix(" %")) - 100 * part / whole) <= 0.5


# Choices


def test_all_goes_with_names_and_each_comes_once(said) -> None:
    words = ["compare", MAIL_EN, "--tokenizer", "words", "--json"]
    every = json.loads(said(*words, "--models", "all", "--features", "all"))["cells"]
    again = json.loads(said(*words, "--models", "gaussian,all,default,all", "--features", "tfidf,all"))["cells"]

    def cells(found):
        return sorted((cell["features"], cell["model"]) for cell in found)

    assert cells(again) == sorted([*cells(every), ("", "default")])


# Seconds


def slow(monkeypatch: pytest.MonkeyPatch, place: object, name: str) -> None:
    """Have a function take a quarter of a second longer."""
    function = getattr(place, name)
    monkeypatch.setattr(place, name, lambda *given, **options: time.sleep(0.25) or function(*given, **options))


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (load("tokenizers", "words"), "tokenize"),
        (_vocabulary, "sorted_keys_of"),
        (load("vectorizers", "category"), "weigh"),
    ],
)
def test_what_cells_share_counts_for_each(place: object, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    slow(monkeypatch, place, name)
    corpus = in_memory(["words", "chars"], [Record(text, label, "f", 1) for label, text in dependent(60)])
    models = ["bernoulli", "multinomial", "categorical", "gaussian", "logistic"]
    recipes = [Recipe("words", (1, 1), "category", model) for model in models]
    recipes += [Recipe("", (1, 1), "", "default")]
    for cell in compare(corpus, recipes).cells:
        assert cell.train + cell.predict >= 0.25, cell.recipe.model


@pytest.mark.parametrize("shared", ["tokenize", "count"])
def test_folds_have_their_share(shared: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from nbcli.evaluation import fold as _fold

    place, name = (load("tokenizers", "words"), "tokenize") if shared == "tokenize" else (_fold, "keys_of")
    slow(monkeypatch, place, name)
    corpus = in_memory(["words"], [Record(text, label, "f", 1) for label, text in dependent(60)])
    recipes = [Recipe("words", (1, 1), "category", model) for model in ("bernoulli", "multinomial", "logistic")]
    for cell in compare(corpus, recipes, cv=3).cells:
        assert cell.train >= 0.16 and cell.predict >= 0.08, cell.recipe.model


def test_without_times_the_same_input_gives_the_same_bytes(said) -> None:
    words = ["compare", MAIL_EN, "--tokenizer", "words", "--models", "multinomial,default"]
    assert said(*words) == said(*words) and "train + predict, s" not in said(*words)
    assert said(*words, "--times").count("train + predict, s") == 2


# Figures of the training


def figures(said, name: str = "default") -> tuple[str, dict[str, object]]:
    return said("info", name), json.loads(said("info", name, "--json"))


def test_info_says_of_which_texts_its_figures_are(said, tmp_path: Path) -> None:
    corpus = table(tmp_path / "t.tsv", dependent(60))
    more = table(tmp_path / "more.tsv", [("a", "keya and more"), ("b", "keyb and more")])
    said("train", corpus, "--ngrams", "1", "--target-precision", "0.8", "--for", "a")
    shown, data = figures(said)
    assert "at training" not in shown
    for name in ("leave_one_out", "threshold"):
        assert (data[name]["texts_at_training"], data[name]["updated"]) == (60, False)
    steps = [
        (["update", more], "now 62"),
        (["update", "--forget", more], "updated since"),
        (["update", "--correct", "b", f"a={tmp_path / 'one.txt'}"], "updated since"),
    ]
    (tmp_path / "one.txt").write_text(dependent(60)[0][1] + "\n", encoding="utf-8")
    for words, now in steps:
        said(*words)
        shown, data = figures(said)
        marked = f"(of the 60 texts at training, {now})"
        assert [
            line.startswith(("line of", "leave", "mean posterior")) for line in shown.splitlines() if marked in line
        ] == [True] * 3
        listed = json.loads(said("models", "--json"))[0]
        for one in (data, listed):
            for name in ("leave_one_out", "threshold"):
                assert (one[name]["texts_at_training"], one[name]["updated"]) == (60, True)


def test_a_file_that_does_not_say_is_taken_at_its_word(said, tmp_path: Path) -> None:
    """Earlier versions did not note how many texts there were, nor that there were more since."""
    said("train", table(tmp_path / "t.tsv", dependent(60)))
    path = tmp_path / "store/default.nb"
    line, body = path.read_bytes().split(b"\n", 1)
    head = json.loads(line)
    del head["texts_at_training"]
    path.write_bytes(json.dumps(head).encode().ljust(len(line)) + b"\n" + body)
    shown, data = figures(said)
    assert "leave-one-out (of the texts at training)" in shown
    assert data["leave_one_out"]["updated"] is None


# The line of precision


@given(st.integers(0, 10_000), st.integers(3, 400), st.sampled_from([0.55, 0.9, 0.95, 0.99, 0.999, 0.99999]))
def test_a_precision_refused_names_the_highest_that_is_taken(seed: int, n: int, precision: float) -> None:
    random = np.random.default_rng(seed)
    p = np.round(random.beta(3, 1, n), 2)
    codes = (random.random(n) < p ** random.uniform(0.05, 2)).astype(int)
    loo = LeaveOneOut(codes, np.stack((1 - p, p), axis=1))

    def asked(target: float) -> str:
        try:
            threshold(loo, ["ham", "spam"], "spam", target)
        except NbError as error:
            return str(error)
        return ""

    refusal = asked(precision)
    assume(refusal)
    found = re.search(r"at most --target-precision (\S+) \(spam from (\S+) on, ([\d,]+) of the ([\d,]+) ", refusal)
    if not found:
        assert "no precision at all" in refusal and asked(0.0002)
        return
    most = float(found[1])
    line = threshold(loo, ["ham", "spam"], "spam", most)
    assert float(found[2]) == pytest.approx(line["proba"], abs=1e-6)
    called = p > 0.5
    assert (int(found[3]), int(found[4])) == (int((called & (p < line["proba"])).sum()), int(called.sum()))
    assert asked(most + 0.0001)


def test_a_share_that_is_exactly_reached_is_taken() -> None:
    """.55 * 100 is 55.00000000000001 in floating point."""
    codes = np.array([1] * 55 + [0] * 45)
    loo = LeaveOneOut(codes, np.tile([0.1, 0.9], (100, 1)))
    assert threshold(loo, ["ham", "spam"], "spam", 0.55)["precision"] == 0.55


@pytest.mark.corpus
def test_the_precision_of_the_readme_is_taken(said) -> None:
    said("train", CORPORA / "sms-en/SMSSpamCollection", "--target-precision", "0.99", "--for", "spam")
    assert json.loads(said("info", "--json"))["threshold"]["precision"] >= 0.99
