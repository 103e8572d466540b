"""The parts of a mail as the `email` package takes it apart, with bounds on what a sender may have it do."""

import binascii
from collections.abc import Callable
from email.message import Message
from typing import Any, cast

from nbcli.corpus.mail.transfer import unbase64, unuu

_MOST_PARTS, _DEEPEST, _LONGEST_HEADER = 1000, 10, 2000
_UNDO: dict[str, Callable[[bytes], bytes]] = {
    "base64": unbase64,
    "quoted-printable": binascii.a2b_qp,
    "uuencode": unuu,
    "x-uuencode": unuu,
    "x-uue": unuu,
}


class _TooManyPartsError(Exception):
    pass


class Part(Message):
    """A part that knows how deep it lies, so that hostile nesting has an end, and that does not parse its headers."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.depth = 0
        self.parts = [0]
        self._content: bytes | None = None

    def attach(self, payload: Any) -> None:
        """Attach a part, counted with all others of the mail."""
        payload.depth, payload.parts = self.depth + 1, self.parts
        self.parts[0] += 1
        if self.parts[0] > _MOST_PARTS:
            raise _TooManyPartsError
        super().attach(payload)

    def get_content_type(self) -> str:
        """Return the type; what lies too deep is plain text."""
        return super().get_content_type() if self.depth < _DEEPEST else "text/plain"

    def get(self, name: str, failobj: Any = None) -> Any:
        """Return the first header of that name as it stands, but unfolded and of a bounded length."""
        wanted = name.lower()
        raw = next((value for key, value in self.raw_items() if key.lower() == wanted), None)
        return failobj if raw is None else " ".join(raw[:_LONGEST_HEADER].split())

    def raw(self, name: str) -> bytes:
        """Return the bytes of the first header of that name that is not empty."""
        values = (str(value) for key, value in self.raw_items() if key.lower() == name)
        return next((value for value in values if value.strip()), "").encode("ascii", "surrogateescape")

    def content(self) -> bytes:
        """Return the payload with its transfer encoding undone, as far as it is not broken."""
        if self._content is None:
            self._content = self._undone()
        return self._content

    def encoded_message(self) -> bytes:
        """Return the message that the part holds where its transfer encoding is undone here, b"" where it has none.

        The parser takes what is encoded for a message without headers.
        """
        inner = cast(list[Part], self.get_payload())[0]
        undo = _UNDO.get(self._encoding)
        return undo(inner.content()) if undo and not inner.keys() and not inner.is_multipart() else b""

    @property
    def _encoding(self) -> str:
        return str(self.get("content-transfer-encoding", "")).lower().partition(";")[0].strip()

    def _undone(self) -> bytes:
        encoding = self._encoding
        # Undone here, more leniently, and in less time, than the email package does it.
        del self["content-transfer-encoding"]
        data = cast(bytes, self.get_payload(decode=True))
        return _UNDO[encoding](data) if encoding in _UNDO else data
