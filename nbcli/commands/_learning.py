"""How `nb train` holds a corpus: a small one in memory, a large one in shards."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from nbcli.blending import ORDERS, TOKENIZERS
from nbcli.corpus import Document, How, Log
from nbcli.corpus._ids import without_ids
from nbcli.prepared import Corpus, prepare
from nbcli.recipe import Recipe
from nbcli.shards import Files, Sharded, blocks
from nbcli.shards._counting import Order
from nbcli.system import timing


def orders_of(recipe: Recipe | None) -> list[Order]:
    """Return what has to be counted for one recipe, or for the default one (None)."""
    return [(recipe.tokenizer, recipe.ngrams)] if recipe else [*ORDERS]


@contextmanager
def read_here(recipe: Recipe | None, documents: Iterable[Document], user_dict: str, jobs: int) -> Iterator[Corpus]:
    """Read the documents once, to be learned by one recipe or by the default one (None) while this holds.

    What fits one shard is held in memory; NbError as `prepare` where there is no text.
    """
    tokenizers = [recipe.tokenizer] if recipe else TOKENIZERS
    shards = iter(timing.each("read", blocks(without_ids(documents))))
    first = list(islice(shards, 2))
    if len(first) < 2:
        yield prepare(tokenizers, first[0] if first else [], user_dict)
        return
    with Files(jobs) as engine:
        yield Sharded.read(engine, chain(first, shards), orders_of(recipe), user_dict)


@contextmanager
def read_there(
    recipe: Recipe | None, specs: list[str], how: How, log: Log, user_dict: str, scheduler: str
) -> Iterator[Corpus]:
    """Have the workers of a Dask cluster read the corpora, to be learned while this holds; NbError as `read_here`."""
    from nbcli.shards._cluster import Cluster
    from nbcli.shards._pieces import read_pieces

    with Cluster(scheduler) as engine:
        yield read_pieces(engine, specs, how, log, orders_of(recipe), user_dict)
