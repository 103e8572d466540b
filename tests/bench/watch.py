"""A process and all that it starts, watched from the outside while they run (Linux only)."""

import os
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

EVERY = 0.2
_TICKS = os.sysconf("SC_CLK_TCK")
# Where these stand after the name in /proc/PID/stat.
_SESSION, _USER, _SYSTEM = 3, 11, 12


class Watch:
    """Memory and processor time of all processes of a session, five times a second: `with Watch(pid) as watch`.

    The memory is the proportional share (PSS): what several processes share counts once.
    """

    def __init__(self, session: int) -> None:
        self.session = session
        # Megabytes of the whole tree, sample by sample.
        self.trees: list[float] = []
        self.largest = 0.0
        self._cpu: dict[int, float] = {}
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def cpu(self) -> float:
        """Seconds of the processor, of all processes, as last seen of each."""
        return sum(self._cpu.values())

    @property
    def tree(self) -> float:
        """The most megabytes of all processes together."""
        return max(self.trees, default=0.0)

    def _watch(self) -> None:
        while not self._ended.wait(EVERY):
            sizes = []
            for pid, cpu in _processes(self.session):
                self._cpu[pid] = cpu
                sizes.append(_megabytes(pid))
            self.trees.append(sum(sizes))
            self.largest = max(self.largest, *sizes, 0.0)


def _processes(session: int) -> Iterator[tuple[int, float]]:
    """Yield the number and the processor seconds of every process of the session."""
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(stat[_SESSION]) == session:
            yield int(folder.name), (int(stat[_USER]) + int(stat[_SYSTEM])) / _TICKS


def _megabytes(pid: int) -> float:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in lines if line.startswith("Pss:")), 0.0)


@dataclass(frozen=True)
class Watched:
    """What a command took: seconds, of the processor too, and the most megabytes of all and of the largest process."""

    seconds: float
    cpu: float
    tree: float
    largest: float


def watched(words: Sequence[str], env: dict[str, str]) -> Watched:
    """Run a command to its end; RuntimeError with its last line when it fails."""
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            words, stdin=subprocess.DEVNULL, stdout=said, stderr=said, env=os.environ | env, start_new_session=True
        )
        with Watch(process.pid) as watch:
            _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            said.seek(0)
            raise RuntimeError(f"{' '.join(words)}: exit {process.returncode}: {said.read().decode()[-500:]}")
    # A short run may end between two looks; children that it did not wait for are in the looks alone.
    return Watched(seconds, max(watch.cpu, usage.ru_utime + usage.ru_stime), watch.tree, watch.largest)
