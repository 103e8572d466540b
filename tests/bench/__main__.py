"""`python -m tests.bench FOLDER`: nb against jieba and scikit-learn, whole processes by turns, on FOLDER's mails.

FOLDER holds ham_5000.utf8 and spam_5000.utf8. Prints a table; nothing here passes or fails by a time.
"""

import argparse
import json
import platform
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from tests.bench.measure import Command, Pair, by_turns, run

HERE = Path(__file__).parent
PACKAGES = ("nbcli", "numpy", "scikit-learn", "jieba", "rjieba", "joblib", "typer")
FILES = ("ham_5000.utf8", "spam_5000.utf8")
SOURCE = "github.com/moon-hotel/MachineLearningWithMe at commit e31dbf44, folder AllBooKCode/data/spam/"
RECIPE = ["--tokenizer=words", "--ngrams=1-2", "--features=category", "--model=multinomial", "--alpha=.1"]
BULK, COMPARE = "predict 10,001 texts", "compare, seven cells"
# A run of these takes some ten seconds on the peer's side.
SLOW_TURNS = 3


class Bench:
    """The corpus, a model of each side, and the commands."""

    def __init__(self, folder: Path, scratch: Path, turns: int) -> None:
        self.ham, self.spam = (folder / name for name in FILES)
        self.scratch, self.turns, self.slow_turns = scratch, turns, min(turns, SLOW_TURNS)
        self.nb_model, self.peer_model = str(scratch / "mail.nb"), str(scratch / "mail.joblib")

    def nb(self, *words: str, stdin: Path | None = None) -> Command:
        return Command([sys.executable, "-m", "nbcli", *words], stdin)

    def peer(self, script: str, *words: str, stdin: Path | None = None) -> Command:
        return Command([sys.executable, str(HERE / f"peer_{script}.py"), *words], stdin)

    def pairs(self) -> Iterator[tuple[str, Pair]]:
        """Yield what was measured and its figures. Training comes first: the others need its models."""
        corpus = [f"ham={self.ham}", f"spam={self.spam}"]
        texts = [path.read_text("utf-8").removesuffix("\n") for path in (self.ham, self.spam)]
        mails = self._file("mails.txt", "\n".join(texts) + "\n")
        # What is only made the first time, compiled modules and jieba's cache, is made before anything counts.
        run(self.nb("--help"))
        run(Command([sys.executable, "-c", "import jieba, sklearn; jieba.initialize()"]))
        yield (
            "train on 10,001 texts, words 1-2",
            by_turns(
                self.nb("train", *corpus, *RECIPE, "--name", self.nb_model),
                self.peer("train", str(self.ham), str(self.spam), self.peer_model),
                self.slow_turns,
            ),
        )
        yield BULK, self._predict(mails, self.slow_turns)
        yield "predict one text, cold", self._predict(self._file("han.txt", "公司代开发票，优惠\n"), self.turns)
        latin = self._file("latin.txt", "free tickets, call 0800 555 now\n")
        yield "predict one text without Han, cold", self._predict(latin, self.turns)
        yield (
            COMPARE,
            by_turns(
                self.nb("compare", *corpus, "--json"),
                self.peer("compare", str(self.ham), str(self.spam)),
                self.slow_turns,
            ),
        )
        yield "nb --help", by_turns(self.nb("--help"), Command([sys.executable, "-c", "pass"]), self.turns)

    def _predict(self, texts: Path, turns: int) -> Pair:
        ours = self.nb("predict", "--name", self.nb_model, stdin=texts)
        return by_turns(ours, self.peer("predict", self.peer_model, stdin=texts), turns)

    def _file(self, name: str, text: str) -> Path:
        path = self.scratch / name
        path.write_text(text, "utf-8")
        return path


def agreement(pairs: dict[str, Pair]) -> Iterator[str]:
    """Yield how far both sides did the same job."""
    ours, theirs = (run.output.splitlines() for run in (pairs[BULK].nb, pairs[BULK].peer))
    alike = sum(a == b for a, b in zip(ours, theirs, strict=True))
    yield f"both print the same label for {alike:,} of {len(ours):,} texts"
    cells = json.loads(pairs[COMPARE].peer.output)
    off = [abs(cell["right"] - cells[f"{cell['features']} {cell['model']}"]) for cell in _cells(pairs)]
    yield f"the cells of compare differ by at most {max(off)} of 3,001 texts"


def _cells(pairs: dict[str, Pair]) -> list[dict]:
    return json.loads(pairs[COMPARE].nb.output)["cells"]


def versions() -> str:
    found = [f"python {platform.python_version()}"]
    for name in PACKAGES:
        try:
            found.append(f"{name} {version(name)}")
        except PackageNotFoundError:
            found.append(f"{name} not installed")
    return ", ".join(found)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--turns", type=int, default=5, help=f"runs of each side (slow ones {SLOW_TURNS} at most)")
    asked = parser.parse_args()
    missing = [name for name in FILES if not (asked.folder / name).is_file()]
    if missing:
        print(f"bench: {asked.folder} has no {' and no '.join(missing)}; the public files: {SOURCE}", file=sys.stderr)
        return 2
    print(versions())
    print(f"{'':34} {'nb s':>7} {'peer s':>7} {'ratio':>6} {'cpu':>6} {'nb MB':>6} {'peer MB':>7}", flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        pairs = {}
        for what, pair in Bench(asked.folder, Path(scratch), asked.turns).pairs():
            pairs[what] = pair
            nb, peer = pair.nb, pair.peer
            times = f"{nb.seconds:7.3f} {peer.seconds:7.3f} {pair.ratio:6.2f} {pair.cpu_ratio:6.2f}"
            print(f"{what:34} {times} {nb.megabytes:6.0f} {peer.megabytes:7.0f}", flush=True)
    print("seconds: medians of whole processes, by turns; ratio: peer / nb, the median of the turns")
    print("cpu: the same ratio of processor seconds, which a busy machine disturbs less; MB: the most that a run had")
    print("peer: jieba and scikit-learn, for --help an empty python", *agreement(pairs), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
