"""Processes that take calls: how they start, are bounded, and end; what stands in each is at the end of this file."""

import os
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from nbcli.errors import NbError
from nbcli.signals import held_back, orderly

if TYPE_CHECKING:
    from concurrent.futures import Future

R = TypeVar("R")
# How many calls stand before a worker or are in it: one to go on with while the answer to another travels.
AHEAD = 2
# Seconds after which a worker sees that the process it works for is gone.
_WATCH = 0.5


class Workers:
    """`jobs` processes for calls of functions: `with Workers(2) as workers: workers.submit(f, x).result()`.

    They start with the `with` and end with it, at once where an exception leaves it. Ctrl-C is this process's own
    matter, never theirs; their stdin and stdout are /dev/null; they end by themselves when this process is killed.
    `shared` is sent once to each, for `ordered`.
    """

    def __init__(self, jobs: int, shared: Callable[[Any], Any] | None = None) -> None:
        self._jobs, self._shared = jobs, shared
        self._places = threading.Semaphore(AHEAD * jobs)

    def __enter__(self) -> Self:
        with ExitStack() as exits:
            exits.enter_context(orderly())
            with _stdout_away(), held_back():
                self._start(exits)
            self._exits = exits.pop_all()
        return self

    def _start(self, exits: ExitStack) -> None:
        from multiprocessing import resource_tracker

        from joblib.externals import loky

        # A worker replaced since it grew, or ended without psutil, is no news for the user.
        warnings.filterwarnings("ignore", module=r"joblib\.externals\.loky")
        self._pool = loky.ProcessPoolExecutor(self._jobs, initializer=_begin, initargs=(os.getpid(), self._shared))
        exits.push(self._end)
        # Its start lets signals through again.
        resource_tracker.ensure_running()
        try:
            with held_back():
                # The first call starts all workers.
                self._pool.submit(os.getpid)
        except BrokenPipeError:
            raise _killed() from None

    def __exit__(self, *raised: Any) -> None:
        self._exits.__exit__(*raised)

    def _end(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(wait=True, kill_workers=kind is not None)

    def submit(self, function: Callable[..., R], *args: Any) -> "Future[R]":
        """Return the future of function(*args), waiting while 2 * jobs calls are under way.

        What the function raises is raised by its result(); NbError, there or here, where a worker was killed.
        """
        from concurrent.futures import Future

        from joblib.externals.loky.process_executor import TerminatedWorkerError

        self._places.acquire()
        try:
            # A worker that is replaced starts in here, too.
            with held_back():
                call = self._pool.submit(function, *args)
        except TerminatedWorkerError:
            raise _killed() from None
        answer: Future[R] = Future()
        call.add_done_callback(lambda done: self._pass(done, answer))
        return answer

    def _pass(self, done: "Future[R]", answer: "Future[R]") -> None:
        from joblib.externals.loky.process_executor import TerminatedWorkerError

        self._places.release()
        error = done.exception()
        if error is None:
            answer.set_result(done.result())
        else:
            answer.set_exception(_killed() if isinstance(error, TerminatedWorkerError) else error)


def _killed() -> NbError:
    return NbError("a worker process was killed, or ran out of memory", remedy="give fewer --jobs")


@contextmanager
def _stdout_away() -> Iterator[None]:
    """Let processes that start meanwhile have /dev/null for stdout, so that nothing of theirs gets into the data."""
    sys.stdout.flush()
    kept, null = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(null, 1)
        yield
    finally:
        os.dup2(kept, 1)
        os.close(kept)
        os.close(null)


# In a worker

_function: Callable[[Any], Any] | None = None


def _begin(parent: int, function: Callable[[Any], Any] | None) -> None:
    global _function
    _function = function
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 0)
    os.dup2(null, 1)
    threading.Thread(target=_watch, args=(parent,), daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(_WATCH)
    os._exit(1)


def call_shared(item: Any) -> Any:
    """Return what the function that all workers share makes of an item: for `submit`."""
    assert _function is not None
    return _function(item)
