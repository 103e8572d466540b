"""What a comparison has beside the models, for scale, each knowing all about itself; a recipe names it as its model."""

from importlib.util import find_spec

from nbcli.classifier.recipe import Recipe
from nbcli.evaluation.linear import Linear, LinearSvc, Logistic
from nbcli.evaluation.whole import Default, FastText, Whole

BLEND = Default()
_LINEAR: dict[str, Linear] = {one.name: one for one in (LinearSvc(), Logistic())}
_WHOLE: dict[str, Whole] = {one.name: one for one in (BLEND, FastText())}


def available() -> list[Linear | Whole]:
    """Return those that can be run here and are no model of ours."""
    whole = [one for one in _WHOLE.values() if not one.trainable and find_spec(one.name)]
    return [*_LINEAR.values(), *whole]


def linear_of(model: str) -> Linear | None:
    """Return the linear model of that name, if it is one."""
    return _LINEAR.get(model)


def whole_of(model: str) -> Whole | None:
    """Return what takes whole texts and has that name, if there is such."""
    return _WHOLE.get(model)


def trainable(model: str) -> bool:
    """Return whether `nb train` makes a model of that name."""
    whole = whole_of(model)
    return whole.trainable if whole else linear_of(model) is None


def tokenizers_of(recipe: Recipe) -> list[str]:
    """Return the tokenizers that a recipe needs."""
    whole = whole_of(recipe.model)
    return list(whole.tokenizers(recipe)) if whole else [recipe.tokenizer]
