"""The default of `nb train` for tables: every column in one sum, each served as leave-one-out bears out.

A column's densities are averaged by how well each alone, with the prior, says the classes of records left out
(`training.columns`); texts among the columns are served as texts are (`training.default`), and are one column more.
Then all columns are added with a weight each and a bias a class (`training.weights`).
"""

from collections.abc import Callable

import numpy as np

from nbcli.classifier.blend import Blend, shaped
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.labels import check_classes
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.table import has_text
from nbcli.classifier.view import View
from nbcli.errors import NbError
from nbcli.models import log_posterior
from nbcli.schema import TEXT, Schema
from nbcli.system import timing
from nbcli.system.arrays import Array
from nbcli.system.elementary import exp, log
from nbcli.training.columns import Judge, chosen
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.fitting import fit_shape
from nbcli.training.pairs import pairs_of
from nbcli.training.scoring import leaving_with, scored_texts
from nbcli.training.text_column import text_column
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
    missing: str | None = None,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the records of a table by the default recipe; NbError for fewer than two classes, or nothing to learn.

    missing: what a missing value is to be in all columns; None for what serves each best.
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
    text = []
    if has_text(schema):
        served = text_column(corpus, judge, prior.log(texts, corpus.labels), user_dict, prune=prune, say=say)
        text = [served] if served else []
    if not (scored or text):
        raise NbError("no column says anything of the label", remedy="name one: --columns NAME:category")
    with timing.stage("fit"):
        parts = [*(one.scores for one in scored), *(one.scores for one in text)]
        fit = fit_weights(parts, log_prior, corpus.codes[sample])
    views: list[View] = [one.view for one in scored]
    blend, proba = Blend(fit.weights[: len(views)], fit.bias, np.zeros(len(views))), fit.proba
    for one in text:
        say(f"the text among the columns: weight {fit.weights[-1]:.2f}")
        log_p = log(proba)
        shape = fit_shape(log_p, corpus.codes[sample])
        proba = exp(log_posterior(shaped(log_p, shape), log_prior[0]))
        blend = _with_text(blend, one.blend, float(fit.weights[-1]), shape)
        views += one.views
    classifier = Classifier.of(corpus, views, blend, digests=digests, prior=prior)
    return classifier, LeaveOneOut(corpus.codes[sample], proba)


def _with_text(columns: Blend, text: Blend, weight: float, shape: Array) -> Blend:
    """Return the blend of columns with that of a text's views beside it, as a column of this weight."""
    weights, bias = np.round(weight * text.weights, DECIMALS), np.round(columns.bias + weight * text.bias, DECIMALS)
    exponents = np.concatenate((columns.exponents, text.exponents))
    return Blend(np.concatenate((columns.weights, weights)), bias, exponents, shape)
