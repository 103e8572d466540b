"""What runs tasks, and how results are merged by it."""

from collections.abc import Callable
from typing import Any, Protocol

Handle = Any
# Results are merged by so many at a time.
_FAN_IN = 8


class Engine(Protocol):
    """What runs tasks: `submit` returns handles of their results, which other tasks take as arguments."""

    def submit(self, task: Callable[..., Any], *args: Any, parts: int | None = None) -> list[Handle]:
        """Run task(*args), and return the handle of its result, or those of its results, `parts` of them."""

    def gather(self, handle: Handle) -> Any:
        """Return a result to this process; raise what its task raised."""


def tree_reduce(engine: Engine, task: Callable[..., Any], handles: list[Handle]) -> Handle:
    """Return the handle of the task's result for all, some taken together at a time."""
    while len(handles) > 1:
        some = [handles[i : i + _FAN_IN] for i in range(0, len(handles), _FAN_IN)]
        handles = [engine.submit(task, *each)[0] for each in some]
    return handles[0]
