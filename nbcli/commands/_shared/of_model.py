"""The documents that a stored model is to judge or to learn: read so that it finds what it needs."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from nbcli.commands._shared.reading import documents_of
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.classifier.classifier import Classifier
    from nbcli.corpus import How, Log, Record


def documents_for(classifier: "Classifier", specs: list[str], how: "How", log: "Log") -> "Iterable[Record]":
    """Return the documents of the corpora as the classifier takes them: of a table, the columns that it has learned.

    The label is in the column that it was in at training, where none is named.
    """
    from nbcli.classifier.of_records import schema_of
    from nbcli.schema import brought

    schema = schema_of(classifier)
    if how.columns:
        raise NbError("--columns is of training: the model has its kinds of columns", remedy="leave it out")
    if schema is not None:
        label = how.label_column or (None if how.label else classifier.facts.get("read", {}).get("label"))
        how = replace(how, fields=schema.fields, label_column=label)
    return brought(documents_of(specs, how, log), schema)
