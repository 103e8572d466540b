"""A recipe in words: of a command line, and of a line to read."""

from nbcli.classifier.recipe import DEFAULT, OPTIONS, Recipe


def words_of(recipe: Recipe) -> list[str]:
    """Return the words of a command line that give the recipe."""
    given = [[f"--{name.replace('_', '-')}", value] for name, value in _told(recipe).items()]
    return [word for words in given for word in words if word]


def in_short(recipe: Recipe) -> str:
    """Return the recipe in a line: how texts are cut, features and model, and the other options by name."""
    told = _told(recipe)
    first = [f"{told.pop('tokenizer')} {told.pop('ngrams')}", told.pop("features"), told.pop("model")]
    return ", ".join([*first, *(f"{name.replace('_', '-')} {value}".strip() for name, value in told.items())])


def _told(recipe: Recipe) -> dict[str, str]:
    """Return the options that tell the recipe from others, by name, as a shell takes them; a flag that is on is "".

    Those of other models are left out, and those at their default, but for the ones that are always stated.
    """
    own, found = recipe.of_model(), {}
    for name, option in OPTIONS.items():
        value = getattr(recipe, name)
        if (option.of != "model" or name in own) and (option.stated or value != getattr(DEFAULT, name)):
            found[name] = "" if option.kind is bool else option.shown(value)
    return found
