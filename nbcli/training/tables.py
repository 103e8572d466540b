"""The default of `nb train` for tables: every column in one sum, each served as leave-one-out bears out.

A column's densities are averaged by how well each alone, with the prior, says the classes of records left out
(`training.columns`); texts among the columns are served as texts are (`training.default`), and are one column more.
Then all columns are added with a weight each and a bias a class (`training.weights`).
"""

from collections.abc import Callable

import numpy as np

from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.dataset import InMemory
from nbcli.classifier.labels import check_classes
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.view import View
from nbcli.errors import NbError
from nbcli.schema import TEXT, Schema
from nbcli.system import timing
from nbcli.training.columns import Judge, chosen
from nbcli.training.estimate import LeaveOneOut
from nbcli.training.scoring import leaving_with, scored_texts
from nbcli.training.weights import fit_weights

# Half a record more in each class than it has (Jeffreys), so that none is impossible.
PRIOR_ALPHA = 0.5


def learn_table(
    corpus: InMemory,
    schema: Schema,
    user_dict: str = "",
    *,
    digests: bool = True,
    prune: bool = True,
    say: Callable[[str], None] = lambda line: None,
) -> tuple[Classifier, LeaveOneOut]:
    """Learn the records of a table by the default recipe; NbError for fewer than two classes, or nothing to learn."""
    check_classes(corpus.labels)
    sample = scored_texts(corpus)
    own, prior = leaving_with(corpus, sample), ClassPrior(PRIOR_ALPHA)
    texts = np.bincount(corpus.codes, minlength=len(corpus.labels))
    log_prior = prior.log(texts - own, corpus.labels)
    judge = Judge(corpus.codes, sample, own, log_prior)
    with timing.stage("score"):
        columns = [c for c in schema.used if c.kind != TEXT]
        scored = [found for c in columns if (found := chosen(c, corpus.cells[c.name], judge)) is not None]
    if not scored:
        raise NbError("no column says anything of the label", remedy="name one: --columns NAME:category")
    with timing.stage("fit"):
        fit = fit_weights([one.scores for one in scored], log_prior, corpus.codes[sample])
    blend = Blend(fit.weights, fit.bias, np.zeros(len(scored)))
    views: list[View] = [one.view for one in scored]
    classifier = Classifier.of(corpus, views, blend, digests=digests, prior=prior)
    return classifier, LeaveOneOut(corpus.codes[sample], fit.proba)
