"""Files of bytes as text: the encoding found once a file, the line that breaks it named."""

import codecs
import io
from collections.abc import Iterator
from contextlib import contextmanager

from nbcli.corpus._reading.source import Source
from nbcli.corpus.mail.charsets import NOT_CHARSETS
from nbcli.errors import NbError

_CHUNK = 1 << 20
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


@contextmanager
def text_of(source: Source, newline: str | None = None, *, encoding: str | None = None) -> Iterator[io.TextIOWrapper]:
    """Open a source as text, in the `encoding` that `judged` found, else found here; `newline` is that of `open`.

    NbError names the file and the line that does not decode.
    """
    encoding = encoding or encoding_of(source)
    source.log.detail(encoding.removesuffix("-sig"))
    with source.open() as file:
        # Some decompressing files lack what a text wrapper asks for; a buffered reader has it.
        yield io.TextIOWrapper(io.BufferedReader(file), encoding=encoding, newline=newline)  # type: ignore[type-var]


def encoding_of(source: Source) -> str:
    """Return the encoding that reads the whole source, see `judged`; NbError where none does."""
    encoding, broken = judged(source)
    if broken is None:
        return encoding
    asked = source.how.encoding
    given = asked or (encoding if encoding != "utf-8" else None)
    what = f"the line is not {given}" if given else "the line is neither UTF-8 nor GB18030"
    raise NbError(
        what, where=f"{source.path}:{broken}", remedy="mend it, or name the file's encoding, such as --encoding latin-1"
    )


def judged(source: Source) -> tuple[str, int | None]:
    """Return the encoding of a source (the one asked for, a BOM's, UTF-8, else GB18030), and the first line not in it.

    The line is None where the whole source is in that encoding.
    """
    asked = source.how.encoding
    given = known_encoding(asked) if asked else next((name for bom, name in _BOMS if source.head.startswith(bom)), None)
    encoding = given or "utf-8"
    broken = _first_error(source, encoding)
    # A damaged UTF-8 file can be valid GB18030 by chance, and would turn into nonsense: it is GB18030 only where
    # most of its lines beyond ASCII are not UTF-8.
    if broken is not None and not given and not _mostly_utf8(source) and _first_error(source, "gb18030") is None:
        return "gb18030", None
    return encoding, broken


def known_encoding(name: str) -> str:
    """Return the name; NbError when Python knows no text encoding of that name."""
    try:
        "".encode(name)
        if codecs.lookup(name).name.replace("_", "-") in NOT_CHARSETS:
            raise LookupError(name)
    except (LookupError, UnicodeError, ValueError):
        raise NbError(
            f"--encoding {name}: there is no such encoding", remedy="utf-8, utf-16, gb18030, big5, latin-1 are some"
        ) from None
    return name


def _first_error(source: Source, encoding: str) -> int | None:
    """Return the number of the first line that does not decode, None if all do; nothing is held."""
    decoder = codecs.getincrementaldecoder(encoding)("strict")
    line, last = 1, ""
    with source.open() as file:
        while True:
            chunk = file.read(_CHUNK)
            try:
                text = decoder.decode(chunk, final=not chunk)
            except UnicodeError as error:
                start = error.start if isinstance(error, UnicodeDecodeError) else 0
                good = error.object[:start] if isinstance(error, UnicodeDecodeError) else b""
                return line + _ends(last, good.decode(encoding, "replace"))
            if not chunk:
                return None
            line += _ends(last, text)
            last = text[-1:] or last


def _ends(before: str, text: str) -> int:
    """Count the line ends in `text`, which follows the character `before`."""
    ends = text.count("\n") + text.count("\r") - text.count("\r\n")
    return ends - (before == "\r" and text.startswith("\n"))


def _mostly_utf8(source: Source) -> bool:
    good = bad = 0
    with source.open() as file:
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


def head_lines(source: Source) -> list[str]:
    """Return the first whole lines of a source, decoded as well as may be, to look at."""
    head = source.head
    bom = next((name for mark, name in _BOMS if head.startswith(mark)), None)
    asked = known_encoding(source.how.encoding) if source.how.encoding else None
    encoding = asked or bom or ("utf-8" if is_utf8(head[: head.rfind(b"\n") + 1]) else "gb18030")
    lines = head.decode(encoding, "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    whole = lines[:-1] if len(lines) > 1 else lines
    return [line for line in whole if line]
