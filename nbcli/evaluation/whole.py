"""What takes texts and no features of ours: the default of `nb train`, and fastText."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, ClassVar

import numpy as np

from nbcli.classifier.dataset import InMemory
from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.metrics import Outcome
from nbcli.evaluation.train_test import Spent
from nbcli.system.arrays import Ints
from nbcli.system.elementary import log
from nbcli.system.timing import stage
from nbcli.tokenizers import Tokens

Cut = tuple[str, tuple[int, int]]


class Whole(ABC):
    """A classifier that a comparison has once, or once a tokenizer, beside its matrix.

    `name`: its recipe's model. `short`: what it is called in a table. `trainable`: whether `nb train` makes it.
    """

    name: ClassVar[str]
    short: ClassVar[str]
    trainable: ClassVar[bool] = False

    @abstractmethod
    def recipes(self, cuts: Sequence[Cut]) -> list[Recipe]:
        """Return those to compare, where the matrix has these tokenizers with their n-grams."""

    @abstractmethod
    def called(self, recipe: Recipe) -> str:
        """Return what one of its recipes is called in a sentence."""

    @abstractmethod
    def tokenizers(self, recipe: Recipe) -> Sequence[str]:
        """Return the tokenizers whose tokens it takes."""

    @abstractmethod
    def outcome(self, recipe: Recipe, corpus: InMemory, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the texts `test` of a corpus when it has learned the texts `train`."""


class Default(Whole):
    """The blend of several views that `nb train` makes by itself."""

    name, short, trainable = "default", "nb train", True

    def recipes(self, cuts: Sequence[Cut]) -> list[Recipe]:
        """Return the one that there is: it has tokenizers of its own."""
        return [Recipe("", (1, 1), "", self.name)]

    def called(self, recipe: Recipe) -> str:
        """Return what it is called in a sentence."""
        return "the default of nb train"

    def tokenizers(self, recipe: Recipe) -> Sequence[str]:
        """Return those of its views."""
        from nbcli.training.candidates import TOKENIZERS

        return TOKENIZERS

    def outcome(self, recipe: Recipe, corpus: InMemory, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the test texts."""
        from nbcli.training.default import learn_default

        spent, start = Spent.cutting(corpus, self.tokenizers(recipe), train, test), perf_counter()
        with stage("learn"):
            classifier, _ = learn_default(corpus.take(train, corpus.codes[train]), digests=False)
        trained = perf_counter()
        with stage("classify"):
            scores = classifier.answer(classifier.rows(corpus.take(test, corpus.codes[test]).batch))[0]
        spent += Spent(trained - start, perf_counter() - trained)
        return Outcome(corpus.codes[test], scores, spent.train, spent.predict, classifier.terms)


class FastText(Whole):
    """fastText as its users tune it: 25 epochs, pairs of words, a rate of .2; one thread, so that it is repeatable."""

    name, short = "fasttext", "fastText"

    def recipes(self, cuts: Sequence[Cut]) -> list[Recipe]:
        """Return one for each tokenizer."""
        return [Recipe(tokenizer, (1, 2), "", self.name) for tokenizer, _ in cuts]

    def called(self, recipe: Recipe) -> str:
        """Return what it is called in a sentence."""
        return f"fastText on {recipe.tokenizer}"

    def tokenizers(self, recipe: Recipe) -> Sequence[str]:
        """Return that of the recipe."""
        return (recipe.tokenizer,)

    def outcome(self, recipe: Recipe, corpus: InMemory, train: Ints, test: Ints, seed: int) -> Outcome:
        """Return what it makes of the test texts."""
        # It has no types, and is nowhere required.
        fasttext: Any = import_module("fasttext")

        spent, tokens = Spent.cutting(corpus, [recipe.tokenizer], train, test), corpus.tokens[recipe.tokenizer]
        start, lines = perf_counter(), zip(corpus.codes[train], _lines(tokens.take(train)), strict=True)
        learned = [f"__label__{c} {line}\n" for c, line in lines]
        with stage("learn"), TemporaryDirectory() as folder:
            path = Path(folder) / "train.txt"
            path.write_text("".join(learned), encoding="utf-8", errors="replace")
            model = fasttext.train_supervised(
                input=str(path), epoch=25, wordNgrams=2, lr=0.2, thread=1, seed=seed, verbose=0
            )
        trained = perf_counter()
        with stage("classify"):
            labels, proba = model.predict(_lines(tokens.take(test)), k=-1)
        scores = np.full((len(test), len(corpus.labels)), -np.inf)
        for row, (names, values) in enumerate(zip(labels, proba, strict=True)):
            columns = [int(name.removeprefix("__label__")) for name in names]
            scores[row, columns] = log(np.clip(values, 1e-300, 1.0))
        spent += Spent(trained - start, perf_counter() - trained)
        return Outcome(corpus.codes[test], scores, spent.train, spent.predict, len(model.words))


def _lines(tokens: Tokens) -> list[str]:
    spelled = tokens.symbols.spelled(tokens.ids.tolist())
    return [" ".join(spelled[a:b]).replace("\n", " ") for a, b in pairwise(tokens.offsets.tolist())]
