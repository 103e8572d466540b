"""How `nb train` holds a corpus: a small one in memory, a large one in shards."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice

from nbcli.classifier.dataset import Dataset, in_memory
from nbcli.classifier.recipe import Recipe
from nbcli.corpus import How, Log, Record, without_ids
from nbcli.system import timing
from nbcli.training.default import ORDERS, TOKENIZERS
from nbcli.training.shards import Files, Sharded, blocks
from nbcli.training.shards.counting import Order


def orders_of(recipe: Recipe | None) -> list[Order]:
    """Return what has to be counted for one recipe, or for the default one (None)."""
    return [(recipe.tokenizer, recipe.ngrams)] if recipe else [*ORDERS]


@contextmanager
def read_here(recipe: Recipe | None, documents: Iterable[Record], user_dict: str, jobs: int) -> Iterator[Dataset]:
    """Read the documents once, to be learned by one recipe or by the default one (None) while this holds.

    What fits one shard is held in memory; NbError as `prepare` where there is no text.
    """
    tokenizers = [recipe.tokenizer] if recipe else TOKENIZERS
    shards = iter(timing.each("read", blocks(without_ids(documents))))
    first = list(islice(shards, 2))
    if len(first) < 2:
        yield in_memory(tokenizers, first[0] if first else [], user_dict)
        return
    with Files(jobs) as engine:
        yield Sharded.read(engine, chain(first, shards), orders_of(recipe), user_dict)


@contextmanager
def read_there(
    recipe: Recipe | None, specs: list[str], how: How, log: Log, user_dict: str, scheduler: str
) -> Iterator[Dataset]:
    """Have the workers of a Dask cluster read the corpora, to be learned while this holds; NbError as `read_here`."""
    from nbcli.training.shards.cluster import Cluster
    from nbcli.training.shards.input_splits import read_input_splits

    with Cluster(scheduler) as engine:
        yield read_input_splits(engine, specs, how, log, orders_of(recipe), user_dict)
