"""One worker process: calls come in on its stdin, pickled, and answers go out on its stdout, until stdin ends."""

import os
import pickle
import threading
import time
import traceback
from collections.abc import Callable
from typing import IO, Any

_SIZE = 8
# Seconds after which a worker sees that the process it works for is gone.
_WATCH = 0.5
_shared: Callable[[Any], Any] | bytes = b""


def main() -> None:
    """Answer calls until there are no more, or the process that makes them is gone."""
    global _shared
    with open(os.dup(0), "rb") as calls, open(os.dup(1), "wb") as answers:
        # What a call reads or prints must not get in between.
        null = os.open(os.devnull, os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        threading.Thread(target=_watch, args=(os.getppid(),), daemon=True).start()
        try:
            _shared = receive(calls)
            while True:
                send(answers, _answer(receive(calls)))
        except EOFError:
            return


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


def _watch(parent: int) -> None:
    # A call may take long, and only the next one would find stdin at its end.
    while os.getppid() == parent:
        time.sleep(_WATCH)
    os._exit(1)
