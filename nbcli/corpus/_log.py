"""What reading made of the corpora: the form taken, and what was left out and why."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from functools import partial

_SHOWN = 3


@dataclass
class _Entry:
    spec: str
    texts: int = 0
    forms: Counter[str] = field(default_factory=Counter)
    details: Counter[str] = field(default_factory=Counter)
    skipped: Counter[str] = field(default_factory=Counter)
    first: defaultdict[str, list[int]] = field(default_factory=partial(defaultdict, list))


class Log:
    """Notes by corpus named on the command line; `notes()` says them in a line each."""

    def __init__(self) -> None:
        self._entries: list[_Entry] = []

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
        """How many documents were taken from this corpus."""
        return self._entry.texts

    @texts.setter
    def texts(self, number: int) -> None:
        self._entry.texts = number

    def took(self, form: str) -> None:
        """Note a form that a file was read in."""
        self._entry.forms[form] += 1

    def detail(self, text: str) -> None:
        """Note a fact on how it was read (an encoding, the columns); equal ones are counted."""
        self._entry.details[text] += 1

    def skip(self, line: int, why: str) -> None:
        """Note that a document was left out."""
        self._entry.skipped[why] += 1
        if len(self._entry.first[why]) < _SHOWN:
            self._entry.first[why].append(line)

    def add(self, other: "Log") -> None:
        """Take over the notes of a corpus that was read elsewhere."""
        self._entries += other._entries

    def notes(self) -> list[str]:
        """Return a line for each corpus: its form, its encoding and columns, its texts, and what was skipped."""
        return [_line(entry) for entry in self._entries]


def _line(entry: _Entry) -> str:
    form = ", ".join([*entry.forms, *(_counted(*item) for item in entry.details.items())])
    line = f"{entry.spec}: {form}; {entry.texts:,} text{'' if entry.texts == 1 else 's'}"
    for why, count in entry.skipped.items():
        numbers = ", ".join(map(str, entry.first[why]))
        more = ", ..." if count > _SHOWN else ""
        line += f"; skipped {count:,} {why} (line {numbers}{more})"
    return line


def _counted(text: str, count: int) -> str:
    return text if count == 1 else f"{text} ({count:,} files)"
