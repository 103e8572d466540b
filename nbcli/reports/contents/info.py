"""What a model is, from its first line alone, as a report."""

from itertools import islice
from pathlib import Path
from typing import Any

from nbcli.classifier.column_recipe import ColumnRecipe, is_of_column
from nbcli.classifier.in_words import in_short
from nbcli.classifier.recipe import Recipe
from nbcli.reports import Report, Table
from nbcli.reports.contents.figures import number
from nbcli.reports.contents.training import at_training, dated, estimated, threshold, unlabelled

# So many labels are shown.
_LABELS = 200


def report(head: dict[str, Any], name: str, path: Path) -> Report:
    """Return the report of the model of that name in that file; `head` is its first line, which is JSON already."""
    texts, of, records = head["texts"], at_training(head), "rows" if "columns" in head else "texts"
    facts = [
        ["file", str(path)],
        ["format", f"{head['nb']}, written by nb {head['version']}"],
        ["trained", head["trained"]],
        *([f"view {n}", _in_short(recipe)] for n, recipe in enumerate(head["recipes"], 1)),
        *([["unlabelled texts", unlabelled(head["unlabelled"])]] if "unlabelled" in head else []),
        *([["line of precision", threshold(head["threshold"]) + of]] if "threshold" in head else []),
        *([["linear correction", _correction(head["correction"])]] if "correction" in head else []),
        ["terms", f"{head['terms']:,}"],
        [f"digests of the {records}", "kept" if head["digests"] else "not kept"],
        [records, f"{sum(texts.values()):,}, {head['copies']:,} of them copies"],
        *([f"  {label}", f"{count:,}"] for label, count in islice(texts.items(), _LABELS)),
        *([["  and more labels", f"{len(texts) - _LABELS:,}; --json has all"]] if len(texts) > _LABELS else []),
    ]
    return Report(
        dated(head),
        [
            Table(["model", name], facts, numbers=False),
            *_leave_one_out(head.get("leave_one_out"), of, estimated(held_out="unlabelled" in head)),
        ],
    )


def _in_short(recipe: dict[str, Any]) -> str:
    return ColumnRecipe.from_dict(recipe).in_short() if is_of_column(recipe) else in_short(Recipe.from_dict(recipe))


def _correction(found: dict[str, Any]) -> str:
    return f"weight {found['weight']:.2f}; left out by {found['folds']} folds"


def _leave_one_out(found: dict[str, Any] | None, of: str, called: str) -> list[Table]:
    """Return what leave-one-out found at training: figures by label, and how far posteriors can be believed.

    `of`: of which texts, in brackets. called: what the estimate is.
    """
    if found is None:
        return []
    low, high = found["interval"]
    labels = [
        [label, number(recall), number(found["precision"][label])]
        for label, recall in islice(found["recall"].items(), _LABELS)
    ]
    return [
        Table(
            [f"{called}{of}", "recall", "precision"],
            [*labels, [f"accuracy (95 % {low:.3f}-{high:.3f})", number(found["accuracy"]), ""]],
        ),
        Table(
            [f"mean posterior{of}", "share correct", "texts"],
            [[number(row["said"]), number(row["right"]), f"{row['texts']:,}"] for row in found["reliability"]],
        ),
    ]
