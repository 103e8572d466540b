"""Sides whose models come from sums by class, made once for all of them and without a look at the texts again."""

from functools import cached_property
from time import perf_counter

import numpy as np

from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.train_test import Holdout, Spent, TrainTest
from nbcli.models import NaiveBayes
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.vectorizers import Rows, has_room, select

# Features whose sums subtract.
_SUMMED = ("category", "counts")
# (sum of x, sum of x squared, number of texts with x) of each feature in each class, each (K, d)
Sums = tuple[Array, Array, Array]


class Summed(Holdout):
    """A split whose models of `category` and `counts` come from sums of the training texts, the gaussian excepted.

    A gaussian from sums is not, to the last bit, the one that `nb train` learns; the others are counts, and exact.
    """

    @cached_property
    def _summed(self) -> tuple[Sums, float]:
        """The sums, and the seconds that they took."""
        start = perf_counter()
        sums = sums_of(self.counts(), self.codes, int(self.codes.max()) + 1)
        return sums, perf_counter() - start

    def ready(self, recipe: Recipe) -> Spent:
        """Make the sums, or the training features where sums do not do."""
        if not self._by_sums(recipe):
            return super().ready(recipe)
        self.test(recipe.features)
        return self._spent + Spent(self._summed[1], self._test.seconds)

    def fitted(self, recipe: Recipe) -> NaiveBayes:
        """Return the trained model."""
        summed = _model(recipe, self.codes, self._summed[0]) if self._by_sums(recipe) else None
        return summed or super().fitted(recipe)

    def _by_sums(self, recipe: Recipe) -> bool:
        fits = has_room(int(self.codes.max()) + 1, self.terms)
        return recipe.features in _SUMMED and recipe.model != "gaussian" and fits


class Fold(TrainTest):
    """A side whose models of `category` and `counts` come from `sums`, (K, d), of the training texts: those of the
    whole corpus less those of the texts apart.

    whole: counts (n, D) of all texts, of the classes codes (n,). train: the rows that train. chosen: (D,), the terms.
    apart: counts (n_test, d) of the other texts.
    """

    def __init__(
        self, whole: Rows, codes: Ints, train: Ints, chosen: Bools, apart: Rows, sums: Sums, spent: Spent
    ) -> None:
        super().__init__(codes[train], apart, sums[2].sum(axis=0).astype(np.int64), spent)
        self._whole, self._rows, self._chosen, self._sums = whole, train, chosen, sums

    def counts(self) -> Rows:
        """Return the counts of the training texts, (n_train, d): only weights that hang on the fold need them."""
        return columns_of(self._whole.take(self._rows), self._chosen)

    def ready(self, recipe: Recipe) -> Spent:
        """Make the training features where sums do not do."""
        if recipe.features not in _SUMMED:
            return super().ready(recipe)
        self.test(recipe.features)
        return self._spent + Spent(0.0, self._test.seconds)

    def fitted(self, recipe: Recipe) -> NaiveBayes:
        """Return the trained model."""
        return _model(recipe, self.codes, self._sums) or super().fitted(recipe)


def _model(recipe: Recipe, codes: Ints, sums: Sums) -> NaiveBayes | None:
    """Return the model that has learned texts of the classes codes (n,) with these sums; None where sums do not do."""
    if recipe.features not in _SUMMED:
        return None
    total, squares, texts = sums
    if recipe.features == "category":
        total = squares = texts
    n = np.bincount(codes, minlength=len(texts)).astype(np.float64)
    model, present = recipe.new_model(), np.flatnonzero(n)
    total, squares, texts = total[present], squares[present], texts[present]
    n, d = n[present], total.shape[1]
    state = {"classes_": present, "n_features_in_": d, "class_count_": n, "word_count_": total.sum(axis=1)}
    own = set(model.state_arrays) - set(state)
    if own == {"feature_count_"}:
        state["feature_count_"] = texts if recipe.model == "bernoulli" else total
    elif own == {"theta_", "deviation_"}:
        state["theta_"] = total / n[:, None]
        # A sum of squares minus the square of a sum, but of whole numbers, where it is exact.
        state["deviation_"] = (n[:, None] * squares - total**2) / n[:, None]
    elif own == {"cell_count_"} and recipe.features == "category":
        state["cells_"], state["cell_count_"] = (np.arange(d, dtype=np.int64) << 32) | 1, texts
    else:
        return None
    return model.restore(state)


def sums_of(counts: Rows, codes: Ints, n_classes: int) -> Sums:
    """Return what all models of presence and of counts learn from these rows, added up by class."""
    ones = counts.with_data(np.ones(len(counts.data)))
    squares = counts.with_data(counts.data**2)
    total, square, texts = (part.group_sums(codes, n_classes) for part in (counts, squares, ones))
    return total, square, texts


def columns_of(rows: Rows, chosen: Bools) -> Rows:
    """Return the chosen columns only."""
    return select(rows, chosen, np.cumsum(chosen) - 1, int(chosen.sum()))
