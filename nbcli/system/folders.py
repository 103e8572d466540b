"""Where models and fetched corpora are kept."""

import os
from pathlib import Path
from unicodedata import category

from nbcli.errors import NbError

SUFFIX = ".nb"
# Control characters, and what ends a line or paragraph.
_UNFIT = ("Cc", "Zl", "Zp")


def store_folder() -> Path:
    """Return the folder of named models: $NB_STORE, else the user's data folder."""
    if chosen := os.environ.get("NB_STORE"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("nb", appauthor=False)


def cache_folder() -> Path:
    """Return the folder of the fetched corpora: $NB_CACHE, else the user's cache folder."""
    if chosen := os.environ.get("NB_CACHE"):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path("nb", appauthor=False)


def path_of(name: str) -> Path:
    """Return the file of a model: `name` itself where it is a path (a slash in it, or .nb at its end).

    NbError for a name that would break a line or steer a terminal, and one that would hide in the store.
    """
    path = os.sep in name or name.endswith(SUFFIX)
    if not name or any(category(char) in _UNFIT for char in name) or (name.startswith(".") and not path):
        raise NbError(f"{name!r} is no name for a model", remedy="use letters, digits, - and _")
    if path:
        if not Path(name).name:
            raise NbError(f"{name} is a folder, and no name for a model", remedy="name a file in it")
        return Path(name)
    return store_folder() / (name + SUFFIX)


def resolved(path: Path) -> Path:
    """Return the path without links in it; of links that lead in a circle, one that cannot be opened."""
    return Path(os.path.realpath(path))


def names() -> list[str]:
    """Return the names of the models in the store, sorted; NbError where there is a store that cannot be read."""
    folder = store_folder()
    try:
        files = [Path(entry) for entry in os.scandir(folder) if entry.name.endswith(SUFFIX) and entry.is_file()]
    except FileNotFoundError:
        return []
    except OSError as error:
        remedy = "check its permissions, or name another store with $NB_STORE"
        raise NbError(f"the store cannot be read ({error.strerror})", where=str(folder), remedy=remedy) from None
    return sorted(file.stem for file in files if not file.name.startswith("."))
