"""A trained classifier to a file and back.

A model file is one line of JSON that a person can read, padded with spaces (`head -1 spam.nb`: format, recipe, labels,
sizes, when and by which version, length and SHA-256 of the rest; see `head`), then the body: a joblib stream, see
`stream`.
"""

import hashlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from nbcli import __version__
from nbcli.classifier.classifier import Classifier
from nbcli.errors import NbError
from nbcli.store import first_line, state, stream
from nbcli.system.clock import stamp
from nbcli.system.folders import names as names
from nbcli.system.folders import path_of as path_of
from nbcli.system.folders import resolved as resolved
from nbcli.system.replacing import replacing
from nbcli.system.timing import stage

FORMAT = 1
# What has come to format 1. 1: recipes say where the default dropped rare terms (min_df 2); the blend keeps the bias of
# labels without texts; idf stands by the features, not by there being terms. 2: the blend has a shape; 3: a correction.
MINOR = 3
MAX_HEADER = 1 << 24
# joblib lays arrays at multiples of 16 bytes in the file: the body, to be the same whatever the line before it says,
# begins at one, too.
_ALIGNED = 64
_MAX_REASON = 160


def save(classifier: Classifier, name: str) -> Path:
    """Write the model whole beside its place, then rename it there: whatever happens, the old one stays or the new
    one stands. Returns the file; NbError when it cannot be written, or could not predict.
    """
    classifier.check_answers()
    path = resolved(path_of(name))
    if path.exists() and not path.is_file():
        # A rename would put a file in the place of a device or pipe that others use.
        raise NbError("no ordinary file, and stays as it is", where=str(path), remedy="choose another --name")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with stage("write"), replacing(path) as file:
            _write(classifier, file)
    except OSError as error:
        raise NbError(
            f"the model cannot be written ({error.strerror or error}); a model that was there is unchanged",
            where=str(path),
            remedy="choose another place with --name PATH or $NB_STORE, or make room",
        ) from None
    return path


def _write(classifier: Classifier, file: IO[bytes]) -> None:
    first = {
        "nb": FORMAT,
        "minor": MINOR,
        "version": __version__,
        "trained": stamp(),
        **state.summary(classifier),
        "length": 1 << 60,
        "sha256": "0" * 64,
    }
    room = -(-len(_line(first)) // _ALIGNED) * _ALIGNED
    file.write(b" " * (room - 1) + b"\n")
    stream.dump(state.state_of(classifier), file)
    first["length"] = file.tell() - room
    file.seek(room)
    first["sha256"] = hashlib.file_digest(file, "sha256").hexdigest()  # type: ignore[arg-type]
    file.seek(0)
    file.write(_line(first).rstrip(b"\n").ljust(room - 1))


def _line(first: dict[str, Any]) -> bytes:
    return json.dumps(first, ensure_ascii=False).encode("utf-8", "surrogatepass") + b"\n"


def header(name: str) -> dict[str, Any]:
    """Return the first line of a model file, unpickling nothing; NbError for what is no model."""
    path = path_of(name)
    with opened(path) as file:
        first = _read_header(path, file)
        try:
            first_line.recipes_of(first)
        except ValueError as error:
            raise _damaged(path, str(error)) from None
        return first


def load(name: str) -> Classifier:
    """Return the model of that name or path; NbError for one that is not there, damaged, newer, or hostile."""
    path = path_of(name)
    with stage("load"), opened(path) as file:
        first = _read_header(path, file)
        start = file.tell()
        if os.fstat(file.fileno()).st_size - start != first["length"]:
            raise _damaged(path, "it is cut short or has grown")
        if hashlib.file_digest(file, "sha256").hexdigest() != first["sha256"]:  # type: ignore[arg-type]
            raise _damaged(path, "its SHA-256 is another")
        file.seek(start)
        try:
            return state.restore(first, stream.load(file, first["length"]))
        except first_line.NewerError:
            raise
        except (NbError, stream.RefusedError) as error:
            raise _damaged(path, str(error)) from None
        # Its parts can be wrong in any way: all of them mean the same here.
        except Exception as error:
            raise _damaged(path, f"its parts do not fit together: {type(error).__name__}: {error}") from None


@contextmanager
def opened(path: Path) -> Iterator[IO[bytes]]:
    """Open the file of a model for reading; NbError where there is none, and where inside it is found to be newer."""
    try:
        file = path.open("rb")
    except FileNotFoundError:
        known = ", ".join(names()) or "none yet"
        raise NbError(
            f"there is no model at {path}",
            remedy=f"train one (nb train --name NAME CORPUS); in the store: {known}",
        ) from None
    except OSError as error:
        raise NbError(
            f"cannot be read ({error.strerror})", where=str(path), remedy="check the name and permissions"
        ) from None
    with file:
        try:
            yield file
        except first_line.NewerError as error:
            error.where = str(path)
            raise


def _read_header(path: Path, file: IO[bytes]) -> dict[str, Any]:
    try:
        first = first_line.read(file.readline(MAX_HEADER))
        if first["nb"] == FORMAT:
            first_line.complete(first)
            return first
    except ValueError:
        raise _damaged(path, "its first line is no header of a model") from None
    what = f"the model has format {first['nb']}, this nb reads {FORMAT}"
    raise NbError(what, where=str(path), remedy="update nb, or train again")


def _damaged(path: Path, why: str) -> NbError:
    said = " ".join(why.split())[:_MAX_REASON]
    return NbError(f"not a whole nb model ({said})", where=str(path), remedy="train again, or name another file")
