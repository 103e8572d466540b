"""`python -m tests.bench FOLDER`: nb against scikit-learn, fastText and bogofilter, whole processes by turns.

FOLDER holds ham_5000.utf8 and spam_5000.utf8. Prints a table; nothing here passes or fails by a time.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

from tests.bench import accuracy, mail, table
from tests.bench.corpus import FILES, Corpus
from tests.bench.jobs import BULK, COMPARE, Jobs
from tests.bench.measure import Command, FailedError, Runs, by_turns, run
from tests.bench.tools import NB, SKLEARN, Tool, nb

SOURCE = "github.com/moon-hotel/MachineLearningWithMe at commit e31dbf44, folder AllBooKCode/data/spam/"
# A run of these takes some ten seconds on the peers' side.
SLOW_TURNS = 3
Results = dict[str, dict[str, Runs | str]]


def measured(corpus: Corpus, turns: int) -> Results:
    """Run all jobs and print each as it is done."""
    # What is only made the first time, compiled modules and jieba's cache, is made before anything counts.
    run(nb("--help"))
    run(Command([sys.executable, "-c", "import jieba, sklearn; jieba.initialize()"]))
    print(table.HEAD, flush=True)
    results: Results = {}
    for job in chain(Jobs(corpus), mail.jobs(corpus)):
        results[job.name] = by_turns(job.sides, min(turns, SLOW_TURNS) if job.slow else turns)
        print(job.name, *table.rows(results[job.name]), sep="\n", flush=True)
    return results


def agreement(results: Results) -> Iterator[str]:
    """Yield how far nb and scikit-learn did the same job."""
    ours, theirs = (printed(results, BULK, side).splitlines() for side in (NB, SKLEARN))
    alike = sum(a == b for a, b in zip(ours, theirs, strict=True))
    yield f"nb explicit and scikit-learn print the same label for {alike:,} of {len(ours):,} texts"
    cells, theirs = (json.loads(printed(results, COMPARE, side)) for side in (NB, SKLEARN))
    off = [abs(cell["right"] - theirs[f"{cell['features']} {cell['model']}"]) for cell in cells["cells"]]
    yield f"the cells of compare differ by at most {max(off)} texts"


def printed(results: Results, job: str, side: Tool) -> str:
    """Return what the last run printed; FailedError when there was none."""
    runs = results[job][side.name]
    if isinstance(runs, str):
        raise FailedError(f"{job}, {side.name}: {runs}")
    return runs[-1].output


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--turns", type=int, default=5, help=f"runs of each side (slow ones {SLOW_TURNS} at most)")
    asked = parser.parse_args()
    missing = [name for name in FILES if not (asked.folder / name).is_file()]
    if missing:
        print(f"bench: {asked.folder} has no {' and no '.join(missing)}; the public files: {SOURCE}", file=sys.stderr)
        return 2
    start = time.perf_counter()
    print(table.versions())
    with tempfile.TemporaryDirectory() as scratch:
        corpus = Corpus(asked.folder, Path(scratch))
        try:
            results = measured(corpus, asked.turns)
            print(*table.foot(), *agreement(results), *accuracy.lines(corpus), sep="\n")
        except FailedError as error:
            print(f"bench: {error}", file=sys.stderr)
            return 1
    print(f"all of it took {time.perf_counter() - start:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
