"""Transfer encodings undone, leniently: what is broken is left out, and the rest counts."""

import binascii
import re
from contextlib import suppress


def unbase64(data: bytes) -> bytes:
    """Return what base64 stands for, what is broken in it left out; bytes that are plainly no base64 as they are."""
    data = data.strip()
    letters = re.sub(rb"[^A-Za-z0-9+/=]+", b"", data)
    if len(letters) < 0.9 * len(b"".join(data.splitlines())):
        return data
    # The end of one stretch may be followed by another.
    return b"".join(map(_bytes_of, re.split(rb"=+", letters)))


def _bytes_of(letters: bytes) -> bytes:
    # One letter over is six bits: no byte.
    letters = letters[: -1 if len(letters) % 4 == 1 else None]
    return binascii.a2b_base64(letters + b"=" * (-len(letters) % 4))


def unuu(data: bytes) -> bytes:
    """Return what uuencoded lines stand for, from `begin` to `end`, broken ones left out."""
    lines = data.partition(b"begin ")[2].splitlines()[1:]
    found = []
    for line in lines:
        if line.strip() == b"end":
            break
        with suppress(binascii.Error):
            found.append(binascii.a2b_uu(line))
    return b"".join(found)
