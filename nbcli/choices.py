"""A stage is a folder, a choice is a file in it, and the file's name is the option's value."""

from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from nbcli.errors import NbError

_HOME = Path(__file__).parent


@cache
def choices(stage: str) -> list[str]:
    """Return the names that `load(stage, name)` takes, sorted: a listing of the folder, importing nothing."""
    return sorted(path.stem for path in (_HOME / stage).glob("[!_]*.py"))


@cache
def defines(stage: str, name: str, part: str) -> bool:
    """Say whether there is a choice of that name whose file defines `part`, a function or constant; importing nothing.

    Of a table's format that saves a cold start some 5 ms.
    """
    if name not in choices(stage):
        return False
    lines = (_HOME / stage / f"{name}.py").read_text(encoding="utf-8").splitlines()
    return any(line.startswith((f"def {part}(", f"{part} = ")) for line in lines)


def check(stage: str, name: str, written: str) -> None:
    """Raise NbError, with the option as it was `written`, where there is no choice of that name."""
    if name not in choices(stage):
        raise NbError(f"{written}: no such choice", remedy=f"choose from {', '.join(choices(stage))}")


def load(stage: str, name: str) -> ModuleType:
    """Import the choice `name` of `stage`; raise NbError when there is none of that name."""
    if name not in choices(stage):
        raise NbError(f"there is no {name!r} in {stage}", remedy=f"choose from {', '.join(choices(stage))}")
    return import_module(f"nbcli.{stage}.{name}")
