"""Texts that are answered whole: a file each, or a record each of what is no stream of them."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple, TypeVar

from nbcli.answering.answering import Answering, write
from nbcli.classifier.status import OK
from nbcli.corpus import LOSSY, How, Source, decoded, narrowed
from nbcli.errors import NbError
from nbcli.system.timing import each

T = TypeVar("T")
# So many are answered together: one alone costs a look at every term of the model.
_MOST, _MOST_SIZE = 256, 1 << 22


class Whole(NamedTuple):
    """The bytes of a file, the text in them (None where they cannot be decoded), and what reading says of that."""

    data: bytes
    text: str | None
    status: str = ""


def answer_whole(how: Answering, names: list[str], *, mail: bool, is_: str | None, header: bool) -> bool:
    """Answer each file as one text or mail, and say whether all have the label `is_`, where nothing is printed.

    With `header`, the mail itself is printed, with its label and posterior in a header.
    """
    yes = True
    for batch in together(each("read", _read(names, how.encoding, mail=mail)), lambda one: len(one.data)):
        answers = how.of([one.text for one in batch])
        status = [found_or_own(one.status, own) for one, own in zip(batch, answers.status, strict=True)]
        answers = replace(answers, status=status)
        if is_ is not None:
            yes = yes and all(label == is_ for label in answers.labels)
        elif header:
            from nbcli.corpus.mail.passthrough import with_header

            for one, label, p in zip(batch, answers.labels, answers.top(), strict=True):
                write(with_header(one.data, f"{label} {p:.4f}"))
        else:
            write(how.written(answers))
    return yes


def found_or_own(of_reading: str, own: str) -> str:
    """Return the status of a text by that of its reading and that of its answer: what is lost matters where one is."""
    return own if not of_reading or (of_reading == LOSSY and own != OK) else of_reading


def _read(names: list[str], encoding: str | None, *, mail: bool) -> Iterator[Whole]:
    for name in names:
        with Source.to_answer(name, How()).open() as file:
            data = file.read()
        if mail:
            from nbcli.corpus.mail.message import message_text

            found = message_text(data, encoding)
            yield Whole(data, found.text, LOSSY if found.undecodable else "")
        else:
            yield Whole(data, decoded([narrowed(data, encoding)], encoding)[0])


def together(items: Iterable[T], size_of: Callable[[T], int]) -> Iterator[list[T]]:
    """Yield the items, many small ones at a time; where reading fails, those before it come first."""
    batch: list[T] = []
    size = 0
    try:
        for item in items:
            batch.append(item)
            size += size_of(item)
            if len(batch) == _MOST or size >= _MOST_SIZE:
                yield batch
                batch, size = [], 0
    except NbError:
        if batch:
            yield batch
        raise
    if batch:
        yield batch
