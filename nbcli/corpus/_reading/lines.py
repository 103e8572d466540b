"""The lines of a source as text: for training of the whole file as it should be, to be answered as they come."""

from collections.abc import Iterator
from itertools import chain, islice

from nbcli.corpus._reading.arriving import bytes_of, few, is_of_streams, lines_in
from nbcli.corpus._reading.decode import head_lines, text_of
from nbcli.corpus._reading.judged import judged
from nbcli.corpus._reading.source import Source

_MOST = 4096
_BOM = "\ufeff"


def lines_of(source: Source) -> Iterator[str]:
    r"""Yield the lines of a source without their ends: \n, \r\n and a lone \r all end one."""
    return chain.from_iterable(Lines(source).batches())


class Lines:
    """The lines of a source; with `ends`, each with its own.

    Of a `strict` source all are in the encoding found for the whole, NbError naming the first that is not. Else those
    of a file are decoded in its encoding as in training, those of stdin or a pipe each in UTF-8, else GB18030;
    `undecodable` has the numbers (from 1) of those that cannot be decoded, which come with U+FFFD in them, and `bom`
    says whether a BOM, which is no part of it, stood before the first.
    """

    def __init__(self, source: Source, *, ends: bool = False) -> None:
        self._source, self._ends = source, ends
        # What is compressed is no stream of lines.
        self._is_file = str(source.path) != "-" and (source.path.is_file() or source.is_compressed)
        self._rest = self._checked() if source.strict else self._as_they_come()
        self._seen: list[list[str]] = []
        self.undecodable: set[int] = set()
        self.bom = False

    def sample(self) -> list[str]:
        """Return the first lines, to look at: of a stream only one, however much of it has come already."""
        if self._source.strict or self._is_file:
            return head_lines(self._source)
        for batch in self._rest:
            self._seen.append(batch)
            if first := next((line for line in batch if line.strip()), ""):
                return [first.rstrip("\r\n")]
        return []

    def batches(self) -> Iterator[list[str]]:
        """Yield the lines, those that are there together, up to some thousands."""
        yield from self._seen
        yield from self._rest

    def numbered(self) -> Iterator[list[tuple[int, str]]]:
        """Yield the lines as `batches` does, with their numbers."""
        first = 1
        for batch in self.batches():
            yield [*enumerate(batch, first)]
            first += len(batch)

    def _checked(self) -> Iterator[list[str]]:
        with text_of(self._source, newline="" if self._ends else None) as file:
            while batch := list(islice(file, _MOST)):
                yield batch if self._ends else [line.removesuffix("\n") for line in batch]

    def _as_they_come(self) -> Iterator[list[str]]:
        number = 0
        asked, encodings = self._encodings()
        for batch in few(lines_in(bytes_of(self._source), asked, ends=self._ends)):
            texts = self._texts(batch, encodings, number + 1)
            if number == 0 and texts[0].startswith(_BOM):
                self.bom, texts[0] = True, texts[0].removeprefix(_BOM)
            number += len(batch)
            yield texts

    def _encodings(self) -> tuple[str | None, tuple[str, ...]]:
        """Return what the bytes are cut into lines as, None to find out, and what each line is decoded by in turn."""
        encoding = self._source.how.encoding
        if self._is_file:
            found, broken = judged(self._source)
            encoding = encoding or (found if broken is None else None)
        if encoding is None:
            return None, ("utf-8", "gb18030")
        encoding = encoding.removesuffix("-sig")
        return encoding, ("utf-8",) if is_of_streams(encoding) else (encoding,)

    def _texts(self, lines: list[bytes], encodings: tuple[str, ...], first: int) -> list[str]:
        try:
            return [line.decode(encodings[0]) for line in lines]
        except UnicodeDecodeError:
            return [self._text(line, encodings, number) for number, line in enumerate(lines, first)]

    def _text(self, line: bytes, encodings: tuple[str, ...], number: int) -> str:
        for encoding in encodings:
            try:
                return line.decode(encoding)
            except UnicodeDecodeError:
                continue
        self.undecodable.add(number)
        return line.decode(encodings[0], "replace")
