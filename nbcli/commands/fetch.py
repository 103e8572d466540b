"""`nb fetch`: public corpora by name."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show
from nbcli.errors import NbError
from nbcli.system.terminal import Environment


def _names() -> list[str]:
    from nbcli.corpus.public.catalogue import CORPORA

    return list(CORPORA)


def run(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[NAME]", help="A corpus; without it, all are listed.", autocompletion=_names),
    ] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FOLDER", help="Take a copy there in place of a download.")
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """Get a public corpus by its name, or list those there are.

    They are kept in $NB_CACHE, or the user's cache folder; every file is checked by its SHA-256. What is known of the
    licence is printed: whether it lets you do what you want is yours to judge.

    nb fetch spam-zh && nb compare spam-zh
    """
    if name is None and from_ is not None:
        raise NbError("--from goes with a name", remedy="say which corpus: nb fetch NAME --from FOLDER")
    from nbcli.corpus.public import catalogue
    from nbcli.corpus.public.get import get
    from nbcli.reports.contents import fetching as _fetching

    here = name is not None and get(name, from_)
    if as_json or name is None:
        names = list(catalogue.CORPORA) if name is None else [name]
        show(_fetching.report(names), opt.form_of("text", json=as_json))
    else:
        Environment().say(*_fetching.fetched(name, before=here))
