"""Text files as lines: the encoding found, the line ends as Python's text mode has them."""

import codecs
from collections.abc import Iterator
from pathlib import Path

from nbcli.errors import NbError

_CHUNK = 1 << 20


def lines(path: str) -> Iterator[str]:
    r"""Yield the lines of a file without their ends: \n, \r\n and a lone \r all end one.

    UTF-8 with or without BOM, else GB18030. NbError names the file, and the line that is neither.
    """
    try:
        encoding = _encoding(path)
        with open(path, encoding=encoding, newline=None) as file:
            for line in file:
                yield line.removesuffix("\n")
    except OSError as error:
        raise unreadable(path, error) from None


def unreadable(path: str, error: OSError) -> NbError:
    """Return the NbError for a file that the system does not let us read."""
    return NbError(f"cannot be read ({error.strerror or error})", where=path, remedy="check the name and permissions")


def _encoding(path: str) -> str:
    """Return the encoding that reads the whole file, without holding it."""
    broken = _first_error(path, "utf-8-sig")
    if broken is None:
        return "utf-8-sig"
    # A damaged UTF-8 file can be valid GB18030 by chance, and would turn into nonsense: it is GB18030 only
    # where most of its lines beyond ASCII are not UTF-8.
    if _mostly_utf8(path) or _first_error(path, "gb18030") is not None:
        raise NbError(
            "the line is neither UTF-8 nor GB18030",
            where=f"{path}:{broken}",
            remedy="convert the file (iconv -f ENCODING -t UTF-8) or mend the line",
        )
    return "gb18030"


def _first_error(path: str, encoding: str) -> int | None:
    """Return the number of the first line that does not decode, None if all do."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    line, last = 1, ""
    with open(path, "rb") as file:
        while True:
            chunk = file.read(_CHUNK)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                text = error.object[: error.start].decode(encoding, "replace")
                return line + _ends(last, text)
            if not chunk:
                return None
            line += _ends(last, text)
            last = text[-1:] or last


def _ends(before: str, text: str) -> int:
    """Count the line ends in `text`, which follows the character `before`."""
    ends = text.count("\n") + text.count("\r") - text.count("\r\n")
    return ends - (before == "\r" and text.startswith("\n"))


def _mostly_utf8(path: str) -> bool:
    good = bad = 0
    with open(path, "rb") as file:
        for line in file:
            if not line.isascii():
                valid = is_utf8(line)
                good, bad = good + valid, bad + (not valid)
    return good > bad


def is_utf8(data: bytes) -> bool:
    """Say whether the bytes are valid UTF-8."""
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def files_below(path: str) -> list[Path]:
    """Return the plain files in a directory, sorted by name, hidden ones left out."""
    try:
        return sorted(p for p in Path(path).iterdir() if p.is_file() and not p.name.startswith("."))
    except OSError as error:
        raise unreadable(path, error) from None
