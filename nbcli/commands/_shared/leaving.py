"""Files that leave: all of them written, and said."""

from collections.abc import Mapping
from pathlib import Path

from nbcli.errors import NbError
from nbcli.system.replacing import write_named
from nbcli.system.terminal import Environment
from nbcli.system.timing import stage


def write_all(option: str, files: Mapping[Path, bytes], *, make: bool = False) -> None:
    """Write the files that an option names, and say so; with `make` into a folder that may not be there yet."""
    for folder in {path.parent for path in files} if make else ():
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            what = f"the folder cannot be made ({error.strerror or error})"
            raise NbError(what, where=str(folder), remedy=f"name another for {option}") from None
    for path, data in files.items():
        with stage("write"):
            write_named(option, path, data)
        Environment().say(f"wrote: {path} ({_size(len(data))})")


def _size(n: int) -> str:
    return f"{n / 1e6:.1f} MB" if n >= 100_000 else f"{n / 1e3:.1f} kB"
