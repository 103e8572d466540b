"""The default of `nb train` for tables: every column in one sum, each served as leave-one-out bears out.

A column's densities are averaged by how well each alone, with the prior, says the classes of records left out
(`training.columns`); texts among the columns are served as texts are (`training.default`), and are one column more.
Then all columns are added with a weight each and a bias a class (`training.weights`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from nbcli.classifier.blend import Blend, shaped
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.correction import Correction
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.labels import check_classes
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.table import has_text
from nbcli.classifier.view import View
from nbcli.errors import NbError
from nbcli.models import log_posterior
from nbcli.schema import TEXT, Schema
from nbcli.system import timing
from nbcli.system.arrays import Array, Ints
from nbcli.system.elementary import exp, log
from nbcli.training.columns import Judge, ScoredColumn, chosen
from nbcli.training.correction import beyond_chance
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.fitting import fit_shape
from nbcli.training.pairs import pairs_of
from nbcli.training.scoring import distinct, leaving_with, scored_texts
from nbcli.training.text_column import TextColumn, text_column
from nbcli.training.weights import DECIMALS, fit_weights

# Half a record more in each class than it has (Jeffreys), so that none is impossible.
PRIOR_ALPHA = 0.5


def learn_table(
    corpus: InMemory,
    schema: Schema,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    correction: bool = True,
    missing: str | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the records of a table by the default recipe; NbError for fewer than two classes, or nothing to learn.

    missing: what a missing value is to be in all columns; None for what serves each best. correction: add a linear one
    to the text where it lowers the loss on records not seen.
    """
    check_classes(corpus.labels)
    sample = scored_texts(corpus)
    own, prior = leaving_with(corpus, sample), ClassPrior(PRIOR_ALPHA)
    texts = np.bincount(corpus.codes, minlength=len(corpus.labels)).astype(np.float64)
    log_prior = prior.log(texts - own, corpus.labels)
    judge = Judge(corpus.codes, sample, own, log_prior)
    with timing.stage("score"):
        columns = [c for c in schema.used if c.kind != TEXT]
        every = (chosen(column, corpus.cells[column.name], judge, missing) for column in columns)
        scored = [found for found in every if found is not None]
        scored += pairs_of(scored, corpus.cells, judge)
    text = None
    if has_text(schema):
        all_prior = prior.log(texts, corpus.labels)
        text = text_column(corpus, judge, all_prior, user_dict, prune=prune, correction=correction, say=say)
    if not (scored or text):
        raise NbError("no column says anything of the label", remedy="name one: --columns NAME:category")
    codes = corpus.codes[sample]
    with timing.stage("fit"):
        plain = _added(scored, text, log_prior, codes)
        corrected = _added(scored, text.corrected, log_prior, codes) if text and text.corrected else None
    if corrected and not beyond_chance(plain.loss(codes) - corrected.loss(codes), len(codes)):
        corrected = None
    taken, loo = plain, LeaveOneOut(codes, plain.proba)
    if text:
        say(f"the text among the columns: weight {(corrected or plain).weight:.2f}")
    linear: Correction | None = None
    if corrected and text and text.corrected and (fitted := text.corrected.correction):
        say(fitted.sentence(corrected.loss(codes), plain.loss(codes), len(distinct(corpus))))
        linear = _among(fitted.correction, len(scored), corrected.weight, plain.blend)
        taken, loo = corrected, LeaveOneOut(codes, corrected.proba, fitted.folds, loo)
    classifier = Classifier.of(corpus, taken.views, taken.blend, digests=digests, prior=prior, correction=linear)
    return classifier, loo


@dataclass(frozen=True)
class _Sum:
    """All columns added: their views, the blend of these, what it makes of the records, and the weight of the text."""

    views: list[View]
    blend: Blend
    proba: Array
    weight: float

    def loss(self, codes: Ints) -> float:
        """Return the mean log loss."""
        return float(-log(self.proba[np.arange(len(codes)), codes]).mean())


def _added(columns: list[ScoredColumn], text: TextColumn | None, log_prior: Array, codes: Ints) -> _Sum:
    """Return the columns added to one score, the text as one of them, with the prior (m, K) of records left out."""
    scores = [one.scores for one in columns] + ([text.scores] if text else [])
    fit, n = fit_weights(scores, log_prior, codes), len(columns)
    views: list[View] = [one.view for one in columns]
    blend = Blend(fit.weights[:n], fit.bias, np.zeros(n))
    if text is None:
        return _Sum(views, blend, fit.proba, 0.0)
    log_p = log(fit.proba)
    shape, weight = fit_shape(log_p, codes), float(fit.weights[n])
    proba = exp(log_posterior(shaped(log_p, shape), log_prior[0]))
    return _Sum([*views, *text.views], _with_text(blend, text.blend, weight, shape), proba, weight)


def _with_text(columns: Blend, text: Blend, weight: float, shape: Array) -> Blend:
    """Return the blend of columns with that of a text's views beside it, as a column of this weight."""
    weights, bias = np.round(weight * text.weights, DECIMALS), np.round(columns.bias + weight * text.bias, DECIMALS)
    exponents = np.concatenate((columns.exponents, text.exponents))
    return Blend(np.concatenate((columns.weights, weights)), bias, exponents, shape)


def _among(text: Correction, n_columns: int, weight: float, without: Blend) -> Correction:
    """Return the correction of a text whose views stand after those of so many columns, the text of this weight."""
    n_views = n_columns + len(text.blocks)
    none = np.zeros(n_views - len(without.weights))
    # The views that are there for their terms alone have no weight without it.
    without = replace(
        without,
        weights=np.concatenate((without.weights, none)),
        exponents=np.concatenate((without.exponents, text.without.exponents[len(text.blocks) - len(none) :])),
    )
    blocks = [*[None] * n_columns, *text.blocks]
    return replace(text, blocks=blocks, weight=float(np.round(weight * text.weight, DECIMALS)), without=without)
