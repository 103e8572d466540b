"""Which cells `nb compare` has, from its options."""

from dataclasses import dataclass
from inspect import Parameter
from typing import Any

from nbcli.choices import choices
from nbcli.classifier.recipe import DEFAULT, OPTIONS, Recipe, values_of
from nbcli.commands._shared import options as opt
from nbcli.commands._shared.recipes import RecipeOptions, declared, parameter
from nbcli.errors import NbError

# What a cell is, and of these the smoothing by model, has options of its own.
_OWN = ("tokenizer", "ngrams", "features", "model", "alpha")


@dataclass(frozen=True)
class CellOptions(RecipeOptions):
    """The options that all cells have in common: those of the model and of the choice of terms."""

    @classmethod
    def parameters(cls) -> list[Parameter]:
        """Return an option a field; the 6,000 most frequent terms are those of the published protocol."""
        common = {name: getattr(DEFAULT, name) for name, o in OPTIONS.items() if o.of and name not in _OWN}
        return [parameter(name, default, declared(name)) for name, default in (common | {"top_k": 6000}).items()]

    def values(self) -> dict[str, Any]:
        """Return the values by name, checked."""
        return values_of(self.given)


def check_numbers(test_size: float, seed: int, cv: int | None, repeat: int) -> None:
    """Raise NbError for a number that is out of range."""
    if not 0 < test_size < 1:
        raise NbError(f"--test-size {test_size}: must be between 0 and 1", remedy="give a share, such as 0.3")
    if not 0 <= seed < 1 << 32:
        raise NbError(f"--seed {seed}: must be from 0 to 4294967295", remedy="give another number")
    if cv is not None and cv < 2:
        raise NbError(f"--cv {cv}: must be 2 or more", remedy="give --cv 2 or more")
    opt.at_least(1, "--repeat", repeat)
    if repeat > 1 and cv is None:
        raise NbError("--repeat goes with --cv", remedy="add --cv 5")


@dataclass(frozen=True)
class Table:
    """What is compared: tokenizers with their n-grams and `rows` of features, `columns` of models, a recipe a cell.

    What takes whole texts, and so has no cell, comes last.
    """

    cuts: list[tuple[str, tuple[int, int]]]
    rows: list[str]
    columns: list[str]
    recipes: list[Recipe]

    @classmethod
    def of(
        cls,
        names: list[str],
        ngrams: str,
        rows: str,
        columns: str,
        alpha: str,
        options: CellOptions,
        *,
        baselines: bool,
    ) -> "Table":
        """Return the table of options as they were given; NbError for one that there is not, and for no cell."""
        cuts, features = [_cut(name, ngrams) for name in names], _listed("vectorizers", "--features", rows)
        models = _listed("models", "--models", columns, also=("default",))
        alphas, common = _alphas(alpha, models), options.values()
        from nbcli.evaluation import applicable
        from nbcli.evaluation.baselines import BLEND, available
        from nbcli.evaluation.linear import Linear

        extra = available() if baselines else []
        shown = [name for name in models if name != BLEND.name] + [one.name for one in extra if isinstance(one, Linear)]
        cells = [(c, f, m) for c in cuts for f in features for m in shown if applicable(f, m)]
        recipes = [Recipe(*c, f, m, alphas.get(m, 1.0), **common) for c, f, m in cells]
        if BLEND.name not in models and not any(recipe.model in models for recipe in recipes):
            raise NbError("no pair of these features and models goes together", remedy="add multinomial to --models")
        recipes += BLEND.recipes(cuts) if BLEND.name in models else []
        for one in extra:
            recipes += [] if isinstance(one, Linear) else one.recipes(cuts)
        return cls(cuts, features, shown, recipes)


def _listed(stage: str, option: str, text: str, also: tuple[str, ...] = ()) -> list[str]:
    """Return the names in a list, each once; `all` among them is all of the stage."""
    parts = [choices(stage) if name == "all" else [name] for name in text.split(",")]
    names = list(dict.fromkeys(name for part in parts for name in part))
    opt.chosen(stage, option, [name for name in names if name not in also])
    return names


def _cut(text: str, ngrams: str) -> tuple[str, tuple[int, int]]:
    """Return a tokenizer and its n-grams from `NAME` or `NAME:LOW-HIGH`."""
    name, _, own = text.partition(":")
    cut = values_of({"tokenizer": name, "ngrams": own or ngrams})
    return cut["tokenizer"], cut["ngrams"]


def _alphas(text: str, models: list[str]) -> dict[str, float]:
    """Return the smoothing of each model named; a plain number is for all. Models not named have 1."""
    try:
        if "=" not in text:
            return dict.fromkeys(models, values_of({"alpha": float(text)})["alpha"])
        pairs = dict(part.split("=", 1) for part in text.split(","))
        opt.chosen("models", "--alpha", list(pairs))
        return {model: values_of({"alpha": float(value)})["alpha"] for model, value in pairs.items()}
    except ValueError:
        raise NbError(
            f"--alpha {text}: must be a number, or one a model", remedy="write 0.1, or multinomial=0.1,categorical=1"
        ) from None
