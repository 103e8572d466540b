"""Comparing models: one split, every cell of features x models, and what the split does not tell."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.evaluation._splits import train_test_split
from nbcli.prepared import Prepared
from nbcli.recipe import Recipe
from nbcli.stages import load
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.view import idf_of

Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Cell:
    """One cell of the matrix: a recipe, and how many of the test texts it got right."""

    recipe: Recipe
    right: int


@dataclass(frozen=True)
class Comparison:
    """The matrix and what belongs to it: sizes, seed, and the copies that stand on both sides of the split."""

    cells: list[Cell]
    n_train: int
    n_test: int
    terms: int
    seed: int
    leaked: int
    leaked_of_label: dict[str, tuple[int, int]]

    @property
    def best(self) -> Cell:
        """The cell with most right, the first of equals."""
        return max(self.cells, key=lambda cell: cell.right)


def compare(
    corpus: Prepared,
    recipes: list[Recipe],
    *,
    test_size: float,
    seed: int,
    progress: Callable[[str], None] = lambda cell: None,
) -> Comparison:
    """Train and test each recipe on one split of the corpus; tokens, terms and counts are made once for all.

    The recipes differ in features and model only. Raises NbError when a side of the split would be empty, or the
    training side has one class.
    """
    tokens, n = corpus.tokens[recipes[0].tokenizer], len(corpus)
    train, test = train_test_split(n, test_size, seed)
    _check_split(corpus, train, test)
    shared = recipes[0]
    vocabulary, counts = Vocabulary.learn(tokens.take(train), shared.ngrams, top_k=shared.top_k, min_df=shared.min_df)
    if not len(vocabulary.keys):
        raise NbError("the training texts have no term", remedy="lower --min-df or take another --tokenizer")
    test_counts = vocabulary.count(tokens.take(test))
    cells = []
    for recipe, rows, test_rows in _weighed(recipes, counts, test_counts):
        progress(f"{recipe.features} {recipe.model}")
        model = recipe.new_model().fit(rows, corpus.codes[train])
        cells.append(Cell(recipe, int((model.predict(test_rows) == corpus.codes[test]).sum())))
    leaked = np.isin(corpus.digests[test], corpus.digests[train])
    of_label = {
        label: (int((leaked & (corpus.codes[test] == c)).sum()), int((corpus.codes[test] == c).sum()))
        for c, label in enumerate(corpus.labels)
    }
    return Comparison(cells, len(train), len(test), len(vocabulary.keys), seed, int(leaked.sum()), of_label)


def applicable(features: str, model: str) -> bool:
    """Say whether a comparison has that cell: the categorical model takes presence only, counts being no categories."""
    return model != "categorical" or features == "category"


def _check_split(corpus: Prepared, train: Ints, test: Ints) -> None:
    if not len(train) or not len(test):
        raise NbError(
            f"{len(corpus)} texts leave one side of the split empty",
            remedy="give more texts or another --test-size",
        )
    if len(np.unique(corpus.codes[train])) < 2:
        raise NbError("the training texts are of one class only", remedy="add texts of another class, or change --seed")


def _weighed(recipes: list[Recipe], train: Rows, test: Rows) -> Iterator[tuple[Recipe, Any, Any]]:
    """Yield each recipe with its training and test features, weighing anew only when the features change."""
    last, weighed = "", (train, test)
    for recipe in recipes:
        if recipe.features != last:
            last = recipe.features
            idf = idf_of(last, np.bincount(train.indices, minlength=train.shape[1]), train.shape[0])
            weigh = load("vectorizers", last).weigh
            weighed = (weigh(train, idf), weigh(test, idf))
        yield recipe, *weighed
