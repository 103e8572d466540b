"""Tables from the command line and from Python: all columns in one sum, from training to taking back."""

import csv
import io
import json
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sklearn.datasets import make_blobs

import nbcli
from nbcli import store
from nbcli.classifier.of_records import schema_of
from nbcli.errors import NbError
from nbcli.evaluation import train_test_split
from nbcli.explaining import curves, explain_row
from nbcli.schema import row_of
from tests.conftest import CORPORA, Done, environment
from tests.test_tables_in_and_out import inside

# Li Hang, Statistical Learning Methods (2012), example 4.1.
LI_HANG = [
    ("1", "S", "-1"), ("1", "M", "-1"), ("1", "M", "1"), ("1", "S", "1"), ("1", "S", "-1"), ("2", "S", "-1"),
    ("2", "M", "-1"), ("2", "M", "1"), ("2", "L", "1"), ("2", "L", "1"), ("3", "L", "1"), ("3", "M", "1"),
    ("3", "M", "1"), ("3", "L", "1"), ("3", "L", "-1"),
]  # fmt: skip
# THEORY.md, example 2.
PATIENTS = [
    ("sneezing", "nurse", "cold"), ("sneezing", "farmer", "allergy"), ("headache", "builder", "concussion"),
    ("headache", "builder", "cold"), ("sneezing", "teacher", "cold"), ("headache", "teacher", "concussion"),
]  # fmt: skip


def as_csv(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([names, *rows])
    return out.getvalue()


def people(n: int = 120, seed: int = 1) -> list[list[object]]:
    """Return rows of age, plan, code, note and id; the plan goes with age and code."""
    draw = random.Random(seed)
    rows: list[list[object]] = []
    for i in range(n):
        plan = draw.choice(["basic", "pro"])
        age = round(draw.gauss(30 if plan == "basic" else 45, 6), 1)
        city = draw.choice(["Köln", "北京", "Köln"] if plan == "basic" else ["Oslo", "北京", "Oslo"])
        rows.append(["" if i % 17 == 0 else age, plan, city, f"A{draw.randrange(10**9):09}"])
    return rows


NAMES = ("age", "plan", "city", "id")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with people.csv, and people.nb, which has learned it."""
    folder = tmp_path_factory.mktemp("tables")
    (folder / "people.csv").write_text(as_csv(NAMES, people()), encoding="utf-8")
    run(["train", folder / "people.csv", "--label-column", "plan", "--name", folder / "people.nb"])
    return folder


def run(arguments: Sequence[object], data: bytes | str = b"") -> Done:
    done = inside(arguments, data.encode() if isinstance(data, str) else data)
    assert done.returncode == 0, done.stderr.decode()
    return done


def refused(arguments: Sequence[object], data: bytes | str = b"") -> str:
    done = inside(arguments, data.encode() if isinstance(data, str) else data)
    said = done.stderr.decode()
    assert (done.returncode, said.count("\n")) == (2, 1), said
    return said


def body(path: Path) -> bytes:
    """Return a model file without its first line, which has the time of training."""
    return path.read_bytes().partition(b"\n")[2]


def test_training_says_what_each_column_is(place: Path) -> None:
    said = run(["train", place / "people.csv", "--label-column", "plan", "--name", place / "x.nb"]).stderr.decode()
    assert "label from plan, 3 other columns; 120 texts" in said
    assert "\n  age: number, " in said and ", 8 empty, " in said and ", weight " in said
    assert "\n  city: category, 3 values, categorical, weight " in said
    assert "\n  id: skip, nearly all values differ\n" in said
    head = store.header(str(place / "x.nb"))
    assert [one["kind"] for one in head["columns"]["columns"]] == ["number", "category", "skip"]
    assert body(place / "x.nb") == body(place / "people.nb"), "the same input, the same bytes"
    shown = run(["info", place / "x.nb"]).stdout.decode()
    assert "city, category, categorical" in shown
    assert refused(["words", place / "x.nb"]).startswith("nb: the model has learned a table without a text")


def test_models_of_tables_are_listed(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NB_STORE", str(place / "store"))
    run(["train", place / "people.csv", "--label-column", "plan", "--name", "p"])
    assert b"table, 2 columns" in run(["models"]).stdout


def test_columns_are_found_by_name_and_others_pass_through(place: Path) -> None:
    model = ["--name", place / "people.nb"]
    out = run(["predict", *model, "--input", "csv"], "more,city,age\nx,Oslo,50\ny,Köln,25\n").stdout.decode()
    assert [line.rsplit(",", 3)[:2] for line in out.splitlines()] == [
        ["more,city,age", "label"], ["x,Oslo,50", "pro"], ["y,Köln,25", "basic"]
    ]  # fmt: skip
    tsv = run(["predict", *model, "--input", "tsv"], "city\tage\nOslo\t50\nKöln\t25\n").stdout.decode()
    assert [line.split("\t")[2] for line in tsv.splitlines()] == ["label", "pro", "basic"]
    # A file is read as a table without being told so, and stdin too, whose form shows in its first line.
    file = run(["predict", *model, place / "people.csv"])
    assert file.stdout.count(b"\n") == 121 and file.stderr == b""
    assert run(["predict", *model], (place / "people.csv").read_bytes()).stdout == file.stdout
    objects = run(["predict", *model], '{"age": 50, "city": "Oslo", "x": [1]}\n{"city": "Köln"}\n').stdout.decode()
    answers = [json.loads(line) for line in objects.splitlines()]
    assert [(one["label"], one["status"]) for one in answers] == [("pro", "ok"), ("basic", "ok")]
    assert answers[0]["x"] == [1]


def test_what_a_row_lacks_or_has_too_much_of(place: Path) -> None:
    model = ["predict", "--name", place / "people.nb"]
    said = refused([*model, "--input", "csv"], "city,more\nOslo,x\n")
    assert "the model needs the column age; add it; the table has city, more" in said
    rows = 'age,city\nabc,Oslo\n50,Oslo\n,\n"1,000",Paris\ninf,Oslo\n'
    out = run([*model, "--input", "csv"], rows).stdout.decode().splitlines()[1:]
    assert [line.rpartition(",")[2] for line in out] == ["unreadable", "ok", "empty", "ok", "unreadable"]
    lines = run([*model], '{"age": "abc"}\nnonsense\n{}\n{"city": "Paris"}\n').stdout.decode().splitlines()
    assert [json.loads(line)["status"] for line in lines] == ["unreadable", "unreadable", "empty", "unknown"]


def test_options_of_texts_are_refused(place: Path) -> None:
    model = ["--name", place / "people.nb", place / "people.csv"]
    for option in (["--top", "2"], ["--json"], ["--only", "pro"], ["--is", "pro"], ["--mail"], ["--jobs", "2"],
                   ["--text-column", "city"], ["--input", "lines"], ["--input", "mbox"]):  # fmt: skip
        assert "learned a table" in refused(["predict", *model, *option])
    train = ["train", place / "people.csv", "--label-column", "plan", "--name", place / "x.nb"]
    for option in (["--ngrams", "2"], ["--model", "multinomial", "--features", "tfidf"], ["--prior", "words"],
                   ["--density", "nothing"], ["--missing", "x"], ["--columns", "age:x"], ["--columns", "ag:number"],
                   ["--columns", "city:number"]):  # fmt: skip
        refused([*train, *option])
    assert "--text-column" in refused([*train, "--columns", "age:number", "--text-column", "city"])
    assert not (place / "none.nb").exists()


def test_answers_come_as_the_rows_do(place: Path) -> None:
    command = [sys.executable, "-m", "nbcli", "predict", "--name", str(place / "people.nb")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(place)) as nb:
        assert nb.stdin and nb.stdout
        try:
            for row, label in (({"age": 50, "city": "Oslo"}, "pro"), ({"age": 25, "city": "Köln"}, "basic")):
                nb.stdin.write(json.dumps(row).encode() + b"\n")
                nb.stdin.flush()
                assert json.loads(nb.stdout.readline())["label"] == label
            nb.stdin.close()
            assert nb.wait(30) == 0
        finally:
            nb.kill()


def test_learning_in_parts_and_taking_back(place: Path, tmp_path: Path) -> None:
    """The plain densities are counts: parts give the state of the whole, and what is taken back is gone."""
    rows = people()
    whole, first, second = (tmp_path / f"{name}.csv" for name in ("whole", "first", "second"))
    for path, some in ((whole, rows), (first, rows[:80]), (second, rows[80:])):
        path.write_text(as_csv(NAMES, some), encoding="utf-8")
    plain = ["--label-column", "plan", "--density", "categorical", "--columns", "age:number,id:skip,city:category"]
    for name, path in (("whole", whole), ("parts", first), ("first", first)):
        run(["train", path, *plain, "--name", tmp_path / f"{name}.nb"])
    # Rows like others that it has learned may be others all the same.
    said = run(["update", second, "--again", "--name", tmp_path / "parts.nb"]).stderr.decode()
    assert "learned 40 more texts" in said

    def answers(name: str) -> bytes:
        return run(["predict", whole, "--name", tmp_path / f"{name}.nb"]).stdout

    assert answers("parts") == answers("whole")
    assert "40 already known" in run(["update", second, "--name", tmp_path / "parts.nb"]).stderr.decode()
    run(["update", second, "--forget", "--name", tmp_path / "parts.nb"])
    assert answers("parts") == answers("first")
    assert "never learned" in refused(["update", second, "--forget", "--name", tmp_path / "parts.nb"])
    # Columns in another order, and others beside them, are the same rows.
    other = [[row[2], "x", row[1], row[0]] for row in rows[:80]]
    second.write_text(as_csv(("city", "more", "plan", "age"), other), encoding="utf-8")
    assert "80 already known" in run(["update", second, "--name", tmp_path / "parts.nb"]).stderr.decode()
    second.write_text(as_csv(("city", "age"), [[row[2], row[0]] for row in rows[:3]]), encoding="utf-8")
    done = run(["update", second, "--correct", "pro", "--name", tmp_path / "parts.nb"])
    # All rows with the values of one of these.
    moved = sum((row[0], row[2]) in [(one[0], one[2]) for one in rows[:3]] and row[1] == "basic" for row in rows[:80])
    assert f"moved {moved} text" in done.stderr.decode()
    assert "--columns is of training" in refused(
        ["update", whole, "--columns", "age:text", "--name", tmp_path / "parts.nb"]
    )


def test_judging_and_checking(place: Path, tmp_path: Path) -> None:
    judged = json.loads(run(["evaluate", place / "people.csv", "--name", place / "people.nb", "--json"]).stdout)
    assert judged["texts"] == 120 and judged["accuracy"] > 0.8
    rows = people(200, 3)
    wrong = next(row for row in rows if row[1] == "pro" and row[0] and float(str(row[0])) > 50 and row[2] == "Oslo")
    wrong[1] = "basic"
    table = as_csv((*NAMES, "same"), [[*row, "x"] for row in rows])
    (tmp_path / "c.csv").write_text(table, encoding="utf-8")
    done = inside(["check", tmp_path / "c.csv", "--label-column", "plan", "--json"])
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)["findings"]
    assert {"column": "same", "what": "always x"} in found["columns"]
    assert rows.index(wrong) + 2 in [one["line"] for one in found["suspects"]]
    inside(["check", tmp_path / "c.csv", "--label-column", "plan", "--html", tmp_path / "check.html"])
    assert "always x" in (tmp_path / "check.html").read_text(encoding="utf-8")
    for command in (["evaluate", place / "people.csv", "--name", place / "people.nb"],
                    ["compare", place / "people.csv", "--label-column", "plan", "--densities", "bins"]):  # fmt: skip
        run([*command, "--html", tmp_path / "page.html"])


def test_densities_are_compared(place: Path, tmp_path: Path) -> None:
    corpus = [place / "people.csv", "--label-column", "plan"]
    data = json.loads(run(["compare", *corpus, "--json", "--baselines", "--cv", "4"]).stdout)
    names = [line["name"] for line in data["lines"]]
    assert names[:7] == ["default", "gaussian", "kernel", "bins", "mdl", "logistic", "gradient boosting"]
    assert all(line["tested"] == 120 and line["accuracy"] > 0.7 and line["log_loss"] < 1 for line in data["lines"])
    assert data["lines"][1]["train"].endswith("--label-column plan --density gaussian")
    shown = run(["compare", *corpus, "--densities", "bins,default"]).stdout.decode()
    assert "bins" in shown and "McNemar" in shown and "to train it: nb train " in shown
    assert "gaussian" in refused(["compare", *corpus, "--densities", "bin"])


@pytest.mark.parametrize("options", [[], ["--density", "gaussian"]])
def test_what_a_missing_value_is_can_be_said(place: Path, tmp_path: Path, options: list[str]) -> None:
    """Where missing counts, a row without an age is told apart from one that says nothing; where not, it is that."""
    rows = [["" if plan == "pro" and i % 2 else i % 9, plan] for i in range(60) for plan in ("basic", "pro")]
    (tmp_path / "c.csv").write_text(as_csv(("age", "plan"), rows))
    corpus = [tmp_path / "c.csv", "--label-column", "plan", "--columns", "age:number", *options]
    for missing, proba in (("skip", 0.5), ("value", None)):
        run(["train", *corpus, "--missing", missing, "--name", tmp_path / "m.nb"])
        model = nbcli.load(tmp_path / "m.nb")
        found = model.predict_proba([{"age": None}])[0, 1]
        assert np.isclose(found, 0.5) if proba else found > 0.8
        assert [one["missing"] for one in store.header(str(tmp_path / "m.nb"))["recipes"]] == [missing]


def test_regions_are_drawn(tmp_path: Path) -> None:
    draw = random.Random(4)
    rows = [[draw.gauss(c, 0.5), draw.gauss(-c, 0.5), "abc"[c]] for c in range(3) for _ in range(20)]
    (tmp_path / "c.csv").write_text(as_csv(("a", "b", "class"), rows))
    files = [f"--{form}={tmp_path / f'r.{form}'}" for form in ("svg", "png", "html")]
    done = run(["regions", tmp_path / "c.csv", "--label-column", "class", "--json", *files])
    data = json.loads(done.stdout)
    assert (data["x"], data["y"], data["points"]) == ("a", "b", 60)
    assert all(model["correct"] > 0.8 and abs(sum(model["share"].values()) - 1) < 1e-9 for model in data["models"])
    svg, png, page = ((tmp_path / f"r.{form}").read_bytes() for form in ("svg", "png", "html"))
    assert b"<svg" in svg and png.startswith(b"\x89PNG") and b"<svg role" in page
    assert "no column of numbers" in refused(["regions", tmp_path / "c.csv", "--label-column", "class", "--x", "z"])


def test_li_hang_by_hand(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(as_csv(("X1", "X2", "Y"), LI_HANG))
    train = ["train", tmp_path / "c.csv", "--label-column", "Y", "--model", "categorical", "--name", tmp_path / "m.nb"]
    run([*train, "--alpha", "0"])
    row = '{"X1": 2, "X2": "S"}'
    assert json.loads(run(["predict", "--name", tmp_path / "m.nb"], row).stdout)["proba"] == 0.75
    model = nbcli.load(tmp_path / "m.nb")
    assert np.allclose(np.exp(joint(model, {"X1": 2, "X2": "S"})), [1 / 15, 1 / 45], rtol=1e-12)
    run([*train, "--alpha", "1", "--prior", "smoothed"])
    smoothed = np.exp(joint(nbcli.load(tmp_path / "m.nb"), {"X1": 2, "X2": "S"}))
    # (6 + 1) / 17 x (2 + 1) / 9 x (3 + 1) / 9, and (9 + 1) / 17 x (3 + 1) / 12 x (1 + 1) / 12
    assert np.allclose(smoothed, [7 / 17 * 3 / 9 * 4 / 9, 10 / 17 * 4 / 12 * 2 / 12], rtol=1e-12)
    assert smoothed.round(4).tolist() == [0.061, 0.0327]


def joint(model: nbcli.Classifier, row: dict[str, object]) -> np.ndarray:
    from nbcli.classifier.of_records import batch_of
    from nbcli.corpus import rows_of

    schema = schema_of(model)
    assert schema is not None
    return model.joint(model.rows(batch_of(model, schema, rows_of([row]))))[0]


def test_patients_by_hand(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(as_csv(("symptom", "job", "diagnosis"), PATIENTS))
    run(["train", tmp_path / "c.csv", "--label-column", "diagnosis", "--density", "categorical", "--alpha", "0",
         "--name", tmp_path / "m.nb"])  # fmt: skip
    model = nbcli.load(tmp_path / "m.nb")
    with np.errstate(divide="ignore"):
        found = np.exp(joint(model, {"symptom": "sneezing", "job": "builder"}))
    # allergy, cold, concussion: P(cold) P(sneezing | cold) P(builder | cold) = 1/2 x 2/3 x 1/3
    assert np.allclose(found, [0, 1 / 9, 0])
    assert np.isfinite(model.predict_proba([{"symptom": "headache", "job": "farmer"}])).all()


def test_accounts_by_hand(tmp_path: Path) -> None:
    """A hundred accounts a class have the book's shares in the bins of .1, .2 and 0: .5 .7 .2 real, .1 .2 .9 fake."""
    shares = {"real": (50, 70, 20), "fake": (10, 20, 90)}
    rows = [[*((".05-.2", "below")[i >= n] for n in shares[c]), c] for c in shares for i in range(100)]
    (tmp_path / "c.csv").write_text(as_csv(("F1", "F2", "F3", "account"), rows))
    run(["train", tmp_path / "c.csv", "--label-column", "account", "--density", "categorical", "--alpha", "0",
         "--prior", "real=.89,fake=.11", "--name", tmp_path / "m.nb"])  # fmt: skip
    row = dict.fromkeys(("F1", "F2", "F3"), ".05-.2")
    assert np.allclose(np.exp(joint(nbcli.load(tmp_path / "m.nb"), row)), [0.00198, 0.0623])
    found = json.loads(run(["predict", "--name", tmp_path / "m.nb"], json.dumps(row)).stdout)
    assert found["label"] == "real" and found["proba"] == pytest.approx(0.969, abs=5e-4)


def test_points_in_bins_by_hand(tmp_path: Path) -> None:
    """THEORY's seventh example: 20 bins a column, a probability a bin, beside the gaussian on the same points."""
    x, y = make_blobs(n_samples=400, centers=4, cluster_std=0.85, random_state=0)
    (tmp_path / "c.csv").write_text(
        as_csv(("a", "b", "class"), [[*row[::-1], f"c{c}"] for row, c in zip(x, y, strict=True)])
    )
    corpus = [tmp_path / "c.csv", "--label-column", "class", "--name", tmp_path / "m.nb"]
    right = {}
    for density in (["bins", "--bins", "20", "--alpha", "1"], ["gaussian"]):
        run(["train", *corpus, "--density", *density])
        judged = json.loads(run(["evaluate", tmp_path / "c.csv", "--name", tmp_path / "m.nb", "--json"]).stdout)
        right[density[0]] = judged["accuracy"]
        if "bins" in density:
            model = nbcli.load(tmp_path / "m.nb")
            # In the first bin of each there is nobody of some classes, which are unlikely, and not impossible.
            corner = {"a": -1e6, "b": -1e6}
            counts = np.array(
                [[(np.sort(x[:, 1 - j])[:20, None] == x[y == c, 1 - j]).sum() for c in range(4)] for j in (0, 1)]
            )
            expected = np.log(1 / 4) + np.log((counts + 1) / (100 + 20)).sum(axis=0)
            assert np.allclose(joint(model, corner), expected) and (counts == 0).any()
    assert right["bins"] > 0.9 and abs(right["bins"] - right["gaussian"]) < 0.03
    assert "--bins has no use for --density gaussian" in refused(
        ["train", *corpus, "--density", "gaussian", "--bins", "5"]
    )


@pytest.mark.corpus
def test_iris_as_scikit_learn_splits_it(tmp_path: Path) -> None:
    with (CORPORA / "tables" / "iris.csv").open() as file:
        head, *rows = csv.reader(file)
    train, test = train_test_split(len(rows), 0.2, 1)
    for name, some in (("train", train), ("test", test)):
        (tmp_path / f"{name}.csv").write_text(as_csv(head, [rows[i] for i in some]))
    corpus = [tmp_path / "train.csv", "--label-column", "class", "--model", "gaussian", "--name", tmp_path / "m.nb"]
    run(["train", *corpus])
    judged = json.loads(run(["evaluate", tmp_path / "test.csv", "--name", tmp_path / "m.nb", "--json"]).stdout)
    assert (judged["texts"], round(judged["accuracy"] * 30)) == (30, 29)


def test_python_takes_rows(tmp_path: Path) -> None:
    rows = [dict(zip(NAMES, row, strict=True)) for row in people()]
    plans = [str(row.pop("plan")) for row in rows]
    model = nbcli.train(rows, plans)
    assert model.predict([{"age": np.float64(50), "city": "Oslo"}, {"age": np.int64(25)}]) == ["pro", "basic"]
    proba = model.predict_proba(rows)
    assert proba.shape == (120, 2) and np.allclose(proba.sum(axis=1), 1)
    assert model.update([{"age": 99, "city": "Rome"}], ["pro"]) == 1
    assert model.update(rows, plans) == 0
    assert model.forget([{"city": "Rome", "age": 99}], ["pro"]) == 1
    assert np.allclose(model.predict_proba(rows), proba)
    told = model.explain({"age": 50, "city": "Oslo"})
    assert np.allclose(told.posterior, model.predict_proba([{"age": 50, "city": "Oslo"}])[0])
    assert {"age = 50", "city = Oslo"} >= {term.spelling for term in told.terms}
    model.save(tmp_path / "m.nb")
    assert (nbcli.load(tmp_path / "m.nb").predict_proba(rows) == model.predict_proba(rows)).all()
    for wrong in (["text"], {"age": 1}, [3], [{1: 2}]):
        with pytest.raises(NbError):
            model.predict(wrong)  # type: ignore[arg-type]


CELLS = st.sampled_from(
    ["1", "2.5", "-3", "1e300", "-1e300", "1e-300", "1,234", "12 %", "１２", "?", "", "NA", "-", "inf", "nan", "x",
     "y y", "true", "2024-01-02", '"', "\x00", "优惠", "a=b", "\ufeff", "1e999", "0", "0", "1"]
)  # fmt: skip


@given(st.lists(st.tuples(st.sampled_from("pq"), CELLS, CELLS, CELLS), min_size=2, max_size=25))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_rubbish_is_learned_and_answered_or_refused(tmp_path: Path, rows: list[tuple[str, str, str, str]]) -> None:
    path, model = tmp_path / "c.csv", tmp_path / "m.nb"
    path.write_text(as_csv(("y", "a", "b", "c"), rows), encoding="utf-8")
    for options in ([], ["--density", "gaussian"], ["--density", "kernel"], ["--columns", "a:category,b:text"]):
        done = inside(["train", path, "--label-column", "y", "--name", model, *options])
        assert done.returncode in (0, 2), done.stderr
        if done.returncode == 2:
            assert done.stderr.count(b"\n") == 1, done.stderr
            continue
        for answer in (
            inside(["predict", path, "--name", model]),
            inside(["update", path, "--forget", "--name", model]),
        ):
            assert answer.returncode in (0, 2), answer.stderr
            assert answer.returncode == 0 or answer.stderr.count(b"\n") == 1, answer.stderr


def test_a_label_and_a_text_are_what_they_were(tmp_path: Path) -> None:
    """A table of these alone, or of these among others, is a corpus of texts: its model has the bytes of any other."""
    texts = {
        label: [f"{word} number {i % 7}" for i in range(12)] for label, word in (("ham", "lunch"), ("spam", "prize"))
    }
    specs = []
    for label, some in texts.items():
        (tmp_path / f"{label}.txt").write_text("\n".join(some) + "\n")
        specs.append(f"{label}={tmp_path / f'{label}.txt'}")
    rows = [(label, text, i) for label, some in texts.items() for i, text in enumerate(some)]
    (tmp_path / "two.csv").write_text(as_csv(("label", "what"), [row[:2] for row in rows]))
    (tmp_path / "more.csv").write_text(as_csv(("label", "text", "age"), rows))
    corpora = {"lines": specs, "two": [tmp_path / "two.csv"], "more": [tmp_path / "more.csv"]}
    corpora["asked"] = [tmp_path / "more.csv", "--label-column", "label", "--text-column", "text"]
    for name, corpus in corpora.items():
        run(["train", *corpus, "--name", tmp_path / f"{name}.nb"])
    assert len({body(tmp_path / f"{name}.nb") for name in corpora}) == 1
    assert all("columns" not in store.header(str(tmp_path / f"{name}.nb")) for name in corpora)


def test_a_page_draws_the_columns(place: Path, tmp_path: Path) -> None:
    row = ["age=50", "city=Oslo"]
    run(["explain", "--name", place / "people.nb", *row, "--html", tmp_path / "e.html"])
    page = (tmp_path / "e.html").read_text(encoding="utf-8")
    assert page.count("What the classes make of the values of") == 2
    model = nbcli.load(place / "people.nb")
    schema = schema_of(model)
    assert schema is not None
    explained = explain_row(model, schema, row_of(row, schema))
    age, city = sorted(curves(model, explained, 9), key=lambda one: one.column)
    assert age.at == 50 and np.allclose(age.density.sum(axis=1) * (age.x[1] - age.x[0]), 1)
    assert city.categories[int(city.at or 0)] == "Oslo" and np.allclose(city.density.sum(axis=1), 1, atol=0.05)
