"""`nb export`: a model for where nb is not."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.errors import NbError


def run(
    model: opt.Model = None,
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="The file to write; its end says what it is to be. - is stdout."),
    ] = None,
    to: Annotated[
        str | None, typer.Option("--to", metavar=opt.names("exports"), help="What it is to be, whatever its end.")
    ] = None,
    package: Annotated[
        str | None, typer.Option(metavar="DIR", help="Write a package for npm into this folder instead.")
    ] = None,
) -> None:
    """Write a model as a file that other programs read.

    nb export mail mail.json
    """
    if model is None or (file is None) == (package is None):
        raise NbError("name a model, and a file or --package", remedy="see nb export --help")
    from pathlib import Path

    from nbcli import exports, store
    from nbcli.choices import load
    from nbcli.commands._shared.leaving import write_all
    from nbcli.system.terminal import Environment
    from nbcli.system.timing import stage

    if to is not None:
        opt.chosen("exports", "--to", [to])
    if package is not None:
        form, folder = load("exports", to or exports.packing()), Path(package)
        if not hasattr(form, "package"):
            raise NbError(f"--to {to} makes no package", remedy=f"leave it out, or give --to {exports.packing()}")
        classifier = store.load(model)
        with stage("render"):
            found = form.package(classifier, folder.resolve().name)
        write_all("--package", {folder / name: data for name, data in found.items()}, make=True)
        return
    form, path = load("exports", to or exports.form_of(str(file))), Path(str(file))
    classifier = store.load(model)
    with stage("render"):
        found = form.files(classifier, path.stem)
    if file == "-":
        Environment().write(next(iter(found.values())))
        return
    asked, *beside = found
    write_all("FILE", {path: found[asked], **{path.with_name(path.stem + end): found[end] for end in beside}})
