"""The engine of many machines: tasks run by the workers of a Dask cluster, and results stay with them.

Dask does all of it: it places the tasks, moves results from worker to worker, and computes again what was lost with a
worker that died. Its own futures are used, not joblib's backend of it, which brings the result of every task home.
"""

import logging
from collections.abc import Callable
from operator import getitem
from typing import Any, Self

from nbcli.errors import NbError

_PATIENCE = 5


class Cluster:
    """`with Cluster("tcp://HOST:8786") as engine`; NbError where no scheduler or no worker is there."""

    def __init__(self, address: str) -> None:
        self._address = address
        self._client: Any = None

    def __enter__(self) -> Self:
        try:
            from distributed import Client
        except ImportError:
            raise NbError("--scheduler needs a package", remedy="pip install 'nbcli[dask]'") from None
        # What goes wrong is said in one line here.
        for name in ("distributed", "distributed.client"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            self._client = Client(  # type: ignore[no-untyped-call]
                self._address, timeout=_PATIENCE, set_as_default=False
            )
        except (OSError, ValueError) as error:
            raise NbError(
                f"no Dask scheduler answers ({_first_line(error)})",
                where=self._address,
                remedy="start one (dask scheduler) and name its address, tcp://HOST:8786",
            ) from None
        try:
            self._client.wait_for_workers(1, timeout=_PATIENCE)
        except OSError:
            self._client.close()
            raise NbError(
                "the scheduler has no workers", where=self._address, remedy=f"start some: dask worker {self._address}"
            ) from None
        return self

    def __exit__(self, *raised: Any) -> None:
        self._client.close()

    def submit(self, task: Callable[..., Any], *args: Any, parts: int | None = None) -> list[Any]:
        """Have a worker run task(*args), and return the future of its result, or those of its results."""
        whole = self._client.submit(task, *args, pure=False)
        if parts is None:
            return [whole]
        return [self._client.submit(getitem, whole, i, pure=False) for i in range(parts)]

    def gather(self, future: Any) -> Any:
        """Return a result, waiting for it; what its task raised is raised here, NbError where the cluster failed."""
        from distributed import KilledWorker
        from distributed.client import FutureCancelledError

        try:
            return future.result()
        except KilledWorker:
            why, remedy = "a task killed every worker that tried it", "give its workers more memory, or smaller files"
        except FutureCancelledError:
            why, remedy = "the scheduler is gone, or took the work back", "look at its log, and try again"
        except ModuleNotFoundError as error:
            why, remedy = f"the workers have no {error.name}", "install nbcli on all of them, and its extras"
        raise NbError(why, where=self._address, remedy=remedy)


def _first_line(error: Exception) -> str:
    return (str(error) or type(error).__name__).splitlines()[0]
