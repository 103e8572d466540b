"""Fetching a public corpus: all its files are checked, then put in their places, so only whole ones are ever seen.

Not `pooch`: it knows a file by the hash of what is downloaded, and of one in a zip we know the content's; it would keep
one of two files that belong together, and it takes no copies from a folder. One GET is left, which `requests` makes.
"""

import hashlib
import io
import os
import zipfile
import zlib
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from nbcli.corpus._reading.source import unreadable
from nbcli.corpus.public import catalogue as _public
from nbcli.corpus.public.catalogue import File, Public
from nbcli.errors import NbError
from nbcli.system.folders import cache_folder
from nbcli.system.replacing import replacing
from nbcli.system.terminal import Environment

_CHUNK = 1 << 16
# Bytes that a file may have more than its corpus: those of the zip around it.
_AROUND = 1 << 20
# Seconds without a word from the server.
_PATIENCE = 30


def known(name: str) -> Public:
    """Return the corpus of that name; NbError where there is none."""
    if name not in _public.CORPORA:
        raise NbError(f"there is no public corpus {name}", remedy=f"choose from {', '.join(_public.CORPORA)}")
    return _public.CORPORA[name]


def is_here(name: str) -> bool:
    """Return whether all files of the corpus are in the cache, and are what was published."""
    try:
        return all(_right((cache_folder() / name / file.name).read_bytes(), file) for file in known(name).files)
    except OSError:
        return False


def fetch(name: str, source: Path | None) -> None:
    """Download a corpus into the cache, or take it from the folder `source`; NbError leaves nothing behind."""
    corpus = known(name)
    if source is not None and not source.is_dir():
        raise NbError("there is no such folder", where=str(source), remedy="name the one that holds the corpus")
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        contents = [_download(name, f) if source is None else _copy(name, f, source) for f in corpus.files]
        place = cache_folder() / name
        place.mkdir(exist_ok=True)
        with ExitStack() as files:
            for file, data in zip(corpus.files, contents, strict=True):
                beside = files.enter_context(replacing(place / file.name))
                beside.write(data)
                beside.flush()
    except OSError as error:
        raise NbError(
            f"the corpus cannot be kept here ({error.strerror or error})",
            where=str(cache_folder()),
            remedy="make room, or choose another place with $NB_CACHE",
        ) from None


def url_of(name: str, file: File) -> str:
    """Return where a file is published."""
    # NB_FETCH_BASE: another server with the same paths, as the one of the tests, or a mirror; the hashes stay.
    base = (os.environ.get("NB_FETCH_BASE") or "https://raw.githubusercontent.com").rstrip("/")
    corpus = _public.CORPORA[name]
    return f"{base}/{corpus.repository}/{corpus.commit}/{file.path}"


def _download(name: str, file: File) -> bytes:
    import requests

    url = url_of(name, file)
    # Sent as it is, the length that the server states is that of the file: the bar is right and a cut is noticed.
    plain = {"User-Agent": "nb", "Accept-Encoding": "identity"}
    try:
        with requests.get(url, headers=plain, stream=True, timeout=_PATIENCE) as response:
            response.raise_for_status()
            data = _received(response, file)
    except (requests.RequestException, ValueError) as error:
        remedy = f"try again, or take a copy: nb fetch {name} --from FOLDER"
        raise NbError(_why(error), where=url, remedy=remedy) from None
    return _content(data, file, url)


def _received(response: Any, file: File) -> bytes:
    """Return what the server sends, with a bar on a terminal: no more than can be of use."""
    from tqdm import tqdm

    size = int(response.headers.get("Content-Length") or file.size)
    data = bytearray()
    # No bar is left of a download that failed, or was quick.
    with tqdm(
        total=size,
        desc=file.name,
        unit="B",
        unit_scale=True,
        delay=1,
        leave=False,
        disable=not Environment().shows_progress,
    ) as bar:
        for chunk in response.iter_content(_CHUNK):
            data += chunk
            bar.update(len(chunk))
            if len(data) > file.size + _AROUND:
                break
    return bytes(data)


def _why(error: Exception) -> str:
    import requests

    if isinstance(error, requests.HTTPError) and error.response is not None:
        return f"the server answered {error.response.status_code} {error.response.reason}"
    if isinstance(error, requests.exceptions.ChunkedEncodingError):
        return "the download was cut short"
    if isinstance(error, requests.Timeout):
        return "the server did not answer in time"
    if isinstance(error, requests.ConnectionError):
        return "no connection to the server"
    return f"the download failed ({error})"


def _copy(name: str, file: File, source: Path) -> bytes:
    names = dict.fromkeys([file.name, Path(file.path).name])
    for path in [place / one for one in names for place in (source / name, source)]:
        if path.is_file():
            try:
                with path.open("rb") as opened:
                    data = opened.read(file.size + _AROUND + 1)
            except OSError as error:
                raise unreadable(path, error) from None
            return _content(data, file, str(path))
    raise NbError(f"it holds no {' or '.join(names)}", where=str(source), remedy=f"get it from {url_of(name, file)}")


def _content(data: bytes, file: File, where: str) -> bytes:
    """Return the bytes of the file, or of the one in a zip; NbError when they are not those that were published."""
    if not _right(data, file) and zipfile.is_zipfile(io.BytesIO(data)):
        data = _member(data, file, where)
    if not _right(data, file):
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
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise NbError(f"the zip is damaged ({error})", where=where, remedy="get it again whole") from None
    raise NbError(f"the zip holds no {file.name}", where=where, remedy="get it again, or from another place")


def _right(data: bytes, file: File) -> bool:
    return len(data) == file.size and hashlib.sha256(data).hexdigest() == file.sha256
