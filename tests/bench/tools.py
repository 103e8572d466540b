"""What is measured: nb, and what a user would pick instead, each with the commands of its jobs."""

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from tests.bench.measure import Command

PEERS = Path(__file__).parent / "peers"
EXPLICIT = ["--tokenizer=words", "--ngrams=1-2", "--features=counts", "--model=multinomial", "--alpha=.1"]
TUNED = {"wordNgrams": 2, "epoch": 25, "lr": 0.2, "dim": 50, "bucket": 200_000}
# fastText 0.10.4 reads memory that it has not written, and its loss becomes NaN in most runs; where the allocator
# takes every matrix fresh from the kernel (glibc), it is zeros.
_FRESH_PAGES = {"MALLOC_MMAP_THRESHOLD_": "100000"}


@dataclass(frozen=True)
class Tool:
    """A program with one way of training; `needs` says whether it is installed.

    train(model, specs): learn LABEL=FILE into a new model. predict(model, texts): a label for every line.
    """

    name: str
    train: Callable[[Path, Sequence[str]], Command]
    predict: Callable[[Path, Path], Command]
    installed: bool = True


def nb(*words: object, stdin: Path | None = None, writes: Path | None = None) -> Command:
    return Command([sys.executable, "-m", "nbcli", *map(str, words)], stdin, writes)


def python(script: str, *words: object, stdin: Path | None = None, writes: Path | None = None) -> Command:
    """Return the command of a peer's script."""
    env = _FRESH_PAGES if script.startswith("fasttext") else {}
    return Command([sys.executable, str(PEERS / f"{script}.py"), *map(str, words)], stdin, writes, env=env)


def _nb_train(options: Sequence[str], model: Path, specs: Sequence[str]) -> Command:
    return nb("train", *specs, *options, "--name", model, writes=model)


def _nb_predict(model: Path, texts: Path) -> Command:
    return nb("predict", "--name", model, stdin=texts)


def _sklearn_train(model: Path, specs: Sequence[str]) -> Command:
    return python("sklearn_train", model, *specs, writes=model)


def _sklearn_predict(model: Path, texts: Path) -> Command:
    return python("sklearn_predict", model, stdin=texts)


def _fasttext_train(settings: dict[str, float], model: Path, specs: Sequence[str]) -> Command:
    return python("fasttext_train", model, json.dumps(settings), *specs, writes=model)


def _fasttext_predict(model: Path, texts: Path) -> Command:
    return python("fasttext_predict", model, stdin=texts)


NB = Tool("nb explicit", partial(_nb_train, EXPLICIT), _nb_predict)
DEFAULT = Tool("nb default", partial(_nb_train, []), _nb_predict)
SKLEARN = Tool("scikit-learn", _sklearn_train, _sklearn_predict)
_HAS_FASTTEXT = find_spec("fasttext") is not None
FASTTEXT = Tool("fastText", partial(_fasttext_train, {}), _fasttext_predict, _HAS_FASTTEXT)
FASTTEXT_TUNED = Tool("fastText tuned", partial(_fasttext_train, TUNED), _fasttext_predict, _HAS_FASTTEXT)
MISSING = "not installed"
TOOLS = (NB, DEFAULT, SKLEARN, FASTTEXT, FASTTEXT_TUNED)
