"""From what classifiers made of the test texts to cells: a score, its interval, and whether the best is better."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.baselines import trainable
from nbcli.evaluation.intervals import LEVEL, fold_interval, fold_p, mcnemar, percentiles, resampled, resampled_p
from nbcli.evaluation.metrics import Metric, Outcome
from nbcli.system.arrays import Array
from nbcli.training.calibration import wilson


@dataclass(frozen=True)
class Judged:
    """How many of the `tested` texts a classifier labelled correctly, and its score with a 95 % interval.

    `p` is that of a paired test against the best of all that were compared, at `tied` not small enough to tell the two
    apart. `train` and `predict` are seconds a split, from texts to a model and from texts to labels: see `Spent`.
    """

    correct: int
    tested: int
    score: float
    low: float
    high: float
    p: float
    best: bool
    train: float
    predict: float
    terms: int

    @property
    def tied(self) -> bool:
        """Whether a paired test cannot tell it from the best."""
        return not self.best and self.p >= LEVEL


@dataclass(frozen=True)
class Cell(Judged):
    """One cell: a recipe, and how it was judged."""

    recipe: Recipe

    @property
    def baseline(self) -> bool:
        """Whether it is there for scale: `nb train` does not make it."""
        return not trainable(self.recipe.model)


def judged(
    recipes: list[Recipe], outcomes: list[list[Outcome]], metric: Metric, seed: int, test_over_train: float
) -> list[Cell]:
    """Return the cell of each recipe from its outcomes, as `scored`."""
    own = [trainable(recipe.model) for recipe in recipes]
    found = scored(own, outcomes, metric, seed, test_over_train)
    return [Cell(**vars(one), recipe=recipe) for recipe, one in zip(recipes, found, strict=True)]


def scored(
    own: Sequence[bool], outcomes: list[list[Outcome]], metric: Metric, seed: int, test_over_train: float
) -> list[Judged]:
    """Return how each classifier is judged by its outcomes, one a split; outcomes of one split are of the same texts.

    The best is the best of all; of equals it is the first that `nb train` makes, as `own` says.
    """
    scores = np.array([[float(metric.score(one)[0]) for one in splits] for splits in outcomes])
    means = np.array([np.nanmean(row) if np.isfinite(row).any() else np.nan for row in scores])
    best = max(range(len(own)), key=lambda i: (metric.rank(float(means[i])), own[i]))
    judge = (
        _on_folds(scores, test_over_train, np.inf if metric.sign < 0 else 1.0)
        if len(outcomes[0]) > 1
        else _on_split(outcomes, metric, seed)
    )
    found = []
    for i, splits in enumerate(outcomes):
        low, high, p = judge(i, best)
        correct, tested = sum(one.correct for one in splits), sum(len(one.codes) for one in splits)
        train, predict = (float(np.mean([getattr(one, name) for one in splits])) for name in ("train", "predict"))
        terms = splits[0].terms
        found.append(Judged(correct, tested, float(means[i]), low, high, p, i == best, train, predict, terms))
    return found


def best_trainable(cells: list[Cell], metric: Metric) -> Cell:
    """Return the best of the cells that `nb train` can make, the first of equals."""
    return max((cell for cell in cells if not cell.baseline), key=lambda cell: metric.rank(cell.score))


Judge = Callable[[int, int], tuple[float, float, float]]


def _on_folds(scores: Array, test_over_train: float, most: float) -> Judge:
    """Return what gives (low, high, p) of a row of scores (recipes, folds) by the corrected resampled t.

    No score is below 0 or above `most`, and so no interval reaches there.
    """

    def judge(i: int, best: int) -> tuple[float, float, float]:
        low, high = fold_interval(scores[i], test_over_train)
        low, high = max(low, 0.0), min(high, most)
        return low, high, 1.0 if i == best else fold_p(scores[best] - scores[i], test_over_train)

    return judge


def _on_split(outcomes: list[list[Outcome]], metric: Metric, seed: int) -> Judge:
    """Return the same for one split: Wilson and McNemar for a share of texts, else the paired bootstrap."""
    hits = [metric.hits(splits[0]) for splits in outcomes]
    if hits[0] is None:
        first = [splits[0] for splits in outcomes]
        drawn = resampled(
            len(first[0].codes), seed, lambda w: np.stack([metric.score(one, w) for one in first], axis=1)
        )

    def judge(i: int, best: int) -> tuple[float, float, float]:
        own, top = hits[i], hits[best]
        if own is not None and top is not None:
            return *wilson(int(own.sum()), len(own)), mcnemar(own, top)
        return *percentiles(drawn[:, i]), 1.0 if i == best else resampled_p(drawn[:, best] - drawn[:, i])

    return judge
