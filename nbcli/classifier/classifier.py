"""The trained classifier: labels and views in, posteriors out."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np

from nbcli.classifier.batch import Batch
from nbcli.classifier.dataset import Dataset, InMemory
from nbcli.classifier.learned import Learned as Learned
from nbcli.classifier.recipe import Recipe, answerable
from nbcli.classifier.text_view import TextView
from nbcli.errors import NbError
from nbcli.models import log_posterior
from nbcli.system.arrays import Array, Bools, Ints
from nbcli.system.elementary import exp, log, power
from nbcli.vectorizers import Rows

OK, EMPTY, UNKNOWN = "ok", "empty", "unknown"
# So many texts x labels are worked on at a time.
_MOST_SCORES = 1 << 22


@dataclass(frozen=True)
class Blend:
    """How views add up: score[c] = bias[c] + sum over the views v of weights[v] jll_v[c] / length_v ** exponents[v].

    weights, exponents: (V,). bias: (K,). length_v is the sum of the text's features in the view, at least 1; the
    exponent makes long texts, whose words are not as independent as naive Bayes takes them, less sure of themselves.
    `gone`: the bias of labels that have lost all their texts since training, for when they get some again.
    """

    weights: Array
    bias: Array
    exponents: Array
    gone: dict[str, float] = field(default_factory=dict)

    def scales(self, rows: Sequence[Rows]) -> Array:
        """Return what each view's joint log-likelihood is multiplied by, shape (V, n)."""
        lengths = np.array([np.maximum(part.row_sums(), 1.0) for part in rows])
        scaled: Array = self.weights[:, None] / power(lengths, self.exponents[:, None])
        return scaled


@dataclass
class Classifier:
    """`labels` (K) sorted; `views`, each a trained recipe; `texts` (K,) how many texts each label has.

    Without a `blend` there is one view, and its joint log-likelihood is the score.
    """

    labels: list[str]
    views: list[TextView]
    texts: Ints
    copies: int
    learned: Learned | None = None
    blend: Blend | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def learn(cls, recipe: Recipe, corpus: InMemory, user_dict: str = "", *, digests: bool = True) -> Self:
        """Learn the corpus by one recipe; NbError when it has fewer than two classes, or no term."""
        k = len(corpus.labels)
        view = TextView.learn(recipe, corpus.tokens[recipe.tokenizer], corpus.codes, k, user_dict)
        return cls.of(corpus, [view], digests=digests)

    @classmethod
    def of(cls, corpus: Dataset, views: list[TextView], blend: Blend | None = None, *, digests: bool = True) -> Self:
        """Return the classifier of views that have learned the corpus; NbError as `learn`."""
        check_classes(corpus.labels)
        texts = np.bincount(corpus.codes, minlength=len(corpus.labels))
        learned = Learned.of(corpus.digests, corpus.codes) if digests else None
        classifier = cls(corpus.labels, views, texts, corpus.copies, learned, blend)
        classifier.set_priors()
        if not classifier.terms:
            raise NbError(
                "no term is left to learn from",
                remedy="lower --min-df, or take another --tokenizer (jieba reads Han text only)",
            )
        return classifier

    def set_priors(self) -> None:
        """Give the models the priors that their recipes state by label; NbError where a label has none."""
        for view in self.views:
            view.model.class_prior = view.recipe.class_prior(self.labels)

    def check_answers(self) -> None:
        """Raise NbError where the classifier could answer no text, the one without any term included."""
        none = np.zeros(0)
        empty = [Rows(none, none.astype(np.int64), np.zeros(2, dtype=np.int64), (1, len(v.df))) for v in self.views]
        with answerable("nothing was stored; train again with"):
            if np.isnan(log_posterior(self.joint(empty), self.log_prior())).any():
                raise ValueError("what was learned gives no number for a posterior")

    @property
    def terms(self) -> int:
        """The number of terms in all views."""
        return sum(len(view.vocabulary.keys) for view in self.views)

    def batch(self, texts: Sequence[str]) -> Batch:
        """Return the texts as the views read them: a tokenizer of one view alone cuts with the view's own table."""
        views = Counter(view.cut for view in self.views)
        return Batch(texts, tables={view.cut: view.symbols for view in self.views if views[view.cut] == 1})

    def rows(self, batch: Batch) -> list[Rows]:
        """Return the features of the records in each view, (n, d) each."""
        return [view.rows(batch) for view in self.views]

    def joint(self, rows: Sequence[Rows]) -> Array:
        """Return the score of records by their features in each view, (n, K): the log posterior but for a constant."""
        parts = [view.model.joint_log_likelihood(part) for view, part in zip(self.views, rows, strict=True)]
        if self.blend is None:
            return parts[0]
        scales = self.blend.scales(rows)
        score: Array = self.blend.bias + sum(s[:, None] * part for s, part in zip(scales, parts, strict=True))
        return score

    def log_prior(self) -> Array:
        """Return log P(c), shape (K,): of a text that says nothing."""
        if self.blend is None:
            return self.views[0].model.log_prior()
        return log(self.texts / self.texts.sum())

    def classify(self, texts: Sequence[str]) -> tuple[Array, list[str]]:
        """Return the posterior of every text, shape (n, K), and its status: OK, EMPTY, or UNKNOWN (no known term).

        A text without any known term says nothing, and gets the prior.
        """
        # Many a stream has copies: each is classified once.
        number = {text: i for i, text in enumerate(dict.fromkeys(texts))}
        if len(number) < len(texts):
            rows = np.fromiter(map(number.__getitem__, texts), np.int64, len(texts))
            proba, status = self.classify(list(number))
            return proba[rows], [status[i] for i in rows.tolist()]
        most = max(_MOST_SCORES // len(self.labels), 1)
        if len(texts) > most:
            parts = [self.classify(texts[i : i + most]) for i in range(0, len(texts), most)]
            return np.concatenate([proba for proba, _ in parts]), [one for _, status in parts for one in status]
        log_proba, silent = self.answer(self.rows(self.batch(texts)))
        return exp(log_proba), [status_of(s, text) for s, text in zip(silent.tolist(), texts, strict=True)]

    def answer(self, rows: Sequence[Rows]) -> tuple[Array, Bools]:
        """Return the log-posterior of records by their features in each view, (n, K), and which no view knows.

        To these the prior answers.
        """
        prior = self.log_prior()
        log_proba = log_posterior(self.joint(rows), prior)
        silent: Bools = np.all(
            [view.vocabulary.silent(part, view.symbols) for view, part in zip(self.views, rows, strict=True)], axis=0
        )
        log_proba[silent] = prior
        return log_proba, silent


def status_of(silent: bool, text: str) -> str:
    """Return the status of a text: OK, or why no view knows a term of it."""
    if not silent:
        return OK
    return UNKNOWN if text and not text.isspace() else EMPTY


def check_classes(labels: Sequence[str]) -> None:
    """Raise NbError when there are fewer than two classes."""
    if len(labels) < 2:
        only = f"one class only ({labels[0]})" if labels else "no class"
        raise NbError(f"the corpus has {only}", remedy="add texts of another class")
