"""What is found in a corpus: plain values, as reports show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nbcli.corpus import Record

# Each kind of finding and what it means, the most important first.
KINDS = {
    "conflicts": "the same text under different labels",
    "suspects": "the label looks mistaken",
    "giveaways": "one word gives a class away",
    "copies": "the same text again, but for case and spaces",
    "near-copies": "the same text again, but for case, digits, spaces and punctuation",
    "no label": "a text without a label",
    "empty": "no text",
    "one character": "a text of one character",
    "encoding": "characters that no author wrote",
    "balance": "a class with few texts",
    "look-alikes": "labels that differ by case or spaces only",
    "length": "a text far longer than the others",
}
# Of tables beside these.
COLUMNS = "columns"
KINDS_OF_TABLES = KINDS | {COLUMNS: "a column that says nothing, or has values that are no numbers"}


@dataclass(frozen=True)
class OfColumn:
    """A column of a table, and what is wrong with it."""

    column: str
    what: str


@dataclass(frozen=True)
class Place:
    """Where a text stands: a file, and a line or the number of a record in it, from 1; and its label."""

    source: str
    line: int
    label: str | None


@dataclass(frozen=True)
class Found(Place):
    """A text that is wrong by itself."""

    text: str


@dataclass(frozen=True)
class Suspect(Found):
    """Its label is mistaken with the probability `proba`.

    The others predict another, whose log-posterior stands `log_odds` above the next.
    """

    predicted: str
    proba: float
    log_odds: float


@dataclass(frozen=True)
class Odd(Found):
    """`what`: the characters that no author wrote, and the place of the first of each."""

    what: Sequence[str]


@dataclass(frozen=True)
class Long(Found):
    """It has so many characters."""

    length: int


@dataclass(frozen=True)
class Repeated:
    """A text that stands in several places, under these labels."""

    text: str
    labels: Sequence[str]
    places: Sequence[Place]


@dataclass(frozen=True)
class Giveaway:
    """A word that `here` texts of the label have, and `elsewhere` texts of all others."""

    term: str
    label: str
    here: int
    elsewhere: int


@dataclass(frozen=True)
class Small:
    """A label with so many texts, where the largest has `largest`."""

    label: str
    texts: int
    largest: int


@dataclass(frozen=True)
class LookAlike:
    """A label with so many texts, and another, most likely the same misspelt, with `others`."""

    label: str
    other: str
    texts: int
    others: int


def placed(record: Record) -> tuple[str, int, str | None, str]:
    """Return the attributes of `Found`."""
    return record.source, record.line, record.label, record.text


Finding = Found | Repeated | Giveaway | Small | LookAlike | OfColumn


@dataclass(frozen=True)
class LabelSize:
    """The texts of a label, their share of all, and their median and largest length in characters."""

    texts: int
    share: float
    median_length: float
    longest: int


@dataclass(frozen=True)
class LeftOut:
    """Of the labels, the share that a model gives too that has not learned the text, and the share that is mistaken."""

    accuracy: float
    mistaken: float


@dataclass(frozen=True)
class Check:
    """All that was found: of `texts`, `usable` have a label and something to read, and `found` is how many findings.

    `leave_one_out` is None where there is one label only. `findings` has every kind, in the order of `KINDS`.
    """

    texts: int
    usable: int
    labels: Mapping[str, LabelSize]
    leave_one_out: LeftOut | None
    found: int
    clean: bool
    findings: Mapping[str, Sequence[Finding]]
