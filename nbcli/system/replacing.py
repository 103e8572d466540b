"""A file that is replaced whole or not at all."""

import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from nbcli.errors import NbError
from nbcli.system.exclusive import MOVES_OPEN, taken
from nbcli.system.folders import resolved

# Characters of a file's name in that of its new content, which has 22 bytes more and may have 255.
_LONGEST = 50


def write(path: Path, data: bytes) -> None:
    """Replace a file by these bytes; what is no ordinary file (a device, a pipe) is written to as it is.

    OSError where it cannot be written: a file that was there is unchanged.
    """
    if path.exists() and not path.is_file():
        path.write_bytes(data)
        return
    with replacing(path) as file:
        file.write(data)


def write_named(option: str, path: Path, data: bytes) -> None:
    """Replace the file that an option names, as `write` does; NbError where it cannot be written."""
    try:
        write(path, data)
    except OSError as error:
        what, remedy = f"cannot be written ({error.strerror or error})", f"name another file for {option}"
        raise NbError(what, where=str(path), remedy=remedy) from None


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a new file beside `path` that takes its place at the end; where anything is raised, it goes instead.

    The place of a link is that of its target, and permissions stay. What a process that was killed left of such files
    is removed first. OSError where the file cannot be written.
    """
    path = resolved(path)
    _sweep(path)
    # Its name is known before it is there: no interrupt finds it without one who removes it.
    temporary = path.with_name(f".{path.name[:_LONGEST]}.{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("x+b") as file:
            # Some network drives have no locks.
            with suppress(OSError):
                taken(file.fileno())
            with suppress(FileNotFoundError):
                temporary.chmod(path.stat().st_mode & 0o777)
            yield file
            file.flush()
            os.fsync(file.fileno())
            # In place before it is let go, where that can be: nobody takes it for one that was left.
            if MOVES_OPEN:
                temporary.replace(path)
        if not MOVES_OPEN:
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _sweep(path: Path) -> None:
    for left in path.parent.glob(f".{glob.escape(path.name[:_LONGEST])}.*.tmp"):
        with suppress(OSError):
            with left.open("r+b") as file:
                dead = taken(file.fileno())
            if dead:
                left.unlink()
