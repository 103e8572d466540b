"""An ordered map over several processes, of what is read as it comes."""

import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")


def ordered(function: Callable[[T], R], items: Iterable[T], jobs: int, *, live: bool = False) -> Generator[R]:
    """Yield function(item) for every item, in order, computed by `jobs` processes; with 1, by this one.

    The function is sent once to each worker. Items are read as there is room: about 2 * jobs are under way. With
    `live` a thread reads them, and a result comes as soon as it is there, while the next item is waited for. What
    the function or the items raise comes in its place in the order; NbError where a worker was killed.
    """
    if jobs == 1:
        yield from map(function, items)
        return
    # One process needs none of this, and should not wait for it.
    from nbcli.system.worker import call_shared
    from nbcli.system.workers import AHEAD, Workers

    with Workers(jobs, function) as workers:
        calls = (workers.submit(call_shared, item) for item in items)
        yield from (_read_by_thread if live else _read_between)(calls, AHEAD * jobs)


def _read_between(calls: Iterator["Future[R]"], room: int) -> Iterator[R]:
    waiting: deque[Future[R]] = deque()
    for call in calls:
        waiting.append(call)
        while waiting and (len(waiting) >= room or waiting[0].done()):
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


def _read_by_thread(calls: Iterator["Future[R]"], room: int) -> Iterator[R]:
    from queue import SimpleQueue

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
    from concurrent.futures import Future

    call: Future[Any] = Future()
    call.set_exception(error)
    return call
