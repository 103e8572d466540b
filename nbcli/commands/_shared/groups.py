"""Groups of options: declared once, they stand in the signature of each command that has them as one parameter.

    @dataclass(frozen=True)
    class ReadingOptions(Group):
        encoding: Annotated[str | None, typer.Option(help="...")] = None

    def run(corpus: Corpus, reading: ReadingOptions) -> None: ...

Typer gets `run` with the group's options in the place of `reading`.
"""

from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from inspect import Parameter, signature
from typing import Any, Self


@dataclass(frozen=True)
class Group:
    """Options, each a field: its type with what Typer is to know of it, and its default."""

    @classmethod
    def parameters(cls) -> list[Parameter]:
        """Return the options as parameters of a function."""
        return [
            Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default, annotation=one.type)
            for one in fields(cls)
            if one.default is not MISSING
        ]

    @classmethod
    def of(cls, given: dict[str, Any]) -> Self:
        """Return the group of the values of its options."""
        return cls(**given)


def parameters_of(command: Callable[..., Any]) -> list[Parameter]:
    """Return the parameters of a command, those of a group in the place of the group."""
    found: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        group = _group(parameter)
        found += group.parameters() if group else [parameter.replace(kind=Parameter.KEYWORD_ONLY)]
    return found


def call(command: Callable[..., Any], given: dict[str, Any]) -> Any:
    """Call a command with the values of all its `parameters_of`."""
    values = {}
    for name, parameter in signature(command).parameters.items():
        group = _group(parameter)
        values[name] = group.of({one.name: given[one.name] for one in group.parameters()}) if group else given[name]
    return command(**values)


def _group(parameter: Parameter) -> type[Group] | None:
    kind = parameter.annotation
    return kind if isinstance(kind, type) and issubclass(kind, Group) else None
