"""Bytes in a mail that no reader shows as text: signatures, files in uuencode, base64 that no header names."""

import re
from string import ascii_lowercase

from nbcli.corpus.mail.transfer import unbase64

_PGP = re.compile(
    rb"^-----BEGIN PGP (SIGNATURE|MESSAGE|PUBLIC KEY BLOCK)-----[ \t\r]*\n"
    rb".*?(?:^-----END PGP \1-----[ \t\r]*(?:\n|\Z)|\Z)",
    re.MULTILINE | re.DOTALL,
)
# Of each line the first character is its length: M in all but the last, which an empty one may follow.
_UU = re.compile(
    rb"^begin [0-7]{3,4} [^\n]+\n"
    rb"(?:M[\x20-\x60]{60,62}\r?\n)*(?:[!-M][\x20-\x60]{1,62}\r?\n)?[` \r]*\n?"
    rb"end\r?(?:\n|\Z)",
    re.MULTILINE,
)
# Several lines of one length, no word in which a person would write; then the rest.
_BASE64 = re.compile(rb"(?:^[A-Za-z0-9+/]{60,76}\r?\n){2,}[A-Za-z0-9+/]{0,76}={0,2}[ \r]*(?:\n|\Z)", re.MULTILINE)
# A look for the first of these costs a tenth.
_LONG = re.compile(rb"\n[A-Za-z0-9+/]{60}")
_LOWER, _MOST_LOWER = ascii_lowercase.encode(), 0.9
_SHOWN = re.compile(rb"[\t\n\r\x1b -\xff]")
_TEXT = 0.99


def undisguised(data: bytes) -> bytes:
    """Return the body of a part without what is no text; of base64 that no header names the text in it, if any."""
    if b"-----BEGIN PGP" in data:
        data = _PGP.sub(b"", data)
    if b"begin " in data:
        data = _UU.sub(b"", data)
    return _BASE64.sub(_decoded, data) if _LONG.search(b"\n" + data) else data


def _decoded(found: re.Match[bytes]) -> bytes:
    """Return the text that base64 stands for, nothing for a file, and what is no base64 as it is."""
    letters = found[0].translate(None, b"\r\n =")
    others = letters.translate(None, _LOWER)
    if len(others) < (1 - _MOST_LOWER) * len(letters):
        return found[0]
    data = unbase64(found[0])
    text = data if data.isascii() or len(_SHOWN.findall(data[:4096])) >= _TEXT * len(data[:4096]) else b""
    return text + b"\n" if text else b"\n"
