"""Compressed files, told by the suffix of their names."""

import bz2
import gzip
import lzma
import zlib
from pathlib import Path
from typing import IO, Any

from nbcli.errors import NbError

# What says that the bytes of such a file are cut short or damaged.
DAMAGED = (EOFError, lzma.LZMAError, zlib.error, gzip.BadGzipFile)


def opened(path: Path, suffix: str) -> IO[bytes]:
    """Open the file at the path, uncompressed as its suffix says, which may be that of another name."""
    return OPENERS.get(suffix, _plain_file)(path)  # type: ignore[no-any-return]


def _plain_file(path: Path) -> IO[bytes]:
    return open(path, "rb")


def _zstandard(path: Path) -> IO[bytes]:
    try:
        from nbcli.corpus._reading.zstd import open_zstd
    except ImportError:
        raise NbError("a .zst file needs a package", where=str(path), remedy="pip install 'nbcli[zstd]'") from None
    return open_zstd(path)


OPENERS: dict[str, Any] = {
    ".gz": gzip.open,
    ".bz2": bz2.open,
    ".xz": lzma.open,
    ".zst": _zstandard,
}
