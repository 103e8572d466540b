"""A table read once: its cells as numbers, its columns of text as a text."""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import numpy as np

from nbcli.classifier.cells import cells_of, texts_of
from nbcli.classifier.dataset import InMemory, batches, in_memory
from nbcli.classifier.growing import Growing
from nbcli.classifier.learned import digest, folded
from nbcli.corpus import Record
from nbcli.schema import TEXT, Schema
from nbcli.system.arrays import Ints

# An odd number near 2^64 over the golden ratio: what is multiplied by it is spread over all 64 bits.
_SPREAD = np.int64(-7046029254386353131)


def has_text(schema: Schema) -> bool:
    """Say whether a column is a text."""
    return any(column.kind == TEXT for column in schema.used)


def table_in_memory(
    schema: Schema,
    tokenizers: Sequence[str],
    documents: Iterable[Record],
    user_dict: str = "",
    *,
    keep: bool = False,
) -> InMemory:
    """Read the records of a table once, its columns of text cut by the tokenizers; NbError when there are none.

    The digest of a record is that of all its values. A row is a record by itself, whatever rows are like it; where
    there is a text, though, rows alike but for case and spaces are copies, as texts are.
    """
    parts = {column.name: Growing() for column in schema.used if column.kind != TEXT}
    rows, alike = array("q"), array("q")
    with_text = has_text(schema)

    def passed() -> Iterator[Record]:
        for batch in batches(map(schema.record, documents)):
            others = [record.others for record in batch]
            for name, cells in cells_of(schema, others).items():
                parts[name].add(cells)
            rows.extend(digest(record.text) for record in batch)
            if with_text:
                alike.extend(digest(folded(record.text)) for record in batch)
            texts = texts_of(schema, others) if with_text else [""] * len(batch)
            yield from (record._replace(text=text) for record, text in zip(batch, texts, strict=True))

    corpus = in_memory(tokenizers if with_text else [], passed(), user_dict, keep=keep)
    digests = np.array(rows, dtype=np.int64)
    groups = np.array(alike, dtype=np.int64) if with_text else _each(digests)
    return replace(corpus, digests=digests, groups=groups, cells={name: part.cells() for name, part in parts.items()})


def _each(digests: Ints) -> Ints:
    """Return a number of its own for each row, in no order, by its digest and by how many like it came before."""
    order = np.argsort(digests, kind="stable")
    ordered = digests[order]
    nth = np.empty_like(order)
    nth[order] = np.arange(len(order)) - np.searchsorted(ordered, ordered)
    with np.errstate(over="ignore"):
        return digests + nth * _SPREAD
