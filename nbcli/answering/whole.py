"""Texts that are answered whole: a file each, or a record each of what is no stream of them."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from nbcli.answering.answering import Answering, write
from nbcli.corpus import How, Source, decoded, narrowed
from nbcli.errors import NbError
from nbcli.system.timing import each

T = TypeVar("T")
# So many are answered together: one alone costs a look at every term of the model.
_MOST, _MOST_SIZE = 256, 1 << 22


class Whole(NamedTuple):
    """The bytes of a file, and the text in them (None where they cannot be decoded)."""

    data: bytes
    text: str | None


def answer_whole(how: Answering, names: list[str], *, mail: bool, is_: str | None, header: bool) -> bool:
    """Answer each file as one text or mail, and say whether all have the label `is_`, where nothing is printed.

    With `header`, the mail itself is printed, with its label and posterior in a header.
    """
    yes = True
    for batch in together(each("read", _read(names, how.encoding, mail=mail)), lambda one: len(one.data)):
        answers = how.of([text for _, text in batch])
        if is_ is not None:
            yes = yes and all(label == is_ for label in answers.labels)
        elif header:
            from nbcli.corpus.mail.passthrough import with_header

            for (data, _), label, p in zip(batch, answers.labels, answers.top(), strict=True):
                write(with_header(data, f"{label} {p:.4f}"))
        else:
            write(how.written(answers))
    return yes


def _read(names: list[str], encoding: str | None, *, mail: bool) -> Iterator[Whole]:
    for name in names:
        with Source.to_answer(name, How()).open() as file:
            data = file.read()
        if mail:
            from nbcli.corpus.mail.message import message_text

            yield Whole(data, message_text(data, encoding).text)
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
