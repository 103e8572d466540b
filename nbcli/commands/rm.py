"""`nb rm`: remove a stored model."""

from typing import Annotated

import typer

from nbcli.system.terminal import Environment


def run(
    stored: Annotated[
        list[str], typer.Argument(metavar="NAME|FILE...", help="Models: names in the store, or paths (with / or .nb).")
    ],
) -> None:
    """Remove models from the store.

    What is no model is refused, and then nothing is removed.

    nb rm mail
    """
    from nbcli import store

    for name in stored:
        store.header(name)
    for name in dict.fromkeys(stored):
        Environment().say(f"removed: {store.remove(name)}")
