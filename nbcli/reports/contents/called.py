"""What a comparison's cells and its score are called, and the command line that trains a cell."""

from shlex import join

from nbcli.classifier.in_words import words_of
from nbcli.classifier.recipe import Recipe
from nbcli.evaluation import Comparison
from nbcli.evaluation.baselines import whole_of


def metric_of(result: Comparison) -> str:
    """Return what the score is called."""
    names = {"auc": "ROC AUC", "logloss": "log loss", "macro-f1": "macro F1"}
    return names.get(result.metric, result.metric.replace("f1:", "F1 of ").replace("recall:", "recall of "))


def train_options(recipe: Recipe) -> str:
    """Return the options of `nb train` that give this recipe, after a space; none for what takes whole texts."""
    if whole_of(recipe.model):
        return ""
    return f" {join(words_of(recipe))}"


def called(recipe: Recipe, several: bool = False) -> str:
    """Return what a cell is called; with its tokenizer where there are several."""
    if (whole := whole_of(recipe.model)) is not None:
        return whole.called(recipe)
    cut = f"{recipe.view_name} " if several else ""
    return f"{cut}{recipe.features} {recipe.model}"


def train_line(recipe: Recipe, corpus: str) -> str:
    """Return the command line that trains the recipe on the corpus, given as words of a shell."""
    return f"nb train {corpus}{train_options(recipe)}"
