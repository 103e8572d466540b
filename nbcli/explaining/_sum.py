"""The sum taken apart: log prior, each term of the text, the absent ones, and what they come to."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from nbcli.explaining._explanation import Absent, Array, Explanation, Term, Unknown, Viewed
from nbcli.pipeline import Pipeline
from nbcli.stages import load
from nbcli.vectorizers import Rows, Vocabulary
from nbcli.vectorizers._ngrams import keys_of
from nbcli.view import View


def explain(pipeline: Pipeline, text: str) -> Explanation:
    """Return every term of the sum that labels the text."""
    counts = [view.count([text]) for view in pipeline.views]
    log_prior, scales = mixing(pipeline, counts)
    terms: list[Term] = []
    absent: list[Absent] = []
    unknown: list[Unknown] = []
    views: list[Viewed] = []
    for number, (view, rows, scale) in enumerate(zip(pipeline.views, counts, scales, strict=True)):
        log_prior = log_prior + scale * view.model.log_prior()
        constant, own = _terms(view, rows, number, scale)
        terms += own
        if constant.any():
            absent.append(Absent(number, rows.shape[1] - len(own), scale * constant))
        strangers, seen = _strangers(view, text, number, {term.spelling for term in own})
        unknown += strangers
        views.append(seen)
    parts = [log_prior, *(one.parts for one in absent), *(one.parts for one in terms)]
    joint = np.sum(parts, axis=0)
    _check(joint, pipeline.joint(counts)[0], parts)
    posterior, status = pipeline.classify([text])
    found = (text, pipeline.labels, log_prior, terms, absent, unknown, views, joint, posterior[0], status[0])
    return Explanation(*found)


def mixing(pipeline: Pipeline, counts: Sequence[Rows]) -> tuple[Array, list[float]]:
    """Return the bias of each class, (K,), and what each view is multiplied by in the text that was counted.

    joint = bias + sum over the views of scale x (the view's log prior + its terms). A view alone counts as it is.
    """
    if pipeline.blend is None:
        return np.zeros(len(pipeline.labels)), [1.0] * len(counts)
    weighed = [view.weigh(rows) for view, rows in zip(pipeline.views, counts, strict=True)]
    return pipeline.blend.bias, pipeline.blend.scales(weighed)[:, 0].tolist()


def _terms(view: View, rows: Rows, number: int, scale: float) -> tuple[Array, list[Term]]:
    """Return what the absent terms of a view add, (K,), and the terms of the text, in the order of the vocabulary."""
    weighed = view.weigh(rows)
    constant, indices, parts = view.model.contributions(weighed)
    count = dict(zip(rows.indices.tolist(), rows.data.tolist(), strict=True))
    x = dict(zip(weighed.indices.tolist(), weighed.data.tolist(), strict=True))
    columns = indices.tolist()
    terms = [
        Term(spelling, number, int(count[j]), x[j], scale * part)
        for j, spelling, part in zip(columns, view.spell(columns), parts, strict=True)
    ]
    return constant, terms


def _strangers(view: View, text: str, number: int, known: set[str]) -> tuple[list[Unknown], Viewed]:
    """Return the terms of the text that the view does not know, in the text's order, each once."""
    recipe = view.recipe
    tokenizer = load("tokenizers", recipe.tokenizer)
    tokens = tokenizer.tokenize([text], tokenizer.Table(), view.user_dict)
    keys, _, places = keys_of(tokens, recipe.ngrams)
    distinct = np.array(list(dict.fromkeys(keys[np.argsort(places, kind="stable")].tolist())), dtype=np.int64)
    # A view of the text's own terms spells them.
    own = replace(view, symbols=tokens.symbols, vocabulary=Vocabulary(distinct, recipe.ngrams))
    sizes = [len(own.vocabulary.ids(j)) for j in range(len(distinct))]
    found = list(zip(own.spell(range(len(distinct))), sizes, strict=True))
    low, high = recipe.ngrams
    short = [spelling for spelling, size in found if size == low]
    unit = "character" if recipe.tokenizer == "chars" else "word"
    name = f"{recipe.tokenizer} {low}-{high}"
    seen = Viewed(name, unit, low, len(short), sum(spelling in known for spelling in short))
    return [Unknown(spelling, number, size) for spelling, size in found if spelling not in known], seen


def _check(joint: Array, expected: Array, parts: list[Array]) -> None:
    """Hold the explanation to what it explains: a sum other than the classifier's own is a bug."""
    size = 1.0 + sum(float(np.abs(part[np.isfinite(part)]).sum()) for part in parts)
    if not np.allclose(joint, expected, rtol=1e-9, atol=1e-12 * size):
        raise AssertionError(f"the terms add up to {joint}, and the classifier has {expected}")
