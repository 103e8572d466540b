"""What runs the tasks. On one machine that is worker processes, whose results lie in files until they are needed."""

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Protocol, Self
from weakref import finalize

import numpy as np

from nbcli.errors import NbError
from nbcli.system.workers import Workers

Handle = Any
# A function, and its arguments.
Task = tuple[Any, ...]
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


class Stored:
    """A result in a file, which goes with the last that knows of it.

    `ready` is the task that writes it, and `needs` what that task reads.
    """

    def __init__(self, path: Path, ready: "Future[None] | None" = None, needs: Sequence[Any] = ()) -> None:
        self.path = path
        self.ready = ready
        self.needs = needs
        finalize(self, path.unlink, missing_ok=True)


class Files:
    """`with Files(jobs) as engine`: `jobs` processes, with 1 this one; the files are in a temporary folder of its own.

    The folder is gone at the end.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._exits = ExitStack()
        self._number = 0

    def __enter__(self) -> Self:
        self._folder = Path(self._exits.enter_context(TemporaryDirectory(prefix="nb-", ignore_cleanup_errors=True)))
        self._workers = self._exits.enter_context(Workers(self._jobs)) if self._jobs > 1 else None
        return self

    def __exit__(self, *raised: Any) -> None:
        self._exits.__exit__(*raised)

    def submit(self, task: Callable[..., Any], *args: Any, parts: int | None = None) -> list[Stored]:
        """Run task(*args), results of other tasks among them, and return where the result will be.

        Or the results, where it returns `parts` of them. The results among args are waited for, and what their tasks
        raised is raised here; with one process, what this one raises too.
        """
        names = range(self._number, self._number + (parts or 1))
        self._number = names.stop
        paths = [self._folder / str(name) for name in names]
        given = [_Kept(_path(arg)) if isinstance(arg, Stored) else arg for arg in args]
        if self._workers is None:
            _run(task, given, paths, parts)
            return [Stored(path) for path in paths]
        needs = [arg for arg in args if isinstance(arg, Stored)]
        ready = self._workers.submit(_run, task, given, paths, parts)
        return [Stored(path, ready, needs) for path in paths]

    def gather(self, stored: Stored) -> Any:
        """Return a result, waiting for it; what its task raised is raised here."""
        return _load(_path(stored))


class _Kept:
    """An argument that stands in a file."""

    def __init__(self, path: Path) -> None:
        self.path = path


def _path(stored: Stored) -> Path:
    if stored.ready is not None:
        stored.ready.result()
        stored.ready, stored.needs = None, ()
    return stored.path


def _run(task: Callable[..., Any], args: Sequence[Any], paths: Sequence[Path], parts: int | None) -> None:
    found = task(*(_load(arg.path) if isinstance(arg, _Kept) else arg for arg in args))
    for path, result in zip(paths, [found] if parts is None else found, strict=True):
        _dump(result, path)


def _dump(result: Any, path: Path) -> None:
    try:
        with path.open("wb") as file:
            if isinstance(result, np.ndarray):
                np.save(file, result)
            else:
                pickle.dump(result, file, protocol=5)
    except OSError as error:
        raise no_room(error, path.parent) from None


def no_room(error: OSError, folder: Path) -> NbError:
    """Return what to raise when a file in the temporary folder cannot be written."""
    return NbError(
        f"the counts of the shards cannot be written ({error.strerror or error})",
        where=str(folder),
        remedy="make room, or set TMPDIR to a folder with more",
    )


def _load(path: Path) -> Any:
    """Return the result in a file. An array is left in the file and read where it is looked at, shared by all."""
    with path.open("rb") as file:
        magic = file.read(len(np.lib.format.MAGIC_PREFIX))
    if magic == np.lib.format.MAGIC_PREFIX:
        return np.load(path, mmap_mode="r")
    with path.open("rb") as file:
        return pickle.load(file)
