"""Processes that take calls. Each has a thread here that hands it one call after another, see `worker`.

A process has pipes of its own, and nobody else holds their ends: one that is killed, in the middle of an answer even,
is an end of file and never a wait, and one whose caller is killed finds that nothing more comes.
"""

import pickle
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import ExitStack, suppress
from queue import SimpleQueue
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from nbcli.errors import NbError
from nbcli.system.signals import held_back, orderly
from nbcli.system.worker import receive, send

if TYPE_CHECKING:
    from concurrent.futures import Future

R = TypeVar("R")
# How many calls are under way for each worker: one is ready when another is done.
AHEAD = 2


class Workers:
    """`jobs` processes for calls of functions: `with Workers(2) as workers: workers.submit(f, x).result()`.

    They start with the `with` and end with it, at once where an exception leaves it. Ctrl-C is this process's own
    matter, never theirs; their stdin and stdout are /dev/null; they end by themselves when this process is killed.
    Functions are those of modules, and what goes to and fro can be pickled. `shared` is sent once to each worker, see
    `call_shared`.
    """

    def __init__(self, jobs: int, shared: Callable[[Any], Any] | None = None) -> None:
        self._jobs = jobs
        self._shared = pickle.dumps(shared, protocol=pickle.HIGHEST_PROTOCOL)
        self._places = threading.Semaphore(AHEAD * jobs)
        self._all: list[_Worker] = []
        self._idle: SimpleQueue[_Worker] = SimpleQueue()

    def __enter__(self) -> Self:
        from concurrent.futures import ThreadPoolExecutor

        self._threads = ThreadPoolExecutor(self._jobs)
        with ExitStack() as exits:
            exits.enter_context(orderly())
            exits.push(self._end)
            for _ in range(self._jobs):
                # A process that starts while signals are held back never gets them.
                with held_back():
                    self._all.append(_Worker(self._shared))
                self._idle.put(self._all[-1])
            self._exits = exits.pop_all()
        return self

    def __exit__(self, *raised: Any) -> None:
        self._exits.__exit__(*raised)

    def _end(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        for worker in self._all if kind else ():
            worker.kill()
        self._threads.shutdown(wait=True, cancel_futures=kind is not None)
        for worker in self._all:
            worker.close()

    def submit(self, function: Callable[..., R], *args: Any) -> "Future[R]":
        """Return the future of function(*args), waiting while 2 * jobs calls are under way.

        Its result() raises what the function raises, and NbError where the worker was killed.
        """
        self._places.acquire()
        try:
            call = self._threads.submit(self._call, function, args)
        except BaseException:
            self._places.release()
            raise
        call.add_done_callback(lambda _: self._places.release())
        return call

    def _call(self, function: Callable[..., R], args: tuple[Any, ...]) -> R:
        worker = self._idle.get()
        try:
            return worker.call(function, args)
        finally:
            self._idle.put(worker)


class _Worker:
    def __init__(self, shared: bytes) -> None:
        # It finds modules where this process does.
        code = f"import sys; sys.path = {sys.path!r}; from nbcli.system.worker import main; main()"
        # On Windows, a group of its own is what keeps Ctrl-C from it.
        group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
        self._process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=group
        )
        self._shared: bytes | None = shared

    def call(self, function: Callable[..., R], args: tuple[Any, ...]) -> R:
        data = pickle.dumps((function, args), protocol=pickle.HIGHEST_PROTOCOL)
        try:
            answer = self._asked(data)
        except (EOFError, OSError):
            raise NbError("a worker process was killed, or ran out of memory", remedy="give fewer --jobs") from None
        well, value = pickle.loads(answer)
        if well:
            return value  # type: ignore[no-any-return]
        raise value

    def _asked(self, data: bytes) -> bytes:
        assert self._process.stdin
        assert self._process.stdout
        if self._shared is not None:
            send(self._process.stdin, self._shared)
            self._shared = None
        send(self._process.stdin, data)
        return receive(self._process.stdout)

    def kill(self) -> None:
        self._process.kill()

    def close(self) -> None:
        for pipe in (self._process.stdin, self._process.stdout):
            # What a killed process did not read is still to be written.
            with suppress(OSError):
                pipe.close()  # type: ignore[union-attr]
        self._process.wait()
