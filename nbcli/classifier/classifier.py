"""The trained classifier: labels and views in, posteriors out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from nbcli.classifier.answerable import answerable, numbers
from nbcli.classifier.batch import Batch, Cut
from nbcli.classifier.blend import Blend, shaped
from nbcli.classifier.correction import Correction
from nbcli.classifier.dataset import Dataset
from nbcli.classifier.each_once import each_once
from nbcli.classifier.labels import check_classes
from nbcli.classifier.learned import Learned
from nbcli.classifier.no_term import no_term
from nbcli.classifier.prior import ClassPrior
from nbcli.classifier.recipe import Recipe
from nbcli.classifier.status import status_of
from nbcli.classifier.view import View
from nbcli.models import log_posterior
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import exp, log
from nbcli.vectorizers import Rows

# So many texts x labels are worked on at a time.
_MOST_SCORES = 1 << 22


@dataclass
class Classifier:
    """`labels` (K) sorted; `views`, each a trained recipe; `texts` (K,) how many texts each label has.

    Without a `blend` there is one view, and its joint log-likelihood is the score. `prior`: P(c), where the views are
    columns and have none of their own.
    """

    labels: list[str]
    views: list[View]
    texts: Ints
    copies: int
    learned: Learned | None = None
    blend: Blend | None = None
    facts: dict[str, Any] = field(default_factory=dict)
    prior: ClassPrior | None = None
    correction: Correction | None = None

    @classmethod
    def of(
        cls,
        corpus: Dataset,
        views: list[View],
        blend: Blend | None = None,
        *,
        digests: bool = True,
        prior: ClassPrior | None = None,
        correction: Correction | None = None,
    ) -> Self:
        """Return the classifier of views that have learned the corpus; NbError as `learn`."""
        check_classes(corpus.labels)
        texts = np.bincount(corpus.codes, minlength=len(corpus.labels))
        learned = Learned.of(corpus.digests, corpus.codes) if digests else None
        classifier = cls(corpus.labels, views, texts, corpus.copies, learned, blend, prior=prior, correction=correction)
        classifier.set_priors()
        if not classifier.terms:
            recipe = views[0].recipe
            assert isinstance(recipe, Recipe), "a column is a term by itself"
            raise no_term(recipe, corpus.n_tokens(recipe.tokenizer))
        return classifier

    def set_priors(self) -> None:
        """Give the models the priors that their recipes state by label; NbError where a label has none."""
        for view in self.views:
            view.set_prior(self.labels)

    def check_answers(self) -> None:
        """Raise NbError where the classifier could answer no text, the one without any term included."""
        empty = [view.nothing() for view in self.views]
        with answerable("nothing was stored; train again with"):
            if np.isnan(log_posterior(self.joint(empty), self.log_prior())).any():
                raise ValueError("what was learned gives no number for a posterior")

    @property
    def terms(self) -> int:
        """The number of terms in all views."""
        return sum(view.size for view in self.views)

    @property
    def cuts(self) -> list[Cut]:
        """What cuts the texts that the views read, each once, sorted."""
        return sorted({cut for view in self.views for cut in view.tables()})

    def batch(self, texts: Sequence[str]) -> Batch:
        """Return the texts as the views read them: a tokenizer of one view alone cuts with the view's own table."""
        tables = [view.tables() for view in self.views]
        readers = Counter(cut for own in tables for cut in own)
        return Batch(texts, tables={cut: table for own in tables for cut, table in own.items() if readers[cut] == 1})

    def rows(self, batch: Batch) -> list[Rows]:
        """Return the features of the records in each view, (n, d) each."""
        return [view.rows(batch) for view in self.views]

    def joint(self, rows: Sequence[Rows]) -> Array:
        """Return the score of records by their features in each view, (n, K): the log posterior but for a constant."""
        scores = self.unshaped(rows)
        return scores if self.blend is None else shaped(scores, self.blend.shape)

    def unshaped(self, rows: Sequence[Rows]) -> Array:
        """Return the same before the blend gives it its shape."""
        if self.blend is None:
            return self.views[0].joint_log_likelihood(rows[0])
        k, both = len(self.labels), zip(self.views, rows, self.blend.weights, strict=True)
        parts = [view.joint_log_likelihood(part) if weight else np.zeros((1, k)) for view, part, weight in both]
        scores = self.blend.score(parts, self.lengths(rows))
        if self.correction is not None:
            scores = scores + self.correction.scores(rows, k)
        return scores if self.prior is None else scores + self.log_prior()

    def lengths(self, rows: Sequence[Rows]) -> list[Array]:
        """Return the lengths of records by their features in each view, (n,) each."""
        return [view.length(part) for view, part in zip(self.views, rows, strict=True)]

    def log_prior(self) -> Array:
        """Return log P(c), shape (K,): of a text that says nothing."""
        if self.prior is not None:
            return self.prior.log(self.texts.astype(np.float64), self.labels)
        if self.blend is None:
            return self.views[0].log_prior()
        return log(self.texts / self.texts.sum())

    def classify(self, texts: Sequence[str]) -> tuple[Array, list[str]]:
        """Return the posterior of every text, shape (n, K), and its status: OK, EMPTY, or UNKNOWN (no known term).

        A text without any known term says nothing, and gets the prior.
        """
        return each_once(texts, max(_MOST_SCORES // len(self.labels), 1), self._classify)

    def _classify(self, texts: Sequence[str]) -> tuple[Array, list[str]]:
        log_proba, silent = self.answer(self.rows(self.batch(texts)))
        return exp(log_proba), [status_of(s, text) for s, text in zip(silent.tolist(), texts, strict=True)]

    def answer(self, rows: Sequence[Rows]) -> tuple[Array, Bools]:
        """Return the log-posterior of records by their features in each view, (n, K), and which no view knows.

        To these the prior answers.
        """
        prior = self.log_prior()
        log_proba = numbers(log_posterior(self.joint(rows), prior))
        silent = np.ones(len(log_proba), dtype=bool)
        for view, part in zip(self.views, rows, strict=True):
            # The first view knows something of most texts.
            if silent.any():
                silent &= view.silent(part)
        log_proba[silent] = prior
        return log_proba, silent
