"""The text of a table as a column: the views that the default takes for texts, blended as there, as one score."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from nbcli.classifier.blend import Blend
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.view import View
from nbcli.system.arrays import Array
from nbcli.training.candidates import Candidates
from nbcli.training.columns import Judge
from nbcli.training.correction import Corrected, fit_correction
from nbcli.training.default import chosen_views, more_terms
from nbcli.training.fitting import scaled


@dataclass(frozen=True)
class TextColumn:
    """The views of the text, their blend less the log prior that is in it, and its leave-one-out scores (m, K).

    corrected: the same with a linear correction, where one was fitted, of the same views and perhaps others after
    them; `correction` is that, whose blend without it is the other's.
    """

    views: list[View]
    blend: Blend
    scores: Array
    corrected: "TextColumn | None" = None
    correction: Corrected | None = None


def text_column(
    corpus: InMemory,
    judge: Judge,
    log_prior: Array,
    user_dict: str,
    *,
    prune: bool,
    correction: bool,
    say: Callable[[str], None],
) -> TextColumn | None:
    """Return the text served as `nb train` serves texts; None where leave-one-out tells it from no chance.

    log_prior: (K,), of all records. The blend of texts has it in it; in a table it is added once, beside the columns.
    """
    candidates = Candidates(corpus, judge.sample, judge.own, user_dict, say, correction)
    found = chosen_views(candidates, prune=prune)
    if found is None:
        say("leave-one-out tells no view of the text from chance: it is left out")
        return None
    taken, blend = found.views, _less(found.fit.blend, log_prior)
    both = zip(taken, blend.weights, strict=True)
    parts = [weight * scaled(one.jll, one.length, one.exponent) for one, weight in both]
    plain = TextColumn([one.view() for one in taken], blend, np.sum(parts, axis=0) + blend.bias)
    every = [*taken, *more_terms(found, candidates)] if correction else []
    fitted = fit_correction(every, found.fit, *candidates.classes_and_groups) if correction else None
    if fitted is None:
        return plain
    views, own = [part.view() for part in every], _less(fitted.fit.blend, log_prior)
    return replace(plain, corrected=TextColumn(views, own, fitted.scores - log_prior, correction=fitted))


def _less(blend: Blend, log_prior: Array) -> Blend:
    """Return the blend without the log prior (K,), and without its shape: the whole table has one."""
    return Blend(blend.weights, blend.bias - log_prior, blend.exponents)
