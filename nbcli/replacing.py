"""A file that is replaced whole or not at all."""

import fcntl
import glob
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO


@contextmanager
def replacing(path: Path) -> Iterator[IO[bytes]]:
    """Yield a new file beside `path` that takes its place at the end; where anything is raised, it goes instead.

    What a process that was killed left of such files is removed first. OSError where the file cannot be written.
    """
    _sweep(path)
    # Its name is known before it is there: no interrupt finds it without one who removes it.
    temporary = path.with_name(f".{path.name}.{os.urandom(8).hex()}.tmp")
    try:
        with temporary.open("x+b") as file:
            _lock(file)
            yield file
            file.flush()
            os.fsync(file.fileno())
            temporary.replace(path)
    finally:
        temporary.unlink(missing_ok=True)


def _lock(file: IO[bytes]) -> None:
    # It is let go when its process ends, however that ends. Some network drives have no locks.
    with suppress(OSError):
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _sweep(path: Path) -> None:
    for left in path.parent.glob(f".{glob.escape(path.name)}.*.tmp"):
        with suppress(OSError), left.open("rb") as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            left.unlink()
