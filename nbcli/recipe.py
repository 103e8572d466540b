"""A recipe: what to build, in names of choices and numbers."""

from dataclasses import asdict, dataclass, replace
from inspect import signature
from typing import Any, Self

from nbcli.errors import NbError
from nbcli.models._base import NaiveBayes
from nbcli.stages import load

_MODEL_OPTIONS = ("alpha", "var_smoothing", "norm", "prior", "class_prior")


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

    def __post_init__(self) -> None:
        if self.model == "categorical" and self.features in ("tfidf", "idf"):
            raise NbError(
                "the categorical model takes values, and tfidf or idf weights are none",
                remedy="use --features category or counts, or --model multinomial or gaussian",
            )

    @property
    def fixed_terms(self) -> bool:
        """Whether the terms stay as at training: chosen by rank or weighed by idf, they hang on the whole corpus."""
        return self.top_k is not None or self.min_df > 1 or self.features in ("tfidf", "idf")

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
        """Return the unfitted model."""
        model = load("models", self.model).Model
        taken = signature(model).parameters
        options = {name: getattr(self, name) for name in _MODEL_OPTIONS if name in taken and hasattr(self, name)}
        return model(**options)  # type: ignore[no-any-return]
