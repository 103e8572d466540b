"""`nb fetch`: public corpora by name."""

from typing import Annotated, Any

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import show
from nbcli.errors import NbError
from nbcli.system.timing import stage


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
    from nbcli.corpus.public.catalogue import CORPORA

    if name is None and from_ is not None:
        raise NbError("--from goes with a name", remedy="say which corpus: nb fetch NAME --from FOLDER")
    said = _fetched(name, from_) if name is not None else []
    if as_json or name is None:
        _show(list(CORPORA) if name is None else [name], opt.form_of("text", json=as_json))
    else:
        from nbcli.system.display import printable

        for line in said:
            typer.echo(printable(line), err=True)


def _fetched(name: str, source: str | None) -> list[str]:
    """Get a corpus unless it is here; return what there is to say of it."""
    from pathlib import Path

    from nbcli.corpus.public import fetching as _fetching
    from nbcli.system.folders import cache_folder

    corpus = _fetching.known(name)
    with stage("check"):
        here = _fetching.is_here(name)
    if not here:
        with stage("fetch"):
            _fetching.fetch(name, None if source is None else Path(source))
    state = "here already, checked" if here else "fetched and checked"
    return [
        f"{name}: {corpus.what}; {state}: {cache_folder() / name}",
        f"licence: {corpus.licence}",
        f"next: nb compare {name} {corpus.options}".rstrip(),
    ]


def _show(names: list[str], form: str) -> None:
    from nbcli.reports import Note, Report, Table

    data = [_facts(name) for name in names]
    rows = [[d["name"], d["what"], f"{d['bytes'] / 1e6:.1f} MB", "yes" if d["folder"] else "no"] for d in data]
    notes = [Note(f"licence of {d['name']}: {d['licence']}") for d in data]
    report = Report(data, [Table(["name", "what", "size", "here"], rows, numbers=False)], notes)
    show(report, form)


def _facts(name: str) -> dict[str, Any]:
    from nbcli.corpus.public import fetching as _fetching
    from nbcli.system.folders import cache_folder

    corpus = _fetching.known(name)
    return {
        "name": name,
        "what": corpus.what,
        "bytes": corpus.size,
        "urls": [_fetching.url_of(name, file) for file in corpus.files],
        "licence": corpus.licence,
        "options": corpus.options,
        "folder": str(cache_folder() / name) if _fetching.is_here(name) else None,
    }
