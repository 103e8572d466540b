"""Fetching a public corpus: all its files are checked, then put in their places, so only whole ones are ever seen.

Not `pooch`: it knows a file by the hash of what is downloaded, and of one in a zip we know the content's; it would keep
one of two files that belong together, and it takes no copies from a folder. One GET is left, which `requests` makes.
"""

import os
from contextlib import ExitStack
from pathlib import Path

from nbcli.corpus._reading.folder import unreadable
from nbcli.corpus.public import catalogue as _public
from nbcli.corpus.public.catalogue import File, Public
from nbcli.corpus.public.download import download
from nbcli.corpus.public.published import is_published, published
from nbcli.errors import NbError
from nbcli.system.folders import cache_folder
from nbcli.system.replacing import replacing


def known(name: str) -> Public:
    """Return the corpus of that name; NbError where there is none."""
    if name not in _public.CORPORA:
        raise NbError(f"there is no public corpus {name}", remedy=f"choose from {', '.join(_public.CORPORA)}")
    return _public.CORPORA[name]


def is_here(name: str) -> bool:
    """Return whether all files of the corpus are in the cache, and are what was published."""
    try:
        return all(is_published((cache_folder() / name / file.name).read_bytes(), file) for file in known(name).files)
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
    url = url_of(name, file)
    return published(download(name, file, url), file, url)


def _copy(name: str, file: File, source: Path) -> bytes:
    names = dict.fromkeys([file.name, Path(file.path).name])
    for path in [place / one for one in names for place in (source / name, source)]:
        if path.is_file():
            try:
                with path.open("rb") as opened:
                    data = opened.read(file.at_most + 1)
            except OSError as error:
                raise unreadable(path, error) from None
            return published(data, file, str(path))
    raise NbError(f"it holds no {' or '.join(names)}", where=str(source), remedy=f"get it from {url_of(name, file)}")
