"""The lines of a table that is answered as it comes, as text."""

import codecs
import os
from collections.abc import Iterator
from functools import partial

from nbcli.corpus._reading.decode import head_lines, judged
from nbcli.corpus._reading.incoming_lines import lines_in
from nbcli.corpus._reading.source import Source, unreadable
from nbcli.system.reading import chunks
from nbcli.system.terminal import Environment

# More lines at a time are no quicker, and take more memory.
_MOST = 4096
_CHUNK = 1 << 20
_BOM = "\ufeff"


class Incoming:
    """The lines of a source: of a file in its encoding as in training, of stdin or a pipe each in UTF-8, else GB18030.

    `undecodable` has the numbers (from 1) of those that cannot be decoded; they come with U+FFFD in them. A BOM before
    the first is no part of it. With `ends`, lines have their own ends.
    """

    def __init__(self, source: Source, *, ends: bool = False) -> None:
        self._source, self._ends = source, ends
        # What is compressed is no stream of lines.
        self._is_file = str(source.path) != "-" and (source.path.is_file() or source.is_compressed)
        self._rest = self._decoded()
        self._seen: list[list[str]] = []
        self.undecodable: set[int] = set()
        self.bom = False

    def sample(self) -> list[str]:
        """Return the first lines, to look at: of a stream only one, however much of it has come already."""
        if self._is_file:
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

    def _decoded(self) -> Iterator[list[str]]:
        number = 0
        asked, encodings = self._encodings()
        bytes_of = self._of_file() if self._is_file else self._of_stream()
        for lines in lines_in(bytes_of, asked, ends=self._ends):
            for start in range(0, len(lines), _MOST):
                batch = lines[start : start + _MOST]
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
        wide = codecs.lookup(encoding).name.startswith(("utf-16", "utf-32"))
        return encoding, ("utf-8",) if wide else (encoding,)

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

    def _of_file(self) -> Iterator[bytes]:
        with self._source.open() as file:
            yield from iter(partial(file.read, _CHUNK), b"")

    def _of_stream(self) -> Iterator[bytes]:
        path = self._source.path
        if str(path) == "-":
            yield from chunks(Environment().stdin.fileno())
            return
        try:
            descriptor = os.open(path, os.O_RDONLY)
            try:
                yield from chunks(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise unreadable(path, error) from None
