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


def load(stage: str, name: str) -> ModuleType:
    """Import the choice `name` of `stage`; raise NbError when there is none of that name."""
    if name not in choices(stage):
        raise NbError(f"there is no {name!r} in {stage}", remedy=f"choose from {', '.join(choices(stage))}")
    return import_module(f"nbcli.{stage}.{name}")
