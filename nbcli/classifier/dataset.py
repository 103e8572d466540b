"""A corpus read once and kept as arrays: tokens, labels, and a digest of every text."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from time import perf_counter

import numpy as np

from nbcli.choices import load
from nbcli.classifier.batch import Batch
from nbcli.classifier.cells import Cells
from nbcli.classifier.fitting import fitted
from nbcli.classifier.labels import in_order, places
from nbcli.classifier.learned import digest, folded
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.text_view import TextView
from nbcli.classifier.vectorizer import Vectorizer
from nbcli.classifier.view import Trained, View
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.system import timing
from nbcli.system.arrays import Ints
from nbcli.tokenizers import Symbols, Tokens, joined, tokenize_once
from nbcli.vectorizers import Vocabulary

_BATCH = 4096


@dataclass(frozen=True)
class Dataset(ABC):
    """n labelled texts: `codes` (n,), each an index in `labels`, which are sorted.

    `digests` (n,) stand for the texts; `groups` (n,) too, but for case and the width of spaces.
    """

    codes: Ints
    labels: list[str]
    digests: Ints
    groups: Ints

    def __len__(self) -> int:
        return len(self.codes)

    @property
    def copies(self) -> int:
        """How many texts stand in the corpus a second time or more."""
        return len(self.digests) - len(np.unique(self.digests))

    @abstractmethod
    def n_tokens(self, tokenizer: str) -> int:
        """Return how many tokens there are in all texts."""

    @abstractmethod
    def learn(self, recipes: Sequence[Recipe], sample: Ints, user_dict: str = "") -> list[Trained]:
        """Learn the texts by recipes that differ in features and model alone; with the features of texts `sample`."""

    def spill(self, view: View) -> Callable[[], View]:
        """Put the view aside, and return what brings it back."""
        return lambda: view


@dataclass(frozen=True)
class InMemory(Dataset):
    """A corpus in memory: its tokens by tokenizer, and the seconds that cutting the texts took each.

    `documents` are the n texts themselves where they were to be kept, else none. cells: by column, the values of a
    table's records.
    """

    tokens: dict[str, Tokens]
    documents: list[Record] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    cells: dict[str, Cells] = field(default_factory=dict)

    def n_tokens(self, tokenizer: str) -> int:
        """Return how many tokens there are in all texts."""
        return len(self.tokens[tokenizer].ids)

    def learn(self, recipes: Sequence[Recipe], sample: Ints, user_dict: str = "") -> list[Trained]:
        """Learn all the texts at once."""
        first, trained = recipes[0], []
        tokens, k = self.tokens[first.tokenizer], len(self.labels)
        with timing.stage("count"):
            vocabulary, counts = Vocabulary.learn(tokens, first.ngrams, first.selection)
        df = counts.df()
        common = Vectorizer.of(first.features, tokens.symbols, vocabulary, df, len(self))
        for recipe in recipes:
            with timing.stage("learn"):
                vectorizer = common.giving(recipe.features, len(self))
                rows = vectorizer.weigh(counts)
                model = fitted(recipe, rows, self.codes, k)
                trained.append(Trained(TextView(recipe, vectorizer, model, user_dict), rows.take(sample)))
        return trained

    @property
    def batch(self) -> Batch:
        """The texts as views read them."""
        return Batch([], cut=self.tokens, cells=self.cells)

    def take(self, rows: Ints, codes: Ints) -> "InMemory":
        """Return the texts `rows` with other codes, without their documents; they took their share of the seconds."""
        tokens = {name: part.take(rows) for name, part in self.tokens.items()}
        seconds = {name: spent * len(rows) / len(self) for name, spent in self.seconds.items()}
        cells = {name: part.take(rows) for name, part in self.cells.items()}
        return InMemory(codes, self.labels, self.digests[rows], self.groups[rows], tokens, seconds=seconds, cells=cells)


def in_memory(
    tokenizers: Sequence[str], documents: Iterable[Record], user_dict: str = "", *, keep: bool = False
) -> InMemory:
    """Read the documents once, a batch at a time, keeping them only where asked to; NbError when there are none."""
    modules = {name: load("tokenizers", name) for name in tokenizers}
    tables: dict[str, Symbols] = {name: module.Table() for name, module in modules.items()}
    cut: dict[str, list[Tokens]] = {name: [] for name in tokenizers}
    seconds = dict.fromkeys(tokenizers, 0.0)
    codes: dict[str, int] = {}
    labels_of, digests, groups = [], [], []
    kept: list[Record] = []
    for batch in timing.each("read", batches(documents)):
        texts = [document.text for document in batch]
        for name, module in modules.items():
            start = perf_counter()
            with timing.stage("tokenize"):
                cut[name].append(tokenize_once(module, texts, tables[name], user_dict))
            seconds[name] += perf_counter() - start
        labels_of.append([codes.setdefault(document.label or "", len(codes)) for document in batch])
        with timing.stage("digest"):
            one = {text: digest(text) for text in dict.fromkeys(texts)}
            digests.append([one[text] for text in texts])
            one = {text: digest(folded(text)) for text in one}
            groups.append([one[text] for text in texts])
        kept += batch if keep else []
    if not codes:
        raise NbError("the corpus has no texts", remedy="give at least one text for each of two classes")
    labels = in_order(codes)
    rank = places(codes, labels)
    tokens = {}
    for name, parts in cut.items():
        start = perf_counter()
        with timing.stage("tokenize"):
            tokens[name] = joined(parts).in_order()
        seconds[name] += perf_counter() - start
    return InMemory(rank[_flat(labels_of)], labels, _flat(digests), _flat(groups), tokens, kept, seconds)


def batches(documents: Iterable[Record]) -> Iterator[list[Record]]:
    """Yield the records, many at a time."""
    stream = iter(documents)
    while batch := list(islice(stream, _BATCH)):
        yield batch


def _flat(lists: Sequence[Sequence[int]]) -> Ints:
    return np.concatenate([np.array(part, dtype=np.int64) for part in lists])
