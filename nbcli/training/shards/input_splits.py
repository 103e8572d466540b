"""How a corpus is cut into shards: a stream of records into blocks; for a cluster, files that any worker can read."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from nbcli import corpus
from nbcli.corpus import How, Log, Record, check_labels
from nbcli.errors import NbError
from nbcli.training.shards.counting import Order, count
from nbcli.training.shards.engine import Engine
from nbcli.training.shards.sharded import Sharded

# A shard is as many texts, or less where they are long: small enough that its n-grams are sorted in the cache of a
# core, large enough that merging is little.
SHARD = 1 << 14
CHARACTERS = 1 << 25
# A file of more bytes is read by several workers, each passing over what the others count.
_LARGE = 1 << 24


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


class InputSplit(NamedTuple):
    """The `nth` of so many pieces of what `spec` names."""

    spec: str
    nth: int
    of: int


def input_splits(specs: Sequence[str]) -> list[InputSplit]:
    """Return the pieces of a corpus; NbError for stdin, which no worker can read."""
    if any(spec == "-" or spec.endswith("=-") for spec in specs):
        raise NbError("--scheduler reads files, not stdin", remedy="name files that all workers see")
    found = []
    for spec, size in corpus.file_by_file(specs):
        n = -(-size // _LARGE) or 1
        found += [InputSplit(spec, i, n) for i in range(n)]
    return found


def _texts(documents: Iterable[Record]) -> Iterator[Record]:
    for document in documents:
        if document.others:
            remedy = "name the text's column (--text-column), or leave out --scheduler"
            where = f"{document.source}:{document.line}"
            raise NbError("a cluster learns texts, and this is a table", where=where, remedy=remedy)
        yield document


def count_input_split(split: InputSplit, how: How, orders: Sequence[Order], user_dict: str) -> tuple[Any, ...]:
    """Return the log of the reading and then what `count` returns; None for each of it where there was no text."""
    log = Log()
    texts = _texts(corpus.read([split.spec], how, log))
    documents = [document for i, document in enumerate(texts) if i // SHARD % split.of == split.nth]
    return log, *(count(documents, orders, user_dict) if documents else [None] * (3 + len(orders)))


def read_input_splits(
    engine: Engine, specs: Sequence[str], how: How, log: Log, orders: Sequence[Order], user_dict: str
) -> Sharded:
    """Return the corpus, read and counted by the workers of the engine; NbError when it has no text."""
    found = input_splits(specs)
    tasks = [engine.submit(count_input_split, one, how, orders, user_dict, parts=4 + len(orders)) for one in found]
    counted = []
    for split, (log_of_one, facts, *rest) in zip(found, tasks, strict=True):
        if split.nth == 0:
            log.add(engine.gather(log_of_one))
        if engine.gather(facts) is not None:
            counted.append([facts, *rest])
    if not counted:
        raise NbError("the corpus has no texts", remedy="give at least one text for each of two classes")
    whole = Sharded.of(engine, counted, orders)
    check_labels(len(whole.labels), len(whole))
    return whole
