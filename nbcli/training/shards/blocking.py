"""A stream of documents in blocks, each to be a shard."""

from collections.abc import Iterable, Iterator

from nbcli.corpus import Record

# A shard is as many texts, or less where they are long: small enough that its n-grams are sorted in the cache of a
# core, large enough that merging is little.
SHARD = 1 << 14
CHARACTERS = 1 << 25


def blocks(documents: Iterable[Record]) -> Iterator[list[Record]]:
    """Yield the documents of one shard after another."""
    block: list[Record] = []
    size = 0
    for document in documents:
        block.append(document)
        size += len(document.text)
        if len(block) == SHARD or size >= CHARACTERS:
            yield block
            block, size = [], 0
    if block:
        yield block
