"""Lines as they come, still bytes: for input that is answered before it ends."""

import codecs
import os
from collections.abc import Iterable, Iterator
from functools import partial

from nbcli.corpus._reading.folder import unreadable
from nbcli.corpus._reading.record import bare
from nbcli.corpus._reading.source import Source
from nbcli.system.terminal import Environment, chunks

# More lines at a time are no quicker, and take more memory.
_MOST = 4096
_CHUNK = 1 << 20

_STATEFUL = ("iso2022", "hz", "utf-7", "utf-16", "utf-32")
# In these a line end is no byte of its own: they are decoded as a stream before lines are cut.
_WIDE_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def raw_lines(source: Source) -> Iterator[list[bytes]]:
    r"""Yield the lines that have come, without their ends, as soon as there are any; the last may lack its end.

    \n, \r\n and a lone \r end a line, as in training. Whatever is there is taken at once, up to some thousands.
    Input in UTF-16 or UTF-32 (by its BOM, or as its encoding says) comes out in UTF-8, all other as it is.
    """
    yield from few(lines_in(bytes_of(source), source.how.encoding))


def few(batches: Iterable[list[bytes]]) -> Iterator[list[bytes]]:
    """Yield the lines of the batches, never very many at a time."""
    for lines in batches:
        for start in range(0, len(lines), _MOST):
            yield lines[start : start + _MOST]


def bytes_of(source: Source) -> Iterator[bytes]:
    """Yield the bytes of a file, of stdin or of a pipe as they come; NbError for what the system denies."""
    if source.is_compressed:  # which is no stream of lines
        with source.open() as file:
            yield from iter(partial(file.read, _CHUNK), b"")
        return
    if str(source.path) == "-":
        yield from [source.begun] if source.begun else []
        yield from chunks(Environment().stdin.fileno())
        return
    try:
        descriptor = os.open(source.path, os.O_RDONLY)
        try:
            yield from chunks(descriptor)
        finally:
            os.close(descriptor)
    except BrokenPipeError:  # of our reader, not of this file
        raise
    except OSError as error:
        raise unreadable(source.path, error) from None


def lines_in(chunks: Iterator[bytes], encoding: str | None, *, ends: bool = False) -> Iterator[list[bytes]]:
    """Yield the lines in chunks as `raw_lines` does those of a source; with `ends`, each with its own end."""
    parts: list[bytes] = []
    for chunk in _narrow(chunks, encoding):
        parts.append(chunk)
        # A line may be longer than any chunk: join only what has an end in it.
        if b"\n" not in chunk and b"\r" not in chunk:
            continue
        whole, rest = _split(b"".join(parts), ends)
        parts = [rest] if rest else []
        if whole:
            yield whole
    last = b"".join(parts)
    if last and ends:
        yield last.splitlines(keepends=True)
    elif last:
        yield last.replace(b"\r", b"\n").removesuffix(b"\n").split(b"\n")


def is_of_streams(encoding: str) -> bool:
    """Say whether lines cannot be cut before they are decoded: a line end is another byte, or what came before counts.

    So it is in UTF-16 and UTF-32, in EBCDIC, and in ISO 2022, HZ and UTF-7.
    """
    name = codecs.lookup(encoding).name
    return name.startswith(_STATEFUL) or "\n".encode(name) != b"\n"


def _split(data: bytes, ends: bool) -> tuple[list[bytes], bytes]:
    # A CR at the very end may be the first half of CRLF: it waits.
    end = len(data) - 1 if data.endswith(b"\r") else len(data)
    if ends:
        lines = data[:end].splitlines(keepends=True)
        rest = lines.pop() if lines and not lines[-1].endswith((b"\n", b"\r")) else b""
        return lines, rest + data[end:]
    lines = data[:end].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return lines[:-1], lines[-1] + data[end:]


def _narrow(chunks: Iterator[bytes], encoding: str | None) -> Iterator[bytes]:
    first = b""
    while any(bom.startswith(first) for bom, _ in _WIDE_BOMS) and (more := next(chunks, b"")):
        first += more
    name = encoding or next((name for bom, name in _WIDE_BOMS if first.startswith(bom)), "")
    if is_of_streams(name or "utf-8"):
        decoder = codecs.getincrementaldecoder(name)("replace")
        texts: Iterable[str] = map(decoder.decode, _chain(first, chunks))
        yield from (text.encode("utf-8", "replace") for text in texts)
        yield decoder.decode(b"", final=True).encode("utf-8", "replace")
    else:
        yield from _chain(first, chunks)


def narrowed(data: bytes, encoding: str | None) -> bytes:
    """Return the bytes of a whole text as `raw_lines` does those of lines: what is in UTF-16 or UTF-32, in UTF-8."""
    return b"".join(_narrow(iter([data]), encoding))


def _chain(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def decoded(lines: list[bytes], encoding: str | None = None) -> list[str | None]:
    """Return each line as text, None where it cannot be decoded; a U+FEFF in it is dropped, as in training.

    Without `encoding` each line is UTF-8, else GB18030: what comes line by line has no whole to judge by.
    """
    narrow = encoding and not is_of_streams(encoding)
    tried = (encoding,) if encoding and narrow else ("utf-8", "gb18030")
    try:
        texts: list[str | None] = list(b"\n".join(lines).decode(tried[0]).split("\n"))
    except UnicodeDecodeError:
        texts = []
    if len(texts) != len(lines):
        texts = [_decoded(line, tried) for line in lines]
    return [text and bare(text) for text in texts]


def _decoded(line: bytes, encodings: tuple[str, ...]) -> str | None:
    for encoding in encodings:
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
