"""`LABEL=FILE`: every line of the file is a text of that class."""

from collections.abc import Iterator

from nbcli.corpus import Document
from nbcli.corpus._lines import lines


def matches(spec: str) -> bool:
    """Anything with a label before the first `=`."""
    return spec.find("=") > 0


def read(spec: str) -> Iterator[Document]:
    """Yield the file's lines, all with the one label."""
    label, _, path = spec.partition("=")
    for number, text in enumerate(lines(path), 1):
        yield Document(text, label, path, number)
