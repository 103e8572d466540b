"""Where models and fetched corpora are kept."""

import os
from pathlib import Path


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
