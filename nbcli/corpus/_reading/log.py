"""What reading made of the corpora: the form taken, and what was left out and why."""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from nbcli.corpus._reading.record import Reading

_SHOWN = 3


@dataclass
class _Entry:
    spec: str
    texts: int = 0
    forms: Counter[str] = field(default_factory=Counter)
    details: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    kinds: dict[str, None] = field(default_factory=dict)
    tables: dict[Reading, Path] = field(default_factory=dict)
    samples: dict[str, str] = field(default_factory=dict)
    first: defaultdict[str, list[int]] = field(default_factory=partial(defaultdict, list))


class Log:
    """Notes by corpus named on the command line; `notes()` says them in a line each."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []
        self.guesses: list[str] = []
        # The kinds of columns that a file itself declares, by name.
        self.declared: dict[str, str] = {}

    def begin(self, spec: str) -> None:
        """Begin the notes on the next corpus named."""
        self._entries.append(_Entry(spec))

    @property
    def _entry(self) -> _Entry:
        if not self._entries:
            self.begin("")
        return self._entries[-1]

    @property
    def texts(self) -> int:
        """How many records were taken from this corpus."""
        return self._entry.texts

    @texts.setter
    def texts(self, number: int) -> None:
        self._entry.texts = number

    def took(self, form: str) -> None:
        """Note a form that a file was read in."""
        self._entry.forms[form] += 1

    def holds(self, kind: str) -> None:
        """Note that a text is a line, a whole file ("text"), a mail, or in a table."""
        self._entry.kinds[kind] = None

    def read_as(self, reading: Reading, path: Path) -> None:
        """Note a table and how it was read."""
        self.holds("table")
        self._entry.tables.setdefault(reading, path)

    def detail(self, text: str) -> None:
        """Note a fact on how it was read (an encoding, the columns); equal ones are counted."""
        self._entry.details[text] += 1

    def sample(self, encoding: str, text: Callable[[], str]) -> None:
        """Note an encoding that is a guess, with some text of the first file that was read so."""
        if encoding not in self._entry.samples:
            self._entry.samples[encoding] = text()

    def guess(self, text: str) -> None:
        """Note which column was taken where none was named."""
        self.guesses.append(text)

    def skip(self, line: int, why: str) -> None:
        """Note that a record was left out."""
        self._entry.skipped[why] += 1
        if len(self._entry.first[why]) < _SHOWN:
            self._entry.first[why].append(line)

    def add(self, other: "Log") -> None:
        """Take over the notes of a corpus that was read elsewhere."""
        self._entries += other._entries
        self.declared |= other.declared

    @property
    def kinds(self) -> list[str]:
        """The kinds of what the corpora hold, each once, in the order in which they came."""
        return list(dict.fromkeys(kind for entry in self._entries for kind in entry.kinds))

    @property
    def tables(self) -> list[tuple[Reading, Path]]:
        """Each way in which tables were read, with the first file that was."""
        return [item for entry in self._entries for item in entry.tables.items()]

    def reading(self) -> Reading | None:
        """Return how the corpora were read where all are tables and read alike; their labels may stand anywhere."""
        found = [reading for reading, _ in self.tables]
        labels = {reading.label for reading in found}
        alike = {replace(reading, label=None) for reading in found}
        if self.kinds != ["table"] or len(alike) != 1:
            return None
        return found[0] if len(labels) == 1 else alike.pop()

    def left_out(self) -> list[str]:
        """Return what was left out and why, a line each."""
        return [f"{entry.spec}: {text}" for entry in self._entries for text in _left_out(entry)]

    def notes(self) -> list[str]:
        """Return a line for each corpus: its form, its encoding and columns, its texts, and what was skipped."""
        return [_line(entry) for entry in self._entries]


def _line(entry: _Entry) -> str:
    form = ", ".join([*entry.forms, *(_counted(*item) for item in entry.details.items())])
    line = f"{entry.spec}: {form}; {entry.texts:,} text{'' if entry.texts == 1 else 's'}"
    guesses = [f"{encoding} is a guess ({text}), --encoding names another" for encoding, text in entry.samples.items()]
    return "; ".join([line, *guesses, *_left_out(entry)])


def _left_out(entry: _Entry) -> list[str]:
    found = []
    for why, count in entry.skipped.items():
        numbers = ", ".join(map(str, entry.first[why]))
        more = ", ..." if count > _SHOWN else ""
        found.append(f"skipped {count:,} {why} (line {numbers}{more})")
    return found


def _counted(text: str, count: int) -> str:
    return text if count == 1 else f"{text} ({count:,} files)"
