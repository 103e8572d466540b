"""`nb rm`: remove a stored model."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.errors import NbError
from nbcli.system.terminal import Environment


def run(
    stored: Annotated[
        list[str] | None,
        typer.Argument(metavar="[NAME|FILE...]", help="Models: names in the store, or paths (with / or .nb)."),
    ] = None,
    name: opt.Named = None,
) -> None:
    """Remove stored models.

    What is no model is refused, and then nothing is removed.

    nb rm mail
    """
    from nbcli import store

    names = list(dict.fromkeys([*(stored or []), *([name] if name is not None else [])]))
    if not names:
        raise NbError("no model is named", remedy=f"in the store: {', '.join(store.names()) or 'none yet'}")
    for one in names:
        store.check_model(one)
    Environment().say(*(f"removed: {store.remove(one)}" for one in names))
