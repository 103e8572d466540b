"""Lines as they come: for input that is answered before it ends."""

import os
import select
from collections.abc import Iterator

_ENOUGH = 1 << 20


def batches(descriptor: int) -> Iterator[list[bytes]]:
    r"""Yield the lines that have come, without their ends, as soon as there are any; the last may lack its end.

    \n, \r\n and a lone \r end a line, as in training. Whatever is there is taken at once, up to about a megabyte.
    """
    parts: list[bytes] = []
    while chunk := _available(descriptor):
        parts.append(chunk)
        # A line may be longer than any chunk: join only what has an end in it.
        if b"\n" not in chunk and b"\r" not in chunk:
            continue
        whole, rest = _split(b"".join(parts))
        parts = [rest] if rest else []
        if whole:
            yield whole
    last = b"".join(parts)
    if last:
        yield last.replace(b"\r", b"\n").removesuffix(b"\n").split(b"\n")


def _split(data: bytes) -> tuple[list[bytes], bytes]:
    # A CR at the very end may be the first half of CRLF: it waits.
    end = len(data) - 1 if data.endswith(b"\r") else len(data)
    lines = data[:end].replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    return lines[:-1], lines[-1] + data[end:]


def _available(descriptor: int) -> bytes:
    data = os.read(descriptor, _ENOUGH)
    parts, size = [data], len(data)
    while data and size < _ENOUGH and select.select([descriptor], [], [], 0)[0]:
        data = os.read(descriptor, _ENOUGH)
        parts.append(data)
        size += len(data)
    return b"".join(parts)


def decoded(lines: list[bytes]) -> list[str | None]:
    """Return each line as text: UTF-8, else GB18030, else None; a BOM at the head of a line is dropped."""
    try:
        texts: list[str | None] = list(b"\n".join(lines).decode("utf-8").split("\n"))
    except UnicodeDecodeError:
        texts = [_decoded(line) for line in lines]
    return [text.removeprefix("\ufeff") if text else text for text in texts]


def _decoded(line: bytes) -> str | None:
    for encoding in ("utf-8", "gb18030"):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return None
