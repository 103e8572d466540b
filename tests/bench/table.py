"""The table of the benchmark, and the versions of all that was measured."""

import os
import platform
import resource
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from operator import attrgetter

from tests.bench.measure import Runs, middle, peak, ratio

PACKAGES = ("nbcli", "numpy", "scikit-learn", "jieba", "rjieba", "joblib", "typer", "fasttext-numpy2")
HEAD = f"{'':28} {'s':>7} {'cpu s':>7} {'MB':>6} {'file MB':>8} {'x nb':>7} {'x cpu':>7} {'x default':>9}"
_FOOT = """s: median seconds of whole processes, by turns; cpu s: of the processor
MB: the most memory that a run had (what is started by {own:.0f} MB shows no less); file MB: what it left
x nb: seconds / those of the job's first line, median of the turns; x cpu: the same of cpu s
x default: seconds / those of nb default"""


def foot() -> Iterator[str]:
    """Yield what the columns mean."""
    yield _FOOT.format(own=peak(resource.getrusage(resource.RUSAGE_SELF)))


def rows(results: Mapping[str, Runs | str]) -> Iterator[str]:
    """Yield a line for each side of a job."""
    sides = iter(results.values())
    first, second = next(sides), next(sides)
    default = second if "nb default" in results else None
    for name, runs in results.items():
        yield f"  {name:26} {runs if isinstance(runs, str) else _figures(runs, first, default)}"


def _figures(runs: Runs, first: Runs | str, default: Runs | str | None) -> str:
    seen = middle(runs)
    file = "" if seen.file_megabytes is None else f"{seen.file_megabytes:.1f}"
    times = [_times(first, runs, "seconds"), _times(first, runs, "cpu"), _times(default, runs, "seconds")]
    said = f"{seen.seconds:7.3f} {seen.cpu:7.3f} {seen.megabytes:6.0f} {file:>8}"
    return f"{said} {times[0]:>7} {times[1]:>7} {times[2]:>9}".rstrip()


def _times(ours: Runs | str | None, theirs: Runs, figure: str) -> str:
    if not isinstance(ours, list) or ours is theirs:
        return ""
    times = ratio(ours, theirs, attrgetter(figure))
    return f"{times:.2f}" if times > 0.1 else f"{times:.4f}"


def versions() -> str:
    """Return what was measured, on what."""
    found = [f"{os.cpu_count()} cores", f"python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join([*found, _bogofilter()])


def _bogofilter() -> str:
    if not shutil.which("bogofilter"):
        return "bogofilter not installed"
    said = subprocess.run(["bogofilter", "-V"], capture_output=True, text=True)
    return (said.stdout + said.stderr).partition("\n")[0].replace(" version", "")
