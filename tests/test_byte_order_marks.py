"""A U+FEFF inside a text says nothing, wherever the text is read: to learn, answer, explain or check."""

import csv
import json
import subprocess
import sys
from io import StringIO
from pathlib import Path

import numpy as np
import pytest

import nbcli
from nbcli.checking.texts import usable_of
from nbcli.corpus import read, records

MARKED = [("spam", "fr\ufeffee money\ufeff"), ("ham", "\ufefflunch at noon"), ("ham", "\ufeff \ufeff"), ("ham", "noon")]
BARE = [("spam", "free money"), ("ham", "lunch at noon"), ("ham", "noon")]


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("marks") / "c.csv"
    file.write_text("label,text\n" + "".join(f"{label},{text}\n" for label, text in MARKED))
    return file


@pytest.fixture(scope="module")
def model(table: Path) -> nbcli.Classifier:
    return nbcli.train(str(table), ngrams="1-2")


def nb(*words: str, input: str = "") -> str:
    command = [sys.executable, "-m", "nbcli", *words]
    return subprocess.run(command, input=input, capture_output=True, text=True, check=True).stdout


def test_all_ways_of_training_learn_the_same(table: Path, model: nbcli.Classifier) -> None:
    pairs = nbcli.train([(text, label) for label, text in MARKED], ngrams="1-2")
    for other in (pairs, nbcli.train([(text, label) for label, text in BARE], ngrams="1-2")):
        assert [view.state()["symbols"] for view in other.views] == [view.state()["symbols"] for view in model.views]
        assert other.texts.tolist() == model.texts.tolist() == [2, 1]


def test_what_check_takes_is_what_training_takes(table: Path) -> None:
    taken = [(one.label, one.text) for one in read([str(table)])]
    assert [(one.label, one.text) for one in usable_of(list(records([str(table)])))] == taken == BARE


def test_all_ways_of_answering_say_the_same(table: Path, model: nbcli.Classifier, tmp_path: Path) -> None:
    name = str(model.save(tmp_path / "m.nb"))
    marked, bare = [text for _, text in MARKED], [text.replace("\ufeff", "") for _, text in MARKED]
    expected = model.predict_proba(bare)
    assert (model.predict_proba(marked) == expected).all()
    lines = "".join(f"{text}\n" for text in marked)
    rows = csv.DictReader(StringIO(nb("predict", "--name", name, str(table))))
    np.testing.assert_allclose([float(row["nb_proba"]) for row in rows], expected.max(axis=1), atol=1e-4)
    bare_lines = nb("predict", "--name", name, "--proba", input="".join(f"{text}\n" for text in bare))
    assert nb("predict", "--name", name, "--proba", input=lines) == bare_lines
    for text, other in zip(marked, bare, strict=True):
        assert json.loads(nb("explain", "--name", name, "--json", "--", text)) == model.explain(other).as_dict()
        assert model.explain(text).as_dict() == model.explain(other).as_dict()
