"""A corpus as large as wanted: `python -m tests.bench.resample FILE.csv TEXTS OUT.tsv [--seed N]`.

It has `label<TAB>text` lines. Each text takes its label and length from a text of shopping-zh, and that many words from
all words of the label, each by itself. Pairs of words are therefore more varied than in real texts, which makes a model
of them larger, not smaller. The same seed gives the same texts, and fewer texts are the beginning of more.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nbcli.classifier.dataset import in_memory
from nbcli.corpus import How, read

# Drawn at a time, always all of them, so that the number of texts does not change the texts.
CHUNK = 10_000


@dataclass(frozen=True)
class Drawn:
    """What the texts of one label are drawn from: the words of all its texts, and how many each text has."""

    label: str
    words: NDArray[np.object_]
    lengths: NDArray[np.int64]


def read_words(path: Path, label_column: str = "label") -> list[Drawn]:
    """Return the words of shopping-zh, label by label, as nb's tokenizer cuts them."""
    how = How(label_column=label_column, text_columns=("review",))
    corpus = in_memory(["words"], read([str(path)], how))
    tokens = corpus.tokens["words"]
    # Words with an ASCII letter or digit at the end get a space, lest they become one with the next.
    spelt = np.array([f"{w} " if w[-1:].isascii() and w[-1:].isalnum() else w for w in tokens.symbols.words()], object)
    lengths = np.diff(tokens.offsets)
    drawn = []
    for code, label in enumerate(corpus.labels):
        rows = np.flatnonzero((corpus.codes == code) & (lengths > 0))
        drawn.append(Drawn(label, spelt[tokens.take(rows).ids], lengths[rows]))
    return drawn


def lines(drawn: list[Drawn], texts: int, seed: int) -> Iterator[str]:
    """Yield `label<TAB>text` lines."""
    random = np.random.default_rng(seed)
    shares = np.array([len(part.lengths) for part in drawn], dtype=float)
    for start in range(0, texts, CHUNK):
        codes = random.choice(len(drawn), CHUNK, p=shares / shares.sum())
        made = [_texts(part, int((codes == code).sum()), random) for code, part in enumerate(drawn)]
        yield from [next(made[code]) for code in codes[: texts - start].tolist()]


def _texts(part: Drawn, many: int, random: np.random.Generator) -> Iterator[str]:
    lengths = random.choice(part.lengths, many)
    words = part.words[random.integers(len(part.words), size=lengths.sum())].tolist()
    ends = np.cumsum(lengths).tolist()
    return (f"{part.label}\t{''.join(words[a:b])}\n" for a, b in zip([0, *ends], ends, strict=False))


def write(path: Path, drawn: list[Drawn], texts: int, seed: int) -> None:
    """Write so many texts to `path`."""
    with path.open("w", encoding="utf-8") as file:
        file.writelines(lines(drawn, texts, seed))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.resample")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("texts", type=int)
    parser.add_argument("out", type=Path)
    parser.add_argument("--label-column", default="label")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    write(asked.out, read_words(asked.corpus, asked.label_column), asked.texts, asked.seed)
    print(f"{asked.texts:,} texts, seed {asked.seed}, {asked.out.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
