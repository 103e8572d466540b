"""Public corpora into the cache: downloaded or copied beside their place, checked, then renamed."""

import hashlib
import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

from nbcli.corpus import _public
from nbcli.errors import NbError

# Another server can be named, so that tests need no network.
_BASE = "NB_FETCH_BASE"


def fetch(name: str, folder: str | None) -> list[Path]:
    """Bring every file of a corpus that is not here yet; return those brought.

    `folder`: a local copy to take them from, else they are downloaded. NbError, with nothing left behind, for a file
    that cannot be had or is not the one known.
    """
    target, brought = _public.cache() / name, []
    for file in _public.CORPORA[name].files:
        if (target / file.name).is_file():
            continue
        try:
            target.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".fetch-", dir=target) as work:
                path = _copied(file, Path(folder), Path(work)) if folder else _downloaded(file, Path(work))
                _check(path, file)
                path.replace(target / file.name)
        except OSError as error:
            what = f"cannot be fetched ({error.strerror or error})"
            raise NbError(what, where=file.name, remedy="try again, or make room") from None
        finally:
            _remove_empty(target)
        brought.append(target / file.name)
    return brought


def _remove_empty(folder: Path) -> None:
    if folder.is_dir() and not any(folder.iterdir()):
        folder.rmdir()


def _copied(file: _public.File, folder: Path, work: Path) -> Path:
    found = [path for path in (folder / file.name, *sorted(folder.glob(f"*/{file.name}"))) if path.is_file()]
    if not found:
        raise NbError(f"there is no {file.name}", where=str(folder), remedy="name the folder that holds it")
    return Path(shutil.copyfile(found[0], work / file.name))


def _downloaded(file: _public.File, work: Path) -> Path:
    import pooch
    import requests

    url = f"{os.environ.get(_BASE, 'https://github.com')}/{file.source}"
    path = work / Path(file.source).name
    try:
        pooch.HTTPDownloader(progressbar=sys.stderr.isatty(), timeout=60)(url, str(path), None)
    except (requests.RequestException, ValueError) as error:
        raise NbError(
            f"cannot be downloaded ({type(error).__name__})",
            where=url,
            remedy="try again, or take a local copy with --from DIR",
        ) from None
    return _unpacked(path, file, work) if path.suffix == ".zip" else path


def _unpacked(path: Path, file: _public.File, work: Path) -> Path:
    out = work / file.name
    try:
        with zipfile.ZipFile(path) as packed:
            inside = [name for name in packed.namelist() if Path(name).name == file.name]
            with packed.open(inside[0]) as source, out.open("wb") as copy:
                shutil.copyfileobj(source, copy)
    except (zipfile.BadZipFile, IndexError, EOFError) as error:
        raise NbError(f"not the .zip it should be ({error})", where=path.name, remedy="try again") from None
    return out


def _check(path: Path, file: _public.File) -> None:
    with path.open("rb") as opened:
        found = hashlib.file_digest(opened, "sha256").hexdigest()
    if found != file.sha256:
        raise NbError(
            f"its SHA-256 is {found[:12]}... and should be {file.sha256[:12]}...: cut short, or another file",
            where=file.name,
            remedy="try again, or take a local copy with --from DIR",
        )
