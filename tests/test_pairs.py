"""Pairs of columns: what they read, when they are taken, and that they learn, forget and travel as columns do."""

import json
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli import store
from nbcli.classifier.cells import Cells, cells_of
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.pair import Half, Pair
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.schema import Column, Schema
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.scoring import leaving_with
from nbcli.training.tables import learn_table
from tests.test_tables_in_and_out import inside

NAN = float("nan")
SCHEMA = Schema((Column("x", "number"), Column("a", "category"), Column("b", "category")))


@given(
    st.lists(st.tuples(st.one_of(st.just(NAN), st.floats(-5, 5)), st.sampled_from(["", "u", "v", "w"])), max_size=30),
    st.lists(st.floats(-4, 4), min_size=1, max_size=3, unique=True),
)
def test_a_pair_is_each_rows_two_values(rows: list[tuple[float, str]], cuts: list[float]) -> None:
    half = Half("x", tuple(sorted(cuts)))
    cells = cells_of(SCHEMA, [{"x": x, "a": a} for x, a in rows])
    found = Pair(half, Half("a")).cells(cells)
    assert found.categories == sorted(set(found.categories))
    named = [None if np.isnan(i) else found.categories[int(i)] for i in found.x]
    interval = half.intervals()
    expected = [
        None if np.isnan(x) or not a else f"{interval[sum(x >= cut for cut in half.cuts)]} × {a}" for x, a in rows
    ]
    assert named == expected


def exclusive_or(n: int, seed: int = 1) -> list[Record]:
    """Return rows whose label neither column tells, and both together tell of nine in ten."""
    draw = random.Random(seed)
    rows = []
    for line in range(n):
        a, b = draw.choice("uv"), draw.choice("pq")
        label = "yes" if ((a == "u") == (b == "p")) != (draw.random() < 0.1) else "no"
        rows.append(Record("", label, "t.csv", line, {"a": a, "b": b, "x": str(draw.randint(0, 99))}))
    return rows


def learned(records: list[Record]) -> tuple[InMemory, Classifier, LeaveOneOut]:
    corpus = table_in_memory(SCHEMA, [], records)
    classifier, loo = learn_table(corpus, SCHEMA)
    return corpus, classifier, loo


def test_what_only_both_tell_is_learned_from_both() -> None:
    _, classifier, loo = learned(exclusive_or(300))
    pairs = [view.recipe.pair for view in classifier.views if isinstance(view, ColumnView) and view.recipe.pair]
    assert [pair.name for pair in pairs] == ["a × b"]
    # Nine of ten rows have the label that both tell; one column alone tells it of half.
    assert 0.86 < (loo.proba.argmax(axis=1) == loo.codes).mean() < 0.94


def test_independent_columns_have_no_pair() -> None:
    draw = random.Random(3)
    rows = []
    for line in range(400):
        label = draw.choice(["yes", "no"])
        a, b = (draw.choice("uuuv" if label == "yes" else "uvvv") for _ in range(2))
        rows.append(Record("", label, "t.csv", line, {"a": a, "b": b, "x": str(draw.randint(0, 99))}))
    _, classifier, _ = learned(rows)
    assert not [view for view in classifier.views if isinstance(view, ColumnView) and view.recipe.pair]


def test_leaving_out_is_training_without() -> None:
    corpus, classifier, _ = learned(exclusive_or(60))
    view = next(view for view in classifier.views if isinstance(view, ColumnView) and view.recipe.pair)
    sample = np.arange(0, 60, 7)
    rows = view.rows(corpus.batch)[sample]
    without = view.without(view.leaving(rows, leaving_with(corpus, sample)))
    for place, gone in enumerate(sample.tolist()):
        view.unlearn(corpus.take(np.array([gone]), corpus.codes[[gone]]).batch, corpus.codes[[gone]])
        row = view.rows(corpus.take(np.array([gone]), corpus.codes[[gone]]).batch)
        assert view.joint_log_likelihood(row)[0] == pytest.approx(without[place], abs=1e-12)
        view.learn(corpus.take(np.array([gone]), corpus.codes[[gone]]).batch, corpus.codes[[gone]], 2)


@pytest.fixture
def stored(tmp_path: Path) -> tuple[Path, Path]:
    table = tmp_path / "xor.csv"
    rows = [f"{one.others['a']},{one.others['b']},{one.others['x']},{one.label}\n" for one in exclusive_or(300)]
    table.write_text("a,b,x,label\n" + "".join(rows))
    done = inside(["train", table, "--label-column", "label", "--name", tmp_path / "m.nb"])
    assert done.returncode == 0 and b"a \xc3\x97 b: both together, 4 values" in done.stderr, done.stderr
    return table, tmp_path / "m.nb"


def test_a_stored_pair_answers_explains_learns_and_forgets(stored: tuple[Path, Path], tmp_path: Path) -> None:
    table, model = stored
    assert b"a \xc3\x97 b = u \xc3\x97 p" in inside(["explain", "a=u", "b=p", "--name", model]).stdout
    head, *rows = table.read_text().splitlines()
    before = inside(["predict", table, "--name", model]).stdout
    new = tmp_path / "new.csv"
    new.write_text("\n".join([head, "z,p,3,yes", "u,q,4,no"]) + "\n")
    for option in ([], ["--forget"]):
        done = inside(["update", new, "--label-column", "label", "--name", model, *option])
        assert done.returncode == 0, done.stderr
    assert inside(["predict", table, "--name", model]).stdout == before
    assert len(before.splitlines()) == len(rows) + 1


@pytest.mark.parametrize(
    "pair",
    [
        [{"name": "a", "cuts": []}],
        [{"name": "a", "cuts": []}, {"name": "nobody", "cuts": []}],
        [{"name": "a", "cuts": [1.0]}, {"name": "b", "cuts": []}],
        [{"name": "x", "cuts": []}, {"name": "b", "cuts": []}],
        [{"name": "x", "cuts": [2.0, 1.0]}, {"name": "b", "cuts": []}],
        [{"name": "x", "cuts": ["one"]}, {"name": "b", "cuts": []}],
        {"name": "x"},
        None,
    ],
)
def test_a_hostile_pair_is_no_model(stored: tuple[Path, Path], pair: object) -> None:
    _, model = stored
    line, _, body = model.read_bytes().partition(b"\n")
    head = json.loads(line)
    next(recipe for recipe in head["recipes"] if "pair" in recipe)["pair"] = pair
    model.write_bytes(json.dumps(head).encode() + b"\n" + body)
    with pytest.raises(NbError, match="model"):
        store.load(str(model))


def test_categories_of_a_pair_are_known_by_name() -> None:
    cells = {"a": Cells(np.array([0.0, 1.0]), ["u", "v"]), "b": Cells(np.array([0.0, NAN]), ["p"])}
    found = Pair(Half("a"), Half("b")).cells(cells)
    assert found.categories == ["u × p"]
    assert np.isnan(found.x[1])
