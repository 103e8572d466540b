"""`nb` as a shell sees it: pipelines, exit statuses, one line for whatever is wrong."""

import itertools
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nbcli import __version__
from nbcli.choices import choices
from nbcli.cli import run

ROOT = Path(__file__).parents[1]
MAIL = str(ROOT / "data" / "mail-en")
LABELS = {"ham", "spam"}


def few(folder, n=20):
    """Write the first n texts of each class of the sample corpus to a folder."""
    folder.mkdir()
    for label in sorted(LABELS):
        lines = (Path(MAIL) / f"{label}.txt").read_text(encoding="utf-8").splitlines()[:n]
        (folder / f"{label}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(folder)


@pytest.fixture(scope="module")
def trained(tmp_path_factory):
    """Return a folder with a corpus of 40 texts, and a store with the model that was learned from it."""
    folder = tmp_path_factory.mktemp("cli")
    few(folder / "mail")
    done = nb(folder / "store", "train", str(folder / "mail"), "--model", "multinomial")
    assert done.returncode == 0, done.stderr
    return folder


def command(*arguments):
    return [sys.executable, "-m", "nbcli", *map(str, arguments)]


def environment(store):
    return os.environ | {"NB_STORE": str(store), "PYTHONPATH": str(ROOT)}


def nb(store, *arguments, text="", **options):
    return subprocess.run(
        command(*arguments),
        input=text,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(store),
        timeout=60,
        **options,
    )


# The main job


def test_train_predict_models_and_info(tmp_path):
    texts = (Path(MAIL) / "spam.txt").read_text(encoding="utf-8")
    done = nb(tmp_path, "train", MAIL, "--name", "mail")
    assert done.returncode == 0 and done.stdout == ""
    assert "learned 260 texts (130 ham, 130 spam)" in done.stderr and "use it: nb predict --name mail" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mail.nb"]
    done = nb(tmp_path, "predict", "--name", "mail", text=texts)
    labels = done.stdout.splitlines()
    assert done.returncode == 0 and done.stderr == "" and len(labels) == 130
    assert labels.count("spam") > 115 and set(labels) <= LABELS
    listed = nb(tmp_path, "models")
    assert listed.returncode == 0 and "mail" in listed.stdout and "260" in listed.stdout
    (found,) = json.loads(nb(tmp_path, "models", "--json").stdout)
    head = json.loads(nb(tmp_path, "info", "mail", "--json").stdout)
    assert found == {"name": "mail", **head} and head["texts"] == {"ham": 130, "spam": 130}
    assert "130" in nb(tmp_path, "info", "mail").stdout


def test_the_forms_of_an_answer_agree(trained):
    store, text = trained / "store", "free prize, reply now\nthe minutes of the meeting\n\nqqqq\n"
    plain = nb(store, "predict", text=text).stdout.splitlines()
    assert len(plain) == 4 and plain[:2] == ["spam", "ham"]
    proba = [line.split("\t") for line in nb(store, "predict", "--proba", text=text).stdout.splitlines()]
    assert [row[0] for row in proba] == plain
    objects = [json.loads(line) for line in nb(store, "predict", "--json", text=text).stdout.splitlines()]
    assert [one["label"] for one in objects] == plain
    assert [one["status"] for one in objects] == ["ok", "ok", "empty", "unknown"]
    for one, (_, p) in zip(objects, proba, strict=True):
        assert set(one["proba"]) == LABELS and abs(sum(one["proba"].values()) - 1) < 1e-5
        assert abs(one["proba"][one["label"]] - float(p)) < 1e-3
    assert nb(store, "predict", "--only", "spam", text=text).stdout.splitlines()[0] == "free prize, reply now"
    assert nb(store, "predict", "--is", "ham", text="free prize, reply now").returncode == 1
    assert nb(store, "predict", "--is", "spam", text="free prize, reply now").returncode == 0


def test_files_are_read_in_the_order_given(trained, tmp_path):
    (tmp_path / "a").write_text("free prize\n")
    (tmp_path / "b").write_text("minutes of the meeting")
    done = nb(trained / "store", "predict", tmp_path / "a", "-", tmp_path / "b", text="free\n")
    assert done.stdout.splitlines() == ["spam", "spam", "ham"]


def test_an_answer_comes_before_the_next_line(trained):
    with subprocess.Popen(
        command("predict"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment(trained / "store")
    ) as process:
        for line, label in ((b"free prize\n", b"spam\n"), (b"minutes of the meeting\n", b"ham\n")):
            process.stdin.write(line)
            process.stdin.flush()
            assert process.stdout.readline() == label
        process.stdin.close()
        assert process.wait(20) == 0


@pytest.mark.parametrize("extra", [(), ("--proba",), ("--json",), ("--only", "spam"), ("--columns", "label,text")])
def test_a_closed_pipe_is_quiet(trained, tmp_path, extra):
    big = tmp_path / "big"
    big.write_text("free prize, reply now\n" * 20_000)
    line = f"{' '.join(command('predict', big, *extra))} | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", line], capture_output=True, text=True, env=environment(trained / "store"), timeout=60
    )
    assert done.stderr == "" and len(done.stdout.splitlines()) == 2 and done.stdout.endswith("\n0\n")


def test_ctrl_c_while_waiting_is_130_and_quiet(trained):
    with subprocess.Popen(
        command("predict"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(trained / "store"),
        # A shell ignores Ctrl-C in what it runs in the background, and so would the tests that such a shell starts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        process.stdin.write(b"free prize\n")
        process.stdin.flush()
        assert process.stdout.readline() == b"spam\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert process.stderr.read() == b"" and process.stdout.read() == b""


# Help


def test_help_lists_every_command_and_each_has_its_own(capsys):
    assert run(["--help"]) == 0
    out = capsys.readouterr().out
    for name in choices("commands"):
        assert f"  {name} " in out
        assert run([name, "--help"]) == 0
        assert "Usage: nb " + name in capsys.readouterr().out
    assert run([]) == 0 and capsys.readouterr().out == out
    assert nb("/nowhere", "--help").stdout == out


def test_version():
    done = nb("/nowhere", "--version")
    assert (done.returncode, done.stdout, done.stderr) == (0, f"nb {__version__}\n", "")


# compare


def test_compare_is_the_same_every_time_in_every_form(trained):
    options = ("compare", str(trained / "mail"), "--tokenizer", "words", "--ngrams", "1-2", "--cv", "3")
    for form in ("text", "csv", "markdown", "json"):
        first, second = (nb(trained / "store", *options, "--report", form) for _ in range(2))
        assert first.returncode == 0 and first.stderr == "" and first.stdout == second.stdout != ""
        assert "2022" in first.stdout or form == "csv"
        if form == "json":
            json.loads(first.stdout)
        if form == "markdown":
            assert "|" in first.stdout


def test_compare_seeds_differ_and_categorical_is_not_for_weights(trained, monkeypatch, capsys):
    outputs = set()
    for seed in ("1", "2", "3"):
        assert run(["compare", str(trained / "mail"), "--tokenizer", "words", "--seed", seed]) == 0
        outputs.add(capsys.readouterr().out.replace(f"seed {seed}", ""))
    assert len(outputs) == 3 and all("categorical" in output for output in outputs)


# What is wrong is said in one line


@pytest.fixture
def refused(trained, tmp_path, monkeypatch, capfd):
    """Return what runs `nb` and holds it to one line on stderr and exit status 2; the models stay as they were."""
    store = trained / "store"
    monkeypatch.setenv("NB_STORE", str(store))

    def check(*arguments):
        before = {path.name: path.read_bytes() for path in store.iterdir()}
        status = run(list(map(str, arguments)))
        out, err = capfd.readouterr()
        assert status == 2, (arguments, out, err)
        assert out == "" and err.startswith("nb: ") and err.count("\n") == 1 and err.endswith("\n"), (arguments, err)
        assert "Traceback" not in err and len(err) > 20
        assert {path.name: path.read_bytes() for path in store.iterdir()} == before
        return err

    return check


CORPUS, MODEL = "MAIL", "MODEL"
LEARNERS = ("train", "update", "compare", "evaluate", "check")
RECIPE = [
    *[("--alpha", value) for value in ("-1", "nan", "inf", "x", "")],
    *[("--tokenizer", value) for value in ("", "no", "_han", "../words")],
    *[("--features", value) for value in ("", "no")],
    *[("--ngrams", value) for value in ("", "0", "4", "2-1", "1-4", "1-2-3", "-1", "x", "１")],
    *[("--var-smoothing", value) for value in ("-1", "nan", "inf", "x")],
    *[("--top-k", value) for value in ("0", "-1", "x", "1.5")],
    *[("--min-df", value) for value in ("0", "-1", "x")],
    ("--user-dict", "/no/such/file"),
]
READING = [
    ("--format", "no"),
    ("--encoding", "no-such"),
    ("--encoding", "\0"),
    ("--encoding", "base64"),
    ("--report", "no"),
]
BAD = {
    "train": [
        *RECIPE,
        *READING[:-1],
        *[("--model", value) for value in ("", "no", "multinomial,gaussian")],
        *[("--prior", value) for value in ("", "no", "ham=1", "ham=0.5,spam=x", "ham=2,spam=-1", "ham=0.5,spam=0.6")],
        ("--prior", "ham=0.5,eggs=0.5"),
        ("--target-precision", "0.9"),
        ("--for", "spam"),
        ("--target-precision", "2", "--for", "spam"),
        ("--target-precision", "nan", "--for", "spam"),
        ("--target-precision", "0.9999", "--for", "spam"),
        ("--target-precision", "0.9", "--for", "eggs"),
        ("--recipe", "/no/such/file"),
        ("--recipe", "FOLDER"),
        ("--model", "categorical", "--features", "tfidf"),
        ("--model", "categorical", "--features", "idf"),
        ("--tokenizer", "chars", "--user-dict", "FILE"),
        ("--min-df", "1000"),
        ("--tokenizer", "jieba"),
        ("--name", ""),
        ("--name", "FILE/m.nb"),
        ("--no-such",),
        ("--alpha",),
    ],
    "compare": [
        *[pair for pair in RECIPE if pair != ("--user-dict", "")],
        *READING,
        *[("--models", value) for value in ("", "no", "multinomial,,gaussian", "multinomial,no")],
        *[("--tokenizers", value) for value in ("no", "words:4", "words,", "words:1-2-3")],
        *[("--alpha", value) for value in ("no=1", "multinomial=x", "multinomial=", "multinomial=1,2")],
        *[("--test-size", value) for value in ("0", "1", "-1", "nan", "x", "0.001")],
        *[("--cv", value) for value in ("0", "1", "-2", "x", "1000")],
        *[("--repeat", value) for value in ("0", "2", "x")],
        *[("--seed", value) for value in ("-1", "4294967296", "x")],
        *[("--metric", value) for value in ("", "no", "f1", "f1:eggs", "recall:", "f1:")],
        ("--features", "tfidf", "--models", "categorical"),
        ("--json", "--markdown"),
        ("--html", "/no/such/folder/x.html"),
    ],
    "update": [*READING[:-1], ("--name", "no"), ("--forget", "--correct", "ham"), ("--correct", "")],
    "evaluate": [*READING, ("--name", "no"), ("--errors", "-1"), ("--errors", "x"), ("--json", "--markdown")],
    "check": [
        *READING,
        *[("--top", value) for value in ("0", "-1", "x")],
        ("--json", "--markdown"),
        ("--user-dict", "/no/such/file"),
        ("--fix", "/no/such/folder/out"),
    ],
    "predict": [
        *[("--top", value) for value in ("0", "-1", "x")],
        *[("--min-proba", value) for value in ("-1", "2", "nan", "x")],
        *[("--columns", value) for value in ("no", "label,", "label,no")],
        *[("--input", value) for value in ("", "no")],
        *[("--only", value) for value in ("eggs", "")],
        *[("--is", value) for value in ("eggs", "")],
        *[("--json", *other) for other in (("--columns", "label"), ("--only", "spam"), ("--is", "spam"))],
        *[("--name", value) for value in ("no", "", "/no/such.nb", "FOLDER/")],
        ("-v",),
        ("--header",),
        ("--mail", "--only", "spam"),
        ("--input", "csv"),
        ("--unsure", "ham", "--min-proba", "0.9"),
        ("--encoding", "no-such"),
        ("/no/such/file",),
        ("FOLDER",),
    ],
    "explain": [
        *[("text", "--top", value) for value in ("0", "-1", "x")],
        ("text", "--name", "no"),
        ("text", "--report", "no"),
        ("text", "--formula", "--json"),
        ("text", "--html", "/no/such/folder/x.html"),
    ],
    "words": [
        *[("--top", value) for value in ("0", "-1", "x")],
        ("--name", "no"),
        ("--label", "eggs"),
        ("--report", "no"),
        ("--html", "/no/such/folder/x.html"),
    ],
    "info": [("no",), ("/no/such.nb",), ("FOLDER/",), ("",), ("a", "b"), ("--no-such",)],
    "models": [("x",), ("--no-such",)],
}


@pytest.mark.parametrize(
    ("name", "options"),
    [(name, options) for name, all_ in BAD.items() for options in all_],
    ids=lambda value: value if isinstance(value, str) else ascii(" ".join(value)),
)
def test_an_option_that_makes_no_sense(refused, trained, tmp_path, name, options):
    (tmp_path / "file").write_text("x\n")
    known = {
        "FOLDER": tmp_path,
        "FOLDER/": f"{tmp_path}/",
        "FILE": tmp_path / "file",
        "FILE/m.nb": tmp_path / "file/m.nb",
    }
    corpus = [trained / "mail"] if name in LEARNERS else []
    refused(name, *corpus, *(known.get(option, option) for option in options))


@pytest.mark.parametrize(
    "arguments",
    [("no",), ("--no-such",), ("train",), ("compare",), ("update",), ("evaluate",), ("check",), ("-x",), ("",)],
)
def test_what_is_no_command_line(refused, arguments):
    refused(*arguments)


def corpora(folder):
    """Return corpora of which nothing can be learned, by what is wrong with them."""
    (folder / "empty-folder").mkdir()
    (folder / "void.txt").write_bytes(b"")
    (folder / "blank.txt").write_bytes(b"\n \n\t\n")
    (folder / "good.txt").write_text("one text\nanother text\n")
    (folder / "bytes.txt").write_bytes(b"fine\n\xff\xfe\xff\x80\x81\n")
    (folder / "one").mkdir()
    (folder / "one" / "ham.txt").write_text("one text\n")
    (folder / "marks.txt").write_text("\u200b\n\u200b\n")
    good = f"ham={folder / 'good.txt'}"
    return {
        "no file": [f"ham={folder / 'no.txt'}", good],
        "no such folder": [folder / "no"],
        "an empty folder": [folder / "empty-folder"],
        "one class": [folder / "one"],
        "one class in two files": [good, good],
        "an empty file": [folder / "void.txt"],
        "two empty files": [f"ham={folder / 'void.txt'}", f"spam={folder / 'void.txt'}"],
        "two files of blank lines": [f"ham={folder / 'blank.txt'}", f"spam={folder / 'blank.txt'}"],
        "a class without texts": [good, f"spam={folder / 'void.txt'}"],
        "undecodable": [good, f"spam={folder / 'bytes.txt'}"],
        "a label without a file": ["ham="],
        "an empty label": [f"={folder / 'good.txt'}"],
        "nothing": [""],
        "a folder for a file": [f"ham={folder / 'one'}", good],
        "a NUL": ["ham=a\0b", good],
    }


CORPORA = [
    "no file",
    "no such folder",
    "an empty folder",
    "one class",
    "one class in two files",
    "an empty file",
    "two empty files",
    "two files of blank lines",
    "a class without texts",
    "undecodable",
    "a label without a file",
    "an empty label",
    "nothing",
    "a folder for a file",
    "a NUL",
]
# What can be done with one class, or with none of a label's texts.
FINE = {
    "update": ("one class", "one class in two files", "a class without texts", "a folder for a file"),
    "evaluate": ("one class", "one class in two files", "a class without texts", "a folder for a file"),
    "check": ("one class", "one class in two files", "a class without texts", "undecodable", "a folder for a file"),
}


@pytest.mark.parametrize("wrong", CORPORA)
@pytest.mark.parametrize("name", LEARNERS)
def test_a_corpus_of_which_nothing_can_be_learned(refused, tmp_path, name, wrong):
    given = corpora(tmp_path)
    assert list(given) == CORPORA
    if wrong not in FINE.get(name, ()):
        refused(name, *given[wrong])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read and write everything")
def test_a_file_that_may_not_be_read(refused, tmp_path):
    (tmp_path / "secret.txt").write_text("x")
    (tmp_path / "secret.txt").chmod(0)
    assert "secret" in refused("train", f"ham={tmp_path / 'secret.txt'}", f"spam={tmp_path / 'secret.txt'}")


@pytest.mark.parametrize("name", ["predict", "info", "evaluate", "update", "words", "explain"])
@pytest.mark.parametrize("data", [b"", b"x", b"{}\n", b'{"nb": 99}\n', b"\x80\x04N."])
def test_a_damaged_model(refused, trained, tmp_path, name, data):
    path = tmp_path / "m.nb"
    path.write_bytes(data)
    corpus = [trained / "mail"] if name in LEARNERS else ["text"] if name == "explain" else []
    err = refused(name, *corpus, *([path] if name == "info" else ["--name", path]))
    assert "m.nb" in err and ("format 99" in err or "not a whole nb model" in err)
    assert path.read_bytes() == data and [p.name for p in tmp_path.iterdir()] == ["m.nb"]


def test_models_shows_the_others_where_one_is_damaged(trained, tmp_path, monkeypatch, capsys):
    (tmp_path / "a.nb").write_bytes(b"x")
    (tmp_path / "b.nb").write_bytes((trained / "store" / "default.nb").read_bytes())
    monkeypatch.setenv("NB_STORE", str(tmp_path))
    assert run(["models"]) == 0
    out, err = capsys.readouterr()
    assert "a.nb: not a whole nb model" in out and "multinomial" in out and err == ""


def test_a_store_that_cannot_be_written(trained, tmp_path, monkeypatch, capfd):
    (tmp_path / "file").write_text("x")
    for store in (tmp_path / "file", tmp_path / "file" / "in", Path("/proc/no")):
        monkeypatch.setenv("NB_STORE", str(store))
        assert run(["train", str(trained / "mail"), "--alpha", "1"]) == 2
        out, err = capfd.readouterr()
        assert out == "" and err.startswith("nb: ") and err.count("\n") == 1


# The whole grid


@pytest.mark.parametrize(("features", "model"), itertools.product(choices("vectorizers"), choices("models")))
def test_every_recipe_trains_and_predicts_or_is_refused(trained, tmp_path, monkeypatch, capfd, features, model):
    monkeypatch.setenv("NB_STORE", str(tmp_path))
    corpus, asked = trained / "mail", trained / "mail" / "spam.txt"
    for tokenizer, ngrams in itertools.product(choices("tokenizers"), ("1", "1-2")):
        recipe = ["--tokenizer", tokenizer, "--ngrams", ngrams, "--features", features, "--model", model]
        status = run(["train", str(corpus), *recipe])
        out, err = capfd.readouterr()
        assert out == ""
        if (model == "categorical" and features in ("tfidf", "idf")) or tokenizer == "jieba":
            assert status == 2 and err.startswith("nb: ") and err.count("\n") == 1, err
            continue
        assert status == 0 and "learned 40 texts" in err, err
        assert run(["predict", str(asked)]) == 0
        out, err = capfd.readouterr()
        labels = out.splitlines()
        assert len(labels) == 20 and set(labels) <= LABELS and err == ""
