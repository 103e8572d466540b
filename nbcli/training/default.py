"""The default of `nb train`: naive Bayes views of one corpus, blended on leave-one-out scores.

A view is a multinomial model on n-grams of one order, of words or of characters. Its alpha, and the kind of features of
all the views, are those with the smallest leave-one-out log loss; the views' joint log-likelihoods add up with one
weight a view and one bias a class, fitted by multinomial logistic loss on the same scores. Leaving a text out is a
subtraction, so nothing is trained twice.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.labels import check_classes
from nbcli.classifier.recipe import Recipe
from nbcli.models import MANY as MANY_LABELS
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import log
from nbcli.training.candidates import PRESENCE, Candidates
from nbcli.training.correction import first_of_order, fit_correction
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.fitting import Fit, fit_blend
from nbcli.training.scoring import (
    Scored,
    distinct,
    learn_recipe,
    leaving_with,
    log_prior_without,
    posterior_without,
    scored_texts,
)

# Of more texts than this the terms of one text are not tried: they would be most of the terms, and most of the memory.
MANY = 100_000


def learn_default(
    corpus: Dataset,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    correction: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the corpus by the default recipe; NbError when it has fewer than two classes, or no term.

    prune: drop the terms that stand in one text only, where leave-one-out accuracy does not fall; of more than MANY
    texts, in any case. correction: add a linear one where it lowers the loss on texts not seen. say: takes a line on
    each choice made.
    """
    check_classes(corpus.labels)
    sample = scored_texts(corpus)
    alone = int((np.bincount(corpus.codes, minlength=len(corpus.labels)) == 1).sum())
    if alone and len(corpus.labels) > MANY_LABELS:
        say(f"{alone:,} of the {len(corpus.labels):,} labels have one text: leave-one-out says nothing of these")
    candidates = Candidates(corpus, sample, leaving_with(corpus, sample), user_dict, say, correction)
    found = chosen_views(candidates, prune=prune)
    if found is None:
        # No word stands in two texts of a class, say: there is nothing to choose by.
        say("leave-one-out tells no view from chance: trained the one model of --ngrams 1 instead")
        return learn_recipe(Recipe(ngrams=(1, 1)), corpus, user_dict, digests=digests)
    codes, taken = corpus.codes[sample], found.views
    loo = LeaveOneOut(codes, _left_out(taken, found.fit, candidates))
    every = [*taken, *more_terms(found, candidates)] if correction else taken
    corrected = fit_correction(every, found.fit, *candidates.classes_and_groups) if correction else None
    if corrected is None:
        return Classifier.of(corpus, [part.view() for part in taken], found.fit.blend, digests=digests), loo
    say(corrected.sentence(corrected.fit.loss, found.fit.loss, len(distinct(corpus))))
    views = [part.view() for part in every]
    classifier = Classifier.of(corpus, views, corrected.fit.blend, digests=digests, correction=corrected.correction)
    return classifier, LeaveOneOut(codes, _left_out(every, corrected.fit, candidates), corrected.folds, loo)


@dataclass(frozen=True)
class Chosen:
    """The views that the default takes, the fit of their blend, and all that a correction may take its terms from."""

    views: list[Scored]
    fit: Fit
    offered: list[Scored]


def chosen_views(candidates: Candidates, *, prune: bool) -> Chosen | None:
    """Return what the default takes; None where leave-one-out tells no view from chance."""
    say, many = candidates.say, prune and len(candidates.corpus) > MANY
    if many:
        say(f"more than {MANY:,} texts: the terms of one text only are left out")
    codes = candidates.corpus.codes[candidates.sample]
    sets = candidates.sets(2 if many else 1)
    fits = {name: _fit(views, codes) for name, views in sets.items()}
    best = min(fits, key=lambda name: fits[name].loss)
    _report(sets[best], fits, best, say)
    if not fits[best].blend.weights.any():
        return None
    taken, fit = _with_a_say(sets[best], fits[best])
    if prune and not many:
        taken, fit = _pruned(taken, fit, candidates)
    return Chosen(taken, fit, [*sets.get(PRESENCE, []), *sets[best]])


def _left_out(views: list[Scored], fit: Fit, candidates: Candidates) -> Array:
    """Return the posteriors (m, K) of the texts left out, as predicting answers."""
    known = np.any([one.known for one in views], axis=0)
    return posterior_without(log(fit.proba), log_prior_without(candidates.corpus, candidates.own), known)


def more_terms(found: Chosen, candidates: Candidates) -> list[Scored]:
    """Return views that a correction needs for their terms beside those of the blend, pruned as these."""
    taken, min_df = found.views, found.views[0].recipe.min_df
    firsts = first_of_order([*taken, *found.offered])[len(taken) :]
    return [
        view if view.recipe.min_df == min_df else candidates.without_rare(view.recipe)
        for view, is_first in zip(found.offered, firsts, strict=True)
        if is_first
    ]


def _with_a_say(views: list[Scored], fit: Fit) -> tuple[list[Scored], Fit]:
    """Return the views of a weight above 0, and the fit for these."""
    kept = fit.blend.weights > 0
    blend = fit.blend.of_views(kept)
    return [view for view, has_say in zip(views, kept, strict=True) if has_say], replace(fit, blend=blend)


def _pruned(views: list[Scored], fit: Fit, candidates: Candidates) -> tuple[list[Scored], Fit]:
    """Return the views without the terms of one text only, where leave-one-out accuracy does not fall, else as given.

    Left out, a text has no such term: leave-one-out sees them in the smoothing alone.
    """
    fewer = [candidates.without_rare(scored.recipe) for scored in views]
    refit = _fit(fewer, candidates.corpus.codes[candidates.sample])
    before, after = (sum(scored.terms for scored in some) for some in (views, fewer))
    taken = refit.accuracy >= fit.accuracy and after > 0 and bool(refit.blend.weights.any())
    verb = "dropped" if taken else "kept"
    candidates.say(f"{verb} the {before - after:,} terms of one text only: without them accuracy {refit.accuracy:.4f}")
    return _with_a_say(fewer, refit) if taken else (views, fit)


def _fit(views: list[Scored], codes: Ints) -> Fit:
    with timing.stage("fit"):
        return fit_blend(
            [one.jll for one in views], [one.length for one in views], codes, [one.exponent for one in views]
        )


def _report(views: list[Scored], fits: dict[str, Fit], best: str, say: Callable[[str], None]) -> None:
    for name, fit in fits.items():
        taken = "taken" if name == best else "not taken"
        say(f"{name} views: leave-one-out accuracy {fit.accuracy:.4f}, log loss {fit.loss:.4f}, {taken}")
    for scored, weight in zip(views, fits[best].blend.weights, strict=True):
        recipe = scored.recipe
        order = f"{recipe.features} of {recipe.tokenizer} {recipe.ngrams[0]}-grams"
        say(f"  {order}: weight {weight:.2f}, alpha {recipe.alpha:g}, {scored.terms:,} terms")
