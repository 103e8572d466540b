"""A corpus in shards: read once as a stream, learned by tasks of an engine."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

import numpy as np

from nbcli.choices import load
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.labels import in_order, places
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.text_view import TextView
from nbcli.classifier.vectorizer import Vectorizer
from nbcli.classifier.view import Trained, View
from nbcli.corpus import Record
from nbcli.system import timing
from nbcli.system.arrays import Ints
from nbcli.tokenizers import Symbols
from nbcli.training.shards import counting as _counting
from nbcli.training.shards import partial_fits, terms
from nbcli.training.shards.counting import Order, Sizes
from nbcli.training.shards.engine import Engine, Handle, Task, tree_reduce
from nbcli.training.shards.spill import spilled
from nbcli.vectorizers import Selection, Vocabulary, check_bits

# Terms are merged, and columns learned, so many at a time.
_RANGE = 1 << 21
# A range is a task for each shard: of very many, an engine would do little else than count them.
_MOST_RANGES = 64


@dataclass(frozen=True)
class Sharded(Dataset):
    """A corpus whose counts lie with an engine; `starts` (S + 1,) says where each shard begins, and the last ends.

    words: by tokenizer, all tokens, sorted. new_id: by tokenizer, the handles of the numbers among them that each
    shard's own tokens have.
    """

    engine: Engine
    starts: list[int]
    sizes: list[Sizes]
    words: dict[str, list[str]]
    new_id: dict[str, list[Handle]]
    counted: dict[Order, list[Handle]]

    @classmethod
    def read(cls, engine: Engine, shards: Iterable[list[Record]], orders: Sequence[Order], user_dict: str) -> Self:
        """Count the documents, a shard at a time, for learning by these orders; there must be at least one."""
        parts = 3 + len(orders)
        with timing.stage("count"):
            counted = [engine.submit(_counting.count, shard, orders, user_dict, parts=parts) for shard in shards]
            return cls.of(engine, counted, orders)

    @classmethod
    def of(cls, engine: Engine, shards: Iterable[list[Handle]], orders: Sequence[Order]) -> Self:
        """Return the corpus of counted shards, each the handles of the results of `_counting.count`."""
        counted: dict[Order, list[Handle]] = {order: [] for order in orders}
        at_home, words = [], []
        for facts_of_one, sizes_of_one, words_of_one, *found in shards:
            at_home.append((facts_of_one, sizes_of_one))
            words.append(words_of_one)
            for order, handle in zip(orders, found, strict=True):
                counted[order].append(handle)
        facts, sizes = zip(*((engine.gather(one), engine.gather(other)) for one, other in at_home), strict=True)
        labels = in_order(label for one in facts for label in one.labels)
        codes = [places(one.labels, labels)[one.codes] for one in facts]
        every = tree_reduce(engine, _counting.merge_words, words)
        all_words = engine.gather(every)
        numbers = [engine.submit(_counting.new_ids, own, every, parts=len(all_words)) for own in words]
        new_id = dict(zip(all_words, map(list, zip(*numbers, strict=True)), strict=True))
        return cls(
            np.concatenate(codes),
            labels,
            np.concatenate([one.digests for one in facts]),
            np.concatenate([one.groups for one in facts]),
            engine,
            np.cumsum([0, *map(len, codes)]).tolist(),
            list(sizes),
            all_words,
            new_id,
            counted,
        )

    def n_tokens(self, tokenizer: str) -> int:
        """Return how many tokens there are in all texts."""
        return sum(one.tokens[tokenizer] for one in self.sizes)

    def learn(self, recipes: Sequence[Recipe], sample: Ints, user_dict: str = "") -> list[Trained]:
        """Merge the terms of all shards, have each learned on them, and merge what they learned."""
        first = recipes[0]
        order, words = (first.tokenizer, first.ngrams), self.words[first.tokenizer]
        check_bits(len(words), first.ngrams)
        with timing.stage("merge"):
            kept = self._terms(order, first.selection)
        keys, df = (np.array(self.engine.gather(handle)) for handle in kept)
        cuts = [*range(0, max(len(keys), 1), _RANGE), len(keys)]
        fit = partial_fits.PartialFit(list(recipes), len(self), len(self.labels), cuts)
        with timing.stage("learn"):
            in_turn = np.argsort(sample)
            parts, rows = partial_fits.fit_all(self.engine, self._tasks(order, kept, fit, sample[in_turn]), cuts)
        symbols: Symbols = load("tokenizers", first.tokenizer).Table(words)
        common = Vectorizer.of(first.features, symbols, Vocabulary(keys, first.ngrams), df, len(self))
        trained = []
        for i, recipe in enumerate(recipes):
            model = parts[0].models[i].beside([part.models[i] for part in parts[1:]])
            vectorizer = common.giving(recipe.features, len(self))
            trained.append(Trained(TextView(recipe, vectorizer, model, user_dict), rows[i].take(np.argsort(in_turn))))
        return trained

    def _terms(self, order: Order, selection: Selection) -> list[Handle]:
        """Return the handles of the keys of all terms kept, sorted, and of their document frequencies."""
        tokenizer, ngrams = order
        before = np.cumsum([0, *(one.tokens[tokenizer] for one in self.sizes)]).tolist()[:-1]
        tasks = [
            (terms.terms_by_range, counted, new_id, ngrams, None if selection.top_k is None else start)
            for counted, new_id, start in zip(self.counted[order], self.new_id[tokenizer], before, strict=True)
        ]
        return terms.merged(self.engine, tasks, self._bounds(order), selection)

    def _bounds(self, order: Order) -> Ints:
        """Return the keys at which the terms are cut into ranges."""
        n = min(sum(one.n_keys[order] for one in self.sizes) // _RANGE, _MOST_RANGES - 1)
        if not n:
            return np.zeros(0, dtype=np.int64)
        some = [
            self.engine.submit(_counting.in_all, one.some_keys[order], new_id, order[1])[0]
            for one, new_id in zip(self.sizes, self.new_id[order[0]], strict=True)
        ]
        bounds: Ints = self.engine.gather(self.engine.submit(_counting.quantiles, n, *some)[0])
        return bounds

    def _tasks(self, order: Order, kept: list[Handle], fit: partial_fits.PartialFit, sample: Ints) -> list[Task]:
        """Return for each shard the task that learns it; `sample`, sorted, are the texts whose features are wanted."""
        borders = np.searchsorted(sample, self.starts)
        shards = zip(self.counted[order], self.new_id[order[0]], pairwise(self.starts), pairwise(borders), strict=True)
        return [
            (partial_fits.learn, counted, new_id, *kept, fit, self.codes[start:stop], sample[a:b] - start)
            for counted, new_id, (start, stop), (a, b) in shards
        ]

    def spill(self, view: View) -> Callable[[], View]:
        """Put the view aside in a temporary file, and return what brings it back; NbError where there is no room."""
        return spilled(view)
