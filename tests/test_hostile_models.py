"""Model files whose contents are not what any training makes, the checksum being right: one line, or an answer."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from nbcli import store
from nbcli.errors import NbError
from tests.fuzz_models import commands, damaged, read, tried, written

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(path.stem for path in GOLDEN.glob("*.nb"))
State = dict[str, Any]


@pytest.mark.parametrize("name", NAMES)
def test_whatever_is_changed_there_is_an_answer_or_a_line(name: str, tmp_path: Path) -> None:
    data, chance = (GOLDEN / f"{name}.nb").read_bytes(), random.Random(name)
    path = tmp_path / "m.nb"
    for _ in range(12):
        try:
            path.write_bytes(damaged(data, chance))
        except (NbError, OverflowError, UnicodeError):
            continue
        command, given = chance.choice(commands(str(path), False))
        assert tried(path, command, given) == ""


def of_view(change: Callable[[State], Any]) -> Callable[[State, State], Any]:
    return lambda head, state: change(state["views"][0])


def put(name: str, number: float) -> Callable[[State], Any]:
    def change(view: State) -> None:
        holder = view["model"] if name in view["model"] else view
        holder[name] = holder[name].astype(np.float64)
        holder[name].reshape(-1)[0] = number

    return change


CHANGES: dict[str, Callable[[State, State], Any]] = {
    "a token that there is not": of_view(lambda view: view.update(symbols="\n".join(view["symbols"].split("\n")[:-1]))),
    "a negative count": of_view(put("feature_count_", -1.0)),
    "a count beyond all texts": of_view(put("feature_count_", 1e308)),
    "a negative number of texts": of_view(put("class_count_", -1.0)),
    "a negative df": of_view(put("df", -1.0)),
    "a negative idf": of_view(put("idf", -0.5)),
    "an idf too large": of_view(put("idf", 1e30)),
    "no idf of a new term": of_view(lambda view: view.update(new_idf=0.0)),
    "a label twice": lambda head, state: head.update(labels=["ham", "ham"]),
    "one label": lambda head, state: head.update(labels=["ham"], texts={"ham": 10}),
    "no texts": lambda head, state: state.update(texts=np.zeros(2, dtype=np.int64)),
    "negative texts": lambda head, state: state.update(texts=np.array([-1, 5])),
    "a share above one": lambda head, state: head["leave_one_out"].update(accuracy=1.5),
    "a count below zero in the head": lambda head, state: head.update(copies=-1),
    "a threshold above one": lambda head, state: head["threshold"].update(proba=2),
}


@pytest.mark.parametrize("what", sorted(CHANGES))
def test_what_no_training_makes_is_refused(what: str, tmp_path: Path) -> None:
    head, state = read((GOLDEN / "format-1.2.nb").read_bytes())
    CHANGES[what](head, state)
    (tmp_path / "m.nb").write_bytes(written(head, state))
    with pytest.raises(NbError) as error:
        store.load(str(tmp_path / "m.nb"))
    assert "not a whole nb model" in str(error.value)


@pytest.mark.parametrize("part, number", [("weights", 1e300), ("bias", -1e300), ("exponents", 400.0), ("shape", 1e300)])
def test_a_blend_beyond_reason_is_refused(part: str, number: float, tmp_path: Path) -> None:
    head, state = read((GOLDEN / "format-1.2-blend.nb").read_bytes())
    state["blend"][part] = np.append(number, state["blend"][part][1:])
    (tmp_path / "m.nb").write_bytes(written(head, state))
    with pytest.raises(NbError, match="the numbers of the blend"):
        store.load(str(tmp_path / "m.nb"))


def test_a_number_that_is_none_is_never_printed(tmp_path: Path) -> None:
    head, state = read((GOLDEN / "format-1.2.nb").read_bytes())
    # More of a term in a class than of all terms: nothing that a look at the numbers alone shows.
    state["views"][0]["model"]["word_count_"] = np.zeros(2)
    head["recipes"][0]["alpha"] = 0.0
    (tmp_path / "m.nb").write_bytes(written(head, state))
    command = ["predict", "--name", str(tmp_path / "m.nb"), "--json"]
    assert tried(tmp_path / "m.nb", command, b"free money\nsee you\n") == ""
    assert json.loads((GOLDEN / "format-1.2.json").read_text(encoding="utf-8"))["labels"] == head["labels"]
