"""The cells of a comparison as plain data."""

from itertools import chain
from shlex import join
from typing import Any

from nbcli.classifier.recipe import Recipe
from nbcli.evaluation import Cell, Comparison


def metric_of(result: Comparison) -> str:
    """Return what the score is called."""
    names = {"auc": "ROC AUC", "logloss": "log loss", "macro-f1": "macro F1"}
    return names.get(result.metric, result.metric.replace("f1:", "F1 of ").replace("recall:", "recall of "))


def train_options(recipe: Recipe) -> str:
    """Return the options of `nb train` that give this recipe, after a space; none for the default."""
    if recipe.model == "default":
        return ""
    given = [[f"--{name.replace('_', '-')}", *([value] if value else [])] for name, value in recipe.shown().items()]
    return " " + join(chain(*given))


def called(recipe: Recipe, several: bool = False) -> str:
    """Return what a cell is called; with its tokenizer where there are several."""
    if recipe.model == "default":
        return "the default of nb train"
    if recipe.model == "fasttext":
        return f"fastText on {recipe.tokenizer}"
    cut = f"{recipe.tokenizer} {recipe.ngrams[0]}-{recipe.ngrams[1]} " if several else ""
    return f"{cut}{recipe.features} {recipe.model}"


def train_line(recipe: Recipe, corpus: str) -> str:
    """Return the command line that trains the recipe on the corpus, given as words of a shell."""
    return f"nb train {corpus}{train_options(recipe)}"


def data_of(result: Comparison, corpus: str) -> dict[str, Any]:
    """Return a comparison as plain data; `distinct`, the same without copies, is for the caller to add.

    `best` is the best of all cells, `best_trainable` of those that `nb train` makes; only what it makes has a line
    `train`. `flattered`: whether copies on both sides of the split make the scores too good.
    """
    return {
        "metric": result.metric,
        "folds": result.folds,
        "repeats": result.repeats,
        "dedup": result.dedup,
        "dropped": result.dropped,
        "cells": [_cell(cell) for cell in result.cells],
        "n_train": result.n_train,
        "n_test": result.n_test,
        "terms": result.terms,
        "seed": result.seed,
        "best": _named(result.best, result, corpus),
        "best_trainable": _named(result.best_trainable, result, corpus),
        "leaked": result.leaked,
        "flattered": result.flattered,
        "leaked_of_label": {
            label: {"leaked": leaked, "test": total} for label, (leaked, total) in result.leaked_of_label.items()
        },
    }


def _named(cell: Cell, result: Comparison, corpus: str) -> dict[str, Any]:
    recipe = cell.recipe
    return {
        "tokenizer": recipe.tokenizer,
        "features": recipe.features,
        "model": recipe.model,
        "name": called(recipe, result.several),
        "baseline": cell.baseline,
        "score": _number(cell.score),
        "interval": _interval(cell),
        "tied": cell.tied,
        "train": None if cell.baseline else train_line(recipe, corpus),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    return {
        "tokenizer": cell.recipe.tokenizer,
        "ngrams": list(cell.recipe.ngrams),
        "features": cell.recipe.features,
        "model": cell.recipe.model,
        "accuracy": cell.right / cell.tested,
        "right": cell.right,
        "tested": cell.tested,
        "score": _number(cell.score),
        "interval": _interval(cell),
        "best": cell.best,
        "tied": cell.tied,
        "p": _number(cell.p),
        "baseline": cell.baseline,
        "terms": cell.terms,
        "train_seconds": cell.train,
        "predict_seconds": cell.predict,
    }


def _interval(cell: Cell) -> list[float | None] | None:
    return None if cell.low != cell.low else [_number(cell.low), _number(cell.high)]


def _number(value: float) -> float | None:
    """Return the number, or None for NaN, which JSON does not have."""
    return value if value == value else None
