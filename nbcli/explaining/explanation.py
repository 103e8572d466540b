"""What an explanation holds: plain numbers and spellings."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from nbcli.choices import load
from nbcli.classifier.recipe import DEFAULT
from nbcli.classifier.status import OK
from nbcli.explaining.viewed import Viewed
from nbcli.system.arrays import Array
from nbcli.tokenizers import Span


@dataclass(frozen=True)
class Term:
    """A known term of the text: how often it stands there, its feature x, and what it adds to each class, (K,).

    Or the value of a column; `served`: by what densities. `correction` is what of the parts comes from the linear
    correction, (K,), where the classifier has one.
    """

    spelling: str
    view: int
    count: int
    x: float
    parts: Array
    served: str = ""
    correction: Array | None = None


@dataclass(frozen=True)
class Absent:
    """The `count` terms of a view that the text does not have, and what they add to each class together, (K,)."""

    view: int
    count: int
    parts: Array


@dataclass(frozen=True)
class Unknown:
    """A run of `size` tokens of the text that is no term of the view."""

    spelling: str
    view: int
    size: int


@dataclass(frozen=True)
class Explanation:
    """joint = log_prior + the parts of all terms and absent terms, each (K,) in the order of `labels`.

    The terms and unknown ones of each view stand in the order of the text.
    `status` and `posterior` (K,) are those of `Classifier.classify`: without a known term the prior answers, and there
    are no parts but it. `leans`: there is a bias in the log prior, of views that are one. `rows`: what the views read
    of a row of a table; none of a text.
    """

    text: str
    labels: list[str]
    log_prior: Array
    terms: list[Term]
    absent: list[Absent]
    unknown: list[Unknown]
    views: list[Viewed]
    joint: Array
    posterior: Array
    status: str
    leans: bool = False
    rows: Sequence[Any] = ()

    @property
    def biased(self) -> bool:
        """Whether what stands before the terms is no frequency alone."""
        return self.status == OK and (self.leans or len(self.views) > 1)

    @property
    def parts(self) -> list[Array]:
        """What is added to the log prior, term by term, each (K,)."""
        return [*(one.parts for one in self.absent), *(one.parts for one in self.terms)]

    @cached_property
    def ranking(self) -> list[int]:
        """The classes from the most to the least likely, the one that predict gives first."""
        best = int(np.argmax(self.posterior))
        # The joint tells apart the many classes whose posterior is too small for a number.
        order = np.lexsort((-self.joint, -self.posterior)).tolist()
        return [best, *(c for c in order if c != best)]

    def weight(self, parts: Array) -> float:
        """Return by how much the parts (K,) favour the likeliest class against the second; 0 where both are -inf."""
        best, second = self.ranking[:2]
        return 0.0 if parts[best] == parts[second] else float(parts[best] - parts[second])

    def deciding(self) -> list[Term]:
        """Return the terms, those first that decide most between the two likeliest classes."""
        return sorted(self.terms, key=lambda term: -abs(self.weight(term.parts)))

    def places(self, terms: Sequence[Term]) -> list[list[Span]]:
        """Return where each of the terms stands in the text: its tokens, wherever they make the term."""
        asked = [{term.spelling for term in terms if term.view == v} for v in range(len(self.views))]
        found = [view.places(self.text, own) for view, own in zip(self.views, asked, strict=True)]
        return [found[term.view][term.spelling] for term in terms]

    def words(self) -> list[Span]:
        """Return the words of the text, as the default tokenizer cuts it."""
        spans: list[Span] = load("tokenizers", DEFAULT.tokenizer).places(self.text)
        return spans

    def sentence(self) -> str:
        """Return in words why the text gets its label."""
        from nbcli.explaining.sentence import sentence

        return sentence(self)

    def as_dict(self, top: int | None = None) -> dict[str, Any]:
        """Return what `nb explain --json` prints, the parts of all terms or of the `top` that decide most.

        Numbers have ten digits, and None stands for the logarithm of 0.
        """
        from nbcli.explaining.as_dict import as_dict

        return as_dict(self, top)

    @property
    def corrected(self) -> bool:
        """Whether a linear correction is in the parts of some terms."""
        return any(term.correction is not None for term in self.terms)
