"""`nb fetch`: public corpora by name."""

import sys
from typing import Annotated

import typer

from nbcli.commands import _options as opt


def run(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="A corpus; without it, all are listed.")] = None,
    from_: Annotated[
        str | None, typer.Option("--from", metavar="FOLDER", help="Take a copy there in place of a download.")
    ] = None,
    as_json: opt.Json = False,
) -> None:
    """Get a public corpus, check it, and keep it under its name, or list those there are.

    They are kept in $NB_CACHE, or the user's cache folder; every file is checked by its SHA-256. What is known of the
    licence is printed: whether it lets you do what you want is yours to judge.

    nb fetch spam-zh && nb compare spam-zh
    """
    if name is not None:
        _fetch(name, from_)
    elif from_ is not None:
        from nbcli.errors import NbError

        raise NbError("--from goes with a name", remedy="say which corpus: nb fetch NAME --from FOLDER")
    else:
        _show(as_json)


def _fetch(name: str, source: str | None) -> None:
    from pathlib import Path

    from nbcli.corpus import _fetching
    from nbcli.corpus._public import folder
    from nbcli.reports._width import printable

    corpus = _fetching.known(name)
    here = _fetching.is_here(name)
    if not here:
        _fetching.fetch(name, None if source is None else Path(source))
    state = "is here already, checked" if here else "fetched and checked"
    options = f" {corpus.options}" if corpus.options else ""
    for line in (
        f"{name}: {corpus.what}; {state}: {folder() / name}",
        f"licence: {corpus.licence}",
        f"next: nb compare {name}{options}",
    ):
        typer.echo(printable(line), err=True)


def _show(as_json: bool) -> None:
    from nbcli.corpus import _fetching
    from nbcli.corpus._public import CORPORA, folder
    from nbcli.reports import Report, Table
    from nbcli.stages import load

    rows, data = [], []
    for name, corpus in CORPORA.items():
        here = _fetching.is_here(name)
        urls = [_fetching.url_of(name, file) for file in corpus.files]
        rows.append([name, corpus.what, f"{corpus.size / 1e6:.1f} MB", "yes" if here else "no"])
        facts = {"what": corpus.what, "bytes": corpus.size, "urls": urls, "licence": corpus.licence}
        data.append({"name": name, **facts, "folder": str(folder() / name) if here else None})
    notes = [f"licence of {name}: {corpus.licence}" for name, corpus in CORPORA.items()]
    report = Report(data, [Table(["name", "what", "size", "here"], rows, numbers=False)], notes)
    sys.stdout.write(load("reports", "json" if as_json else "text").render(report))
