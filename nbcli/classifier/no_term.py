"""What to say, and to try first, where no term is left to learn from."""

from nbcli.choices import load
from nbcli.classifier.recipe import DEFAULT, Recipe
from nbcli.errors import NbError


def no_term(recipe: Recipe, n_tokens: int) -> NbError:
    """Return the error of a recipe that has no term in texts of so many tokens."""
    unit = load("tokenizers", recipe.tokenizer).UNIT
    if not n_tokens:
        what = f"--tokenizer {recipe.tokenizer} finds no {unit} in the texts"
        if recipe.tokenizer == DEFAULT.tokenizer:
            return NbError(what, remedy="give texts that have some")
        return NbError(what, remedy="take another", option=("--tokenizer", DEFAULT.tokenizer))
    if recipe.min_df > 1:
        what = f"no term stands in {recipe.min_df:,} texts"
        return NbError(what, remedy="lower --min-df", option=("--min-df", "1"))
    what = f"no text has a run of {recipe.ngrams[0]} {unit}s"
    return NbError(what, remedy="take shorter ones", option=("--ngrams", "1"))
