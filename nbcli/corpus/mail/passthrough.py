"""A mail passed through byte for byte, with one header added that says its label."""

import re
from base64 import b64encode

NAME = b"X-Nb"

_ENVELOPE = re.compile(rb"(?:>?From [^\n]*\n)*")
_HEADER = re.compile(rb"[!-9;-~]+[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)")
_FIRST_BLANK_LINE = re.compile(rb"(?:\A|\n)\r?\n")
_OURS = re.compile(rb"(?im)^x-nb[ \t]*:[^\n]*(?:\n[ \t][^\n]*)*(?:\n|\Z)")
# Some readers end a line at a lone CR: what looks ours to them goes too, and the line it stands in stays one.
_OURS_AFTER_CR = re.compile(rb"(?i)\rx-nb[ \t]*:[^\r\n]*")
_PLAIN = re.compile(r"[!-~](?:[ -~]{0,900}[!-~])?")
_WORD_BYTES = 45


def with_header(message: bytes, value: str) -> bytes:
    """Return the message with `X-Nb: value` as the last of its headers, and no other header of that name.

    The line's end is that of the message's first line. Lines that some readers may take for headers, up to the first
    empty line, lose the name as well, so that no sender can say what only we say.
    """
    blank = _FIRST_BLANK_LINE.search(message)
    end = blank.end() if blank else len(message)
    head = _OURS_AFTER_CR.sub(b"", _OURS.sub(b"", message[:end]))
    newline = b"\r\n" if message[: message.find(b"\n") + 1].endswith(b"\r\n") else b"\n"
    place = _end_of_headers(head)
    header = NAME + b": " + _safe(value, newline) + newline
    rest = head[place:] + message[end:]
    if rest.startswith((b" ", b"\t")):  # would be taken for the rest of our header
        header += newline
    return head[:place] + header + rest


def _end_of_headers(head: bytes) -> int:
    """Return where the next header would begin; before the last one if that lacks its line's end."""
    match = _ENVELOPE.match(head)
    place = match.end() if match else 0
    while (match := _HEADER.match(head, place)) and match[0].endswith(b"\n"):
        place = match.end()
    return place


def _safe(value: str, newline: bytes) -> bytes:
    """Return the value as printable ASCII: a label that is not becomes encoded words (RFC 2047)."""
    if _PLAIN.fullmatch(value) and "=?" not in value:
        return value.encode("ascii")
    label, space, number = value.rpartition(" ")
    if not (space and label and _PLAIN.fullmatch(number) and "=?" not in number):
        label, number = value, ""
    words = [b"=?utf-8?b?" + b64encode(chunk) + b"?=" for chunk in _chunks(label)]
    return (newline + b" ").join(words) + (b" " + number.encode("ascii") if number else b"")


def _chunks(text: str) -> list[bytes]:
    """Cut a text into pieces of UTF-8 that fit an encoded word, no character in two of them."""
    chunks = [b""]
    for char in text:
        data = char.encode("utf-8", "backslashreplace")
        if len(chunks[-1]) + len(data) > _WORD_BYTES:
            chunks.append(b"")
        chunks[-1] += data
    return chunks
