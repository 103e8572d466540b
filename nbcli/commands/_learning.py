"""How `nb train` holds a corpus: a small one in memory, a large one in shards."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from nbcli import timing
from nbcli.blending import ORDERS, TOKENIZERS
from nbcli.corpus import Document
from nbcli.prepared import Corpus, prepare
from nbcli.recipe import Recipe
from nbcli.shards import Files, Sharded, blocks


@contextmanager
def read_for_training(
    recipe: Recipe | None, documents: Iterable[Document], user_dict: str, jobs: int
) -> Iterator[Corpus]:
    """Read the documents once, to be learned by one recipe or by the default one (None) while this holds.

    What fits one shard is held in memory; NbError as `prepare` where there is no text.
    """
    tokenizers = [recipe.tokenizer] if recipe else TOKENIZERS
    orders = [(recipe.tokenizer, recipe.ngrams)] if recipe else ORDERS
    shards = iter(timing.each("read", blocks(documents)))
    first = list(islice(shards, 2))
    if len(first) < 2:
        yield prepare(tokenizers, first[0] if first else [], user_dict)
        return
    with Files(jobs) as engine:
        yield Sharded.read(engine, chain(first, shards), orders, user_dict)
