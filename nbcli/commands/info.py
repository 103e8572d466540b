"""`nb info`: what a model is."""

import sys
from typing import Annotated

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
    texts, recipe = head["texts"], head["recipe"]
    low, high = recipe["ngrams"]
    facts = [
        ["file", str(store.path_of(name))],
        ["format", f"{head['nb']}, written by nb {head['version']}"],
        ["trained", head["trained"]],
        *([key.replace("_", "-"), str(value)] for key, value in recipe.items() if key != "ngrams"),
        ["ngrams", f"{low}-{high}"],
        ["terms", f"{head['terms']:,}"],
        ["texts", f"{sum(texts.values()):,}, {head['copies']:,} of them copies"],
        *([f"  {label}", f"{count:,}"] for label, count in texts.items()),
    ]
    report = Report(head, [Table(["model", name], facts)])
    sys.stdout.write(load("reports", "json" if as_json else "text").render(report))
