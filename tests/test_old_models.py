"""Models outlive versions: what older files lack has its default of then; what newer ones have is named and refused."""

import hashlib
import io
import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest

from nbcli import store
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.recipe import OF_OLD, Recipe
from nbcli.classifier.updating import drop_correction
from nbcli.errors import NbError
from nbcli.store import state as stored_state
from nbcli.store import stream
from tests.conftest import Nb
from tests.golden import make
from tests.learning import classifier_of

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.nb"))
OF_THIS_SHAPE = [name for name in NAMES if name.startswith(f"format-{store.FORMAT}.{store.MINOR}")]


def read(name: str) -> tuple[dict[str, Any], dict[str, Any]]:
    line, body = (GOLDEN / f"{name}.nb").read_bytes().split(b"\n", 1)
    return json.loads(line), stream.load(io.BytesIO(body), len(body))


def written(folder: Path, head: dict[str, Any], state: dict[str, Any]) -> str:
    """Return a model file of this first line and body."""
    body = io.BytesIO()
    joblib.dump(state, body)
    data = body.getvalue()
    head = head | {"length": len(data), "sha256": hashlib.sha256(data).hexdigest()}
    (folder / "m.nb").write_bytes(json.dumps(head).encode() + b"\n" + data)
    return str(folder / "m.nb")


def answers(classifier: Classifier) -> list[list[float]]:
    proba: list[list[float]] = classifier.classify(make.ASKED)[0].tolist()
    return proba


@pytest.mark.parametrize("name", NAMES)
def test_a_model_of_every_shape_is_read_for_good_and_goes_on_learning(name: str, run_nb: Nb, tmp_path: Path) -> None:
    expected = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    classifier = store.load(str(GOLDEN / f"{name}.nb"))
    proba, status = classifier.classify(expected["asked"])
    assert classifier.labels == expected["labels"] and status == expected["status"]
    np.testing.assert_allclose(proba, expected["proba"], rtol=0, atol=1e-9)
    copy = tmp_path / "m.nb"
    copy.write_bytes((GOLDEN / f"{name}.nb").read_bytes())
    label = expected["labels"][0]
    for command in (["update", f"{label}=-"], ["update", "--forget", f"{label}=-"], ["predict"]):
        done = run_nb([*command, "--name", copy], "news of the meeting\n")
        assert done.returncode == 0, done.stderr
    # What has learned, and taken back what it learned, is what it was; but for a correction, which is then dropped.
    drop_correction(classifier)
    proba = classifier.classify(expected["asked"])[0]
    np.testing.assert_allclose(store.load(str(copy)).classify(expected["asked"])[0], proba, rtol=0, atol=1e-12)


def test_there_is_a_golden_file_of_this_shape() -> None:
    assert len(OF_THIS_SHAPE) == 5


@pytest.mark.parametrize("name", OF_THIS_SHAPE)
def test_files_of_this_shape_are_what_is_written_now(name: str) -> None:
    """Whoever adds a part or an option adds a golden file of it (make.py, MINOR), and leaves those of before."""
    head, state = read(name)
    classifier = store.load(str(GOLDEN / f"{name}.nb"))
    again = stored_state.summary(classifier)
    assert {key: head[key] for key in again} == again
    assert set(head) - set(again) == {"nb", "minor", "version", "trained", "length", "sha256"}
    assert parts(stored_state.state_of(classifier)) == parts(state)


def parts(tree: Any) -> Any:
    if isinstance(tree, dict):
        return {key: parts(value) for key, value in tree.items()}
    return [parts(value) for value in tree] if isinstance(tree, list) else type(tree)


@pytest.mark.parametrize("option", [field.name for field in fields(Recipe)])
def test_an_option_that_a_recipe_lacks_is_that_of_the_time_before_it(option: str, tmp_path: Path) -> None:
    classifier = classifier_of(Recipe(), make.corpus([], ["words"]))
    head = json.loads(store.save(classifier, str(tmp_path / "m.nb")).read_bytes().split(b"\n", 1)[0])
    head["recipes"][0].pop(option, None)
    older = written(tmp_path, head, stored_state.state_of(classifier))
    assert store.load(older).views[0].recipe == Recipe()
    assert store.header(older)["recipes"] == [OF_OLD | Recipe().as_dict()]
    assert answers(store.load(older)) == answers(classifier)


def test_what_an_option_was_before_it_was_one_does_not_change() -> None:
    """Where a default changes, OF_OLD keeps the old one; only an option that is new comes to this list."""
    assert OF_OLD == {
        "tokenizer": "words",
        "ngrams": [1, 2],
        "features": "category",
        "model": "multinomial",
        "alpha": 0.1,
        "var_smoothing": 1e-9,
        "top_k": None,
        "min_df": 1,
        "prior": None,
        "norm": False,
    }


@pytest.mark.parametrize("name", OF_THIS_SHAPE)
@pytest.mark.parametrize("key", ["minor", "leave_one_out", "threshold", "gone", "texts_at_training"])
def test_a_part_that_came_later_may_be_missing(name: str, key: str, tmp_path: Path) -> None:
    head, state = read(name)
    head.pop(key, None)
    if state["blend"]:
        state["blend"].pop(key, None)
    assert answers(store.load(written(tmp_path, head, state))) == answers(store.load(str(GOLDEN / f"{name}.nb")))


def test_facts_that_are_not_known_are_kept(run_nb: Nb, tmp_path: Path) -> None:
    head, state = read("format-1.1-blend")
    head |= {"kept": {"format": "csv", "columns": ["a", "b"]}, "later": [1, None, {"x": 2.5}], "version": "0.9.0"}
    name = written(tmp_path, head, state)
    assert run_nb(["info", name]).returncode == 0
    assert run_nb(["update", "ham=-", "--name", name], "one more\n").returncode == 0
    after = store.header(name)
    assert (after["kept"], after["later"]) == (head["kept"], head["later"])


NEWER = {
    "an option 'beta'": (("recipes", 0, "beta"), 2.0),
    "the tokenizer 'bpe'": (("recipes", 0, "tokenizer"), "bpe"),
    "the features 'bm25'": (("recipes", 0, "features"), "bm25"),
    "the model 'student'": (("recipes", 0, "model"), "student"),
    "a figure of a threshold 'abstain'": (("threshold", "abstain"), 0.1),
    "a form of 'threshold'": (("threshold",), [0.1]),
    "a form of 'leave_one_out'": (("leave_one_out",), {"texts": 3}),
}
NEWER_PARTS = {
    "a part 'columns'": ("columns",),
    "a part of views 'stop_words'": ("views", 0, "stop_words"),
    "a part of the blend 'temperature'": ("blend", "temperature"),
    "a part of the correction 'intercept'": ("correction", "intercept"),
}


def put(tree: Any, place: tuple[Any, ...], value: Any) -> None:
    for key in place[:-1]:
        tree = tree[key]
    tree[place[-1]] = value


@pytest.mark.parametrize("what", [*NEWER, *NEWER_PARTS])
def test_what_this_nb_does_not_know_is_named_with_the_version_that_wrote_it(
    what: str, run_nb: Nb, tmp_path: Path
) -> None:
    head, state = read("format-1.3-corrected" if "correction" in what else "format-1.1-blend")
    head |= {"version": "0.9.0", "threshold": dict(make.THRESHOLD), "leave_one_out": dict(make.LEFT_OUT)}
    if what in NEWER:
        put(head, *NEWER[what])
    else:
        put(state, NEWER_PARTS[what], [1.0])
    name = written(tmp_path, head, state)
    line = f"{name}: written by nb 0.9.0, which has {what} that this nb 0.1.0 does not know; update nb"
    with pytest.raises(NbError) as raised:
        store.load(name)
    assert str(raised.value) == line
    for command in (["predict", "--name", name], ["update", "ham=-", "--name", name]):
        refused = run_nb(command, "a text\n")
        assert refused.returncode == 2 and refused.stderr.decode() == f"nb: {line}\n"
