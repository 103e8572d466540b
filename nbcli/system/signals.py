"""What ends a process from outside, where there is something to put away first."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

# Windows has no SIGHUP, others no SIGBREAK.
_ENDS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name))


@contextmanager
def orderly() -> Iterator[None]:
    """While this holds, SIGTERM and SIGHUP end the process as Ctrl-C does: what is open is closed and removed.

    The exit status is 128 and the signal's number, as a shell gives it. A signal that is ignored (nohup) stays so.
    """
    main = threading.current_thread() is threading.main_thread()
    taken = [number for number in _ENDS if main and signal.getsignal(number) is signal.SIG_DFL]
    for number in taken:
        signal.signal(number, _leave)
    try:
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


def _leave(number: int, _: FrameType | None) -> None:
    # Whoever asks twice must not cut short what the first request began.
    for each in _ENDS:
        signal.signal(each, signal.SIG_IGN)
    raise SystemExit(128 + number)


@contextmanager
def held_back() -> Iterator[None]:
    """Keep Ctrl-C, SIGTERM and SIGHUP waiting; a process started meanwhile never gets them, and is ours to end."""
    if not hasattr(signal, "pthread_sigmask"):
        with _noted():
            yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, *_ENDS})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _noted() -> Iterator[None]:
    """On Windows, where no signal waits by itself: note what comes, and send it again at the end."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    before = {number: signal.signal(number, lambda given, _: came.append(given)) for number in (signal.SIGINT, *_ENDS)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
        for number in came:
            signal.raise_signal(number)
