"""Files and folders of the system: what is in a folder, and what cannot be read."""

from collections.abc import Callable
from pathlib import Path

from nbcli.errors import NbError


def unreadable(path: Path, error: OSError) -> NbError:
    """Return the NbError for a file that the system does not let us read."""
    what = f"cannot be read ({error.strerror or error})"
    return NbError(what, where=str(path), remedy="check the name and permissions")


def entries(folder: Path) -> list[Path]:
    """Return what is in a folder, sorted by name, hidden files left out."""
    try:
        return sorted(path for path in folder.iterdir() if not path.name.startswith("."))
    except OSError as error:
        raise unreadable(folder, error) from None


def files_below(folder: Path) -> list[Path]:
    """Return the files in a folder and the folders in it, sorted, hidden ones left out."""
    found, waiting = [], entries(folder)[::-1]
    while waiting:
        path = waiting.pop()
        # A link to a folder may lead back up.
        if is_there(path.is_dir) and not path.is_symlink():
            waiting += entries(path)[::-1]
        elif is_there(path.is_file):
            found.append(path)
    return found


def is_there(check: Callable[[], bool]) -> bool:
    """Return what a check of a path says, False where the system does not let us look."""
    try:
        return check()
    except OSError:
        return False
