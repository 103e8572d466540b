"""Bytes held against what was published: the size and SHA-256 of a file, which may come in a zip."""

import hashlib
import io
import zipfile

from nbcli.corpus.public.catalogue import File
from nbcli.errors import NbError


def published(data: bytes, file: File, where: str) -> bytes:
    """Return the bytes of the file, or of the one in a zip; NbError when they are not those that were published."""
    if not is_published(data, file) and zipfile.is_zipfile(io.BytesIO(data)):
        data = _member(data, file, where)
    if not is_published(data, file):
        raise NbError(
            f"not the {file.name} that was published (its SHA-256 is another)",
            where=where,
            remedy="nothing was kept; get it again, or from another place",
        )
    return data


def _member(data: bytes, file: File, where: str) -> bytes:
    """Return what a zip holds under the name of the file, in whatever folder: no path of it is ever written to."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            for info in archive.infolist():
                if info.filename.rpartition("/")[2] == file.name:
                    with archive.open(info) as member:
                        return member.read(file.size + 1)
    except Exception as error:  # of whatever kind a damaged archive makes zipfile and its decompressors raise
        raise NbError(f"the zip is damaged ({error})", where=where, remedy="get it again whole") from None
    raise NbError(f"the zip holds no {file.name}", where=where, remedy="get it again, or from another place")


def is_published(data: bytes, file: File) -> bool:
    """Say whether these are the bytes of the file."""
    return len(data) == file.size and hashlib.sha256(data).hexdigest() == file.sha256
