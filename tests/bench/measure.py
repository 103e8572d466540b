"""Whole processes, two commands by turns: medians of their seconds, and the most memory that each ever had.

Seconds of the processor, of all threads, are there beside those of the clock: a busy machine disturbs them less.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from statistics import median


@dataclass(frozen=True)
class Command:
    """What to run, and the file that it reads as its stdin (None: nothing)."""

    words: Sequence[str]
    stdin: Path | None = None


@dataclass(frozen=True)
class Run:
    """Seconds from start to end, those of the processor, peak resident memory, and what was printed."""

    seconds: float
    cpu: float
    megabytes: float
    output: str


@dataclass(frozen=True)
class Pair:
    """Two commands measured by turns: medians of seconds, of the ratios turn by turn, and the largest memory."""

    nb: Run
    peer: Run
    ratio: float
    cpu_ratio: float


def run(command: Command) -> Run:
    """Run one process to its end; SystemExit with what it said when it fails."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err, open(command.stdin or os.devnull) as texts:
        start = time.perf_counter()
        process = subprocess.Popen(command.words, stdin=texts, stdout=out, stderr=err)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        err.seek(0)
        if process.returncode:
            sys.exit(f"bench: {' '.join(command.words)}: exit {process.returncode}\n{err.read().decode()}")
        # Kilobytes, but bytes on macOS.
        megabytes = usage.ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        return Run(seconds, usage.ru_utime + usage.ru_stime, megabytes, out.read().decode())


def by_turns(nb: Command, peer: Command, turns: int) -> Pair:
    """Run the two in turn, so that both meet the same moods of the machine."""
    runs = [(run(nb), run(peer)) for _ in range(turns)]
    ours, theirs = ([pair[side] for pair in runs] for side in (0, 1))
    ratio, cpu_ratio = (median(f(b) / f(a) for a, b in runs) for f in (attrgetter("seconds"), attrgetter("cpu")))
    return Pair(_middle(ours), _middle(theirs), ratio, cpu_ratio)


def _middle(runs: Sequence[Run]) -> Run:
    seconds, cpu = median(r.seconds for r in runs), median(r.cpu for r in runs)
    return Run(seconds, cpu, max(r.megabytes for r in runs), runs[-1].output)
