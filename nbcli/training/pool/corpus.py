"""A labelled corpus in memory, and beside it the texts of a pool, which have no label."""

import heapq
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from nbcli.classifier.dataset import InMemory, in_memory
from nbcli.classifier.learned import digest, folded
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import Record, texts_of
from nbcli.errors import NbError
from nbcli.schema import Schema
from nbcli.training.candidates import TOKENIZERS

# Of so many labelled texts, or more than so many labels, a pool does not help, and is not looked at.
MOST_LABELLED, MOST_LABELS = 500, 32
# So many texts of a pool, of so many characters together, show what it has to show.
MOST_TEXTS, MOST_CHARACTERS = 20_000, 8_000_000


@dataclass(frozen=True)
class WithPool(InMemory):
    """The labelled texts; `pool`, texts cut into the same symbols, whose codes mean nothing; `size`, of how many."""

    pool: InMemory = field(kw_only=True)
    size: int = field(kw_only=True)


def with_pool(documents: Sequence[Record], pool: Iterable[str], user_dict: str = "") -> WithPool:
    """Return the labelled documents and what of the pool is looked at; NbError where there is no document.

    Of the pool each text counts once, and none that is labelled.
    """
    labelled = {digest(folded(document.text)) for document in documents}
    texts, size = sampled(pool, labelled)
    # No document has the empty label.
    unlabelled = [Record(text, "", "", 0) for text in texts]
    whole = in_memory(TOKENIZERS, [*documents, *unlabelled] if documents else [], user_dict)
    labels = [label for label in whole.labels if label]
    own, others = np.arange(len(documents)), np.arange(len(documents), len(whole))
    corpus = whole.take(own, whole.codes[own] - (len(whole.labels) - len(labels)))
    rest = whole.take(others, np.zeros(len(others), dtype=np.int64))
    return WithPool(**vars(replace(corpus, labels=labels)), pool=rest, size=size)


def sampled(pool: Iterable[str], labelled: set[int]) -> tuple[list[str], int]:
    """Return the texts of a pool that are looked at, and how many there were, copies and labelled ones left out.

    Of more than MOST_TEXTS, those with the smallest digests: that is a random choice, the same in any order of the
    pool, and no more texts are held at a time.
    """
    held: list[tuple[int, str]] = []
    seen: set[int] = set(labelled)
    for text in pool:
        number = digest(folded(text))
        if number in seen:
            continue
        seen.add(number)
        if len(held) < MOST_TEXTS:
            heapq.heappush(held, (-number, text))
        elif -number > held[0][0]:
            heapq.heapreplace(held, (-number, text))
    texts = [text for _, text in sorted(held, reverse=True)]
    ends = np.cumsum([len(text) for text in texts])
    return texts[: int(np.searchsorted(ends, MOST_CHARACTERS, side="right"))], len(seen) - len(labelled)


def pool_of(texts: Iterable[str] | None, recipe: Recipe | None, schema: Schema | None) -> list[str] | None:
    """Return the texts of a pool that a Python program gave; NbError where the default recipe of texts is not asked."""
    if texts is None:
        return None
    if recipe or schema:
        what = "an option of one recipe was given" if recipe else "this is a table of columns"
        raise NbError(f"unlabelled= is of the default recipe of texts, and {what}", remedy="leave one out")
    return texts_of(texts)
