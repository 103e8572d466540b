"""The default of `nb train`: naive Bayes views of one corpus, blended on leave-one-out scores.

A view is a multinomial model on n-grams of one order, of words or of characters. Its alpha, and the kind of features of
all the views, are those with the smallest leave-one-out log loss; the views' joint log-likelihoods add up with one
weight a view and one bias a class, fitted by multinomial logistic loss on the same scores. Leaving a text out is a
subtraction, so nothing is trained twice.
"""

from collections.abc import Callable
from dataclasses import replace

from nbcli.estimate import LeaveOneOut
from nbcli.fitting import Fit, fit_blend, scaled_loss
from nbcli.models._base import NaiveBayes
from nbcli.pipeline import Blend, Ints, Pipeline, check_classes
from nbcli.prepared import Prepared
from nbcli.recipe import Recipe
from nbcli.scoring import ENOUGH, Scored, distinct, learn_recipe, leave, score
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.view import View

TOKENIZERS = ("words", "chars")
_ORDERS = (("words", 1), ("words", 2), ("words", 3), ("chars", 1), ("chars", 2), ("chars", 3))
# The exponent of the text's length that goes with the features: rows of idf have length 1 already.
EXPONENTS = {"category": 0.5, "idf": 0.0}
# The sets of views to choose from, a view being (tokenizer, n, features). Presence of single words is in both: what
# scaling by length takes from long texts, it leaves them.
SETS = {
    "category": [(*order, "category") for order in _ORDERS if order != ("words", 3)],
    "idf": [*((*order, "idf") for order in _ORDERS), ("words", 1, "category")],
}
ALPHAS = (0.01, 0.03, 0.1, 0.3, 1.0)
# Scores of so many texts tell enough of alpha.
_FOR_ALPHA = 1_500


def learn_default(
    corpus: Prepared,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Pipeline, LeaveOneOut]:
    """Learn the corpus by the default recipe; NbError when it has fewer than two classes, or no term.

    prune: drop the terms that stand in one text only, where leave-one-out accuracy does not fall. say: takes a line on
    each choice made.
    """
    check_classes(corpus.labels)
    sample = distinct(corpus)[:ENOUGH]
    codes = corpus.codes[sample]
    scored = {(t, n, f): view for t, n in _ORDERS for f, view in _views(corpus, t, n, sample, user_dict).items()}
    sets = {name: [scored[view] for view in views] for name, views in SETS.items()}
    fits = {name: _fit(views, codes) for name, views in sets.items()}
    best = min(fits, key=lambda name: fits[name].loss)
    _report(sets[best], fits, best, say)
    if not fits[best].blend.weights.any():
        # No word stands in two texts of a class, say: there is nothing to choose by.
        say("leave-one-out tells no view from chance: trained the one model of --alpha 0.1 instead")
        return learn_recipe(Recipe(), corpus, user_dict, digests=digests)
    taken, fit = _with_a_say(sets[best], fits[best])
    if prune:
        taken, fit = _pruned(taken, fit, corpus, sample, say)
    views = [part.view for part in taken]
    return Pipeline.of(corpus, views, fit.blend, digests=digests), LeaveOneOut(codes, fit.proba)


def _with_a_say(views: list[Scored], fit: Fit) -> tuple[list[Scored], Fit]:
    """Return the views of a weight above 0, and the fit for these."""
    kept = fit.blend.weights > 0
    blend = Blend(fit.blend.weights[kept], fit.blend.bias, fit.blend.exponents[kept])
    return [view for view, has_say in zip(views, kept, strict=True) if has_say], replace(fit, blend=blend)


def _pruned(
    views: list[Scored], fit: Fit, corpus: Prepared, sample: Ints, say: Callable[[str], None]
) -> tuple[list[Scored], Fit]:
    """Return the views without the terms of one text only, where leave-one-out accuracy does not fall, else as given.

    Left out, a text has no such term: leave-one-out sees them in the smoothing alone.
    """
    fewer = [_without_rare(scored, corpus, sample) for scored in views]
    refit = _fit(fewer, corpus.codes[sample])
    before, after = (sum(len(s.view.vocabulary.keys) for s in some) for some in (views, fewer))
    taken = refit.accuracy >= fit.accuracy and after > 0
    verb = "dropped" if taken else "kept"
    say(f"{verb} the {before - after:,} terms of one text only: without them accuracy {refit.accuracy:.4f}")
    return _with_a_say(fewer, refit) if taken else (views, fit)


def _without_rare(scored: Scored, corpus: Prepared, sample: Ints) -> Scored:
    view, k = scored.view, len(corpus.labels)
    tokens = corpus.tokens[view.recipe.tokenizer]
    kept = view.df > 1
    vocabulary = Vocabulary(view.vocabulary.keys[kept], view.recipe.ngrams)
    counts = replace(view, vocabulary=vocabulary).count_tokens(tokens)
    new, rows = View.from_counts(view.recipe, view.symbols, vocabulary, counts, corpus.codes, k, view.user_dict)
    return score(new, leave(new, rows, corpus, sample))


def _views(corpus: Prepared, tokenizer: str, n: int, sample: Ints, user_dict: str) -> dict[str, Scored]:
    """Return the scored views on n-grams of one order, by features."""
    tokens, k = corpus.tokens[tokenizer], len(corpus.labels)
    vocabulary, counts = Vocabulary.learn(tokens, (n, n))
    found = {}
    for features, exponent in EXPONENTS.items():
        if not any((tokenizer, n, features) in views for views in SETS.values()):
            continue
        recipe = Recipe(tokenizer, (n, n), features, "multinomial")
        view, rows = View.from_counts(recipe, tokens.symbols, vocabulary, counts, corpus.codes, k, user_dict)
        found[features] = _scored(view, rows, corpus, sample, exponent)
    return found


def _fit(views: list[Scored], codes: Ints) -> Fit:
    exponents = [EXPONENTS[scored.view.recipe.features] for scored in views]
    return fit_blend([scored.jll for scored in views], [scored.length for scored in views], codes, exponents)


def _scored(view: View, rows: Rows, corpus: Prepared, sample: Ints, exponent: float) -> Scored:
    """Return the view with the alpha of the smallest leave-one-out loss, and its scores."""
    few = sample[:_FOR_ALPHA]
    left = leave(view, rows, corpus, few)
    length = left.rows.row_sums(left.x)

    def loss(alpha: float) -> float:
        return scaled_loss(_with_alpha(view.model, alpha).without(left), length, corpus.codes[few], exponent)

    alpha = min(ALPHAS, key=loss)
    view.recipe = view.recipe.with_alpha(alpha)
    _with_alpha(view.model, alpha)
    return score(view, leave(view, rows, corpus, sample))


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
