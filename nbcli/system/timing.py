"""Where time goes: the stages of a command and their seconds, which `--timings` prints at the end.

Seconds are those of the clock, and each is counted once: a stage inside another takes its time away from the outer one,
and so the stages add up to the total. What the main thread waits for (a pipe, a worker process) is time of the stage
that waits. Off, a stage costs a call of a function: stages go around batches, never around single texts.

Names in use: start (the interpreter, the options), import, load, read, tokenize, digest, count, merge, weigh, learn,
leave out, fit, classify, score, explain, check, fetch, render, write; other is what stands in no stage.
"""

import builtins
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from threading import get_ident
from time import perf_counter, process_time
from typing import Any, TypeVar

T = TypeVar("T")


class _Clock:
    """Seconds by stage. Those since `since` belong to the last of `open`; while that is empty, the clock is off."""

    def __init__(self) -> None:
        # A process has worked from its start on; what it waited for before this line, no portable clock says.
        self.since = perf_counter() - process_time()
        self.seconds: dict[str, float] = {}
        self.open: list[str] = []
        self.thread = 0

    def credit(self, name: str) -> None:
        now = perf_counter()
        self.seconds[name] = self.seconds.get(name, 0.0) + now - self.since
        self.since = now


class _Stage:
    def __init__(self, name: str) -> None:
        self.name = name

    def __enter__(self) -> None:
        _clock.credit(_clock.open[-1])
        _clock.open.append(self.name)

    def __exit__(self, *error: object) -> None:
        _clock.credit(_clock.open.pop())


_clock = _Clock()
_off = nullcontext()
_import = builtins.__import__


def stage(name: str) -> AbstractContextManager[None]:
    """Return a context whose time counts under `name`; no generator may yield inside it, see `each`.

    In a thread beside the main one it does nothing.
    """
    return _Stage(name) if _clock.open and _clock.thread == get_ident() else _off


def each(name: str, items: Iterable[T]) -> Iterable[T]:
    """Return the same items. The time that they take to come counts under `name`, what is done with them does not."""
    return _each(name, iter(items)) if _clock.open else items


def _each(name: str, items: Iterator[T]) -> Iterator[T]:
    end = object()
    while True:
        with stage(name):
            item = next(items, end)
        if item is end:
            return
        yield item  # type: ignore[misc]


def begin() -> None:
    """Start the clock: what has run since the process began is the first stage, and imports from here on are one."""
    if _clock.open:
        return
    _clock.credit("start")
    _clock.open, _clock.thread = ["other"], get_ident()
    builtins.__import__ = _timed_import


def _timed_import(*words: Any, **named: Any) -> Any:
    with stage("import"):
        return _import(*words, **named)


def end() -> str:
    """Stop the clock and return the table, a line a stage, in the order of their first ends; "" if it never ran."""
    if not _clock.open:
        return ""
    builtins.__import__ = _import
    _clock.credit("other")
    seconds = _clock.seconds
    _clock.seconds, _clock.open = {}, []
    return _table(seconds)


def _table(seconds: dict[str, float]) -> str:
    seconds["other"] = seconds.pop("other")
    total = sum(seconds.values())
    lines = [f"{value:9.3f} {value / total:7.1%}  {name}\n" for name, value in (seconds | {"total": total}).items()]
    return "".join(["  seconds   share  stage\n", *lines])
