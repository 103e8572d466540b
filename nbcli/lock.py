"""One at a time: a lock file beside a model, held while it is read, changed and written."""

import fcntl
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nbcli.errors import NbError
from nbcli.signals import orderly

_PATIENCE = 0.5


@contextmanager
def locked(model: Path) -> Iterator[None]:
    """Hold the lock of a model file; wait for another that holds it, saying so on stderr after half a second.

    While it is held, SIGTERM and SIGHUP end the process in order. NbError where there can be no lock.
    """
    path = model.with_name(f".{model.name}.lock")
    with orderly():
        descriptor = _acquire(path)
        try:
            _sign(descriptor)
            yield
        finally:
            # Gone before it is free: whoever waits on this file finds it gone, and takes a new one.
            path.unlink(missing_ok=True)
            os.close(descriptor)


def _sign(descriptor: int) -> None:
    # For whoever waits to read; on a full disk there is no room for it.
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}, since {time.strftime('%H:%M:%S')}".encode())


def _acquire(path: Path) -> int:
    while True:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        except OSError as error:
            raise NbError(
                f"the model cannot be locked ({error.strerror})",
                where=str(path),
                remedy="check the folder's room and permissions, or choose another place with --name PATH or $NB_STORE",
            ) from None
        _wait(descriptor, path)
        if _stands(descriptor, path):
            return descriptor
        os.close(descriptor)


def _stands(descriptor: int, path: Path) -> bool:
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), path.stat())
    return False


def _wait(descriptor: int, path: Path) -> None:
    patience = time.monotonic() + _PATIENCE
    while time.monotonic() < patience:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return
        except BlockingIOError:
            time.sleep(0.02)
    holder = os.pread(descriptor, 100, 0).decode("ascii", "replace") or "another process"
    print(f"nb: {path.name[1:-5]}: waiting for {holder}, which is changing the model", file=sys.stderr)
    fcntl.flock(descriptor, fcntl.LOCK_EX)
