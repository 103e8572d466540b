"""`nb export`: a model for where nb is not."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.errors import NbError
from nbcli.system.terminal import Environment


def run(
    model: opt.Model = None,
    file: Annotated[
        str | None, typer.Argument(metavar="[FILE]", help="The file to write; its end says what it is to be.")
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar=opt.names("exports"), help="What it is to be, whatever its end.")
    ] = None,
) -> None:
    """Write a model as a file that other programs read.

    nb export mail mail.json
    """
    if model is None or file is None:
        ends = " or ".join(opt.names("exports").split("|"))
        raise NbError("name a model and a file", remedy=f"write nb export NAME FILE, FILE ending in {ends}")
    from pathlib import Path

    from nbcli import exports, store
    from nbcli.choices import load
    from nbcli.system.replacing import write_named
    from nbcli.system.timing import stage

    form = load("exports", opt.chosen("exports", "--to", [to])[0] if to else exports.form_of(file))
    classifier, path = store.load(model), Path(file)
    with stage("render"):
        found = form.files(classifier, path.stem)
    for number, (end, data) in enumerate(found.items()):
        own = path if not number else path.with_name(path.stem + end)
        write_named("FILE", own, data)
        Environment().say(f"wrote: {own} ({len(data) / 1e6:.1f} MB)")
