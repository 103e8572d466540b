"""Work spread over processes: calls, and an ordered map over what is read as it comes."""

import os
import sys
import threading
import time
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from queue import SimpleQueue
from types import TracebackType
from typing import Any, Self, TypeVar

from nbcli.errors import NbError
from nbcli.signals import held_back, orderly

T = TypeVar("T")
R = TypeVar("R")
# How many calls stand before a worker or are in it: one to go on with while the answer to another travels.
_AHEAD = 2
# Seconds after which a worker sees that the process it works for is gone.
_WATCH = 0.5


def ordered(function: Callable[[T], R], items: Iterable[T], jobs: int, *, live: bool = False) -> Iterator[R]:
    """Yield function(item) for every item, in order, computed by `jobs` processes; with 1, by this one.

    The function is sent once to each worker. Items are read as there is room: about 2 * jobs are under way. With
    `live` a thread reads them, and a result comes as soon as it is there, while the next item is waited for. What
    the function or the items raise comes in its place in the order; NbError where a worker was killed.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    with Workers(jobs, function) as workers:
        calls = (workers.submit(_shared, item) for item in items)
        yield from (_read_by_thread if live else _read_between)(calls, _AHEAD * jobs)


def _read_between(calls: Iterator["Future[R]"], room: int) -> Iterator[R]:
    waiting: deque[Future[R]] = deque()
    for call in calls:
        waiting.append(call)
        while waiting and (len(waiting) >= room or waiting[0].done()):
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _read_by_thread(calls: Iterator["Future[R]"], room: int) -> Iterator[R]:
    waiting: SimpleQueue[Future[R] | None] = SimpleQueue()
    places, ended = threading.Semaphore(room), threading.Event()

    def read() -> None:
        try:
            for call in calls:
                waiting.put(call)
                places.acquire()
                if ended.is_set():
                    return
        except BaseException as error:
            waiting.put(_failed(error))
        waiting.put(None)

    # A daemon, since nothing ends a read that waits for input.
    threading.Thread(target=read, daemon=True).start()
    try:
        while (call := waiting.get()) is not None:
            yield call.result()
            places.release()
    finally:
        ended.set()
        places.release()


def _failed(error: BaseException) -> "Future[Any]":
    call: Future[Any] = Future()
    call.set_exception(error)
    return call


class Workers:
    """`jobs` processes for calls of functions: `with Workers(2) as workers: workers.submit(f, x).result()`.

    They start with the `with` and end with it, at once where an exception leaves it. Ctrl-C is this process's own
    matter, never theirs; their stdin and stdout are /dev/null; they end by themselves when this process is killed.
    `shared` is sent once to each, for `ordered`.
    """

    def __init__(self, jobs: int, shared: Callable[[Any], Any] | None = None) -> None:
        from joblib.externals import loky

        # A worker replaced since it grew, or ended without psutil, is no news for the user.
        warnings.filterwarnings("ignore", module=r"joblib\.externals\.loky")
        self._places = threading.Semaphore(_AHEAD * jobs)
        self._pool = loky.ProcessPoolExecutor(jobs, initializer=_begin, initargs=(os.getpid(), shared))
        self._exits = ExitStack()

    def __enter__(self) -> Self:
        self._exits.enter_context(orderly())
        self._exits.push(self._end)
        from multiprocessing import resource_tracker

        # Its start would let signals through again.
        resource_tracker.ensure_running()
        with _stdout_away(), held_back():
            # All workers start at the first call.
            self._pool.submit(os.getpid)
        return self

    def __exit__(self, *raised: Any) -> None:
        self._exits.__exit__(*raised)

    def _end(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._pool.shutdown(wait=True, kill_workers=kind is not None)

    def submit(self, function: Callable[..., R], *args: Any) -> "Future[R]":
        """Return the future of function(*args), waiting while 2 * jobs calls are under way.

        What the function raises is raised by its result(); NbError, there or here, where a worker was killed.
        """
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


def _shared(item: Any) -> Any:
    assert _function is not None
    return _function(item)
