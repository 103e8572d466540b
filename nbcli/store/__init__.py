"""A classifier to a file and back.

A model file is one line of JSON that a person can read, then a joblib stream of plain data, see `files`.
"""

from nbcli.store.files import FORMAT, MINOR, header, load, names, path_of, resolved, save
from nbcli.store.listing import headers
from nbcli.store.locking import changing, check_model, remove, save_locked

__all__ = [
    "FORMAT",
    "MINOR",
    "changing",
    "check_model",
    "header",
    "headers",
    "load",
    "names",
    "path_of",
    "remove",
    "resolved",
    "save",
    "save_locked",
]
