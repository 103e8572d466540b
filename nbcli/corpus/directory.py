"""A directory of text files, one a class: the file's stem is the label, each line a text."""

from collections.abc import Iterator
from pathlib import Path

from nbcli.corpus import Document
from nbcli.corpus._lines import files_below, lines
from nbcli.errors import NbError


def matches(spec: str) -> bool:
    """Any directory."""
    return Path(spec).is_dir()


def read(spec: str) -> Iterator[Document]:
    """Yield every line of every file, files sorted by name; NbError for a directory without files."""
    files = files_below(spec)
    if not files:
        raise NbError("the directory has no files", where=spec, remedy="put one text file a class into it")
    for path in files:
        for number, text in enumerate(lines(str(path)), 1):
            yield Document(text, path.stem, str(path), number)
