"""Comparing models: every cell of features x models on one split or on folds, and what the figures do not tell."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nbcli.choices import choices, load
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.baselines import whole_of
from nbcli.evaluation.cells import Cell, best_trainable, judged
from nbcli.evaluation.metrics import Metric, Outcome
from nbcli.evaluation.splits import distinct, folds, train_test_split
from nbcli.evaluation.train_test import check_sides
from nbcli.evaluation.trials import outcomes_of
from nbcli.system.arrays import Ints
from nbcli.system.timing import stage
from nbcli.vectorizers import Gives

Rows = tuple[Ints, Ints]

# A smaller share of copies is 0 % when rounded.
_SHOWS = 0.005


@dataclass(frozen=True)
class Comparison:
    """The cells and what belongs to them: sizes, seed, and the copies that stand on both sides of the split.

    On folds n_train and n_test are those of the first; `dropped` is how many copies were left out. `best_trainable` is
    the best of the cells that `nb train` can make.
    """

    cells: list[Cell]
    best_trainable: Cell
    n_train: int
    n_test: int
    terms: int
    seed: int
    leaked: int
    leaked_of_label: dict[str, tuple[int, int]]
    metric: str = "accuracy"
    folds: int | None = None
    repeats: int = 1
    dedup: bool = False
    dropped: int = 0

    @property
    def best(self) -> Cell:
        """The best of all cells, baselines among them."""
        return next(cell for cell in self.cells if cell.best)

    @property
    def several(self) -> bool:
        """Whether there are several tokenizers or n-grams, so that features and model do not name a cell."""
        return len({(c.recipe.tokenizer, c.recipe.ngrams) for c in self.cells if not whole_of(c.recipe.model)}) > 1

    @property
    def flattered(self) -> bool:
        """Whether copies on both sides can raise the score by as much as shows: half a hundredth of the texts."""
        parts = [(self.leaked, self.n_test)]
        if self.metric not in ("accuracy", "logloss"):
            # A score by label stands or falls with those of one.
            own = self.metric.partition(":")[2]
            parts += [counts for label, counts in self.leaked_of_label.items() if own in ("", label)]
        return any(leaked >= _SHOWS * total > 0 for leaked, total in parts)


def compare(
    corpus: InMemory,
    recipes: list[Recipe],
    *,
    test_size: float = 0.3,
    seed: int = 2022,
    cv: int | None = None,
    repeat: int = 1,
    metric: str = "accuracy",
    dedup: bool = False,
    progress: Callable[[str], None] = lambda cell: None,
) -> Comparison:
    """Train and test each recipe on one split of the corpus, or on `cv` folds, dealt out anew `repeat` times.

    Tokens, terms and counts are made once for all recipes of a tokenizer. A recipe's model may be a baseline, too.
    `dedup`: only the first of each group of copies takes part. NbError when a side of a split would be empty, the
    training side has one class, or the metric does not exist.
    """
    n = len(corpus)
    if dedup:
        rows = distinct(corpus.groups)
        corpus = corpus.take(rows, corpus.codes[rows])
    measure = Metric.of(metric, corpus.labels)
    splits = splits_of(corpus, test_size, seed, cv, repeat)
    outcomes: list[list[Outcome]] = [[] for _ in recipes]
    for i, outcome in outcomes_of(corpus, recipes, splits, seed, counted=cv is not None, progress=progress):
        outcomes[i].append(outcome)
    train, test = splits[0]
    with stage("score"):
        cells = judged(recipes, outcomes, measure, seed, len(test) / len(train))
    terms = next((cell.terms for cell in cells if not whole_of(cell.recipe.model)), cells[0].terms)
    total, of_label = _leaked(corpus, train, test)
    best, dropped = best_trainable(cells, measure), n - len(corpus)
    return Comparison(
        cells, best, len(train), len(test), terms, seed, total, of_label, metric, cv, repeat, dedup, dropped
    )


def applicable(features: str, model: str) -> bool:
    """Say whether a comparison has that cell: the models that count texts are compared on presence only."""
    counts_texts: bool = load("models", model).Model.takes.texts if model in choices("models") else False
    return not counts_texts or load("vectorizers", features).GIVES is Gives.PRESENCE


def splits_of(corpus: InMemory, test_size: float, seed: int, cv: int | None, repeat: int) -> list[Rows]:
    """Return the (train, test) rows of every split, each checked."""
    if cv is None:
        splits = [train_test_split(len(corpus), test_size, seed)]
    else:
        dealt = [folds(corpus.codes, corpus.groups, cv, seed + r) for r in range(repeat)]
        splits = [(np.flatnonzero(d != f), np.flatnonzero(d == f)) for d in dealt for f in range(cv)]
    for train, test in splits:
        check_sides(corpus.codes[train], len(test))
    return splits


def _leaked(corpus: InMemory, train: Ints, test: Ints) -> tuple[int, dict[str, tuple[int, int]]]:
    """Return how many test texts also stand in training, in all, and of each label with the number of its texts."""
    # As np.isin, which would import numpy.ma, a hundredth of a comparison's time.
    learned, own, codes = np.sort(corpus.digests[train]), corpus.digests[test], corpus.codes[test]
    leaked = learned[np.minimum(np.searchsorted(learned, own), len(learned) - 1)] == own
    of_label = {
        label: (int((leaked & (codes == c)).sum()), int((codes == c).sum())) for c, label in enumerate(corpus.labels)
    }
    return int(leaked.sum()), of_label
