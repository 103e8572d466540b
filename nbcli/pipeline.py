"""The trained classifier: labels and views in, posteriors out."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from nbcli.errors import NbError
from nbcli.models._base import log_posterior
from nbcli.prepared import Prepared
from nbcli.recipe import Recipe
from nbcli.vectorizers import Rows
from nbcli.view import View

OK, EMPTY, UNKNOWN = "ok", "empty", "unknown"
Ints = NDArray[np.int64]
Array = NDArray[np.float64]


@dataclass
class Learned:
    """The digest of every text learned and the index of its label, both (n,), sorted; empty when not kept."""

    digests: Ints
    codes: Ints

    @classmethod
    def of(cls, digests: Ints, codes: Ints) -> Self:
        """Return the pairs in their one order."""
        order = np.lexsort((codes, digests))
        return cls(digests[order], codes[order])

    @property
    def copies(self) -> int:
        """How many of the texts stand among them a second time or more."""
        return len(self.digests) - len(np.unique(self.digests))


@dataclass
class Pipeline:
    """`labels` (K) sorted; `views`, each a trained recipe; `texts` (K,) how many texts each label has."""

    labels: list[str]
    views: list[View]
    texts: Ints
    copies: int
    learned: Learned | None = None
    facts: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def learn(cls, recipe: Recipe, corpus: Prepared, user_dict: str = "", *, digests: bool = True) -> Self:
        """Learn the corpus by one recipe; NbError when it has fewer than two classes, or no term."""
        check_classes(corpus.labels)
        k = len(corpus.labels)
        view = View.learn(recipe, corpus.tokens[recipe.tokenizer], corpus.codes, k, user_dict)
        if not len(view.vocabulary.keys):
            raise NbError(
                "no term is left to learn from",
                remedy="lower --min-df, or take another --tokenizer (jieba reads Han text only)",
            )
        learned = Learned.of(corpus.digests, corpus.codes) if digests else None
        return cls(corpus.labels, [view], np.bincount(corpus.codes, minlength=k), corpus.copies, learned)

    @property
    def terms(self) -> int:
        """The number of terms in all views."""
        return sum(len(view.vocabulary.keys) for view in self.views)

    def joint(self, counts: Sequence[Rows]) -> Array:
        """Return the joint log-likelihood of texts counted by each view, shape (n, K)."""
        (view,), (rows,) = self.views, counts
        return view.model.joint_log_likelihood(view.weigh(rows))

    def log_prior(self) -> Array:
        """Return log P(c), shape (K,)."""
        return self.views[0].model.log_prior()

    def classify(self, texts: Sequence[str]) -> tuple[Array, list[str]]:
        """Return the posterior of every text, shape (n, K), and its status: OK, EMPTY, or UNKNOWN (no known term).

        A text without any known term says nothing, and gets the prior.
        """
        counts = [view.count(texts) for view in self.views]
        log_proba = log_posterior(self.joint(counts), self.log_prior())
        known = np.any([np.diff(rows.indptr) > 0 for rows in counts], axis=0)
        log_proba[~known] = self.log_prior()
        return np.exp(log_proba), [_status(k, text) for k, text in zip(known.tolist(), texts, strict=True)]


def _status(known: bool, text: str) -> str:
    if known:
        return OK
    return UNKNOWN if text and not text.isspace() else EMPTY


def check_classes(labels: Sequence[str]) -> None:
    """Raise NbError when there are fewer than two classes."""
    if len(labels) < 2:
        only = f"one class only ({labels[0]})" if labels else "no class"
        raise NbError(f"the corpus has {only}", remedy="add texts of another class")
