"""The sum taken apart for a row of a table: what the value of each column adds, and the terms of its text."""

from dataclasses import dataclass

import numpy as np

from nbcli.classifier.batch import Batch
from nbcli.classifier.cells import cells_of, texts_of
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.recipe import DEFAULT
from nbcli.classifier.status import EMPTY, OK, UNKNOWN
from nbcli.classifier.text_view import TextView
from nbcli.corpus import Record
from nbcli.explaining.explanation import Absent, Explanation, Term, Unknown
from nbcli.explaining.sum import check_sum, corrections, mixing, spelled, strangers, terms_of
from nbcli.explaining.viewed import Viewed, ViewedColumns
from nbcli.schema import Schema
from nbcli.system.arrays import Array
from nbcli.system.elementary import exp


@dataclass
class _Found:
    """What is found of the views, one after the other."""

    terms: list[Term]
    absent: list[Absent]
    unknown: list[Unknown]
    views: list[Viewed]


def explain_row(classifier: Classifier, schema: Schema, record: Record) -> Explanation:
    """Return every term of the sum that labels the row; of one that says nothing it is the prior alone.

    `record` is as `schema.record` brings it. The columns together are the first of the views.
    """
    others = [record.others]
    batch = Batch(texts_of(schema, others), cells=cells_of(schema, others))
    rows_of = [view.rows(batch) for view in classifier.views]
    posterior, silent = classifier.answer(rows_of)
    log_prior, scales, stretch = mixing(classifier, rows_of)
    found = _Found([], [], [], [])
    both = [(view, rows, scale) for view, rows, scale in zip(classifier.views, rows_of, scales, strict=True)]
    known = 0
    for view, x, scale in both:
        if not isinstance(view, ColumnView):
            continue
        # Of a category never seen there is still that it is not missing, where that counts.
        parts, says = scale * view.joint_log_likelihood(x)[0], not view.silent(x)[0]
        known += says
        if says or parts.any():
            spelling = f"{view.name} = {view.value(float(x[0]))}"
            found.terms.append(Term(spelling, 0, 1, 1.0, parts, view.recipe.served))
    found.views.append(ViewedColumns(DEFAULT, sum(isinstance(view, ColumnView) for view in classifier.views), known))
    corrected = corrections(classifier, rows_of, stretch)
    for (view, _, scale), more in zip(both, corrected, strict=True):
        if isinstance(view, TextView):
            log_prior = log_prior + scale * view.log_prior()
            _add_text(view, batch, scale, more, found)
    labels, proba = classifier.labels, exp(posterior[0])
    if silent[0]:
        status, prior = (UNKNOWN if record.text else EMPTY), classifier.log_prior()
        return Explanation(
            record.text, labels, prior, [], [], found.unknown, found.views, prior, proba, status, rows=rows_of
        )
    parts_of = [log_prior, *(one.parts for one in found.absent), *(one.parts for one in found.terms)]
    joint = np.sum(parts_of, axis=0)
    check_sum(joint, classifier.joint(rows_of)[0], parts_of)
    leans = classifier.blend is not None and bool(classifier.blend.bias.any())
    sums = log_prior, found.terms, found.absent, found.unknown, found.views, joint, proba
    return Explanation(record.text, labels, *sums, OK, leans, rows_of)


def _add_text(view: TextView, batch: Batch, scale: float, corrected: dict[int, Array], found: _Found) -> None:
    """Add what a view of the row's text finds in it, its terms `corrected` by column."""
    number = len(found.views)
    counts, tokens = view.count(batch), batch.tokens(*view.cut)
    rows = view.weigh(counts)
    constant, known = terms_of(view, counts, rows, number, scale, corrected)
    own = spelled(view, tokens)
    place = {spelling: i for i, (spelling, _) in enumerate(own)}
    found.terms += sorted(known, key=lambda term: place[term.spelling])
    if constant.any():
        found.absent.append(Absent(number, rows.shape[1] - len(known), scale * constant))
    unknown, seen = strangers(view, own, number, {term.spelling for term in known})
    found.unknown += unknown
    found.views.append(seen)
