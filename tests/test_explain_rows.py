"""Rows of tables explained: every part, in a sum that is the classifier's own."""

import json
import random

import numpy as np
import pytest

from nbcli.classifier.of_records import batch_of, classify
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import Record
from nbcli.explaining import explain_row
from nbcli.reports.contents import formula
from nbcli.schema import found
from nbcli.training.asked import Asked
from nbcli.training.plain import Plain, learn_plain
from nbcli.training.tables import learn_table


def people(n: int = 120, *, text: bool = True) -> list[Record]:
    chance = random.Random(3)
    rows = []
    for i in range(n):
        spam = chance.random() < 0.5
        words = ("free prize money now" if spam else "noon draft agenda now").split()
        row = {
            "age": f"{chance.gauss(40 if spam else 50, 8):.0f}" if chance.random() > 0.1 else "",
            "plan": chance.choice("aab" if spam else "abb") if chance.random() > (0.5 if spam else 0.1) else None,
            "visits": str(chance.randint(0, 3 if spam else 9)),
        }
        more = {"note": " ".join(chance.choices([*words, "the", "a"], k=6))} if text else {}
        rows.append(Record("", "spam" if spam else "ham", "t", i + 2, row | more))
    return rows


def trained(kind: str, *, text: bool):
    records = people(text=text)
    schema = found(records, {"plan": "category", "visits": "number"} | ({"note": "text"} if text else {}))
    corpus = table_in_memory(schema, ["words", "chars"], records)
    if kind == "default":
        classifier = learn_table(corpus, schema)[0]
    else:
        classifier = learn_plain(corpus, schema, Plain.of(None, Asked(kind)))[0]
    return classifier, schema, [schema.record(one) for one in records]


@pytest.mark.parametrize(("kind", "text"), [("default", True), ("default", False), ("gaussian", False), ("mdl", False)])
def test_all_parts_add_up_to_what_predict_says(kind: str, text: bool) -> None:
    classifier, schema, records = trained(kind, text=text)
    for record in records[:12]:
        told = explain_row(classifier, schema, record)
        expected, status = classify(classifier, schema, [record])
        np.testing.assert_allclose(told.posterior, expected[0], rtol=1e-12)
        assert told.status == status[0] == "ok"
        joint = classifier.joint(classifier.rows(batch_of(classifier, schema, [record])))[0]
        np.testing.assert_allclose(told.log_prior + np.sum(told.parts, axis=0), joint, rtol=1e-9)
        json.dumps(told.as_dict())
        values = {term.spelling for term in told.terms if term.served}
        assert values <= {f"{name} = {value}" for name, value in record.others.items() if value} | {"plan = missing"}
        assert told.sentence()


def test_a_row_that_says_nothing_has_the_prior() -> None:
    classifier, schema, _ = trained("gaussian", text=False)
    empty = explain_row(classifier, schema, schema.record(Record("", None, "t", 1, {})))
    assert empty.status == "empty" and not empty.terms and "all values are missing" in empty.sentence()
    unknown = explain_row(classifier, schema, schema.record(Record("", None, "t", 1, {"plan": "zzz"})))
    assert unknown.status == "unknown" and not unknown.terms
    np.testing.assert_allclose(unknown.posterior, np.exp(classifier.log_prior()))


@pytest.mark.parametrize("latex", [False, True])
@pytest.mark.parametrize(("kind", "text"), [("default", True), ("gaussian", False), ("kernel", False)])
def test_the_formula_has_every_column_and_the_posterior(kind: str, text: bool, latex: bool) -> None:
    classifier, schema, records = trained(kind, text=text)
    told = explain_row(classifier, schema, records[0])
    lines = "\n".join(formula.report(classifier, told, latex=latex).data)
    for term in told.terms:
        assert not term.served or not term.parts.any() or term.spelling.partition(" ")[0] in lines
    top = max(told.posterior)
    assert f"{top:.4g}" in lines or "e-" in lines or top == 1
