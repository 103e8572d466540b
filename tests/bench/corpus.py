"""The mails of spam-zh as the jobs need them: all of them, a held-out part, and 100 new ones."""

import random
from collections.abc import Sequence
from pathlib import Path

LABELS = ("ham", "spam")
FILES = ("ham_5000.utf8", "spam_5000.utf8")
NEW, TEST_SHARE, SEED = 100, 0.3, 0
Texts = dict[str, list[str]]


class Corpus:
    """Files in `scratch`, each made when it is asked for."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.scratch = scratch
        self.files = {label: folder / name for label, name in zip(LABELS, FILES, strict=True)}
        self.texts: Texts = {
            label: path.read_text("utf-8").removesuffix("\n").split("\n") for label, path in self.files.items()
        }
        self.specs = [f"{label}={path}" for label, path in self.files.items()]

    def __len__(self) -> int:
        return sum(map(len, self.texts.values()))

    def file(self, name: str, text: str) -> Path:
        path = self.scratch / name
        path.write_text(text, "utf-8")
        return path

    def lines(self, name: str, texts: Sequence[str]) -> Path:
        return self.file(name, "".join(f"{text}\n" for text in texts))

    def all_lines(self) -> Path:
        return self.lines("all.txt", [text for texts in self.texts.values() for text in texts])

    def known_and_new(self) -> tuple[list[str], list[str]]:
        """Return the corpus without its last 100 texts, 50 a label, and those, each as LABEL=FILE."""
        half = NEW // len(LABELS)
        known = {label: texts[:-half] for label, texts in self.texts.items()}
        new = {label: texts[-half:] for label, texts in self.texts.items()}
        return self._specs("known", known), self._specs("new", new)

    def held_out(self) -> tuple[list[str], Path, list[str]]:
        """Return a part to train on, as LABEL=FILE, one to test on, a text a line, and its labels; copies dropped."""
        deal = random.Random(SEED)
        train: Texts = {}
        test: list[str] = []
        truth: list[str] = []
        seen: set[str] = set()
        for label, texts in self.texts.items():
            distinct = [text for text in dict.fromkeys(texts) if text not in seen]
            seen.update(distinct)
            deal.shuffle(distinct)
            cut = round(len(distinct) * TEST_SHARE)
            train[label] = distinct[cut:]
            test += distinct[:cut]
            truth += [label] * cut
        return self._specs("train", train), self.lines("test.txt", test), truth

    def _specs(self, name: str, texts: Texts) -> list[str]:
        return [f"{label}={self.lines(f'{name}-{label}.txt', part)}" for label, part in texts.items()]
