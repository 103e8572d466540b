"""A comparison as a report: the matrix, and under it what a reader must know before believing it."""

from typing import Any

from nbcli.evaluation import Cell, Comparison, applicable
from nbcli.recipe import Recipe
from nbcli.reports import Report, Table

_OFFSET = "The categorical model takes presence only here: a count or a tfidf weight is a quantity, not a category."


def report(result: Comparison, features: list[str], models: list[str], corpus: str) -> Report:
    """Return the report of a comparison; `corpus` is what the user typed to name it, quoted for a shell."""
    cells = {(cell.recipe.features, cell.recipe.model): cell for cell in result.cells}
    matrix = Table(
        ["accuracy", *models],
        [[f, *(_shown(cells.get((f, m)), result.n_test) for m in models)] for f in features],
    )
    best, train_line = result.best, f"nb train {corpus} {_options(result.best.recipe)}"
    notes = [
        f"{result.n_train:,} texts to train on, {result.n_test:,} to test on (the number right in brackets), "
        f"{result.terms:,} terms, seed {result.seed}",
        f"best: {best.recipe.features} {best.recipe.model}; to train it: {train_line}",
    ]
    if not all(applicable(f, m) for f in features for m in models):
        notes.insert(0, f"-: not applicable. {_OFFSET}")
    if result.leaked:
        notes.append(f"warning: {_leak(result)}, which flatters every cell")
    return Report(_data(result, train_line), [matrix], notes)


def _shown(cell: Cell | None, n_test: int) -> str:
    return "-" if cell is None else f"{cell.right / n_test:.4f} ({cell.right})"


def _leak(result: Comparison) -> str:
    """Return the sentence on test texts that were trained on, the label with the largest share of them named."""
    label, (leaked, total) = max(result.leaked_of_label.items(), key=lambda item: item[1][0] / max(item[1][1], 1))
    share = result.leaked / result.n_test
    return (
        f"{share:.0%} of the {result.n_test:,} test texts, {leaked / total:.0%} of the {label}, also stand in training"
    ).replace("%", " %")


def _options(recipe: Recipe) -> str:
    """Return the options of `nb train` that give this recipe."""
    low, high = recipe.ngrams
    parts = [
        f"--tokenizer {recipe.tokenizer}",
        f"--ngrams {low}-{high}",
        f"--features {recipe.features}",
        f"--model {recipe.model}",
        f"--var-smoothing {recipe.var_smoothing:g}" if recipe.model == "gaussian" else f"--alpha {recipe.alpha:g}",
    ]
    parts += [f"--top-k {recipe.top_k}"] if recipe.top_k else []
    parts += [f"--min-df {recipe.min_df}"] if recipe.min_df > 1 else []
    return " ".join(parts)


def _data(result: Comparison, train_line: str) -> dict[str, Any]:
    return {
        "cells": [
            {
                "features": cell.recipe.features,
                "model": cell.recipe.model,
                "accuracy": cell.right / result.n_test,
                "right": cell.right,
            }
            for cell in result.cells
        ],
        "n_train": result.n_train,
        "n_test": result.n_test,
        "terms": result.terms,
        "seed": result.seed,
        "best": {
            "features": result.best.recipe.features,
            "model": result.best.recipe.model,
            "train": train_line,
        },
        "leaked": result.leaked,
        "leaked_of_label": {
            label: {"leaked": leaked, "test": total} for label, (leaked, total) in result.leaked_of_label.items()
        },
    }
