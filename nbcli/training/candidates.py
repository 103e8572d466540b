"""What the default chooses from: views of one n-gram order each, with their best alpha, scored by leaving out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from nbcli.choices import load
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.view import Trained
from nbcli.models import NaiveBayes
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.training.fitting import scaled_loss
from nbcli.training.scoring import Scored, further_texts, leave
from nbcli.vectorizers import Rows, TooManyTokensError

TOKENIZERS = ("words", "chars")
_ORDERS = (("words", 1), ("words", 2), ("words", 3), ("chars", 1), ("chars", 2), ("chars", 3))
ORDERS = [(tokenizer, (n, n)) for tokenizer, n in _ORDERS]
# By the tokenizer and the number of tokens: what gains nothing by triples of words.
NO_TRIPLES = [order for order in _ORDERS if order != ("words", 3)]
# The sets of views to choose from, a view being (tokenizer, n, features). Presence of single words is in both: what
# scaling by length takes from long texts, it leaves them.
SETS = {
    "category": [(*order, "category") for order in NO_TRIPLES],
    "idf": [*((*order, "idf") for order in _ORDERS), ("words", 1, "category")],
}
# Of these sets the one of presence, as a correction takes its terms: its counts are small.
PRESENCE = "category"
# The features of these views.
FEATURES = tuple(dict.fromkeys(features for views in SETS.values() for _, _, features in views))
ALPHAS = (0.01, 0.03, 0.1, 0.3, 1.0)
# Scores of so many texts tell enough of alpha.
_FOR_ALPHA = 1_500


@dataclass(frozen=True)
class Candidates:
    """Trains views of a corpus and scores them on the texts `sample` (m,), with which `own` (m, K) others leave.

    correction: keep the rows of further texts, since one is fitted on these as well.
    """

    corpus: Dataset
    sample: Ints
    own: Array
    user_dict: str
    say: Callable[[str], None]
    correction: bool = False

    def sets(self, min_df: int) -> dict[str, list[Scored]]:
        """Return the sets of views to choose from, scored, by their names; terms stand in `min_df` texts or more."""
        scored = {key: view for t, n in _ORDERS for key, view in self._order(t, n, min_df).items()}
        return {name: [scored[view] for view in views if view in scored] for name, views in SETS.items()}

    def _order(self, tokenizer: str, n: int, min_df: int) -> dict[tuple[str, int, str], Scored]:
        """Return the scored views on n-grams of one order, by (tokenizer, n, features)."""
        wanted = [f for f in FEATURES if any((tokenizer, n, f) in views for views in SETS.values())]
        recipes = [Recipe(tokenizer, (n, n), features, "multinomial", min_df=min_df) for features in wanted]
        try:
            trained = self._learned(recipes)
        except TooManyTokensError:
            self.say(f"{tokenizer} {n}-grams are left out: there are too many different {tokenizer}")
            return {}
        return {(tokenizer, n, one.view.recipe.features): self._with_best_alpha(one) for one in trained}

    def without_rare(self, recipe: Recipe) -> Scored:
        """Return the scored view of the recipe on the terms of two texts or more."""
        return self._scored(self._learned([replace(recipe, min_df=2)])[0])

    @property
    def classes_and_groups(self) -> tuple[Ints, Ints]:
        """The class of each text of the sample and of those beside it, and what is alike for copies."""
        texts = self._texts
        return self.corpus.codes[texts], self.corpus.groups[texts]

    @cached_property
    def _texts(self) -> Ints:
        more = further_texts(self.corpus, self.sample) if self.correction else self.sample[:0]
        return np.concatenate([self.sample, more])

    def _learned(self, recipes: Sequence[Recipe]) -> list[Trained]:
        """Return the trained views with the rows of the sample, and of the texts beside it after these."""
        return self.corpus.learn(recipes, self._texts, self.user_dict)

    def _with_best_alpha(self, trained: Trained) -> Scored:
        """Return the view with the alpha of the smallest leave-one-out loss, and its scores."""
        few = np.arange(min(_FOR_ALPHA, len(self.sample)))
        left = leave(Trained(trained.view, trained.rows.take(few)), self.own[few])
        length, view = left.rows.row_sums(left.x), trained.view
        codes, exponent = self.corpus.codes[self.sample[few]], _exponent(view.recipe)

        def loss(alpha: float) -> float:
            return scaled_loss(_with_alpha(view.model, alpha).without(left), length, codes, exponent)

        with timing.stage("score"):
            alpha = min(ALPHAS, key=loss)
        view.recipe, view.model = view.recipe.with_alpha(alpha), _with_alpha(view.model, alpha)
        return self._scored(trained)

    def _scored(self, trained: Trained) -> Scored:
        view = trained.view
        m, n = len(self.sample), len(self._texts)
        rows = trained.rows.take(np.arange(m)) if m < n else trained.rows
        left = leave(Trained(view, rows), self.own)
        with timing.stage("score"):
            jll, length = view.without(left), left.rows.row_sums(left.x)
        spilled = self.corpus.spill(view)
        present = presence(trained.rows)
        return Scored(view.recipe, view.size, spilled, jll, length, _exponent(view.recipe), left.known, present)


def presence(rows: Rows) -> Rows:
    """Return the rows with 1 for each number, in little memory."""
    small = rows.with_columns(rows.indices.astype(np.int32), rows.shape[1])
    return small.with_data(np.broadcast_to(np.float64(1.0), len(rows.data)))


def _exponent(recipe: Recipe) -> float:
    """Return the exponent of a text's length that goes with the features."""
    return float(load("vectorizers", recipe.features).LENGTH_EXPONENT)


def _with_alpha(model: NaiveBayes, alpha: float) -> NaiveBayes:
    model.alpha = alpha  # type: ignore[attr-defined]
    return model
