"""What to say, and to try first, where no term is left to learn from."""

from nbcli.choices import load
from nbcli.classifier.options import as_words
from nbcli.classifier.recipe import DEFAULT, OPTIONS, Recipe
from nbcli.errors import NbError


def no_term(recipe: Recipe, n_tokens: int) -> NbError:
    """Return the error of a recipe that has no term in texts of so many tokens."""
    unit = load("tokenizers", recipe.tokenizer).UNIT
    if not n_tokens:
        what = f"no term is left: --tokenizer {recipe.tokenizer} finds no {unit} in the texts"
        if recipe.tokenizer == DEFAULT.tokenizer:
            return NbError(what, remedy="give texts that have some")
        return NbError(what, remedy="take another", option=("--tokenizer", DEFAULT.tokenizer))
    for name, option in OPTIONS.items():
        value, default = getattr(recipe, name), getattr(DEFAULT, name)
        # The option whose default is none takes some of many, and never all.
        if option.of == "terms" and default is not None and value != default:
            flag, shown = as_words(name, option.shown(default)).split()
            return NbError(
                f"no term is left by {as_words(name, value)}", remedy="take its default", option=(flag, shown)
            )
    what = f"no term is left: no text has a run of {recipe.ngrams[0]} {unit}s"
    return NbError(what, remedy="take shorter ones", option=("--ngrams", "1"))
