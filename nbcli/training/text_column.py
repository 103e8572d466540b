"""The text of a table as a column: the views that the default takes for texts, blended as there, as one score."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nbcli.classifier.blend import Blend
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.view import View
from nbcli.system.arrays import Array
from nbcli.training.candidates import Candidates
from nbcli.training.columns import Judge
from nbcli.training.default import chosen_views
from nbcli.training.fitting import scaled


@dataclass(frozen=True)
class TextColumn:
    """The views of the text, their blend less the log prior that is in it, and its leave-one-out scores (m, K)."""

    views: list[View]
    blend: Blend
    scores: Array


def text_column(
    corpus: InMemory, judge: Judge, log_prior: Array, user_dict: str, *, prune: bool, say: Callable[[str], None]
) -> TextColumn | None:
    """Return the text served as `nb train` serves texts; None where leave-one-out tells it from no chance.

    log_prior: (K,), of all records. The blend of texts has it in it; in a table it is added once, beside the columns.
    """
    found = chosen_views(Candidates(corpus, judge.sample, judge.own, user_dict, say), prune=prune)
    if found is None:
        say("leave-one-out tells no view of the text from chance: it is left out")
        return None
    taken, fit = found.views, found.fit
    blend = Blend(fit.blend.weights, fit.blend.bias - log_prior, fit.blend.exponents)
    both = zip(taken, blend.weights, strict=True)
    parts = [weight * scaled(one.jll, one.length, one.exponent) for one, weight in both]
    return TextColumn([one.view() for one in taken], blend, np.sum(parts, axis=0) + blend.bias)
