"""A file for one process at a time: one call of the system, which lets go when the process ends, however that ends.

Not `filelock`: importing it (4.3.1, Linux) takes 10 ms of the 260 of `nb update`, and `fcntl` .3, for this one call.
Around the call, its FileLock leaves the lock's file behind, names no holder, and warns where there is no `fcntl`.
"""

from contextlib import suppress
from importlib import import_module
from os import SEEK_SET, lseek

try:
    import fcntl
except ImportError:  # Windows
    # Bytes that are locked cannot be read there: one is, far behind all that is ever written.
    _FAR = 1 << 30
    _msvcrt = import_module("msvcrt")

    def _lock(descriptor: int) -> None:
        lseek(descriptor, _FAR, SEEK_SET)
        try:
            _msvcrt.locking(descriptor, _msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError(*error.args) from None
        finally:
            lseek(descriptor, 0, SEEK_SET)

    # An open file keeps its name and its place.
    MOVES_OPEN = False
else:

    def _lock(descriptor: int) -> None:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    MOVES_OPEN = True


def taken(descriptor: int) -> bool:
    """Take an open file, at its beginning, for this process alone, unless another has it; return whether it is ours.

    OSError where its drive has no locks.
    """
    with suppress(BlockingIOError):
        _lock(descriptor)
        return True
    return False
