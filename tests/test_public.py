"""`import nbcli`: what a Python program gets is what the commands print, and an import costs next to nothing."""

import json
import subprocess
import sys
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nbcli
from nbcli.system.display import rounded
from tests.conftest import MAIL_EN, ROOT, Nb

HAM, SPAM = (Path(MAIL_EN, f"{label}.txt").read_text(encoding="utf-8").splitlines() for label in ("ham", "spam"))
TEXTS, LABELS = [*HAM, *SPAM], ["ham"] * len(HAM) + ["spam"] * len(SPAM)
ODD = ["", " ", "zzz qqq", "Free PRIZE, 100 % 公司代开发票", "\u202e see\tyou"]


@pytest.fixture(scope="module")
def model() -> nbcli.Classifier:
    return nbcli.train(TEXTS, LABELS)


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Let the store of the commands be that of this process, and the time stand still."""
    monkeypatch.setenv("NB_STORE", str(tmp_path / "store"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")


def test_the_import_brings_nothing_along() -> None:
    code = "import sys; before = set(sys.modules); import nbcli; print(sorted(set(sys.modules) - before))"
    code += "; nbcli.NbError; nbcli.load; print('numpy' in sys.modules, sorted(dir(nbcli)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert done.stdout.splitlines() == ["['nbcli']", f"True {sorted(nbcli.__all__)}"], done.stderr
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        nbcli.nope  # noqa: B018


def test_it_is_typed() -> None:
    assert Path(nbcli.__file__).with_name("py.typed").exists()
    public = [nbcli.load, nbcli.train]
    public += [one for name, one in vars(nbcli.Classifier).items() if name[0] != "_" and callable(one)]
    for one in public:
        assert one.__doc__
        assert "return" in typing.get_type_hints(one), one


@pytest.mark.parametrize(
    ("options", "words"),
    [({}, []), ({"model": "bernoulli", "ngrams": (1, 2), "min_df": 2}, ["--model", "bernoulli", "--min-df", "2"])],
)
def test_training_gives_the_file_that_nb_train_gives(
    here: None, run_nb: Nb, tmp_path: Path, options: dict[str, Any], words: list[str]
) -> None:
    assert run_nb(["train", MAIL_EN, "--name", "by-command", *words]).returncode == 0
    expected = (tmp_path / "store/by-command.nb").read_bytes()
    pairs = list(zip(TEXTS, LABELS, strict=True))
    for corpus, labels in ((pairs, None), (TEXTS, LABELS), (MAIL_EN, None), ([Path(MAIL_EN)], None)):
        path = nbcli.train(corpus, labels, **options).save("by-program")
        assert path.read_bytes() == expected


def test_it_answers_and_explains_as_the_commands(here: None, run_nb: Nb, model: nbcli.Classifier) -> None:
    model.save("en")
    texts = [*HAM[:3], *SPAM[:3], *ODD]
    done = run_nb(["predict", "--name", "en", "--json"], "".join(f"{text}\n" for text in texts))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["label"] for one in answers] == model.predict(texts)
    expected = [[one["proba"][label] for label in model.labels] for one in answers]
    np.testing.assert_allclose(model.predict_proba(texts), expected, rtol=1e-9)
    done = run_nb(["explain", "--name", "en", "--json"], "".join(f"{text}\n" for text in texts))
    explained = [json.loads(line) for line in done.stdout.splitlines()]
    assert explained == [model.explain(text).as_dict() for text in texts]
    assert [one["sentence"] for one in explained] == [model.explain(text).sentence() for text in texts]
    done = run_nb(["predict", "--name", "en", "--min-proba", "0.9"], "".join(f"{text}\n" for text in texts))
    assert done.stdout.decode().splitlines() == nbcli.load("en").predict(texts, min_proba=0.9)
    shown = json.loads(run_nb(["info", "en", "--json"]).stdout)["leave_one_out"]
    assert model.leave_one_out
    assert rounded(model.leave_one_out) == {name: shown[name] for name in model.leave_one_out}


@settings(max_examples=20)
@given(st.lists(st.tuples(st.text(max_size=20), st.sampled_from(["ham", "spam"])), min_size=1, max_size=5))
def test_forgetting_what_was_learned_leaves_what_was(pairs: list[tuple[str, str]]) -> None:
    small = nbcli.train(TEXTS[120:140], LABELS[120:140], model="multinomial")
    before = small.predict_proba(TEXTS)
    new = [(text, label) for text, label in pairs if text.strip()]
    if not new:
        return
    texts, labels = zip(*new, strict=True)
    assert small.update(texts, labels) == len(new)
    assert small.update(texts, labels) == 0
    assert small.forget(texts, labels) == len(new)
    np.testing.assert_array_equal(small.predict_proba(TEXTS), before)


def test_a_label_is_corrected(model: nbcli.Classifier) -> None:
    small = nbcli.train(TEXTS[120:140], LABELS[120:140])
    wrong = nbcli.train(TEXTS[120:140], ["spam", *LABELS[121:140]])
    assert wrong.correct([TEXTS[120]], "ham") == 1
    assert wrong.correct([TEXTS[120]], "ham") == 0
    assert wrong.texts.tolist() == small.texts.tolist()
    assert small.update(["hej"], ["svenska"], new_label=True) == 1
    assert small.labels == ["ham", "spam", "svenska"]


BAD: list[tuple[Callable[[nbcli.Classifier], Any], str]] = [
    (lambda model: model.predict("one text"), "give a list: [text]"),
    (lambda model: model.predict(5), "int was given in the place of texts"),
    (lambda model: model.predict(["a", None]), "records:2: not a text but NoneType"),
    (lambda model: model.predict(["a"], min_proba=2), "must be"),
    (lambda model: model.predict(["a"], unsure="ham"), "ham is a label"),
    (lambda model: model.explain(b"a"), "records:1: not a text but bytes"),
    (lambda model: model.update(["a"], ["a", "b"]), "1 texts and 2 labels"),
    (lambda model: model.update(["a"], [""]), "records:1: a text without a label"),
    (lambda model: model.update(["a"], ["eggs"]), "no label 'eggs'"),
    (lambda model: model.update([], []), "the corpus has no texts"),
    (lambda model: model.forget(["never"], ["ham"]), "never learned as ham"),
    (lambda model: model.correct(["never"], "ham"), "never learned"),
    (lambda model: model.save(".."), "is no name for a model"),
    (lambda model: nbcli.load("nobody"), "there is no model at"),
    (lambda model: nbcli.train("no/such/file"), "no/such/file: there is no such file"),
    (lambda model: nbcli.train([("a", "b"), ("c",)]), "not (text, label) pairs"),
    (lambda model: nbcli.train([("a", 1), ("b", 2)]), "records:1: not a text but int"),
    (lambda model: nbcli.train(5), "int was given"),
    (lambda model: nbcli.train(TEXTS, ["ham"] * len(TEXTS)), "one class only"),
    (lambda model: nbcli.train(TEXTS, LABELS, alpha=-1), "alpha=-1: must be"),
    (lambda model: nbcli.train(TEXTS, LABELS, modell="bernoulli"), "no recipe has modell; choose from tokenizer"),
    (lambda model: nbcli.train(TEXTS, LABELS, jobs=0), "jobs=0: must be"),
    (lambda model: nbcli.train(TEXTS, LABELS, target=("eggs", 0.9)), "no such label"),
    (lambda model: nbcli.train(MAIL_EN, format="docx"), "docx: no such choice"),
    (lambda model: nbcli.train(MAIL_EN, encoding="klingon"), "no such encoding"),
]


@pytest.mark.parametrize(("call", "message"), BAD)
def test_bad_input_is_one_error_of_one_line(
    call: Callable[[nbcli.Classifier], Any], message: str, model: nbcli.Classifier, here: None
) -> None:
    with pytest.raises(nbcli.NbError) as error:
        call(model)
    assert message in str(error.value)
    assert "\n" not in str(error.value)
    assert error.value.remedy


def test_what_was_read_and_chosen_is_told() -> None:
    lines: list[str] = []
    trained = nbcli.train(MAIL_EN, say=lines.append)
    assert any("leave-one-out accuracy" in line for line in lines)
    assert any(line.startswith(f"{MAIL_EN}: files") for line in lines)
    assert repr(trained).startswith("<nbcli.Classifier: 2 labels, 260 texts")
