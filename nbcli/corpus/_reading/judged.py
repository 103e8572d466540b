"""What encoding a file is in, and where it is not: judged by the whole of it."""

import codecs
from itertools import islice

from nbcli.corpus._reading.guess import guessed, sample_of, without_mark
from nbcli.corpus._reading.source import Source
from nbcli.corpus.mail.charset_names import NOT_CHARSETS, codec_of
from nbcli.errors import NbError

_CHUNK = 1 << 20
# So many are looked at to guess.
_LINES = 2000
_SOME = "utf-8, utf-16, gb18030, big5, shift_jis, euc-jp, euc-kr, cp1252, cp1251, koi8-r, cp874"
BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


def known_encoding(name: str) -> str:
    """Return Python's name of an encoding; NbError when there is none of that name, nor a charset of mail."""
    try:
        "".encode(name)
        if codecs.lookup(name).name.replace("_", "-") in NOT_CHARSETS:
            raise LookupError(name)
    except (LookupError, UnicodeError, ValueError):
        if codec := codec_of(name):
            return codec
        raise NbError(f"--encoding {name}: there is no such encoding", remedy=f"{_SOME} are some") from None
    return name


def judged(source: Source) -> tuple[str, int | None]:
    """Return the encoding of a source, and the first line not in it, None where the whole source is in it.

    It is the one asked for, a BOM's, UTF-16 that shows by its zeros, UTF-8, else that in which the bytes make text.
    """
    asked = source.how.encoding
    given = known_encoding(asked) if asked else next((name for bom, name in BOMS if source.head.startswith(bom)), None)
    given = given or (None if asked else without_mark(source.head))
    encoding = given or "utf-8"
    broken = _first_error(source, encoding)
    # A damaged UTF-8 file can be valid GB18030 by chance, and would turn into nonsense: it is in another encoding only
    # where most of its lines beyond ASCII are not UTF-8.
    if broken is not None and not given and not _mostly_utf8(source):
        others = dict.fromkeys((guessed(_foreign(source)).encoding, "gb18030"))
        found = next((one for one in others if _first_error(source, one) is None), None)
        if found:
            return found, None
    return encoding, broken


def is_guess(encoding: str) -> bool:
    """Say whether an encoding that was found is one by what the bytes make, and by no mark."""
    return not encoding.startswith("utf-") or encoding.endswith(("le", "be"))


def encoding_by_guess(source: Source) -> str | None:
    """Return the encoding of a whole source that is in another than UTF-8 and GB18030, and has no mark; else None."""
    found, broken = judged(source)
    return found if broken is None and is_guess(found) and found != "gb18030" else None


def guess_sample(source: Source, encoding: str) -> str:
    """Return some text of a source in that encoding, to show that it is one."""
    with source.open() as file:
        lines = file if encoding.startswith("utf-16") else (line for line in file if not line.isascii())
        return sample_of(b"".join(islice(lines, _LINES)), encoding)


def _foreign(source: Source) -> bytes:
    """Return the first lines that are no ASCII."""
    with source.open() as file:
        return b"".join(islice((line for line in file if not line.isascii()), _LINES))


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
