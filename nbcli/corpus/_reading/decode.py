"""Files of bytes as text: the encoding found once a file, the line that breaks it named."""

import io
from collections.abc import Iterator
from contextlib import contextmanager

from nbcli.corpus._reading.guess import guessed, without_mark
from nbcli.corpus._reading.judged import BOMS, guess_sample, is_guess, is_utf8, judged, known_encoding
from nbcli.corpus._reading.source import Source
from nbcli.errors import NbError


@contextmanager
def text_of(source: Source, newline: str | None = None, *, encoding: str | None = None) -> Iterator[io.TextIOWrapper]:
    """Open a source as text, in the `encoding` that `judged` found, else found here; `newline` is that of `open`.

    NbError names the file and the line that does not decode.
    """
    encoding = encoding or encoding_of(source)
    source.log.detail(encoding.removesuffix("-sig"))
    if not source.how.encoding and is_guess(encoding):
        source.log.sample(encoding, lambda: guess_sample(source, encoding))
    with source.open() as file:
        # Some decompressing files lack what a text wrapper asks for; a buffered reader has it.
        text = io.TextIOWrapper(io.BufferedReader(file), encoding=encoding, newline=newline)  # type: ignore[type-var]
        try:
            yield text
        except UnicodeDecodeError:  # of what was decoded whole a moment ago
            what = "the file changed while it was read"
            raise NbError(what, where=str(source.path), remedy="read it again once it is written") from None


def encoding_of(source: Source) -> str:
    """Return the encoding that reads the whole source, see `judged`; NbError where none does."""
    encoding, broken = judged(source)
    if broken is None:
        return encoding
    asked = source.how.encoding
    given = asked or (encoding if encoding != "utf-8" else None)
    what = f"the line is not {given}" if given else "the line is neither UTF-8 nor GB18030"
    raise NbError(
        what, where=f"{source.path}:{broken}", remedy="mend it, or name the file's encoding, such as --encoding cp1252"
    )


def head_lines(source: Source) -> list[str]:
    """Return the first whole lines of a source, decoded as well as may be, to look at."""
    head = source.head
    bom = next((name for mark, name in BOMS if head.startswith(mark)), None)
    asked = known_encoding(source.how.encoding) if source.how.encoding else None
    encoding = (
        asked
        or bom
        or without_mark(head)
        or ("utf-8" if is_utf8(head[: head.rfind(b"\n") + 1]) else guessed(head).encoding)
    )
    lines = head.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    whole = lines[:-1] if len(lines) > 1 else lines
    return [line for line in whole if line]
