"""A record: the values of named fields, its label, and where it stands."""

from collections.abc import Mapping
from typing import NamedTuple

# A text, a number, or None where the value is missing.
Value = str | float | None
NO_FIELDS: Mapping[str, Value] = {}


class Record(NamedTuple):
    """The values of named fields, a label (None: there is none), and the file and line (from 1) where it stands.

    The text stands by itself, since most records have nothing else: text columns, joined. `others` are the values of
    the fields beside it.
    """

    text: str
    label: str | None
    source: str
    line: int
    others: Mapping[str, Value] = NO_FIELDS

    @property
    def fields(self) -> Mapping[str, Value]:
        """The values of all fields by name; a plain text is the one field `text`."""
        return {"text": self.text, **self.others}
