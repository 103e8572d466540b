"""`nb models`: what is in the store."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show


def run(
    listed: Annotated[
        list[str] | None, typer.Argument(metavar="[NAME|FILE...]", help="These only: names in the store, or paths.")
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """List the stored models.

    They are in $NB_STORE, or the user's data folder; their first lines are read, and no more.
    """
    from nbcli import store
    from nbcli.reports.contents import models as _models

    heads, broken = store.headers(listed or ())
    show(_models.report(heads, broken), opt.form_of("text", json=as_json))
