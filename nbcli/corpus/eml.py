"""A mail in a file of its own."""

from collections.abc import Iterator

from nbcli.corpus import Document, Source


def sniff(source: Source) -> int:
    """Not yet."""
    return 0


def read(source: Source) -> Iterator[Document]:
    """Nothing yet."""
    yield from ()
