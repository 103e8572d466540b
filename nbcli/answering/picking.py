"""Which texts of a pool are worth a label: those that the model is least sure of, and some at random.

Lewis and Gale (1994), A sequential algorithm for training text classifiers, SIGIR. Chosen texts are harder than others:
an accuracy is estimated from the random ones alone.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from nbcli.answering.answering import Answering
from nbcli.answering.files import Chosen, answered, chosen
from nbcli.choices import choices, load
from nbcli.classifier.blend import margins
from nbcli.classifier.learned import digest, folded
from nbcli.classifier.status import EMPTY, OK, UNKNOWN
from nbcli.corpus import HEADER, Answer, How, Record, Source, bare, gives


class Candidate(NamedTuple):
    """A record and what the model makes of it; the smallest key comes first, `number`, of its text, breaking ties."""

    key: float
    number: int
    record: Record
    answer: Answer


@dataclass
class Picking:
    """Takes records as they come, and holds `most` of them at most twice.

    uncertain, at_random: which of the two ways to pick, by turns where both. seed: of the random choice. header: the
    record of a table's row 1. size: how many different texts there were that the model has not learned.
    """

    how: Answering
    most: int
    uncertain: bool = True
    at_random: bool = True
    seed: int = 0
    header: Record | None = None
    size: int = 0
    _seen: set[int] = field(default_factory=set)
    _unsure: list[Candidate] = field(default_factory=list)
    _random: list[Candidate] = field(default_factory=list)

    def __post_init__(self) -> None:
        learned = self.how.classifier.learned
        self._known = set() if learned is None else set(learned.digests.tolist())

    def add(self, batch: list[Record]) -> None:
        """Take records that come together."""
        self.header = next((record for record in batch if record.status == HEADER), self.header)
        new = list(self._new(batch))
        if not new:
            return
        answers = answered(self.how, [record for record, _ in new])
        unsure, random = [], []
        for (record, number), answer, margin in zip(new, answers.each(), margins(answers.proba).tolist(), strict=True):
            if answer.status in (OK, UNKNOWN):
                self.size += 1
                unsure.append(Candidate(margin, number, record, answer))
                random.append(Candidate(digest(f"{self.seed} {number}"), number, record, answer))
        self._unsure = sorted([*self._unsure, *unsure], key=_first)[: 2 * self.most]
        self._random = sorted([*self._random, *random], key=_first)[: 2 * self.most]

    def _new(self, batch: list[Record]) -> Iterator[tuple[Record, int]]:
        """Yield the records that are worth a look, each with a number that stands for its text."""
        for record in batch:
            text = bare(record.text)
            number = digest(folded(text))
            if record.status in (HEADER, EMPTY) or number in self._seen or digest(text) in self._known:
                continue
            self._seen.add(number)
            yield record, number

    def picked(self) -> list[Candidate]:
        """Return the candidates, in the order in which they were picked."""
        ways = [self._unsure] * self.uncertain + [self._random] * self.at_random
        left, found = [iter(way) for way in ways], dict[int, Candidate]()
        while left and len(found) < min(self.most, self.size):
            way = left.pop(0)
            if (one := next((one for one in way if one.number not in found), None)) is not None:
                found[one.number] = one
                left.append(way)
        return list(found.values())


def _first(one: Candidate) -> tuple[float, int]:
    return one.key, one.number


def pool_of(path: str, asked: str | None, how: How, fact: dict[str, Any] | None) -> Chosen:
    """Return how a pool is read: as `chosen` says, else as the table that its name says it is, else by lines."""
    if (found := chosen(path, asked, how, fact)) is not None:
        return found
    source = Source.to_answer(path, how)
    form = source.suffix.removeprefix(".")
    is_table = asked is None and form in choices("corpus") and gives(form, "recognised")
    return Chosen(load("corpus", form if is_table else "lines"), source)


def written(picking: Picking, pool: Chosen) -> str:
    """Return the texts of a pool that are picked: rows of a table with the model's guess, or lines as they stand."""
    stream = pool.stream()
    for batch in stream.batches:
        picking.add(batch)
    picked = picking.picked()
    if stream.written is None:
        return "".join(f"{one.record.text}\n" for one in picked)
    begin = stream.before() + (stream.written(picking.header, None) if picking.header else "")
    return begin + "".join(stream.written(one.record, one.answer) for one in picked)
