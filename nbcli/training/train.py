"""From records to a classifier, as `nb train` does it: a small corpus is held in memory, a large one in shards."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any

from nbcli.choices import choices, load
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import Dataset, InMemory, in_memory
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.recipe import DEFAULT, Recipe
from nbcli.classifier.table import table_in_memory
from nbcli.corpus import How, Log, Reading, Record, without_ids
from nbcli.errors import NbError
from nbcli.schema import Schema
from nbcli.system import timing
from nbcli.training.asked import DEFAULTS, Asked
from nbcli.training.candidates import ORDERS, TOKENIZERS
from nbcli.training.default import learn_default
from nbcli.training.estimate import threshold
from nbcli.training.plain import Plain, learn_plain
from nbcli.training.pool.corpus import MOST_LABELLED, WithPool, with_pool
from nbcli.training.pool.learning import learn_with_pool
from nbcli.training.scoring import learn_recipe
from nbcli.training.shards import Files, Sharded, blocks
from nbcli.training.shards.counting import Order
from nbcli.training.tables import learn_table

CORRECTIONS = ("none", "linear")


def orders_of(recipe: Recipe | None) -> list[Order]:
    """Return what has to be counted for one recipe, or for the default one (None)."""
    return [(recipe.tokenizer, recipe.ngrams)] if recipe else [*ORDERS]


@contextmanager
def read_here(
    recipe: Recipe | None,
    documents: Iterable[Record],
    user_dict: str,
    jobs: int,
    schema: Schema | None = None,
    pool: Iterable[str] | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> Iterator[Dataset]:
    """Read the documents once, to be learned by one recipe or by the default one (None) while this holds.

    What fits one shard is held in memory; a table, which has a `schema`, always. With the texts of a `pool`, which
    have no label, a few documents are read `WithPool`; of many, `say` takes a line on it.
    NbError where there is no text.
    """
    tokenizers = [recipe.tokenizer] if recipe else TOKENIZERS
    if schema is not None:
        yield table_in_memory(schema, tokenizers, without_ids(documents), user_dict)
        return
    documents = without_ids(documents)
    if pool is not None:
        few = list(islice(documents, MOST_LABELLED + 1))
        if len(few) <= MOST_LABELLED:
            yield with_pool(few, pool, user_dict)
            return
        say(f"the pool is not looked at: with more than {MOST_LABELLED:,} labelled texts it does not help")
        documents = chain(few, documents)
    shards = iter(timing.each("read", blocks(documents)))
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


def train(
    texts: Dataset,
    recipe: Recipe | None,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    correction: bool = True,
    target: tuple[str, float] | None = None,
    reading: Reading | None = None,
    schema: Schema | None = None,
    asked: Asked = DEFAULTS,
    say: Callable[[str], None] = lambda line: None,
) -> Classifier:
    """Learn the texts by one recipe, or by the default one (None); the facts have what leave-one-out says.

    `target`: a label, and the precision below which it is to be withheld. `reading`: how the corpus was read, where it
    was a table. Of one of which all columns are learned, `schema`, and what the options of tables have `asked`. `say`
    takes a line on each choice made.
    NbError for texts of fewer than two classes or without a term, and for a target that they do not support.
    """
    of_default: dict[str, Any] = {"digests": digests, "prune": prune, "correction": correction, "say": say}
    if schema is not None:
        assert isinstance(texts, InMemory)
        if plain := Plain.of(recipe, asked):
            classifier, loo = learn_plain(texts, schema, plain, digests=digests)
        else:
            classifier, loo = learn_table(texts, schema, user_dict, missing=asked.missing, **of_default)
        classifier.facts |= {"columns": schema.fact(), "prior": (classifier.prior or ClassPrior()).fact()}
    elif recipe:
        classifier, loo = learn_recipe(recipe, texts, user_dict, digests=digests)
    elif isinstance(texts, WithPool):
        classifier, loo = learn_with_pool(texts, user_dict, **of_default)
    else:
        classifier, loo = learn_default(texts, user_dict, **of_default)
    classifier.facts["leave_one_out"] = loo.facts(classifier.labels)
    classifier.facts["texts_at_training"] = len(texts)
    if target:
        classifier.facts["threshold"] = threshold(loo, classifier.labels, *target)
    if loo.without and classifier.correction:
        without = {"leave_one_out": loo.without.facts(classifier.labels)}
        if target:
            without["threshold"] = threshold(loo.without, classifier.labels, *target)
        fact = {"weight": classifier.correction.weight, "folds": loo.folds, "without": without}
        classifier.facts["correction"] = fact
    if reading:
        classifier.facts["read"] = reading.fact()
    return classifier


def corrects(recipe: Recipe | None, correction: str | None) -> bool:
    """Return whether a default recipe may have a correction of that name; NbError for one that there is not."""
    if correction is not None and correction not in CORRECTIONS:
        raise NbError(f"--correction {correction}: must be none or linear", remedy="leave it out")
    return correction != CORRECTIONS[0]


def check_user_dict(recipe: Recipe | None, given: bool) -> None:
    """Raise NbError where a user's dictionary is given to a tokenizer that has no use for one."""
    tokenizer = (recipe or DEFAULT).tokenizer
    if given and not load("tokenizers", tokenizer).TAKES_DICT:
        others = " or ".join(name for name in choices("tokenizers") if load("tokenizers", name).TAKES_DICT)
        raise NbError(f"--user-dict has no use for --tokenizer {tokenizer}", remedy=f"leave it out, or take {others}")
