"""Corpora: what the user names on the command line, read as documents one at a time.

The contract of a format (one file in this folder):

    def matches(spec: str) -> bool             does this argument of the command line name a corpus of this form?
    def read(spec: str) -> Iterator[Document]  its documents, in order, as a stream; NbError for what cannot be read

The first format whose `matches` says yes reads the argument.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nbcli.errors import NbError
from nbcli.stages import choices, load


class Document(NamedTuple):
    """A text, its label (None where the corpus gives none), and the file and line (from 1) where it stands."""

    text: str
    label: str | None
    source: str
    line: int


def read(specs: Iterable[str]) -> Iterator[Document]:
    """Yield the documents of every corpus named in `specs`, in the order given."""
    for spec in specs:
        yield from _format_of(spec).read(spec)


def _format_of(spec: str):  # type: ignore[no-untyped-def]  # a module of this folder
    for name in choices("corpus"):
        module = load("corpus", name)
        if module.matches(spec):
            return module
    raise NbError(
        "not a corpus",
        where=spec,
        remedy="name a directory with one text file a class, or LABEL=FILE with a text a line",
    )
