"""One at a time: a lock file beside a model, held while it is read, changed and written."""

import math
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from nbcli.errors import NbError
from nbcli.system.exclusive import taken
from nbcli.system.signals import held_back, orderly
from nbcli.system.terminal import Environment

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
            if held:
                _let_go(path, held[0])


def _let_go(path: Path, descriptor: int) -> None:
    # Gone before it is free: whoever waits on this file finds it gone, and takes a new one.
    try:
        path.unlink(missing_ok=True)
    except PermissionError:
        # On Windows, where an open file stays: whoever waits keeps it open, and takes it over.
        os.close(descriptor)
        with suppress(PermissionError):
            path.unlink(missing_ok=True)
    else:
        os.close(descriptor)


def _sign(descriptor: int) -> None:
    # For whoever waits to read; on a full disk there is no room for it.
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"process {os.getpid()}, since {time.strftime('%H:%M:%S')}".encode())


def _acquire(path: Path, held: list[int]) -> None:
    patience = time.monotonic() + _PATIENCE
    while not held:
        # No interrupt comes between making the file and noting that it is ours to remove.
        with held_back():
            holder = _tried(path, held)
        if held:
            return
        if time.monotonic() > patience:
            Environment().say(f"nb: {path.name[1:-5]}: waiting for {holder}, which is changing the model")
            patience = math.inf
        time.sleep(0.02)


def _tried(path: Path, held: list[int]) -> str:
    """Take the lock, if nobody has it, into `held`; return what its holder says of itself."""
    descriptor = _opened(path)
    try:
        if _taken(descriptor, path) and _stands(descriptor, path):
            held.append(descriptor)
        return os.read(descriptor, 100).decode("ascii", "replace") or "another process"
    finally:
        if not held:
            os.close(descriptor)


def _opened(path: Path) -> int:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise _refused(path, error) from None


def _taken(descriptor: int, path: Path) -> bool:
    try:
        return taken(descriptor)
    except OSError as error:
        # A drive without locks: nobody holds this one.
        path.unlink(missing_ok=True)
        raise _refused(path, error) from None


def _refused(path: Path, error: OSError) -> NbError:
    return NbError(
        f"the model cannot be locked ({error.strerror})",
        where=str(path),
        remedy="check the folder's room and permissions, or choose another place with --name PATH or $NB_STORE",
    )


def _stands(descriptor: int, path: Path) -> bool:
    with suppress(FileNotFoundError, PermissionError):
        return os.path.samestat(os.fstat(descriptor), path.stat())
    return False
