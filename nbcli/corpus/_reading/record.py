"""A record: the values of named fields, its label, and where it stands; and how records were read from a table."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple, Self

# A text, a number, or None where the value is missing.
Value = str | float | None
NO_FIELDS: Mapping[str, Value] = {}
# A byte order mark, which no text has but by accident.
_BOM = "\ufeff"
# No table has so many columns; Python refuses to read thousands of digits.
_DIGITS = 10
# What becomes of a record whatever its text is: HEADER is that of row 1 with the names of the columns.
HEADER, UNREADABLE, UNDECODABLE = "header", "unreadable", "undecodable"
# That of a mail that is answered by what of it could be decoded.
LOSSY = "lossy"


class Record(NamedTuple):
    """The values of named fields, a label (None: there is none), and the file and line (from 1) where it stands.

    The text stands by itself, since most records have nothing else: text columns, joined. `others` are the values of
    the fields beside it. In a source that is answered (not `strict`) a record may have no text to answer: then its
    `status` says why; and `row` is what a row of a table is written again from, its cells or its object.
    """

    text: str
    label: str | None
    source: str
    line: int
    others: Mapping[str, Value] = NO_FIELDS
    status: str = ""
    row: Any = None

    @property
    def fields(self) -> Mapping[str, Value]:
        """The values of all fields by name; a plain text is the one field `text`."""
        return {"text": self.text, **self.others}


def in_one(values: Mapping[str, Value]) -> str:
    """Return what a record without a text of its own has in its place: blank where all of its values are."""
    return " ".join(value if isinstance(value, str) else str(value) for value in values.values() if value is not None)


def bare(text: str) -> str:
    """Return a text as it is learned and answered: without a byte order mark anywhere."""
    return text.replace(_BOM, "") if _BOM in text else text


def number_in(name: str) -> int:
    """Return the number from 1 that names a column or a place, 0 for a name that is none."""
    return int(name) if name.isdecimal() and len(name) < _DIGITS else 0


@dataclass(frozen=True)
class Reading:
    """How a table was read: what a model remembers of its corpus, to read the same kind of file in the same way.

    The form (its format's name), the columns of the texts (none where all are taken, by their kinds) and of the label,
    and how cells are cut. Columns are names
    (keys in JSON), or numbers from 1 where row 1 has no names (`header`; None in forms that have no rows of cells).
    `delimiter` is None where it is the form's own, `width` the number of columns.
    """

    form: str
    text: tuple[str, ...]
    label: str | None = None
    header: bool | None = None
    delimiter: str | None = None
    width: int | None = None

    def fact(self) -> dict[str, Any]:
        """Return this as JSON has it."""
        return asdict(self) | {"text": list(self.text)}

    @classmethod
    def of(cls, fact: dict[str, Any]) -> Self:
        """Return what `fact` gave."""
        return cls(**fact | {"text": tuple(fact["text"])})

    def options(self) -> list[str]:
        """Return the options of `nb predict` that read a table so."""
        words = ["--input", self.form]
        for column in self.text:
            words += ["--text-column", column]
        words += ["--delimiter", named(self.delimiter)] if self.delimiter else []
        return words + (["--header" if self.header else "--no-header"] if self.header is not None else [])

    def described(self) -> str:
        """Return the form and the text's columns in words."""
        columns = [f"column {name}" if self.header is False else name for name in self.text]
        return f"{self.form}, text from {' + '.join(columns)}" if columns else f"{self.form}, its columns by name"


def named(delimiter: str) -> str:
    """Return the delimiter as `--delimiter` takes it."""
    return "tab" if delimiter == "\t" else delimiter
