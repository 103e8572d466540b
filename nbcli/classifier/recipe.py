"""A recipe: what to build, in names of choices and numbers."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from inspect import signature
from typing import Any, Self

import numpy as np

from nbcli.choices import load
from nbcli.errors import NbError
from nbcli.models import PRIORS, NaiveBayes
from nbcli.system.arrays import Array

# The options that name a choice, and the stage that it is of.
STAGES = {"tokenizer": "tokenizers", "features": "vectorizers", "model": "models"}
_MODEL_OPTIONS = ("alpha", "var_smoothing", "norm")


@dataclass(frozen=True)
class Recipe:
    """How texts become features and features a model; every model takes those of the numbers that it knows."""

    tokenizer: str = "words"
    ngrams: tuple[int, int] = (1, 2)
    features: str = "category"
    model: str = "multinomial"
    alpha: float = 0.1
    var_smoothing: float = 1e-9
    top_k: int | None = None
    min_df: int = 1
    prior: str | None = None
    norm: bool = False

    def __post_init__(self) -> None:
        if self.model == "categorical" and self.features in ("tfidf", "idf"):
            raise NbError(
                "the categorical model takes values, and tfidf or idf weights are none",
                remedy="use --features category or counts, or --model multinomial or gaussian",
            )

    @property
    def fixed_terms(self) -> bool:
        """Whether the terms stay as at training, since their choice depends on the whole corpus."""
        return self.top_k is not None or self.min_df > 1

    def with_alpha(self, alpha: float) -> Self:
        """Return the same recipe with another alpha."""
        return replace(self, alpha=alpha)

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON has it."""
        return asdict(self) | {"ngrams": list(self.ngrams)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Self:
        """Return the recipe that `as_dict` wrote."""
        return cls(**(values | {"ngrams": tuple(values["ngrams"])}))

    def new_model(self) -> NaiveBayes:
        """Return the unfitted model; a prior given by label is set by `class_prior`, which knows the labels."""
        model = load("models", self.model).Model
        taken = signature(model).parameters
        options = {name: getattr(self, name) for name in _MODEL_OPTIONS if name in taken}
        if self.prior is not None and "=" not in self.prior:
            options["prior"] = self.prior
        return model(**options)  # type: ignore[no-any-return]

    def class_prior(self, labels: Sequence[str]) -> Array | None:
        """Return P(c) of the labels where the recipe gives it, shape (K,), else None; NbError where it misses one."""
        if self.prior is None or "=" not in self.prior:
            return None
        given = prior_by_label(self.prior)
        if set(given) != set(labels):
            missing = ", ".join(sorted(set(labels) ^ set(given)))
            raise NbError(f"--prior and the labels differ in {missing}", remedy="give a probability for each label")
        return np.array([given[label] for label in labels])


# What an option is in a model file that lacks it, one written before there was such an option: what was done then.
# A default that changes here later is kept as it was: OF_OLD = Recipe().as_dict() | {"alpha": 0.1}.
OF_OLD = Recipe().as_dict()


@contextmanager
def answerable(remedy: str = "give") -> Iterator[None]:
    """Make what a model finds wrong with what it learned (ValueError: a variance of 0) an NbError with its remedy."""
    try:
        yield
    except ValueError as error:
        raise NbError(str(error), remedy=f"{remedy} --var-smoothing 1e-9, the default") from None


def check_prior(prior: str) -> str:
    """Return the prior; NbError when it is neither a known name nor probabilities by label that add up to 1."""
    if "=" in prior:
        total = sum(prior_by_label(prior).values())
        if abs(total - 1) > 1e-6:
            raise NbError(f"--prior: the probabilities add up to {total:g}", remedy="let them add up to 1")
    elif prior not in PRIORS:
        raise NbError(f"--prior {prior}: no such choice", remedy=f"choose from {', '.join(PRIORS)}, or LABEL=P,...")
    return prior


def prior_by_label(prior: str) -> dict[str, float]:
    """Return the probabilities of "LABEL=P,..."; NbError where one is none."""
    pairs = [part.rpartition("=") for part in prior.split(",")]
    try:
        given = {label: float(p) for label, _, p in pairs}
    except ValueError:
        given = {"": -1.0}
    if not all(0 <= p <= 1 for p in given.values()):
        raise NbError(
            f"--prior {prior}: not probabilities by label", remedy="write LABEL=P,LABEL=P, such as ham=0.9,spam=0.1"
        )
    return given
