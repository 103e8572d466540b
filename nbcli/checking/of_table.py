"""What is found in a table of which all columns are learned."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nbcli.checking.findings import COLUMNS, KINDS_OF_TABLES, Check, Finding, LeftOut, OfColumn
from nbcli.checking.suspects import TOKENIZERS, suspects_among
from nbcli.checking.texts import alike, by_label, repeated, single, small_ones
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.schema import SKIP, Schema
from nbcli.system.elementary import log
from nbcli.training.scoring import scored_texts
from nbcli.training.tables import learn_table

# Where more rows than this are like one before, rows are few values that come again, and that is nothing odd.
_COPIES = 0.1


def check_table(records: Sequence[Record], schema: Schema, user_dict: str = "") -> Check:
    """Return what was found in the records of a table; NbError when none has a label.

    Rows are alike where all values are that the model reads. What is about texts (near-copies, lengths, words that give
    a class away) is left out.
    """
    rows = [schema.record(record) for record in records]
    usable = [row for row in rows if row.label]
    if not usable:
        raise NbError("the table has no rows with a label", remedy="name its column: --label-column NAME")
    labels, alone = by_label(usable), single(rows)
    copies = repeated(usable) if len({row.text for row in usable}) >= (1 - _COPIES) * len(usable) else {}
    findings: dict[str, Sequence[Finding]] = {
        **{kind: alone[kind] for kind in ("no label", "empty", "encoding")},
        **{kind: found for kind, found in copies.items() if kind != "near-copies"},
        "balance": small_ones(labels),
        "look-alikes": alike(labels),
        COLUMNS: _columns(schema),
    }
    left_out = None
    if len(labels) > 1:
        by_model, left_out = _by_model(usable, schema, user_dict)
        findings |= by_model
    found = sum(map(len, findings.values()))
    every = {kind: findings.get(kind, []) for kind in KINDS_OF_TABLES}
    return Check(len(records), len(usable), labels, left_out, found, not found, every)


def _columns(schema: Schema) -> list[OfColumn]:
    found = []
    for column in schema.columns:
        if column.kind == SKIP and column.why:
            found.append(OfColumn(column.name, column.why))
        elif column.wrong:
            found.append(OfColumn(column.name, f"{column.wrong:,} values are no numbers"))
    return found


def _by_model(
    usable: Sequence[Record], schema: Schema, user_dict: str
) -> tuple[Mapping[str, Sequence[Finding]], LeftOut]:
    """Return the rows whose label the default recipe, which has not learned them, contradicts."""
    corpus = replace(table_in_memory(schema, TOKENIZERS, usable, user_dict), documents=list(usable))
    _, left = learn_table(corpus, schema, user_dict, digests=False)
    suspected, left_out = suspects_among(corpus, scored_texts(corpus), [log(left.proba)])
    return {"suspects": suspected}, left_out
