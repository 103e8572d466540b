"""One worker process: calls come in on its stdin, pickled, and answers go out on its stdout, until stdin ends."""

import os
import pickle
import threading
import traceback
from collections.abc import Callable
from queue import SimpleQueue
from typing import IO, Any

_SIZE = 8
_shared: Callable[[Any], Any] | bytes = b""
_busy = threading.Event()


def main() -> None:
    """Answer calls until there are no more, or the process that makes them is gone."""
    global _shared
    with open(os.dup(0), "rb") as pipe, open(os.dup(1), "wb") as answers:
        # What a call reads or prints must not get in between.
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        try:
            _shared = receive(pipe)
        except EOFError:
            return
        calls: SimpleQueue[bytes | None] = SimpleQueue()
        threading.Thread(target=_read, args=(pipe, calls), daemon=True).start()
        while (call := calls.get()) is not None:
            _busy.set()
            send(answers, _answer(call))
            _busy.clear()


def _read(pipe: IO[bytes], calls: "SimpleQueue[bytes | None]") -> None:
    """Hand on what comes. A call may take long: where the end comes meanwhile, whoever waits for its answer is gone."""
    try:
        while True:
            calls.put(receive(pipe))
    except EOFError:
        if _busy.is_set():
            os._exit(1)
        calls.put(None)


def call_shared(item: Any) -> Any:
    """Return what the function that all workers share makes of an item."""
    global _shared
    if isinstance(_shared, bytes):
        _shared = pickle.loads(_shared)
    return _shared(item)  # type: ignore[operator]


def send(pipe: IO[bytes], data: bytes) -> None:
    """Write the data as one message; OSError when nobody reads."""
    pipe.write(len(data).to_bytes(_SIZE, "little"))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes:
    """Return the next message; EOFError when there is none, or only a part of one."""
    size = int.from_bytes(_exactly(pipe, _SIZE), "little")
    return _exactly(pipe, size)


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    data = pipe.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _answer(call: bytes) -> bytes:
    """Return, pickled, whether the call went well, and what came of it: a value or an exception."""
    try:
        function, args = pickle.loads(call)
        return pickle.dumps((True, function(*args)), protocol=pickle.HIGHEST_PROTOCOL)
    except BaseException as error:
        return pickle.dumps((False, _movable(error)))


def _movable(error: BaseException) -> BaseException:
    """Return the exception with its traceback as a note; another of the same words, where it cannot be pickled."""
    trace = "".join(traceback.format_exception(error))
    try:
        error.add_note(f"in a worker process:\n{trace}")
        pickle.loads(pickle.dumps(error))
        return error
    except Exception:
        return RuntimeError(f"in a worker process:\n{trace}")
