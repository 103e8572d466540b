"""Zstandard files, by `zstandard` (extra `zstd`); unlike its own reader, this one says when a file is cut short."""

import io
from pathlib import Path
from typing import IO, Any, cast

import zstandard

# A byte can stand for 128 KB: what so few become fits in memory.
_CHUNK = 1 << 9


class _Reader(io.RawIOBase):
    def __init__(self, path: Path) -> None:
        self._file = open(path, "rb")  # noqa: SIM115 (closed with this reader)
        self._frame: Any = None
        self._ready = memoryview(b"")

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while not self._ready and self._more():
            pass
        size = min(len(buffer), len(self._ready))
        buffer[:size] = self._ready[:size]
        self._ready = self._ready[size:]
        return size

    def _more(self) -> bool:
        """Decompress the next piece; False at the end of the file, EOFError where a frame has none."""
        data = self._frame.unused_data if self._frame and self._frame.eof else b""
        data = data or self._file.read(_CHUNK)
        if not data:
            if self._frame and not self._frame.eof:
                raise EOFError("it ends within a frame")
            return False
        if self._frame is None or self._frame.eof:
            self._frame = zstandard.ZstdDecompressor().decompressobj()
        try:
            self._ready = memoryview(self._frame.decompress(data))
        except zstandard.ZstdError as error:
            raise EOFError(str(error)) from None
        return True

    def close(self) -> None:
        self._file.close()
        super().close()


def open_zstd(path: Path) -> IO[bytes]:
    """Open a file of Zstandard frames to read what is in them."""
    return cast(IO[bytes], io.BufferedReader(_Reader(path)))
