"""`nb info`: what a model is."""

from itertools import islice
from typing import TYPE_CHECKING, Annotated, Any

import typer

from nbcli.choices import load
from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show

if TYPE_CHECKING:
    from nbcli.reports import Table

# So many labels are shown.
_LABELS = 200


def run(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A model: a name in the store, or a path (with / or .nb).")
    ] = "default",
    as_json: opt.Json = False,
) -> None:
    """Show a model's recipe, labels and sizes, from its first line alone."""
    from nbcli import store
    from nbcli.reports import Report, Table
    from nbcli.reports.contents.training import at_training, dated, threshold

    head = store.header(name)
    texts, of = head["texts"], at_training(head)
    facts = [
        ["file", str(store.path_of(name))],
        ["format", f"{head['nb']}, written by nb {head['version']}"],
        ["trained", head["trained"]],
        *([f"view {number}", _said(recipe)] for number, recipe in enumerate(head["recipes"], 1)),
        *([["line of precision", threshold(head["threshold"]) + of]] if "threshold" in head else []),
        ["terms", f"{head['terms']:,}"],
        ["digests of the texts", "kept" if head["digests"] else "not kept"],
        ["texts", f"{sum(texts.values()):,}, {head['copies']:,} of them copies"],
        *([f"  {label}", f"{count:,}"] for label, count in islice(texts.items(), _LABELS)),
        *([["  and more labels", f"{len(texts) - _LABELS:,}; --json has all"]] if len(texts) > _LABELS else []),
    ]
    tables = [Table(["model", name], facts, numbers=False), *_leave_one_out(head.get("leave_one_out"), of)]
    report = Report(dated(head), tables)
    show(report, opt.form_of("text", json=as_json))


def _leave_one_out(found: dict[str, Any] | None, of: str) -> list["Table"]:
    """Return what leave-one-out said at training: figures by label, and how far its posteriors were right.

    `of` says of which texts.
    """
    from nbcli.reports import Table

    if found is None:
        return []
    low, high = found["interval"]
    said = f"{found['accuracy']:.4f}"
    labels = [
        [label, *("-" if value is None else f"{value:.4f}" for value in (recall, found["precision"][label]))]
        for label, recall in islice(found["recall"].items(), _LABELS)
    ]
    return [
        Table(
            [f"leave-one-out{of}", "recall", "precision"],
            [*labels, [f"accuracy (95 % {low:.3f}-{high:.3f})", said, ""]],
        ),
        Table(
            [f"posterior said{of}", "share right", "texts"],
            [[f"{row['said']:.4f}", f"{row['right']:.4f}", f"{row['texts']:,}"] for row in found["reliability"]],
        ),
    ]


def _said(recipe: dict[str, Any]) -> str:
    low, high = recipe["ngrams"]
    smoothing = load("models", recipe["model"]).Model.options()[0]
    shown = [
        f"{recipe['tokenizer']} {low}-{high}",
        recipe["features"],
        recipe["model"],
        f"{smoothing} {recipe[smoothing]:g}",
    ]
    extra = {name: recipe[name] for name in ("top_k", "prior", "norm") if recipe[name]}
    extra |= {"min_df": recipe["min_df"]} if recipe["min_df"] > 1 else {}
    return ", ".join([*shown, *(f"{name} {value}" for name, value in extra.items())]).replace("_", "-")
