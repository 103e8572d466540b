"""`nb predict` over a long stream: python -m tests.bench.stream [--lines N,...] [--jobs N,...]

Numbered lines of the sample corpus go through a pipe, and come back behind their labels: all of them, in order? The
memory of all processes must not grow with their number: its peak in the first half of the time and in the second.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, cycle, islice
from pathlib import Path
from typing import IO

from tests.bench.tools import EXPLICIT, nb
from tests.bench.watch import Watch

ROOT = Path(__file__).parents[2]
MAILS = ROOT / "data/mail-en"
LINES, JOBS = (100_000, 1_000_000, 10_000_000), (1, 2)
_WIDTH = 40


@dataclass(frozen=True)
class Streamed:
    """What came out: how many answers, whether each stood where its line did; and what it took."""

    answers: int
    in_order: bool
    seconds: float
    cores: float
    halves: tuple[float, float]


def numbered(lines: int) -> Iterator[bytes]:
    """Yield so many lines, no two alike."""
    texts = [line[:_WIDTH] for name in ("ham", "spam") for line in (MAILS / f"{name}.txt").read_bytes().splitlines()]
    plain = [text for text in texts if text.isascii() and not set(text) & set(b"\\\t\r")]
    return islice((b"%s %d\n" % pair for pair in zip(cycle(plain), count(), strict=False)), lines)


def train(store: Path) -> Path:
    """Train on the sample corpus; return the model."""
    model = store / "stream.nb"
    subprocess.run(nb("train", MAILS, *EXPLICIT, "--name", model).words, check=True, stderr=subprocess.DEVNULL)
    return model


def run(model: Path, lines: int, jobs: int) -> Streamed:
    """Stream so many lines through `nb predict`; CalledProcessError when it fails."""
    words = nb("predict", "--name", model, "--columns=label,text", "--jobs", jobs).words
    start = time.perf_counter()
    feeder = subprocess.Popen([sys.executable, "-m", "tests.bench.stream", "--feed", str(lines)], stdout=-1, cwd=ROOT)
    predict = subprocess.Popen(words, stdin=feeder.stdout, stdout=-1, start_new_session=True)
    assert feeder.stdout and predict.stdout
    feeder.stdout.close()
    with Watch(predict.pid) as watch:
        answers, in_order = check(predict.stdout, numbered(lines))
        if status := predict.wait():
            raise subprocess.CalledProcessError(status, words)
    feeder.wait()
    seconds = time.perf_counter() - start
    half = len(watch.trees) // 2
    peaks = max(watch.trees[:half], default=0.0), max(watch.trees[half:], default=0.0)
    return Streamed(answers, in_order, seconds, watch.cpu / seconds, peaks)


def check(answers: IO[bytes], lines: Iterator[bytes]) -> tuple[int, bool]:
    """Return how many answers there are, and whether each has the text of its line."""
    found, in_order = 0, True
    for answer in answers:
        in_order = in_order and answer.partition(b"\t")[2] == next(lines, None)
        found += 1
    return found, in_order


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.stream", description=__doc__)
    parser.add_argument("--lines", type=_numbers, default=LINES, metavar="N,...", help="how many lines")
    parser.add_argument("--jobs", type=_numbers, default=JOBS, metavar="N,...", help="how many processes")
    parser.add_argument("--feed", type=int, metavar="N", help="write so many lines and do nothing else")
    asked = parser.parse_args()
    if asked.feed is not None:
        sys.stdout.buffer.writelines(numbered(asked.feed))
        return 0
    right = True
    print(f"{'lines':>12} {'jobs':>5} {'s':>8} {'lines/s':>8} {'cores':>6} {'MB':>6} {'then':>6}  order", flush=True)
    with tempfile.TemporaryDirectory() as store:
        model = train(Path(store))
        for lines in asked.lines:
            for jobs in asked.jobs:
                seen = run(model, lines, jobs)
                kept = seen.in_order and seen.answers == lines
                right = right and kept
                figures = f"{seen.seconds:8.1f} {lines / seen.seconds:8,.0f} {seen.cores:6.2f}"
                memory = f"{seen.halves[0]:6.0f} {seen.halves[1]:6.0f}"
                order = "kept" if kept else f"NOT KEPT, {seen.answers:,} answers"
                print(f"{lines:>12,} {jobs:>5} {figures} {memory}  {order}", flush=True)
    print("MB: most memory (PSS) of all processes together in the first half of the time; then: in the second")
    return int(not right)


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(",")]


if __name__ == "__main__":
    sys.exit(main())
