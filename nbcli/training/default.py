"""The default of `nb train`: naive Bayes views of one corpus, blended on leave-one-out scores.

A view is a multinomial model on n-grams of one order, of words or of characters. Its alpha, and the kind of features of
all the views, are those with the smallest leave-one-out log loss; the views' joint log-likelihoods add up with one
weight a view and one bias a class, fitted by multinomial logistic loss on the same scores. Leaving a text out is a
subtraction, so nothing is trained twice.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from nbcli.choices import load
from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier, check_classes
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.view import Trained
from nbcli.models import MANY as MANY_LABELS
from nbcli.models import NaiveBayes
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.fitting import Fit, fit_blend, scaled_loss
from nbcli.training.scoring import (
    Scored,
    learn_recipe,
    leave,
    leaving_with,
    log_prior_without,
    posterior_without,
    scored_texts,
)
from nbcli.vectorizers import TooManyTokensError

TOKENIZERS = ("words", "chars")
_ORDERS = (("words", 1), ("words", 2), ("words", 3), ("chars", 1), ("chars", 2), ("chars", 3))
ORDERS = [(tokenizer, (n, n)) for tokenizer, n in _ORDERS]
# The sets of views to choose from, a view being (tokenizer, n, features). Presence of single words is in both: what
# scaling by length takes from long texts, it leaves them.
SETS = {
    "category": [(*order, "category") for order in _ORDERS if order != ("words", 3)],
    "idf": [*((*order, "idf") for order in _ORDERS), ("words", 1, "category")],
}
# The features of these views.
FEATURES = tuple(dict.fromkeys(features for views in SETS.values() for _, _, features in views))
ALPHAS = (0.01, 0.03, 0.1, 0.3, 1.0)
# Scores of so many texts tell enough of alpha.
_FOR_ALPHA = 1_500
# Of more texts than this the terms of one text are not tried: they would be most of the terms, and most of the memory.
MANY = 100_000


def learn_default(
    corpus: Dataset,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the corpus by the default recipe; NbError when it has fewer than two classes, or no term.

    prune: drop the terms that stand in one text only, where leave-one-out accuracy does not fall; of more than MANY
    texts, in any case. say: takes a line on each choice made.
    """
    check_classes(corpus.labels)
    sample = scored_texts(corpus)
    alone = int((np.bincount(corpus.codes, minlength=len(corpus.labels)) == 1).sum())
    if alone and len(corpus.labels) > MANY_LABELS:
        say(f"{alone:,} of the {len(corpus.labels):,} labels have one text: leave-one-out says nothing of these")
    learner = _Learner(corpus, sample, leaving_with(corpus, sample), user_dict, say)
    many = prune and len(corpus) > MANY
    if many:
        say(f"more than {MANY:,} texts: the terms of one text only are left out")
    codes = corpus.codes[sample]
    scored = {key: view for t, n in _ORDERS for key, view in learner.order(t, n, 2 if many else 1).items()}
    sets = {name: [scored[view] for view in views if view in scored] for name, views in SETS.items()}
    fits = {name: _fit(views, codes) for name, views in sets.items()}
    best = min(fits, key=lambda name: fits[name].loss)
    _report(sets[best], fits, best, say)
    if not fits[best].blend.weights.any():
        # No word stands in two texts of a class, say: there is nothing to choose by.
        say("leave-one-out tells no view from chance: trained the one model of --ngrams 1 instead")
        return learn_recipe(Recipe(ngrams=(1, 1)), corpus, user_dict, digests=digests)
    taken, fit = _with_a_say(sets[best], fits[best])
    if prune and not many:
        taken, fit = _pruned(taken, fit, learner)
    views = [part.view() for part in taken]
    known = np.any([one.known for one in taken], axis=0)
    proba = posterior_without(log(fit.proba), log_prior_without(corpus, learner.own), known)
    return Classifier.of(corpus, views, fit.blend, digests=digests), LeaveOneOut(codes, proba)


def _with_a_say(views: list[Scored], fit: Fit) -> tuple[list[Scored], Fit]:
    """Return the views of a weight above 0, and the fit for these."""
    kept = fit.blend.weights > 0
    blend = Blend(fit.blend.weights[kept], fit.blend.bias, fit.blend.exponents[kept])
    return [view for view, has_say in zip(views, kept, strict=True) if has_say], replace(fit, blend=blend)


def _pruned(views: list[Scored], fit: Fit, learner: "_Learner") -> tuple[list[Scored], Fit]:
    """Return the views without the terms of one text only, where leave-one-out accuracy does not fall, else as given.

    Left out, a text has no such term: leave-one-out sees them in the smoothing alone.
    """
    fewer = [learner.without_rare(scored.recipe) for scored in views]
    refit = _fit(fewer, learner.corpus.codes[learner.sample])
    before, after = (sum(scored.terms for scored in some) for some in (views, fewer))
    taken = refit.accuracy >= fit.accuracy and after > 0 and bool(refit.blend.weights.any())
    verb = "dropped" if taken else "kept"
    learner.say(f"{verb} the {before - after:,} terms of one text only: without them accuracy {refit.accuracy:.4f}")
    return _with_a_say(fewer, refit) if taken else (views, fit)


@dataclass(frozen=True)
class _Learner:
    """Trains views of a corpus and scores them on the texts `sample` (m,), with which `own` (m, K) others leave."""

    corpus: Dataset
    sample: Ints
    own: Array
    user_dict: str
    say: Callable[[str], None]

    def order(self, tokenizer: str, n: int, min_df: int) -> dict[tuple[str, int, str], Scored]:
        """Return the scored views on n-grams of one order, by (tokenizer, n, features)."""
        wanted = [f for f in FEATURES if any((tokenizer, n, f) in views for views in SETS.values())]
        recipes = [Recipe(tokenizer, (n, n), features, "multinomial", min_df=min_df) for features in wanted]
        try:
            trained = self.corpus.learn(recipes, self.sample, self.user_dict)
        except TooManyTokensError:
            self.say(f"{tokenizer} {n}-grams are left out: there are too many different {tokenizer}")
            return {}
        return {(tokenizer, n, one.view.recipe.features): self._with_best_alpha(one) for one in trained}

    def without_rare(self, recipe: Recipe) -> Scored:
        """Return the scored view of the recipe on the terms of two texts or more."""
        return self._scored(self.corpus.learn([replace(recipe, min_df=2)], self.sample, self.user_dict)[0])

    def _with_best_alpha(self, trained: Trained) -> Scored:
        """Return the view with the alpha of the smallest leave-one-out loss, and its scores."""
        few = np.arange(min(_FOR_ALPHA, len(self.sample)))
        left = leave(Trained(trained.view, trained.rows.take(few)), self.own[few])
        length, view = left.rows.row_sums(left.x), trained.view
        codes, exponent = self.corpus.codes[self.sample[few]], load("vectorizers", view.recipe.features).LENGTH_EXPONENT

        def loss(alpha: float) -> float:
            return scaled_loss(_with_alpha(view.model, alpha).without(left), length, codes, exponent)

        with timing.stage("score"):
            alpha = min(ALPHAS, key=loss)
        view.recipe, view.model = view.recipe.with_alpha(alpha), _with_alpha(view.model, alpha)
        return self._scored(trained)

    def _scored(self, trained: Trained) -> Scored:
        view, left = trained.view, leave(trained, self.own)
        with timing.stage("score"):
            jll, length = view.without(left), left.rows.row_sums(left.x)
        return Scored(view.recipe, view.size, self.corpus.spill(view), jll, length, left.known)


def _fit(views: list[Scored], codes: Ints) -> Fit:
    exponents = [load("vectorizers", scored.recipe.features).LENGTH_EXPONENT for scored in views]
    with timing.stage("fit"):
        return fit_blend([scored.jll for scored in views], [scored.length for scored in views], codes, exponents)


def _with_alpha(model: NaiveBayes, alpha: float) -> NaiveBayes:
    model.alpha = alpha  # type: ignore[attr-defined]
    return model


def _report(views: list[Scored], fits: dict[str, Fit], best: str, say: Callable[[str], None]) -> None:
    for name, fit in fits.items():
        taken = "taken" if name == best else "not taken"
        say(f"{name} views: leave-one-out accuracy {fit.accuracy:.4f}, log loss {fit.loss:.4f}, {taken}")
    for scored, weight in zip(views, fits[best].blend.weights, strict=True):
        recipe = scored.recipe
        order = f"{recipe.features} of {recipe.tokenizer} {recipe.ngrams[0]}-grams"
        say(f"  {order}: weight {weight:.2f}, alpha {recipe.alpha:g}, {scored.terms:,} terms")
