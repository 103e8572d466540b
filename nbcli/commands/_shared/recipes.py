"""The options of a recipe on the command line, each with the help, range and default of its field; or a TOML file."""

import json
from dataclasses import dataclass
from inspect import Parameter
from pathlib import Path
from typing import Annotated, Any, Self

import typer

from nbcli.classifier.recipe import DEFAULT, OPTIONS, Recipe, values_of
from nbcli.commands._shared.groups import Group
from nbcli.errors import NbError


def declared(name: str, help: str = "") -> Any:
    """Return what Typer is to know of an option of recipes; `help` is added to its own."""
    option, flag = OPTIONS[name], f"--{name.replace('_', '-')}"
    return typer.Option(flag, metavar=option.metavar or None, help=f"{option.help} {help}".strip())


@dataclass(frozen=True)
class RecipeOptions(Group):
    """All options of a recipe: those that were given, by name."""

    given: dict[str, Any]

    @classmethod
    def parameters(cls) -> list[Parameter]:
        """Return an option a field, without a default, for which the help has the field's in brackets."""
        return [parameter(name, None, declared(name, _default(name))) for name in OPTIONS]

    @classmethod
    def of(cls, given: dict[str, Any]) -> Self:
        """Return the options that were given."""
        return cls({name: value for name, value in given.items() if value is not None})

    def recipe(self, file: str | None) -> Recipe | None:
        """Return the recipe of these options over those of a TOML file; None where there are none.

        NbError for an option that is out of range, or that no recipe has.
        """
        values = (_read(file) if file else {}) | self.given
        return Recipe.of(values) if values else None


def parameter(name: str, default: Any, option: Any) -> Parameter:
    """Return the option of a recipe as a parameter of a command."""
    kind = OPTIONS[name].kind
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind | None, option])


def _default(name: str) -> str:
    value = getattr(DEFAULT, name)
    if value is None:
        return ""
    return f"({'no' if value is False else OPTIONS[name].shown(value)})"


def _read(file: str) -> dict[str, Any]:
    import tomllib

    from nbcli.corpus import unreadable

    try:
        values = tomllib.loads(Path(file).read_text(encoding="utf-8"))
    except OSError as error:
        raise unreadable(Path(file), error) from None
    except ValueError as error:
        raise NbError(f"not TOML ({error})", where=file, remedy='write lines such as model = "gaussian"') from None
    given = {name.replace("-", "_"): value for name, value in values.items()}
    try:
        return values_of(given, lambda name, value: f"{name} = {json.dumps(value, default=str)}")
    except NbError as error:
        error.where = file
        raise
