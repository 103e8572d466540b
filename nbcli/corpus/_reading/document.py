"""A document: a text, its label, and where it stands."""

from typing import NamedTuple


class Document(NamedTuple):
    """A text, its label (None where the corpus gives none), and the file and line (from 1) where it stands."""

    text: str
    label: str | None
    source: str
    line: int
