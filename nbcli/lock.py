"""One at a time: a lock file beside a model, held while it is read, changed and written."""

import fcntl
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nbcli.errors import NbError
from nbcli.signals import held_back, orderly

_PATIENCE = 0.5


@contextmanager
def locked(model: Path) -> Iterator[None]:
    """Hold the lock of a model file; wait for another that holds it, saying so on stderr after half a second.

    While it is held, SIGTERM and SIGHUP end the process in order. NbError where there can be no lock.
    """
    path = model.with_name(f".{model.name}.lock")
    held: list[int] = []
    with orderly():
        try:
            _acquire(path, held)
            _sign(held[0])
            yield
        finally:
            # Gone before it is free: whoever waits on this file finds it gone, and takes a new one.
            if held:
                path.unlink(missing_ok=True)
                os.close(held[0])


def _sign(descriptor: int) -> None:
    # For whoever waits to read; on a full disk there is no room for it.
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}, since {time.strftime('%H:%M:%S')}".encode())


def _acquire(path: Path, held: list[int]) -> None:
    while not held:
        # No interrupt comes between making the file and noting that it is ours to remove.
        with held_back():
            descriptor = _opened(path)
            if _taken(descriptor) and _stands(descriptor, path):
                held.append(descriptor)
                return
        _wait(descriptor, path)
        if _stands(descriptor, path):
            held.append(descriptor)
        else:
            os.close(descriptor)


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise NbError(
            f"the model cannot be locked ({error.strerror})",
            where=str(path),
            remedy="check the folder's room and permissions, or choose another place with --name PATH or $NB_STORE",
        ) from None


def _taken(descriptor: int) -> bool:
    with suppress(BlockingIOError):
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return True
    return False


def _stands(descriptor: int, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), path.stat())
    return False


def _wait(descriptor: int, path: Path) -> None:
    patience = time.monotonic() + _PATIENCE
    while time.monotonic() < patience:
        if _taken(descriptor):
            return
        time.sleep(0.02)
    holder = os.pread(descriptor, 100, 0).decode("ascii", "replace") or "another process"
    print(f"nb: {path.name[1:-5]}: waiting for {holder}, which is changing the model", file=sys.stderr)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
