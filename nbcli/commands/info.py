"""`nb info`: what a model is."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show


def run(
    name: Annotated[
        str, typer.Argument(metavar="[NAME]", help="A model: a name in the store, or a path (with / or .nb).")
    ] = "default",
    as_json: opt.Json = False,
) -> None:
    """Show a model's recipe, labels and sizes, from its first line alone."""
    from nbcli import store
    from nbcli.reports.contents import info as _info

    show(_info.report(store.header(name), name, store.path_of(name)), opt.form_of("text", json=as_json))
