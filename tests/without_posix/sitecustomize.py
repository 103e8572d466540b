"""A Python that has, of what nb could use, only what Windows has: on PYTHONPATH, it is so for workers too.

Not for Windows' own (paths, the console, what the C library does there): those no Linux can show.
"""

import fcntl
import os
import select
import selectors  # noqa: F401  # these choose what they use when they are imported
import shutil
import signal
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401
import types

_SIGNALS = ("SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN")
_POSIX = (
    *("chown", "chroot", "fchmod", "fchown", "fork", "forkpty", "get_blocking", "getegid", "geteuid", "getgid"),
    *("getloadavg", "getpgid", "getuid", "killpg", "lchown", "mkfifo", "nice", "posix_fadvise", "pread", "pwrite"),
    *("sched_getaffinity", "set_blocking", "setpgid", "setsid", "sync", "wait3", "wait4", "waitid"),
)
_MASKS = ("alarm", "pause", "pthread_kill", "pthread_sigmask", "setitimer", "sigpending", "sigwait", "siginterrupt")


def _locking(descriptor: int, mode: int, size: int) -> None:
    try:
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB, size, os.lseek(descriptor, 0, os.SEEK_CUR))
    except OSError as error:
        raise PermissionError(13, "Permission denied") from error


def _select(*_: object) -> None:
    raise OSError(10038, "an operation was attempted on something that is not a socket")


def _closed(path: object) -> None:
    """Raise what Windows does where a file is to be moved or removed that this process has open."""
    name = os.path.realpath(os.fspath(path))  # type: ignore[call-overload]
    for descriptor in os.listdir("/proc/self/fd"):  # noqa: PTH208
        try:
            if os.readlink(f"/proc/self/fd/{descriptor}") == name:  # noqa: PTH115
                raise PermissionError(13, "The process cannot access the file because it is being used", name)
        except FileNotFoundError:
            continue


_unlink, _replace = os.unlink, os.replace


def _remove(path: object, **given: object) -> None:
    if not given:
        _closed(path)
    _unlink(path, **given)  # type: ignore[arg-type]


def _move(source: object, target: object) -> None:
    _closed(source)
    _closed(target)
    _replace(source, target)  # type: ignore[type-var]


for _name in ("fcntl", "resource", "termios", "tty", "pty", "grp", "syslog"):
    sys.modules[_name] = None  # type: ignore[assignment]
sys.modules["msvcrt"] = types.ModuleType("msvcrt")
sys.modules["msvcrt"].__dict__.update(LK_NBLCK=2, locking=_locking, setmode=lambda *_: 0)
os.O_BINARY = 0  # type: ignore[attr-defined]
signal.SIGBREAK = signal.SIGUSR1  # type: ignore[attr-defined]
for _name in dir(signal):
    if _name.startswith(("SIG", "ITIMER")) and _name not in (*_SIGNALS, "SIGBREAK"):
        delattr(signal, _name)
for _name in (
    "alarm",
    "pause",
    "pthread_kill",
    "pthread_sigmask",
    "setitimer",
    "sigpending",
    "sigwait",
    "siginterrupt",
):
    delattr(signal, _name)
select.select = _select  # type: ignore[assignment]
for _name in ("poll", "epoll"):
    delattr(select, _name)
for _name in _POSIX:
    delattr(os, _name)
shutil._use_fd_functions = False  # type: ignore[attr-defined]
if os.path.isdir("/proc/self/fd"):  # noqa: PTH112
    os.unlink, os.remove, os.replace = _remove, _remove, _move  # type: ignore[assignment]
