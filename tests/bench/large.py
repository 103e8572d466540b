"""`python -m tests.bench.large FILE.csv`: training on as many texts as asked, by one process and by several.

The texts are made by resampling FILE.csv, the one of shopping-zh. The peers learn the fewest texts. Exit status 1 when
the models of different numbers of jobs are not the same.
"""

import argparse
import hashlib
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.bench import resample, table
from tests.bench.tools import EXPLICIT, FASTTEXT_TUNED, MISSING, SKLEARN, nb
from tests.bench.watch import Watched, watched

SIZES, JOBS = (62_500, 250_000, 1_000_000), (1, 2)
RECIPES: dict[str, list[str]] = {"explicit": EXPLICIT, "default": []}
HEAD = (
    f"{'texts':>9} {'':22} {'s':>8} {'texts/s':>8} {'us/text':>8} {'x least':>8} {'x sklearn':>9} {'x cpu':>6} "
    f"{'cpu s':>8} {'cores':>6} {'MB':>7} {'largest':>8} {'file MB':>8}  body"
)
FOOT = """x least: time per text / that of the fewest texts with the same recipe and jobs (1: linear)
x sklearn: time per text of scikit-learn on the fewest texts / this one's; x cpu: the same of processor seconds
cores: processor seconds / seconds; body: SHA-256 of the model, without its first line
MB: most memory (PSS) of all processes together, every 0.2 s; largest: of the largest"""
# The time in a model's header is this one, so that models compare.
ENV = {"SOURCE_DATE_EPOCH": "0"}


@dataclass(frozen=True)
class Row:
    """A training, what it took, and the model that it left."""

    texts: int
    name: str
    took: Watched
    file: float
    body: str = ""

    @property
    def per_text(self) -> float:
        """Microseconds a text."""
        return self.took.seconds / self.texts * 1e6


def rows(corpus: Path, texts: int, jobs: Sequence[int], recipes: Sequence[str]) -> Iterator[Row]:
    """Yield nb's trainings on the corpus."""
    for recipe in recipes:
        for many in jobs:
            model = corpus.with_name("model.nb")
            command = nb("train", corpus, "--no-header", *RECIPES[recipe], "--jobs", many, "--name", model)
            took = watched(command.words, ENV)
            yield Row(texts, f"nb {recipe}, {many} job{'s' * (many > 1)}", took, _megabytes(model), body(model))
            model.unlink()


def peers(corpus: Path, texts: int) -> Iterator[Row | str]:
    """Yield what scikit-learn and fastText take on the same texts."""
    for tool in (SKLEARN, FASTTEXT_TUNED):
        if not tool.installed:
            yield f"{tool.name}: {MISSING}"
            continue
        model = corpus.with_name("model.peer")
        command = tool.train(model, [str(corpus)])
        yield Row(texts, tool.name, watched(command.words, dict(command.env)), _megabytes(model))
        model.unlink()


def body(model: Path) -> str:
    """Return the SHA-256 of all but the first line of a model."""
    with model.open("rb") as file:
        file.readline()
        return hashlib.file_digest(file, "sha256").hexdigest()


def _megabytes(path: Path) -> float:
    return path.stat().st_size / 1e6


def shown(row: Row, least: Row, sklearn: Row | None) -> str:
    """Return the row as a line of the table."""
    took = row.took
    against = f"{sklearn.per_text / row.per_text:.2f}" if sklearn else ""
    cpu = f"{sklearn.took.cpu / sklearn.texts / took.cpu * row.texts:.2f}" if sklearn else ""
    return (
        f"{row.texts:>9,} {row.name:22} {took.seconds:8.1f} {row.texts / took.seconds:8,.0f} {row.per_text:8.1f} "
        f"{row.per_text / least.per_text:8.2f} {against:>9} {cpu:>6} {took.cpu:8.1f} "
        f"{took.cpu / took.seconds:6.2f} {took.tree:7.0f} {took.largest:8.0f} {row.file:8.1f}  {row.body[:12]}"
    )


def measure(asked: argparse.Namespace, scratch: Path) -> list[Row]:
    """Train on every size, print each line as it is there, and return nb's rows."""
    drawn = resample.read_words(asked.corpus)
    corpus, sizes = scratch / "corpus.tsv", sorted(asked.sizes)
    found: list[Row] = []
    least: dict[str, Row] = {}
    sklearn: Row | None = None
    for texts in sizes:
        resample.write(corpus, drawn, texts, asked.seed)
        for row in peers(corpus, texts) if asked.peers and texts == sizes[0] else ():
            if isinstance(row, Row) and row.name == SKLEARN.name:
                sklearn = row
            print(shown(row, row, sklearn) if isinstance(row, Row) else row, flush=True)
        for row in rows(corpus, texts, asked.jobs, asked.recipes):
            found.append(row)
            print(shown(row, least.setdefault(row.name, row), sklearn), flush=True)
    return found


def differing(found: Sequence[Row]) -> list[str]:
    """Say of which trainings different numbers of jobs left different models."""
    bodies: dict[str, set[str]] = {}
    for row in found:
        bodies.setdefault(f"{row.texts:,} texts, {row.name.partition(',')[0]}", set()).add(row.body)
    return [f"NOT THE SAME MODEL: {name}" for name, some in bodies.items() if len(some) > 1]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.large", description=__doc__)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--sizes", type=_numbers, default=SIZES, metavar="N,...", help="how many texts")
    parser.add_argument("--jobs", type=_numbers, default=JOBS, metavar="N,...", help="how many processes")
    parser.add_argument("--recipes", type=_names, default=tuple(RECIPES), metavar="NAME,...", help=" or ".join(RECIPES))
    parser.add_argument("--no-peers", dest="peers", action="store_false", help="nb alone")
    parser.add_argument("--seed", type=int, default=0, help="of the texts")
    asked = parser.parse_args()
    print(table.versions())
    print(f"seed of the texts: {asked.seed}", HEAD, sep="\n", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        found = measure(asked, Path(scratch))
    off = differing(found)
    print(FOOT, *(off or ["the models are the same for every number of jobs"]), sep="\n")
    return int(bool(off))


def _numbers(words: str) -> list[int]:
    return [int(word) for word in words.split(",")]


def _names(words: str) -> list[str]:
    return words.split(",")


if __name__ == "__main__":
    sys.exit(main())
