"""The headers of a mail: whether a file begins with them, and what they say, without the `email` package.

Its own header parser gives up (or takes very long) on just the headers that spam has: raw bytes, encoded words cut
short, charsets that are not what they say.
"""

import binascii
import re

from nbcli.corpus.mail.charsets import decoded
from nbcli.corpus.mail.transfer import unbase64

KNOWN = frozenset(
    b"from to subject received date return-path message-id mime-version delivered-to reply-to content-type".split()
)
_ENVELOPE = rb"(?:\xef\xbb\xbf)?[\r\n]*(?:>?From [^\n]*\n)*"
_START = re.compile(_ENVELOPE)
_HEADER = re.compile(rb"([!-9;-~]{1,76})[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)")
_LONGEST = 4000
_WORD_START = rb"=\?([^?\s]{1,60})\?([bBqQ])\?"
_ENCODED_WORD = re.compile(_WORD_START + rb"((?:(?!\?=|=\?[^?\s]{1,60}\?[bBqQ]\?).)*)(?:\?=)?")
_FOLD = re.compile(rb"[ \t]*[\r\n]+[ \t]*")
_DOMAIN = re.compile(r"@([\w-]+(?:\.[\w-]+)*)")


def begins_as_mail(head: bytes) -> bool:
    """Say whether the bytes begin with two headers or more, a well-known one among them, after any envelope line."""
    position = envelope_end(head)
    names: set[bytes] = set()
    while match := _HEADER.match(head, position):
        names.add(match[1].lower())
        position = match.end()
    return len(names) > 1 and not names.isdisjoint(KNOWN)


def envelope_end(data: bytes) -> int:
    """Return where the headers begin: after a BOM, empty lines and the "From " lines of mail folders."""
    match = _START.match(data)
    return match.end() if match else 0


def header_text(raw: bytes, otherwise: str = "gb18030") -> tuple[str, bool]:
    """Return what a header says, and whether every byte found its meaning; what follows 4,000 bytes is left out."""
    raw = _FOLD.sub(b" ", raw[:_LONGEST]).strip()
    texts, whole = [], True
    for charset, data in _merged(_pieces(raw)):
        text, good = decoded(data, charset, otherwise)
        texts.append(text)
        whole = whole and good
    return "".join(texts), whole


def _pieces(raw: bytes) -> list[tuple[str, bytes]]:
    """Return (charset, bytes) of each encoded word and ("", bytes) of what is between, but the space of two words."""
    pieces, end = [], 0
    for match in _ENCODED_WORD.finditer(raw):
        between = raw[end : match.start()]
        if between.strip() or (between and not end):
            pieces.append(("", between))
        # A language may follow the charset: utf-8*en.
        charset = match[1].decode("ascii", "replace").partition("*")[0]
        pieces.append((charset, _undone(match[2], match[3])))
        end = match.end()
    return [*pieces, ("", raw[end:])] if end < len(raw) else pieces


def _undone(encoding: bytes, text: bytes) -> bytes:
    return unbase64(text) if encoding in b"bB" else binascii.a2b_qp(text.replace(b" ", b"_"), header=True)


def _merged(pieces: list[tuple[str, bytes]]) -> list[tuple[str, bytes]]:
    """Join neighbours of one charset: many senders cut words in the middle of a character."""
    merged: list[tuple[str, bytes]] = []
    for charset, data in pieces:
        if merged and merged[-1][0].lower() == charset.lower():
            data = merged.pop()[1] + data
        merged.append((charset, data))
    return merged


def domain_of(sender: str) -> str:
    """Return the domain of the address in a From header, "" where there is none; a name before it may have an @ too."""
    found = _DOMAIN.findall(sender)
    return found[-1].lower() if found else ""
