"""The default of `nb train`: naive Bayes views of one corpus, blended on leave-one-out scores.

A view is a multinomial model on n-grams of one order, of words or of characters. Its alpha, and the kind of features of
all the views, are those with the smallest leave-one-out log loss; the views' joint log-likelihoods add up with one
weight a view and one bias a class, fitted by multinomial logistic loss on the same scores. Leaving a text out is a
subtraction, so nothing is trained twice.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nbcli.estimate import LeaveOneOut
from nbcli.fitting import Fit, fit_blend, scaled_loss
from nbcli.models._base import NaiveBayes
from nbcli.models._leaving import Left
from nbcli.models._numbers import log_posterior
from nbcli.pipeline import Array, Blend, Ints, Pipeline, check_classes
from nbcli.prepared import Prepared
from nbcli.recipe import Recipe
from nbcli.stages import load
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.view import View

TOKENIZERS = ("words", "chars")
_ORDERS = (("words", 1), ("words", 2), ("words", 3), ("chars", 1), ("chars", 2), ("chars", 3))
# The exponent of the text's length that goes with the features: rows of idf have length 1 already.
EXPONENTS = {"category": 0.5, "idf": 0.0}
# The sets of views to choose from, a view being (tokenizer, n, features). Presence of single words is in both: what
# scaling by length takes from long texts, it leaves them.
SETS = {
    "category": [(*order, "category") for order in _ORDERS],
    "idf": [*((*order, "idf") for order in _ORDERS), ("words", 1, "category")],
}
ALPHAS = (0.01, 0.03, 0.1, 0.3, 1.0)
# Scores of so many texts tell enough: of alpha, and of weights and accuracy.
_FOR_ALPHA, _FOR_WEIGHTS = 3_000, 20_000


@dataclass(frozen=True)
class Scored:
    """A trained view, and its leave-one-out scores of m texts: jll (m, K), and their lengths (m,)."""

    view: View
    jll: Array
    length: Array


def learn_default(
    corpus: Prepared, user_dict: str = "", *, digests: bool = True, say: Callable[[str], None] = lambda line: None
) -> tuple[Pipeline, LeaveOneOut]:
    """Learn the corpus by the default recipe; NbError when it has fewer than two classes, or no term."""
    check_classes(corpus.labels)
    sample = distinct(corpus)[:_FOR_WEIGHTS]
    codes = corpus.codes[sample]
    scored = {(t, n, f): view for t, n in _ORDERS for f, view in _views(corpus, t, n, sample, user_dict).items()}
    sets = {name: [scored[view] for view in views] for name, views in SETS.items()}
    fits = {name: _fit(views, codes) for name, views in sets.items()}
    best = min(fits, key=lambda name: fits[name].loss)
    _report(sets[best], fits, best, say)
    # A view of weight 0 has no say.
    blend = fits[best].blend
    kept = blend.weights > 0
    taken = [part.view for part, has_say in zip(sets[best], kept, strict=True) if has_say]
    blend = Blend(blend.weights[kept], blend.bias, blend.exponents[kept])
    return Pipeline.of(corpus, taken, blend, digests=digests), LeaveOneOut(codes, fits[best].proba)


def _views(corpus: Prepared, tokenizer: str, n: int, sample: Ints, user_dict: str) -> dict[str, Scored]:
    """Return the scored views on n-grams of one order, by features."""
    tokens, k = corpus.tokens[tokenizer], len(corpus.labels)
    vocabulary, counts = Vocabulary.learn(tokens, (n, n))
    found = {}
    for features, exponent in EXPONENTS.items():
        recipe = Recipe(tokenizer, (n, n), features, "multinomial")
        view, rows = View.from_counts(recipe, tokens.symbols, vocabulary, counts, corpus.codes, k, user_dict)
        found[features] = _scored(view, rows, corpus, sample, exponent)
    return found


def _fit(views: list[Scored], codes: Ints) -> Fit:
    exponents = [EXPONENTS[scored.view.recipe.features] for scored in views]
    return fit_blend([scored.jll for scored in views], [scored.length for scored in views], codes, exponents)


def learn_recipe(
    recipe: Recipe, corpus: Prepared, user_dict: str = "", *, digests: bool = True
) -> tuple[Pipeline, LeaveOneOut]:
    """Learn the corpus by one recipe, and leave out its texts as `learn_default` does; NbError as there.

    Where the terms are chosen by rank or weighed by idf, the choice and the idf are those of all the texts.
    """
    check_classes(corpus.labels)
    tokens, k = corpus.tokens[recipe.tokenizer], len(corpus.labels)
    vocabulary, counts = Vocabulary.learn(tokens, recipe.ngrams, top_k=recipe.top_k, min_df=recipe.min_df)
    view, rows = View.from_counts(recipe, tokens.symbols, vocabulary, counts, corpus.codes, k, user_dict)
    pipeline = Pipeline.of(corpus, [view], digests=digests)
    sample = distinct(corpus)[:_FOR_WEIGHTS]
    unit = load("vectorizers", recipe.features).USES_IDF
    jll = view.model.without(Left.of(rows, corpus.codes, k, corpus.groups, sample, unit=unit))
    proba: Array = np.exp(log_posterior(jll, pipeline.log_prior()))
    return pipeline, LeaveOneOut(corpus.codes[sample], proba)


def conflicts(corpus: Prepared) -> int:
    """Return how many different texts stand under more than one label."""
    return len(distinct(corpus)) - len(np.unique(corpus.groups))


def distinct(corpus: Prepared) -> Ints:
    """Return one text of each group of identical ones and label, in an order that is random but always the same."""
    key = corpus.groups * np.int64(1_000_003) + corpus.codes
    first: Ints = np.unique(key, return_index=True)[1]
    return first


def _scored(view: View, rows: Rows, corpus: Prepared, sample: Ints, exponent: float) -> Scored:
    """Return the view with the alpha of the smallest leave-one-out loss, and its scores."""
    k, codes = len(corpus.labels), corpus.codes
    few = sample[:_FOR_ALPHA]
    unit = load("vectorizers", view.recipe.features).USES_IDF
    left = Left.of(rows, codes, k, corpus.groups, few, unit=unit)
    length = left.rows.row_sums(left.x)

    def loss(alpha: float) -> float:
        return scaled_loss(_with_alpha(view.model, alpha).without(left), length, codes[few], exponent)

    alpha = min(ALPHAS, key=loss)
    view.recipe = view.recipe.with_alpha(alpha)
    left = Left.of(rows, codes, k, corpus.groups, sample, unit=unit)
    return Scored(view, _with_alpha(view.model, alpha).without(left), left.rows.row_sums(left.x))


def _with_alpha(model: NaiveBayes, alpha: float) -> NaiveBayes:
    model.alpha = alpha  # type: ignore[attr-defined]
    return model


def _report(views: list[Scored], fits: dict[str, Fit], best: str, say: Callable[[str], None]) -> None:
    for name, fit in fits.items():
        taken = "taken" if name == best else "not taken"
        say(f"{name} views: leave-one-out accuracy {fit.accuracy:.4f}, log loss {fit.loss:.4f}, {taken}")
    for scored, weight in zip(views, fits[best].blend.weights, strict=True):
        recipe, terms = scored.view.recipe, len(scored.view.vocabulary.keys)
        order = f"{recipe.features} of {recipe.tokenizer} {recipe.ngrams[0]}-grams"
        say(f"  {order}: weight {weight:.2f}, alpha {recipe.alpha:g}, {terms:,} terms")
