"""Fetching a public corpus: beside its place, checked, then renamed there, so that only whole ones are ever seen."""

import hashlib
import os
import sys
import tempfile
import zipfile
import zlib
from pathlib import Path
from typing import Any

from nbcli.corpus import _public
from nbcli.corpus._public import File, Public, folder
from nbcli.corpus._source import unreadable
from nbcli.errors import NbError


def known(name: str) -> Public:
    """Return the corpus of that name; NbError where there is none."""
    if name not in _public.CORPORA:
        raise NbError(f"there is no public corpus {name}", remedy=f"choose from {', '.join(_public.CORPORA)}")
    return _public.CORPORA[name]


def is_here(name: str) -> bool:
    """Return whether all files of the corpus are in the cache, and are what was published."""
    try:
        return all(_right((folder() / name / file.name).read_bytes(), file) for file in known(name).files)
    except OSError:
        return False


def fetch(name: str, source: Path | None) -> None:
    """Download a corpus into the cache, or take it from the folder `source`; NbError leaves nothing behind."""
    corpus = known(name)
    if source is not None and not source.is_dir():
        raise NbError("there is no such folder", where=str(source), remedy="name the one that holds the corpus")
    try:
        folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=f".{name}.", dir=folder()) as beside:
            for file in corpus.files:
                data = _download(name, file, Path(beside)) if source is None else _copy(name, file, source)
                (Path(beside) / file.name).write_bytes(data)
            (folder() / name).mkdir(exist_ok=True)
            # Another nb may do the same now: each file is replaced by its equal.
            for file in corpus.files:
                (Path(beside) / file.name).replace(folder() / name / file.name)
    except OSError as error:
        raise NbError(
            f"the corpus cannot be kept here ({error.strerror or error})",
            where=str(folder()),
            remedy="make room, or choose another place with $NB_CACHE",
        ) from None


def url_of(name: str, file: File) -> str:
    """Return where a file is published."""
    # NB_FETCH_BASE: another server with the same paths, as the one of the tests, or a mirror; the hashes stay.
    base = (os.environ.get("NB_FETCH_BASE") or "https://raw.githubusercontent.com").rstrip("/")
    corpus = _public.CORPORA[name]
    return f"{base}/{corpus.repository}/{corpus.commit}/{file.path}"


def _download(name: str, file: File, beside: Path) -> bytes:
    import pooch
    import requests

    url, target = url_of(name, file), beside / f"{file.name}.part"
    # Sent as it is, the length that the server states is that of the file: the bar is right and a cut is noticed.
    plain = {"User-Agent": "nb", "Accept-Encoding": "identity"}
    try:
        with _bar(file) as bar:
            pooch.HTTPDownloader(progressbar=bar, chunk_size=1 << 16, headers=plain)(url, str(target), None)
    except (requests.RequestException, ValueError) as error:
        remedy = f"try again, or take a copy: nb fetch {name} --from FOLDER"
        raise NbError(_why(error), where=url, remedy=remedy) from None
    data = _content(target, file, url)
    target.unlink()
    return data


def _bar(file: File) -> Any:
    from tqdm import tqdm

    # No delay: pooch resets the bar at the end, and tqdm would take one that is delayed for never shown, and leave it.
    hidden = not sys.stderr.isatty()
    return tqdm(total=file.size, desc=file.name, unit="B", unit_scale=True, leave=False, disable=hidden)


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
            return _content(path, file, str(path))
    raise NbError(f"it holds no {' or '.join(names)}", where=str(source), remedy=f"get it from {url_of(name, file)}")


def _content(path: Path, file: File, where: str) -> bytes:
    """Return the bytes of a file, or of the one in a zip; NbError when they are not those that were published."""
    try:
        data = _read(path, file)
        if not _right(data, file) and zipfile.is_zipfile(path):
            data = _member(path, file, where)
    except OSError as error:
        raise unreadable(path, error) from None
    if not _right(data, file):
        raise NbError(
            f"not the {file.name} that was published (its SHA-256 is another)",
            where=where,
            remedy="nothing was kept; get it again, or from another place",
        )
    return data


def _read(path: Path, file: File) -> bytes:
    with path.open("rb") as opened:
        return opened.read(file.size + 1)


def _member(path: Path, file: File, where: str) -> bytes:
    """Return what a zip holds under the name of the file, in whatever folder: no path of it is ever written to."""
    try:
        with zipfile.ZipFile(path) as archive:
            for info in archive.infolist():
                if info.filename.rpartition("/")[2] == file.name:
                    with archive.open(info) as member:
                        return member.read(file.size + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, NotImplementedError) as error:
        raise NbError(f"the zip is damaged ({error})", where=where, remedy="get it again whole") from None
    raise NbError(f"the zip holds no {file.name}", where=where, remedy="get it again, or from another place")


def _right(data: bytes, file: File) -> bool:
    return len(data) == file.size and hashlib.sha256(data).hexdigest() == file.sha256
