"""What a classifier makes of records: of their texts, or, where it has learned a table, of their values."""

from collections.abc import Mapping, Sequence
from typing import Any

from nbcli.classifier.batch import Batch
from nbcli.classifier.cells import cells_of, texts_of
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_recipe import ColumnRecipe
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.status import EMPTY, OK, UNKNOWN
from nbcli.corpus import Record
from nbcli.schema import Schema
from nbcli.system.arrays import Array
from nbcli.system.elementary import exp


def schema_of(classifier: Classifier) -> Schema | None:
    """Return the schema of the table that the classifier has learned; None where it has learned texts."""
    return schema_in(classifier.facts)


def schema_in(facts: Mapping[str, Any]) -> Schema | None:
    """Return the same of the facts of a classifier, which are also those of its file's first line."""
    fact = facts.get("columns")
    return Schema.of(fact) if fact else None


def batch_of(classifier: Classifier, schema: Schema, records: Sequence[Record]) -> Batch:
    """Return the records of a table as the views of the classifier read them."""
    others = [record.others for record in records]
    batch = classifier.batch(texts_of(schema, others))
    batch.cells = cells_of(schema, others)
    return batch


def classify(classifier: Classifier, schema: Schema | None, records: Sequence[Record]) -> tuple[Array, list[str]]:
    """Return the posterior of every record, (n, K), and its status, as `Classifier.classify` does those of texts.

    A record of a table is EMPTY where all of its values are missing, and UNKNOWN where none of them says anything.
    """
    if schema is None:
        return classifier.classify([record.text for record in records])
    log_proba, silent = classifier.answer(classifier.rows(batch_of(classifier, schema, records)))
    empty = [not schema.record(record).text for record in records]
    states = zip(silent.tolist(), empty, strict=True)
    return exp(log_proba), [EMPTY if none else UNKNOWN if quiet else OK for quiet, none in states]


def served(classifier: Classifier) -> dict[str, str]:
    """Return in words what serves each column that has a view, and its weight: "kernel, weight 0.41"."""
    weights = [1.0] * len(classifier.views) if classifier.blend is None else classifier.blend.weights.tolist()
    both = zip(classifier.views, weights, strict=True)
    return {v.name: f"{_served(v.recipe)}, weight {w:.2f}" for v, w in both if isinstance(v, ColumnView)}


def _served(recipe: ColumnRecipe) -> str:
    """Return what serves a column; of a pair that it is one, which no column of the table says."""
    return f"both together, {recipe.column.distinct:,} values, {recipe.served}" if recipe.pair else recipe.served
