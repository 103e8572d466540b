"""A corpus in shards: read once as a stream, learned by tasks of an engine."""

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from tempfile import TemporaryFile
from typing import IO, Any, Protocol, Self

import numpy as np

from nbcli import timing
from nbcli.corpus import Document
from nbcli.prepared import Corpus, Ints
from nbcli.recipe import Recipe
from nbcli.shards import _tasks as tasks
from nbcli.stages import load
from nbcli.tokenizers import Symbols, offsets_of
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.vectorizers._ngrams import check_bits
from nbcli.view import Trained, View

# A shard is as many texts, or less where they are long. Small enough that its n-grams are sorted in the cache of a
# core, large enough that merging is little.
SHARD = 1 << 14
_CHARACTERS = 1 << 25
# Terms are merged, and columns learned, so many at a time.
_RANGE = 1 << 21
# Results are merged by so many at a time.
_FAN_IN = 8

Handle = Any


class Engine(Protocol):
    """What runs tasks: `submit` returns handles of their results, which other tasks take as arguments."""

    def submit(self, task: Callable[..., Any], *args: Any, parts: int | None = None) -> list[Handle]:
        """Run task(*args), and return the handle of its result, or those of its results, `parts` of them."""

    def home(self, handle: Handle) -> Any:
        """Return a result to this process; raise what its task raised."""


def blocks(documents: Iterable[Document]) -> Iterator[list[Document]]:
    """Yield the documents of one shard after another."""
    block: list[Document] = []
    size = 0
    for document in documents:
        block.append(document)
        size += len(document.text)
        if len(block) == SHARD or size >= _CHARACTERS:
            yield block
            block, size = [], 0
    if block:
        yield block


@dataclass(frozen=True)
class Sharded(Corpus):
    """A corpus whose counts lie with an engine; `starts` (S + 1,) says where each shard begins, and the last ends.

    words: by tokenizer, all tokens, sorted. new_id: by tokenizer, the number among them of each shard's own tokens.
    """

    engine: Engine
    starts: list[int]
    sizes: list[tasks.Sizes]
    words: dict[str, list[str]]
    new_id: dict[str, list[Ints | None]]
    counted: dict[tasks.Order, list[Handle]] = field(default_factory=dict)

    @classmethod
    def read(
        cls, engine: Engine, shards: Iterable[list[Document]], orders: Sequence[tasks.Order], user_dict: str
    ) -> Self:
        """Count the documents, a shard at a time, for learning by these orders; there must be at least one."""
        parts = 3 + len(orders)
        with timing.stage("count"):
            counted = [engine.submit(tasks.count, shard, orders, user_dict, parts=parts) for shard in shards]
            return cls.of(engine, counted, orders)

    @classmethod
    def of(cls, engine: Engine, shards: Iterable[list[Handle]], orders: Sequence[tasks.Order]) -> Self:
        """Return the corpus of counted shards, each the handles of the results of `tasks.count`."""
        counted: dict[tasks.Order, list[Handle]] = {order: [] for order in orders}
        at_home, words = [], []
        for facts_of_one, sizes_of_one, words_of_one, *found in shards:
            at_home.append((facts_of_one, sizes_of_one))
            words.append(words_of_one)
            for order, handle in zip(orders, found, strict=True):
                counted[order].append(handle)
        facts, sizes = zip(*((engine.home(one), engine.home(other)) for one, other in at_home), strict=True)
        labels = sorted({label for one in facts for label in one.labels})
        codes = [np.array([labels.index(label) for label in one.labels])[one.codes] for one in facts]
        all_words, new_id = _numbered(lambda: map(engine.home, words))
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

    def learn(self, recipes: Sequence[Recipe], sample: Ints, user_dict: str = "", *, min_df: int = 1) -> list[Trained]:
        """Merge the terms of all shards, have each learned on them, and merge what they learned."""
        first = recipes[0]
        order, words = (first.tokenizer, first.ngrams), self.words[first.tokenizer]
        check_bits(len(words), first.ngrams)
        with timing.stage("merge"):
            terms = self._terms(order, max(min_df, first.min_df), first.top_k)
        keys, df = (np.array(self.engine.home(handle)) for handle in terms)
        cuts = [*range(0, max(len(keys), 1), _RANGE), len(keys)]
        lesson = tasks.Lesson(list(recipes), len(self), len(self.labels), cuts)
        with timing.stage("learn"):
            parts, rows = self._parts(order, terms, lesson, sample)
        trained = []
        for i, recipe in enumerate(recipes):
            model = parts[0].models[i].beside([part.models[i] for part in parts[1:]])
            symbols: Symbols = load("tokenizers", recipe.tokenizer).Table(words)
            vocabulary = Vocabulary(keys, recipe.ngrams)
            view = View.of(recipe, symbols, vocabulary, df, model, len(self), user_dict)
            trained.append(Trained(view, rows[i]))
        return trained

    def _terms(self, order: tasks.Order, min_df: int, top_k: int | None) -> list[Handle]:
        """Return the handles of the keys of all terms kept, sorted, and of their document frequencies."""
        tokenizer, ngrams = order
        n_keys = sum(one.n_keys[order] for one in self.sizes)
        bounds = _quantiles(self._some_keys(order), n_keys // _RANGE)
        before = np.cumsum([0, *(one.tokens[tokenizer] for one in self.sizes)]).tolist()
        by_range = [
            self.engine.submit(
                tasks.terms_by_range,
                shard,
                new_id,
                ngrams,
                None if top_k is None else start,
                bounds,
                parts=len(bounds) + 1,
            )
            for shard, new_id, start in zip(self.counted[order], self.new_id[tokenizer], before[:-1], strict=True)
        ]
        merged = []
        for handles in zip(*by_range, strict=True):
            merged += self.engine.submit(tasks.frequent, self._tree(tasks.merge_terms, list(handles)), min_df)
        return self.engine.submit(tasks.join_terms, top_k, *merged, parts=2)

    def _some_keys(self, order: tasks.Order) -> Ints:
        """Return keys that tell where the keys of all shards lie, each in the numbering of all."""
        new_id = self.new_id[order[0]]
        some = [one.some_keys[order] for one in self.sizes]
        return np.concatenate([tasks.in_all(*pair, order[1]) for pair in zip(some, new_id, strict=True)])

    def _parts(
        self, order: tasks.Order, terms: list[Handle], lesson: tasks.Lesson, sample: Ints
    ) -> tuple[list[tasks.Part], list[Rows]]:
        """Return what all shards have learned, a Part a range of columns, and the features of the sample by recipe."""
        n_ranges, in_turn = len(lesson.cuts) - 1, np.argsort(sample)
        borders = np.searchsorted(sample[in_turn], self.starts)
        by_shard = [
            self.engine.submit(
                tasks.learn,
                shard,
                new_id,
                *terms,
                lesson,
                self.codes[start:stop],
                sample[in_turn[a:b]] - start,
                parts=n_ranges + 1,
            )
            for shard, new_id, (start, stop), (a, b) in zip(
                self.counted[order], self.new_id[order[0]], pairwise(self.starts), pairwise(borders), strict=True
            )
        ]
        *by_range, shown = map(list, zip(*by_shard, strict=True))
        parts = [self.engine.home(self._tree(tasks.merge_parts, handles)) for handles in by_range]
        rows = zip(*(self.engine.home(handle) for handle in shown), strict=True)
        back = np.argsort(in_turn)
        return parts, [_stacked(of_recipe).take(back) for of_recipe in rows]

    def _tree(self, task: Callable[..., Any], handles: list[Handle]) -> Handle:
        """Return the handle of the task's result for all, some taken together at a time."""
        while len(handles) > 1:
            some = [handles[i : i + _FAN_IN] for i in range(0, len(handles), _FAN_IN)]
            handles = [self.engine.submit(task, *each)[0] for each in some]
        return handles[0]

    def shelve(self, view: View) -> Callable[[], View]:
        """Put the view aside in a temporary file: there are more views to choose from than there is room for."""
        file = TemporaryFile()  # noqa: SIM115 (it lives as long as what is returned)
        pickle.dump(view, file, protocol=5)
        return lambda: _read(file)


def _read(file: IO[bytes]) -> View:
    file.seek(0)
    view: View = pickle.load(file)
    return view


def _numbered(
    words_of_shards: Callable[[], Iterable[dict[str, list[str]]]],
) -> tuple[dict[str, list[str]], dict[str, list[Ints | None]]]:
    """Return by tokenizer all words, sorted, and the number among them of each shard's own.

    The shards are asked twice, so that the words of all are never held at once.
    """
    found: dict[str, set[str]] = {}
    for words in words_of_shards():
        for name, own in words.items():
            found.setdefault(name, set()).update(own)
    every = {name: sorted(words) for name, words in found.items()}
    number = {name: dict(zip(words, range(len(words)), strict=True)) for name, words in every.items()}
    new_id: dict[str, list[Ints | None]] = {name: [] for name in every}
    for words in words_of_shards():
        for name, own in words.items():
            # A table of code points has no words to number.
            ids = np.fromiter(map(number[name].__getitem__, own), np.int64, len(own)) if number[name] else None
            new_id[name].append(ids)
    return every, new_id


def _quantiles(values: Ints, n: int) -> Ints:
    """Return n values that cut the given ones into parts about alike."""
    ordered = np.sort(values)
    return np.unique(ordered[[len(ordered) * i // (n + 1) for i in range(1, n + 1)]])


def _stacked(parts: Sequence[Rows]) -> Rows:
    """Return the rows of all, one below the other."""
    indptr = offsets_of(np.concatenate([np.diff(part.indptr) for part in parts]))
    data, indices = (np.concatenate([getattr(part, name) for part in parts]) for name in ("data", "indices"))
    return Rows(data, indices, indptr, (len(indptr) - 1, parts[0].shape[1]))
