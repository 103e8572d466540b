"""The documents that a stored model is to judge or to learn: read so that it finds what it needs."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nbcli.commands._shared.reading import documents_of
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.corpus import How, Log, Record


def documents_for(facts: Mapping[str, Any], specs: list[str], how: "How", log: "Log") -> "Iterable[Record]":
    """Return the documents of the corpora as a classifier of these facts takes them: of a table, the columns learned.

    The label is in the column that it was in at training, where none is named.
    """
    from nbcli.classifier.of_records import schema_in
    from nbcli.schema import brought

    schema = schema_in(facts)
    if how.columns:
        raise NbError("--columns is of training: the model has its kinds of columns", remedy="leave it out")
    if schema is not None:
        label = how.label_column or (None if how.label else facts.get("read", {}).get("label"))
        how = replace(how, fields=schema.fields, label_column=label)
    return brought(documents_of(specs, how, log), schema)
