"""Options that several commands share, declared once."""

from collections.abc import Sequence
from typing import Annotated

import typer

from nbcli.choices import check, choices
from nbcli.errors import NbError


def names(stage: str) -> str:
    """Return the choices of a stage, for a metavar."""
    return "|".join(choices(stage))


Corpus = Annotated[
    list[str],
    typer.Argument(
        metavar="CORPUS...", help="LABEL=FILE (a text a line), a table with a label column, a folder; - is stdin."
    ),
]
Name = Annotated[
    str,
    typer.Option(metavar="NAME", help="The model: a name in the store ($NB_STORE), or a path (with / or .nb)."),
]
Model = Annotated[
    str | None,
    typer.Argument(metavar="[NAME|FILE]", help="A model: a name in the store ($NB_STORE), or a path (with / or .nb)."),
]
Named = Annotated[str | None, typer.Option("--name", metavar="NAME", help="The same, as other commands take it.")]
UserDict = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Words for jieba, one a line: word [frequency [tag]]."),
]
Jobs = Annotated[int, typer.Option(metavar="N", help="Work with N processes; the result is the same.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]


def name_of(model: str | None, name: str | None) -> str:
    """Return the model that was named, as an argument or by --name; NbError where both name others."""
    if model is not None and name is not None and model != name:
        raise NbError(f"two models are named: {model}, and --name {name}", remedy="name one")
    return next((one for one in (model, name) if one is not None), "default")


def processes(jobs: int) -> int:
    """Return how many processes --jobs N starts: N, within reason for the cores; NbError when N is below 1."""
    import os

    at_least(1, "--jobs", jobs)
    return min(jobs, max(os.cpu_count() or 1, 8))


def at_least(low: int, option: str, value: int | None) -> None:
    """Raise NbError for a value below `low`."""
    if value is not None and value < low:
        raise NbError(f"{option} {value}: must be {low} or more", remedy=f"give {option} {low} or more")


def chosen(stage: str, option: str, names: list[str]) -> list[str]:
    """Return the names; NbError when one is no choice of the stage."""
    for name in names:
        check(stage, name, f"{option} {name}")
    return names


def form_of(report: str, **options: bool) -> str:
    """Return the name of the report asked for; NbError for none of that name, or two at once.

    `options` are the forms that have an option of their own name (--json), and whether it was given.
    """
    given = [name for name, is_given in options.items() if is_given]
    if len(given) > 1:
        raise NbError(f"--{given[0]} and --{given[1]} do not go together", remedy="leave one out")
    return chosen("reports", "--report", given or [report])[0]


def check_label(label: str | None, among: Sequence[str]) -> None:
    """Raise NbError for a label that the model never answers."""
    if label is not None and label not in among:
        raise NbError(f"the model has no label {label}", remedy=f"it has {', '.join(among)}")


def user_dict_of(path: str | None) -> str:
    """Return the content of the user's dictionary, "" for none."""
    if path is None:
        return ""
    from pathlib import Path

    from nbcli.corpus import Source, lines_of

    return "\n".join(lines_of(Source(path, Path(path))))
