"""`nb export NAME FILE.json`: the schema of README, and a reader of it in another language."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

import nbcli
from nbcli.exports._model.portable import portable, written
from nbcli.exports.json import files
from tests.conftest import MAIL_EN, MAIL_ZH, ROOT, Nb

COMPILER = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
# What the reader does not know: other scripts, addresses, and the letter that it would not lower.
BEYOND = re.compile(r"[^ -~]|@|://|www\.|_")


@pytest.fixture(scope="module")
def reader(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if COMPILER is None:
        pytest.skip("there is no C compiler (cc, gcc or clang)")
    program = tmp_path_factory.mktemp("reader") / "reader"
    source = ROOT / "tests/exports/reader.c"
    done = subprocess.run([COMPILER, "-O2", "-o", program, source, "-lm"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return program


def texts_of(corpus: str) -> list[str]:
    lines = [line for file in sorted(Path(corpus).glob("*.txt")) for line in file.read_text("utf-8").splitlines()]
    return [line for line in lines if not BEYOND.search(line)]


@pytest.mark.parametrize("options", [{}, {"features": "idf", "tokenizer": "chars", "ngrams": "1-3", "alpha": 0.01}])
def test_a_reader_in_c_gives_the_same_posteriors(reader: Path, tmp_path: Path, options: dict[str, object]) -> None:
    model = nbcli.train(MAIL_EN, **options)
    assert (model.correction is None) == bool(options)
    file = tmp_path / "mail.json"
    file.write_bytes(files(model, "mail")[".json"])
    texts = [*texts_of(MAIL_EN), "", "zzqx", "Free PRIZE, 1,000.50 now!!  it's  yours"]
    assert len(texts) > 200
    done = subprocess.run([reader, file], input="\n".join(texts) + "\n", capture_output=True, text=True)
    found = np.array([[float(p) for p in line.split()] for line in done.stdout.splitlines()])
    np.testing.assert_allclose(found, model.predict_proba(texts), rtol=0, atol=1e-9)


@pytest.mark.parametrize("options", [{}, {"model": "gaussian", "features": "tfidf"}, {"model": "categorical"}])
def test_json_has_what_readme_says(options: dict[str, object]) -> None:
    model = nbcli.train(MAIL_ZH, **options)
    data = json.loads(written(portable(model)))
    assert list(data) == [
        "nb",
        "format",
        "version",
        "labels",
        "texts",
        "log_prior",
        "threshold",
        "blend",
        "correction",
        "columns",
        "views",
    ]
    readme = (ROOT / "README.md").read_text("utf-8")
    schema = readme.partition("### As JSON")[2].partition("\n## ")[0]
    named = {*data, *data["views"][0], *(data["blend"] or {}), *(data["correction"] or {})}
    assert [name for name in named if f"`{name}`" not in schema] == []
    view = data["views"][0]
    assert len(view["terms"]) == model.views[0].size == len(set(view["terms"]))


def test_half_a_character_is_written_as_json_can() -> None:
    assert json.loads(written(["a\ud800b", "𠮷"]).decode("utf-8")) == ["a\ud800b", "𠮷"]


def test_the_command_writes_the_file_and_says_so(run_nb: Nb, tmp_path: Path) -> None:
    run_nb(["train", MAIL_EN, "--name", "en"])
    done = run_nb(["export", "en", tmp_path / "en.json"])
    assert (done.returncode, done.stdout) == (0, b"") and done.stderr.startswith(b"wrote: ")
    assert json.loads((tmp_path / "en.json").read_bytes())["labels"] == ["ham", "spam"]
    other = run_nb(["export", "en", tmp_path / "en", "--to", "json"])
    assert other.returncode == 0 and (tmp_path / "en").read_bytes() == (tmp_path / "en.json").read_bytes()


def test_a_dash_is_stdout(run_nb: Nb, tmp_path: Path) -> None:
    run_nb(["train", MAIL_EN, "--model", "multinomial", "--name", "mail"])
    run_nb(["export", "mail", tmp_path / "mail.json"])
    assert run_nb(["export", "mail", "-", "--to", "json"]).stdout == (tmp_path / "mail.json").read_bytes()
    assert b"--to" in run_nb(["export", "mail", "-"]).stderr
    assert not Path("-").exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ([], b"nb: name a model, and a file or --package; see nb export --help"),
        (["en", "en.json", "--package", "x"], b"nb: name a model, and a file or --package; see "),
        (["en", "en.txt"], b"nb: en.txt: its name does not say what it is to be; end it in ."),
        (["en", "--package", "x", "--to", "json"], b"nb: --to json makes no package; leave it out, or give --to mjs"),
        (["en", "en.json", "--to", "exe"], b"nb: --to exe: no such choice; choose from "),
        (["none", "en.json"], b"nb: there is no model at "),
    ],
)
def test_bad_input_gets_a_line(run_nb: Nb, arguments: list[str], said: bytes) -> None:
    done = run_nb(["export", *arguments])
    assert done.returncode == 2 and done.stderr.startswith(said) and done.stderr.count(b"\n") == 1
