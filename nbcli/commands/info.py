"""`nb info`: what a model is."""

import sys
from typing import Annotated, Any

import typer

from nbcli.commands import _options as opt


def run(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A model: a name in the store, or a path (with / or .nb).")
    ] = "default",
    as_json: opt.Json = False,
) -> None:
    """Show a model's recipe, labels and sizes, from its first line alone."""
    from nbcli import store
    from nbcli.reports import Report, Table
    from nbcli.stages import load

    head = store.header(name)
    texts = head["texts"]
    facts = [
        ["file", str(store.path_of(name))],
        ["format", f"{head['nb']}, written by nb {head['version']}"],
        ["trained", head["trained"]],
        *([f"view {number}", _said(recipe)] for number, recipe in enumerate(head["recipes"], 1)),
        ["terms", f"{head['terms']:,}"],
        ["digests of the texts", "kept" if head["digests"] else "not kept"],
        ["texts", f"{sum(texts.values()):,}, {head['copies']:,} of them copies"],
        *([f"  {label}", f"{count:,}"] for label, count in texts.items()),
    ]
    report = Report(head, [Table(["model", name], facts, numbers=False)])
    sys.stdout.write(load("reports", "json" if as_json else "text").render(report))


def _said(recipe: dict[str, Any]) -> str:
    low, high = recipe["ngrams"]
    given = {name: value for name, value in recipe.items() if value is not None and name != "ngrams"}
    return ", ".join([f"ngrams {low}-{high}", *(f"{name.replace('_', '-')} {value}" for name, value in given.items())])
