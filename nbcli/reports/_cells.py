"""The cells of a comparison as plain data."""

from typing import Any

from nbcli.evaluation import Cell, Comparison
from nbcli.recipe import Recipe


def metric_of(result: Comparison) -> str:
    """Return what the score is called."""
    names = {"auc": "ROC AUC", "logloss": "log loss", "macro-f1": "macro F1"}
    return names.get(result.metric, result.metric.replace("f1:", "F1 of ").replace("recall:", "recall of "))


def train_options(recipe: Recipe) -> str:
    """Return the options of `nb train` that give this recipe, after a space; none for the default."""
    if recipe.model == "default":
        return ""
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
    return " " + " ".join(parts)


def data_of(result: Comparison, train_line: str) -> dict[str, Any]:
    """Return a comparison as plain data; `distinct`, the same without copies, is for the caller to add."""
    best = result.best.recipe
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
        "best": {"tokenizer": best.tokenizer, "features": best.features, "model": best.model, "train": train_line},
        "leaked": result.leaked,
        "leaked_of_label": {
            label: {"leaked": leaked, "test": total} for label, (leaked, total) in result.leaked_of_label.items()
        },
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
        "interval": None if cell.low != cell.low else [_number(cell.low), _number(cell.high)],
        "best": cell.best,
        "tied": cell.tied,
        "p": _number(cell.p),
        "baseline": cell.baseline,
        "terms": cell.terms,
        "train_seconds": cell.train,
        "predict_seconds": cell.predict,
    }


def _number(value: float) -> float | None:
    """Return the number, or None for NaN, which JSON does not have."""
    return value if value == value else None
