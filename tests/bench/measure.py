"""Whole processes, several commands by turns: their seconds, and the most memory that each ever had.

Seconds of the processor, of all threads, are there beside those of the clock: a busy machine disturbs them less.
The process that measures must stay small: a child's peak begins with the memory of its parent.
"""

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median


@dataclass(frozen=True)
class Command:
    """What to run, the file that it reads as its stdin (None: nothing), and the file that it leaves.

    `fresh` are a file and where a copy of it is put before each run, for a command that changes it. `good` are the
    statuses that are no failure.
    """

    words: Sequence[str]
    stdin: Path | None = None
    writes: Path | None = None
    fresh: tuple[Path, Path] | None = None
    env: Mapping[str, str] = field(default_factory=dict)
    good: Sequence[int] = (0,)


@dataclass(frozen=True)
class Run:
    """Seconds from start to end, those of the processor, peak resident memory, size of the file left, and output."""

    seconds: float
    cpu: float
    megabytes: float
    file_megabytes: float | None
    output: str


class FailedError(Exception):
    """A command that failed; the message is the last line that it said."""


def run(command: Command) -> Run:
    """Run one process to its end; FailedError when it fails."""
    if command.fresh:
        shutil.copyfile(*command.fresh)
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(command.stdin or os.devnull) as texts:
        start = time.perf_counter()
        env = os.environ | command.env
        process = subprocess.Popen(command.words, stdin=texts, stdout=out, stderr=err, env=env)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode not in command.good:
            said = err.read().decode().strip().splitlines() or [f"exit {process.returncode}"]
            raise FailedError(said[-1])
        megabytes = peak(usage)
        cpu = usage.ru_utime + usage.ru_stime
        return Run(seconds, cpu, megabytes, size_of(command.writes), out.read().decode())


def peak(usage: resource.struct_rusage) -> float:
    """Return the most megabytes of memory that was in use; the system says kilobytes, but bytes on macOS."""
    return usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)


def size_of(path: Path | None) -> float | None:
    """Return how many megabytes (of 1,000,000 bytes) the file has, None where there is none."""
    return path.stat().st_size / 1e6 if path and path.exists() else None


Runs = list[Run]


def by_turns(sides: Mapping[str, Command | str], turns: int) -> dict[str, Runs | str]:
    """Run all of them in turn, so that all meet the same moods of the machine.

    What has no command stands as it is; what fails gives what it said.
    """
    results: dict[str, Runs | str] = {name: side if isinstance(side, str) else [] for name, side in sides.items()}
    for _ in range(turns):
        for name, command in sides.items():
            runs = results[name]
            if isinstance(runs, str) or isinstance(command, str):
                continue
            try:
                runs.append(run(command))
            except FailedError as error:
                results[name] = f"failed: {error}"
    return results


def middle(runs: Runs) -> Run:
    """Return the median seconds, the largest memory, and what the last run printed and left."""
    seconds, cpu = median(r.seconds for r in runs), median(r.cpu for r in runs)
    return Run(seconds, cpu, max(r.megabytes for r in runs), runs[-1].file_megabytes, runs[-1].output)


def ratio(ours: Runs, theirs: Runs, of: Callable[[Run], float]) -> float:
    """Return the median, turn by turn, of theirs / ours."""
    return median(of(b) / of(a) for a, b in zip(ours, theirs, strict=True))
