"""Time against length: of a text four times as long, no command takes much more than four times as long."""

import gc
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

import pytest

from nbcli.cli import run
from nbcli.reports.contents.evaluation import shortened
from nbcli.reports.contents.figures import clipped
from nbcli.system.display import width

# Short pieces of which a long line is made.
KINDS = {
    "letters": "a",
    "latin-1": "é",
    "mixed latin": "Ã©x",
    "han": "发票",
    "spaces": " ",
    "digits": "1",
    "marks": "!",
    "addresses": "a@a",
    "hosts": "www.",
    "tags": "<a ",
    "combining": "e\u0301",
    "control": "\x01",
    "labels": "__label__",
    "quotes": '""',
}
SHORT = 6_000
# A floor for what a command does whatever the length, and the noise of a shared machine.
FLOOR, MOST = 0.5, 10


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("long")
    (folder / "ham.txt").write_text("see you at noon\n明天开会\nthe draft\n" * 4, encoding="utf-8")
    (folder / "spam.txt").write_text("free money now\n代开发票\nwin a prize\n" * 4, encoding="utf-8")
    return folder


def seconds(words: list[str], text: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> float:
    """Return how long the command takes; `text` is in its files or on its stdin."""
    (place / "long.txt").write_text(text + "\n", encoding="utf-8")
    (place / "long.csv").write_text('label,text\nspam,"' + text.replace('"', '""') + '"\n', encoding="utf-8")
    (place / "long.jsonl").write_text(json.dumps({"label": "spam", "text": text}) + "\n", encoding="utf-8")
    (place / "long.eml").write_text(f"From: a@b.c\nTo: d@e.f\nSubject: x\n\n{text}\n", encoding="utf-8")
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="utf-8"))
    monkeypatch.setattr(sys, "stderr", io.StringIO())
    # What the tests before have left is no garbage of this command's, and takes long to look through.
    gc.freeze()
    start = perf_counter()
    status = run(words)
    taken = perf_counter() - start
    gc.unfreeze()
    assert status in (0, 1), sys.stderr.getvalue()  # type: ignore[attr-defined]
    return taken


COMMANDS: dict[str, Callable[[str], list[str]]] = {
    "train": lambda text: ["train", "ham=ham.txt", "spam=spam.txt", "spam=long.txt", "--name", "./long.nb"],
    "predict": lambda text: ["predict", "long.txt", "--name", "./m.nb", "--columns", "label,text"],
    "predict csv": lambda text: [
        "predict", "long.csv", "--input", "csv", "--text-column", "text", "--name", "./m.nb"
    ],
    "predict jsonl": lambda text: [
        "predict", "long.jsonl", "--input", "jsonl", "--text-column", "text", "--name", "./m.nb"
    ],
    "predict mail": lambda text: ["predict", "long.eml", "--mail", "--name", "./m.nb"],
    "explain": lambda text: ["explain", "--name", "./m.nb", "--", text.replace("\0", " ")],
    "explain page": lambda text: ["explain", "--name", "./m.nb", "--report", "html", "--", text.replace("\0", " ")],
    "words": lambda text: ["words", "--name", "./long.nb"],
    "evaluate": lambda text: ["evaluate", "long.csv", "--name", "./m.nb"],
    "check": lambda text: ["check", "ham=ham.txt", "spam=spam.txt", "spam=long.txt"],
    "compare": lambda text: ["compare", "ham=ham.txt", "spam=spam.txt", "spam=long.txt", "--tokenizer", "words"],
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_time_grows_with_the_length_and_no_faster(command: str, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(place)
    monkeypatch.setenv("NB_STORE", str(place))
    if not (place / "m.nb").exists():
        seconds(["train", "ham=ham.txt", "spam=spam.txt", "--name", "./m.nb"], "x", place, monkeypatch)
    if command == "words":
        seconds(COMMANDS["train"](""), "x" * SHORT, place, monkeypatch)
    make = COMMANDS[command]
    slow = {}
    for name, piece in KINDS.items():
        texts = [(piece * size)[:size] + "z" for size in (SHORT, 4 * SHORT)]
        # A shared machine may stop for a while: what looks slow is looked at again.
        for _ in range(3):
            short, long = (seconds(make(text), text, place, monkeypatch) for text in texts)
            if long <= MOST * short or long <= FLOOR + short:
                break
        else:
            slow[name] = (short, long)
    assert slow == {}


@pytest.mark.parametrize("piece", [*KINDS.values(), "字", "\u0301"])
@pytest.mark.parametrize("length", [1, 39, 40, 41, 60, 61, 1000])
def test_what_is_cut_is_as_wide_as_may_be_and_begins_as_the_text(piece: str, length: int) -> None:
    text = (piece * length)[:length]
    assert width(clipped(text)) <= 40 and width(shortened(text)) <= 60
    if text.isprintable() and width(text) <= 40 and len(text) <= 40:
        assert clipped(text) == text
