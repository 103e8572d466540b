"""Rows of tables, answered by a classifier that has learned a table: columns are found by their names."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType

from nbcli.answering.answers import Abstention, Answers
from nbcli.choices import load
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.of_records import classify
from nbcli.corpus import UNREADABLE, How, Reading, Record, Source, form_of, gives
from nbcli.errors import NbError
from nbcli.schema import Schema
from nbcli.system.terminal import Environment, chunks
from nbcli.system.timing import stage


def chosen_for_table(path: str, asked: str | None, how: How, known: Reading) -> tuple[ModuleType, Source]:
    """Return the format in which a file (`-`: stdin) is read as a table, and its source.

    The form asked for, that which the file has, or what has come of stdin, else that which the model learned from.
    """
    source = Source.to_answer(path, how, known)
    if asked is None and path == "-":
        source = replace(source, begun=next(chunks(Environment().stdin.fileno()), b""))
    if Path(path).is_dir():
        raise NbError("a folder, and the model has learned a table", where=path, remedy="name the files in it")
    form = asked or _table_form(source) or known.form
    if not gives(form, "recognised"):
        needed = ", ".join(how.fields)[:200]
        raise NbError(f"the model has learned a table, and {form} is none", where=path, remedy=f"give columns {needed}")
    return load("corpus", form), source


def _table_form(source: Source) -> str | None:
    empty = str(source.path) == "-" and not source.begun
    form = None if empty else form_of(replace(source, label=None))
    return form if form and gives(form, "recognised") else None


def of_rows(classifier: Classifier, schema: Schema, records: Sequence[Record], abstention: Abstention) -> Answers:
    """Return the answers to rows; one with a value that its column cannot read is UNREADABLE, and gets the prior."""
    status = [one.status or (UNREADABLE if schema.unreadable(one.others) else "") for one in records]
    rows = [schema.record(one._replace(others={}) if said else one) for one, said in zip(records, status, strict=True)]
    with stage("classify"):
        proba, own = classify(classifier, schema, rows)
    texts = [row.text for row in rows]
    return Answers.made(classifier, proba, [a or b for a, b in zip(status, own, strict=True)], texts, abstention)
