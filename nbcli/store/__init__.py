"""A classifier to a file and back.

A model file is one line of JSON that a person can read, then a joblib stream of plain data, see `files`.
"""

from nbcli.store.files import FORMAT, MINOR, header, load, names, path_of, save

__all__ = ["FORMAT", "MINOR", "header", "load", "names", "path_of", "save"]
