"""A linear correction of the text of a table: learned beside columns, explained, dropped, refused where none is."""

import random
from itertools import pairwise

import numpy as np
import pytest

from nbcli.classifier import updating
from nbcli.classifier.correction import Correction
from nbcli.classifier.of_records import batch_of, classify
from nbcli.classifier.table import table_in_memory
from nbcli.classifier.updating import drop_correction
from nbcli.corpus import Record
from nbcli.explaining import class_terms, explain_row
from nbcli.schema import found
from nbcli.training.train import train
from tests.conftest import Nb
from tests.golden.make import mixed
from tests.test_corrected import written


def people() -> list[Record]:
    """Return rows of two columns that say a little and a text that says more."""
    chance = random.Random(5)
    rows = []
    for i, one in enumerate(mixed()):
        c = int((one.label or "")[-1])
        row = {"age": f"{chance.gauss(40 + 3 * c, 9):.0f}", "plan": "ab"[chance.random() < 0.4 + 0.1 * c]}
        rows.append(Record("", one.label, "t", i + 2, row | {"note": one.text}))
    return rows


RECORDS = people()
SCHEMA = found(RECORDS, {"plan": "category", "age": "number", "note": "text"})


def corpus(records: list[Record]):
    return table_in_memory(SCHEMA, ["words", "chars"], records)


def learned(*, correction: bool = True):
    return train(corpus(RECORDS), None, schema=SCHEMA, correction=correction)


def test_the_columns_have_none_and_the_texts_have_one() -> None:
    classifier = learned()
    assert isinstance(classifier.correction, Correction) and classifier.facts["correction"]["folds"] == 10
    n_columns = sum(view.name in ("age", "plan") for view in classifier.views)
    blocks = [block is not None for block in classifier.correction.blocks]
    assert not any(blocks[:n_columns]) and any(blocks[n_columns:]) and len(blocks) == len(classifier.views)


def test_the_parts_of_a_row_add_up_with_it() -> None:
    classifier = learned()
    records = [SCHEMA.record(one) for one in RECORDS]
    for record in [*records[:20], SCHEMA.record(Record("", None, "t", 1, {"note": "w1 w2"}))]:
        told = explain_row(classifier, SCHEMA, record)
        np.testing.assert_allclose(told.posterior, classify(classifier, SCHEMA, [record])[0][0], rtol=1e-12)
        np.testing.assert_allclose(told.log_prior + np.sum(told.parts, axis=0), told.joint, rtol=1e-9)
        rows = classifier.rows(batch_of(classifier, SCHEMA, [record]))
        whole = classifier.unshaped(rows)[0]
        stretch = (told.joint[0] - told.joint[1]) / (whole[0] - whole[1])
        added = sum(term.correction for term in told.terms if term.correction is not None)
        np.testing.assert_allclose(added, stretch * classifier.correction.scores(rows, 3)[0], atol=1e-9)
        assert all(term.correction is None for term in told.terms if term.served)


def test_words_rank_by_all_that_a_term_adds() -> None:
    found_terms = class_terms(learned(), ["label 1"], top=5)
    adds = [(one.view, one.whole.adds) for one in found_terms]
    assert adds and all(a >= b for (v, a), (w, b) in pairwise(adds) if v == w)


def test_without_it_a_model_is_what_training_without_gives_to_the_byte() -> None:
    classifier, without = learned(), learned(correction=False)
    assert without.correction is None and written(classifier) != written(without)
    drop_correction(classifier)
    assert written(classifier) == written(without)


def test_what_forgets_is_what_was_trained_without_it_and_forgets() -> None:
    after = []
    for correction in (True, False):
        classifier = learned(correction=correction)
        more = {"age": "33", "plan": "c", "note": "brand new words"}
        updating.learn_more(classifier, corpus([Record("", "label 1", "t", 1, more)]))
        updating.forget(classifier, corpus(RECORDS[:7]))
        after.append(written(classifier))
    assert after[0] == after[1]


def test_it_goes_through_a_file_and_answers_the_same(run_nb: Nb, tmp_path) -> None:
    names = list(RECORDS[0].others)
    lines = [",".join([one.label or "", *(one.others[name] for name in names)]) for one in RECORDS]
    table = tmp_path / "t.csv"
    table.write_text("\n".join([",".join(["label", *names]), *lines]) + "\n", encoding="utf-8")
    options = [table, "--label-column", "label", "--columns", "plan:category,note:text"]
    done = run_nb(["train", *options, "--name", "t"])
    assert b"\nlinear correction: weight " in done.stderr and b"the linear correction by 10 folds)" in done.stderr
    assert b"correction" in run_nb(["explain", "--name", "t", "age=33", "note=w1 x y"]).stdout
    none = run_nb(["train", *options, "--name", "t", "--correction", "none"])
    assert none.returncode == 0 and b"correction" not in none.stderr


REFUSED = {
    "columns alone": (["--columns", "note:skip"], "is of texts, and this table has none"),
    "one density": (
        ["--columns", "note:skip", "--density", "gaussian"],
        "is of texts, and one density learns columns",
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_a_table_without_text_has_none(case: str, run_nb: Nb, tmp_path) -> None:
    (tmp_path / "t.csv").write_text("label,age,note\nyes,33,ab\nno,44,b\nyes,31,c\nno,46,d\n", encoding="utf-8")
    options, line = REFUSED[case]
    done = run_nb(["train", tmp_path / "t.csv", "--label-column", "label", *options, "--correction", "linear"])
    assert done.returncode == 2 and line in done.stderr.decode() and done.stderr.count(b"\n") == 1
