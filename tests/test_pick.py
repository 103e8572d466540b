"""`nb pick`: what it picks against brute force, each text once, and rows as the table that they came from."""

import csv
import io
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import nbcli
from nbcli.answering.answering import Answering, form_of
from nbcli.answering.answers import Abstention
from nbcli.answering.picking import Picking
from nbcli.corpus import Record

WORDS = {"x": ["red", "green", "blue", "grey"], "y": ["one", "two", "three", "four"]}


def text_of(chance: Random) -> str:
    return " ".join(chance.choice(WORDS["x"] + WORDS["y"]) for _ in range(chance.randrange(1, 6)))


LEARNED = [(f"{a} {b}", label) for label, words in WORDS.items() for a in words[:3] for b in words[:3]]
MODEL = nbcli.train(LEARNED, model="multinomial")


def picking(most: int, **ways) -> Picking:
    return Picking(Answering(MODEL, Abstention(), None, form_of(False, None, 0)), most, **ways)


def picked(texts: list[str], most: int, batch: int, **ways) -> list[str]:
    found = picking(most, **ways)
    records = [Record(text, "", "pool", i) for i, text in enumerate(texts, 1)]
    for start in range(0, len(records), batch):
        found.add(records[start : start + batch])
    return [one.record.text for one in found.picked()]


@settings(max_examples=30)
@given(st.integers(0, 999), st.integers(1, 40), st.integers(1, 12), st.integers(1, 50))
def test_what_is_picked_is_new_once_and_the_least_sure(seed, n, most, batch):
    chance = Random(seed)
    pool = [text_of(chance) for _ in range(n)] + [LEARNED[0][0]]
    new = list(dict.fromkeys(text for text in pool if text not in dict(LEARNED)))
    found = picked(pool, most, batch, at_random=False)
    assert len(found) == min(most, len(new)) and len(set(found)) == len(found) and set(found) <= set(new)
    margins = (
        dict(zip(new, np.abs(np.diff(MODEL.predict_proba(new), axis=1))[:, 0].tolist(), strict=True)) if new else {}
    )
    assert [margins[text] for text in found] == sorted(margins.values())[:most]
    both = picked(pool, most, batch)
    assert len(both) == min(most, len(new)) and set(both) <= set(new) and len(set(both)) == len(both)
    assert both == picked(pool[::-1], most, 7)
    assert both[:1] == found[:1]


def test_random_ones_are_any_with_the_same_chance():
    pool = [f"red {i}" for i in range(10)]
    counts = dict.fromkeys(pool, 0)
    for seed in range(400):
        for text in picked(pool, 3, 4, uncertain=False, seed=seed):
            counts[text] += 1
    assert all(abs(count - 120) < 5 * (400 * 0.3 * 0.7) ** 0.5 for count in counts.values())


def test_lines_come_out_as_they_stand_and_rows_as_rows(run_nb, tmp_path):
    chance = Random(3)
    texts = list(dict.fromkeys(text_of(chance) for _ in range(60)))
    (tmp_path / "few.tsv").write_text("label\ttext\n" + "".join(f"{b}\t{a}\n" for a, b in LEARNED))
    (tmp_path / "pool.txt").write_text("\n".join(texts))
    rows = [[str(i), text, "a,b"] for i, text in enumerate(texts)]
    with (tmp_path / "pool.csv").open("w", newline="") as file:
        csv.writer(file).writerows([["id", "text", "note"], *rows])
    assert run_nb(["train", tmp_path / "few.tsv"]).returncode == 0
    lines = run_nb(["pick", tmp_path / "pool.txt", "-n", "8"])
    assert lines.returncode == 0 and lines.stdout.count(b"\n") == 8
    assert set(lines.stdout.decode().splitlines()) <= set(texts)
    assert b"picked 8 of" in lines.stderr and b"at random (seed 0), by turns" in lines.stderr
    table = run_nb(["pick", tmp_path / "pool.csv", "-n", "8", "--text-column", "text"])
    header, *found = csv.reader(io.StringIO(table.stdout.decode()))
    assert header == ["id", "text", "note", "label", "proba", "status"]
    assert [row[1] for row in found] == lines.stdout.decode().splitlines()
    assert [row[:3] for row in found] == [rows[int(row[0])] for row in found]
    guesses = run_nb(["predict", "--columns", "label,proba"], "".join(f"{row[1]}\n" for row in found)).stdout.decode()
    assert [row[3:5] for row in found] == [line.split("\t") for line in guesses.splitlines()]
    stdin = run_nb(["pick", "-", "-n", "8"], "\n".join(texts))
    assert stdin.stdout == lines.stdout
    assert run_nb(["pick", tmp_path / "pool.txt", "-n", "8", "--seed", "1", "--random"]).stdout != lines.stdout


def test_of_a_table_of_columns_rows_are_picked(run_nb, tmp_path):
    chance = Random(5)
    rows = [(chance.gauss(0, 1), chance.choice("ab")) for _ in range(60)]
    labelled = "".join(f"{x:.3f},{c},{'big' if x > 0 else 'small'}\n" for x, c in rows[:40])
    (tmp_path / "few.csv").write_text("x,c,label\n" + labelled)
    (tmp_path / "pool.csv").write_text("x,c\n" + "".join(f"{x:.3f},{c}\n" for x, c in rows[40:]))
    assert run_nb(["train", tmp_path / "few.csv", "--columns", "x:number,c:category"]).returncode == 0
    done = run_nb(["pick", tmp_path / "pool.csv", "-n", "3", "--uncertain"])
    header, *found = csv.reader(io.StringIO(done.stdout.decode()))
    assert header == ["x", "c", "label", "proba", "status"] and len(found) == 3
    proba = [float(row[3]) for row in csv.reader(io.StringIO(done.stdout.decode())) if row[3] != "proba"]
    assert proba == sorted(proba)


@pytest.mark.parametrize(("more", "what"), [(["-n", "0"], b"--number 0"), (["--input", "nothing"], b"--input nothing")])
def test_bad_input_gets_one_line(run_nb, tmp_path, more, what):
    done = run_nb(["pick", tmp_path / "pool.txt", *more])
    assert done.returncode == 2 and what in done.stderr and done.stderr.count(b"\n") == 1
