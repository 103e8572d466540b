"""A recipe: what to build, in names of choices and numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import TYPE_CHECKING, Any, Self

from nbcli.choices import choices, load
from nbcli.classifier.options import Option, Writing, as_words, choice, flag, ngrams_of, number, text
from nbcli.classifier.prior import SMOOTHED, class_prior, prior_of
from nbcli.errors import NbError

if TYPE_CHECKING:
    from nbcli.models import NaiveBayes
    from nbcli.system.arrays import Array
    from nbcli.vectorizers import Selection


@dataclass(frozen=True)
class Recipe:
    """How texts become features and features a model; every model takes those of the numbers that it knows.

    A field is an option of `nb train` with its default, range and help; whatever else needs to know of it asks here.
    """

    tokenizer: str = choice("words", "How texts are cut into tokens.", "tokenizers")
    ngrams: tuple[int, int] = text(
        (1, 2),
        "Terms are runs of so many tokens, 1 to 3.",
        "LOW-HIGH",
        ngrams_of,
        shown=lambda bounds: f"{bounds[0]}-{bounds[1]}",
        stated=True,
    )
    features: str = choice("category", "What a term's number in a text is.", "vectorizers")
    model: str = choice("multinomial", "The naive Bayes model.", "models")
    alpha: float = number(
        0.1, "Additive smoothing of all models but gaussian, 0: none.", "X", low=0.0, high=1e9, stated=True, of="model"
    )
    var_smoothing: float = number(
        1e-9,
        "Gaussian: X times the largest variance is added to each.",
        "X",
        low=0.0,
        high=1e9,
        stated=True,
        of="model",
    )
    top_k: int | None = number(None, "Keep the K most frequent terms only.", "K", low=1, of="terms")
    min_df: int = number(1, "Keep terms that stand in at least N texts.", "N", low=1, of="terms")
    prior: str | None = text(
        None,
        "What P(class) is; smoothed: of tables, with alpha. (documents)",
        "documents|words|uniform|smoothed|LABEL=P,...",
        prior_of,
    )
    norm: bool = flag(False, "Complement: normalise the weights, as Rennie et al. do.", of="model")

    def __post_init__(self) -> None:
        # The defaults go together, and to ask them would import numpy for a help text. A comparison has cells whose
        # model is none of ours.
        if (self.features, self.model) == (Recipe.features, Recipe.model) or self.model not in choices("models"):
            return
        if not _go_together(self.features, self.model):
            features = [name for name in choices("vectorizers") if _go_together(name, self.model)]
            models = [name for name in choices("models") if _go_together(self.features, name)]
            raise NbError(
                f"the {self.model} model takes values, and {self.features} weights are none",
                remedy=f"use --features {' or '.join(features)}, or --model {' or '.join(models)}",
            )

    @classmethod
    def of(cls, given: Mapping[str, Any], writing: Writing = as_words) -> Self:
        """Return the recipe of options as they were written; NbError for one that there is not, or out of range."""
        return cls(**values_of(given, writing))

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Return the recipe that `as_dict` wrote; NbError as `of`."""
        return cls.of(OF_OLD | dict(values))

    def as_dict(self) -> dict[str, Any]:
        """Return the recipe as JSON has it, without what came after the first files and is as it was before it came."""
        values = asdict(self) | {"ngrams": list(self.ngrams)}
        return {name: value for name, value in values.items() if name in _FIRST or value != OF_OLD[name]}

    @property
    def selection(self) -> "Selection":
        """The options that choose the terms at training."""
        from nbcli.vectorizers import Selection

        return Selection(**{name: getattr(self, name) for name, option in OPTIONS.items() if option.of == "terms"})

    @property
    def fixed_terms(self) -> bool:
        """Whether the terms stay as at training, since their choice depends on the whole corpus."""
        return self.selection != DEFAULT.selection

    @property
    def view_name(self) -> str:
        """What reports call a view of this recipe: the tokenizer and how many tokens a term has."""
        return f"{self.tokenizer} {self.ngrams[0]}-{self.ngrams[1]}"

    def shown(self, term: str) -> str:
        """Return the spelling of a term as people see it."""
        return term.replace(" ", load("tokenizers", self.tokenizer).SPACE)

    def in_short(self) -> str:
        """Return the recipe in a line."""
        from nbcli.classifier.in_words import in_short

        return in_short(self)

    def with_alpha(self, alpha: float) -> Self:
        """Return the same recipe with another alpha."""
        return replace(self, alpha=alpha)

    def new_model(self) -> "NaiveBayes":
        """Return the unfitted model; a prior given by label is set by `class_prior`, which knows the labels."""
        if self.prior == SMOOTHED:
            raise NbError("--prior smoothed is of tables, and these are texts", remedy="leave it out")
        model: type[NaiveBayes] = load("models", self.model).Model
        prior = {"prior": self.prior} if self.prior and "=" not in self.prior else {}
        return model(**self.of_model(model), **prior)

    def of_model(self, model: "type[NaiveBayes] | None" = None) -> dict[str, Any]:
        """Return the options that are the model's own."""
        return {name: getattr(self, name) for name in (model or load("models", self.model).Model).options()}

    def class_prior(self, labels: Sequence[str]) -> "Array | None":
        """Return P(c) of the labels where the recipe gives it, shape (K,), else None; NbError where it misses one."""
        return class_prior(self.prior, labels) if self.prior and "=" in self.prior else None


OPTIONS: dict[str, Option] = {field.name: field.metadata["option"] for field in fields(Recipe)}
DEFAULT = Recipe()


def values_of(given: Mapping[str, Any], writing: Writing = as_words) -> dict[str, Any]:
    """Return the values of options as they were written; NbError as `Recipe.of`."""
    for name in given:
        if name not in OPTIONS:
            raise NbError(f"no recipe has {name}", remedy=f"choose from {', '.join(OPTIONS)}")
    return {name: OPTIONS[name].value(name, value, writing) for name, value in given.items()}


def _go_together(features: str, model: str) -> bool:
    """Say whether the features are numbers that the model has a meaning for."""
    from nbcli.models import Takes

    return load("models", model).Model.takes is not Takes.VALUES or bool(load("vectorizers", features).GIVES.whole)


# What an option is in a model file that lacks it, one written before there was such an option: what was done then.
# A default that changes here later is kept as it was: OF_OLD = {...} | {"alpha": 0.1}.
OF_OLD = asdict(DEFAULT) | {"ngrams": list(DEFAULT.ngrams)}
# The options that every file has.
_FIRST = ["tokenizer", "ngrams", "features", "model", "alpha", "var_smoothing", "top_k", "min_df", "prior", "norm"]
