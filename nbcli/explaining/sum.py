"""The sum taken apart: log prior, each term of the text, the absent ones, and what they come to."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nbcli.choices import load
from nbcli.classifier.batch import Batch
from nbcli.classifier.blend import stretches
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.status import OK, status_of
from nbcli.classifier.text_view import TextView
from nbcli.explaining.explanation import Absent, Explanation, Term, Unknown
from nbcli.explaining.viewed import Viewed
from nbcli.system.arrays import Array
from nbcli.system.elementary import exp
from nbcli.tokenizers import Tokens
from nbcli.vectorizers import Rows


def explain(classifier: Classifier, text: str) -> Explanation:
    """Return every term of the sum that labels the text; of a text without a known term that is the prior alone."""
    # Of the batch's own table every token has a spelling, those that a view does not know too.
    batch = Batch([text])
    of_text = [view for view in classifier.views if isinstance(view, TextView)]
    tokens, counts = [batch.tokens(*view.cut) for view in of_text], [view.count(batch) for view in of_text]
    rows_of = [view.weigh(part) for view, part in zip(of_text, counts, strict=True)]
    posterior, silent = classifier.answer(rows_of)
    if silent[0]:
        return _by_the_prior(classifier, text, of_text, tokens, exp(posterior[0]))
    log_prior, scales, stretch = mixing(classifier, rows_of)
    terms: list[Term] = []
    absent: list[Absent] = []
    unknown: list[Unknown] = []
    views: list[Viewed] = []
    corrected = corrections(classifier, rows_of, stretch)
    for number, (view, rows, scale) in enumerate(zip(of_text, rows_of, scales, strict=True)):
        log_prior = log_prior + scale * view.model.log_prior()
        constant, known = terms_of(view, counts[number], rows, number, scale, corrected[number])
        own = spelled(view, tokens[number])
        place = {spelling: i for i, (spelling, _) in enumerate(own)}
        terms += sorted(known, key=lambda term: place[term.spelling])
        if constant.any():
            absent.append(Absent(number, rows.shape[1] - len(known), scale * constant))
        unseen, seen = strangers(view, own, number, {term.spelling for term in known})
        unknown += unseen
        views.append(seen)
    parts = [log_prior, *(one.parts for one in absent), *(one.parts for one in terms)]
    joint = np.sum(parts, axis=0)
    check_sum(joint, classifier.joint(rows_of)[0], parts)
    proba = exp(posterior[0])
    return Explanation(text, classifier.labels, log_prior, terms, absent, unknown, views, joint, proba, OK)


def _by_the_prior(
    classifier: Classifier, text: str, of_text: list[TextView], tokens: list[Tokens], posterior: Array
) -> Explanation:
    """Return the explanation of a text of which nothing is known: the log prior is all that is summed."""
    found = [
        strangers(view, spelled(view, own), number, set())
        for number, (view, own) in enumerate(zip(of_text, tokens, strict=True))
    ]
    unknown = [one for unseen, _ in found for one in unseen]
    log_prior, views = classifier.log_prior(), [seen for _, seen in found]
    status = status_of(True, text)
    return Explanation(text, classifier.labels, log_prior, [], [], unknown, views, log_prior, posterior, status)


class Mixing(NamedTuple):
    """How a record's views add up: joint = bias + sum over the views of scale x (the view's log prior + its terms).

    bias: (K,). scales: one a view. stretch: what the blend's shape multiplies the whole by, which is in both already.
    """

    bias: Array
    scales: list[float]
    stretch: float


def mixing(classifier: Classifier, rows: Sequence[Any]) -> Mixing:
    """Return how the views add up in a record of which they read `rows`.

    A view alone counts as it is. The prior of a table is in the bias.
    """
    blend = classifier.blend
    if blend is None:
        return Mixing(np.zeros(len(classifier.labels)), [1.0] * len(rows), 1.0)
    stretch = float(stretches(classifier.unshaped(rows), blend.shape)[0])
    bias = blend.bias if classifier.prior is None else blend.bias + classifier.log_prior()
    return Mixing(stretch * bias, (stretch * blend.scales(classifier.lengths(rows))[:, 0]).tolist(), stretch)


def corrections(classifier: Classifier, rows: Sequence[Any], stretch: float) -> list[dict[int, Array]]:
    """Return what the linear correction adds to each class, (K,), by the columns of a text's terms in each view.

    Of the view of a table's column that is nothing. stretch: as in `Mixing`.
    """
    if classifier.correction is None:
        return [{} for _ in rows]
    both = zip(rows, classifier.correction.contributions(rows, len(classifier.labels)), strict=True)
    return [
        dict(zip(part.indices.tolist(), stretch * own, strict=True)) if isinstance(part, Rows) else {}
        for part, own in both
    ]


def terms_of(
    view: TextView, counts: Rows, rows: Rows, number: int, scale: float, corrected: Mapping[int, Array] | None = None
) -> tuple[Array, list[Term]]:
    """Return what the absent terms of a view add, (K,), and the known terms of the text, `corrected` by column."""
    more = corrected or {}
    constant, indices, parts = view.model.contributions(rows)
    count = dict(zip(counts.indices.tolist(), counts.data.tolist(), strict=True))
    x = dict(zip(rows.indices.tolist(), rows.data.tolist(), strict=True))
    columns = indices.tolist()
    terms = [
        Term(spelling, number, int(count[j]), x[j], scale * part + more.get(j, 0.0), correction=more.get(j))
        for j, spelling, part in zip(columns, view.spell(columns), parts, strict=True)
    ]
    return constant, terms


def spelled(view: TextView, tokens: Tokens) -> list[tuple[str, int]]:
    """Return the n-grams of the text, each with its number of tokens, in the text's order, each once."""
    (low, high), join = view.recipe.ngrams, load("tokenizers", view.recipe.tokenizer).JOINER.join
    words = tokens.symbols.spelled(tokens.ids.tolist())
    places = [(i, n) for i in range(len(words)) for n in range(low, high + 1) if i + n <= len(words)]
    return list(dict.fromkeys((join(words[i : i + n]), n) for i, n in places))


def strangers(
    view: TextView, found: list[tuple[str, int]], number: int, known: set[str]
) -> tuple[list[Unknown], Viewed]:
    """Return the terms of the text that the view does not know, and how many of the shortest ones it knows.

    What is nothing but space is no term.
    """
    found = [(spelling, n) for spelling, n in found if not spelling.isspace()]
    short = [spelling for spelling, n in found if n == view.recipe.ngrams[0]]
    seen = Viewed(view.recipe, len(short), sum(spelling in known for spelling in short), view.user_dict)
    return [Unknown(spelling, number, n) for spelling, n in found if spelling not in known], seen


def check_sum(joint: Array, expected: Array, parts: list[Array]) -> None:
    """Hold the explanation to what it explains: a sum other than the classifier's own is a bug."""
    size = 1.0 + sum(float(np.abs(part[np.isfinite(part)]).sum()) for part in parts)
    if not np.allclose(joint, expected, rtol=1e-9, atol=1e-12 * size):
        raise AssertionError(f"the terms add up to {joint}, and the classifier has {expected}")
