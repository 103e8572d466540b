"""What reaches a terminal: nothing that steers it, whatever stands in files and labels; and a stderr that is full."""

import json
import os
import subprocess
import sys
from pathlib import Path
from unicodedata import category

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.system.display import harmless
from tests.conftest import Nb, environment

pytestmark = pytest.mark.skipif(not hasattr(os, "openpty"), reason="needs terminals")

BAD = "a\x1b[2Jb\x9bc\u202ed\u200be\u2066f\x07g"


@given(st.text(st.characters(codec="utf-8")))
def test_harmless_text_has_nothing_that_steers(text: str) -> None:
    found = harmless(text)
    assert not any(ord(char) < 32 and char not in "\n\t" for char in found)
    assert not set(found) & {"\x7f", "\x9b", "\u200b", "\u202e", "\u2066", "\ufeff", "\U000e0041"}
    assert harmless(found) == found
    # Marks that are printable by Unicode may have no width: U+034F, the variation selectors beyond U+E0100.
    seen = "".join(char for char in text if char.isprintable() and category(char) != "Mn")
    assert harmless(seen) == seen


@given(st.dictionaries(st.text(max_size=4), st.text(max_size=6), max_size=3))
def test_json_stays_json(record: dict[str, str]) -> None:
    assert json.loads(harmless(json.dumps(record, ensure_ascii=False))) == record


def on_terminal(store: Path, arguments: list[object], data: bytes = b"") -> bytes:
    """Return what a process writes to a terminal that is its stdout and stderr."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "nbcli", *map(str, arguments)]
    env = environment(store, {"NO_COLOR": "1"})
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        assert process.stdin
        process.stdin.write(data)
        process.stdin.close()
        out = b""
        try:
            while piece := os.read(ours, 1 << 16):
                out += piece
        except OSError:  # Linux says so that nobody writes any more
            pass
    os.close(ours)
    return out.replace(b"\r\n", b"\n")


@pytest.fixture
def model(tmp_path: Path, run_nb: Nb) -> Path:
    lines = [
        json.dumps({"text": f"{BAD} {word}", "label": f"{label}{BAD}"}) for label, word in [("x", "u u"), ("y", "v v")]
    ]
    (tmp_path / "c.jsonl").write_text("\n".join(lines * 5) + "\n", encoding="utf-8")
    done = run_nb(["train", tmp_path / "c.jsonl", "--tokenizer", "words", "--name", tmp_path / "m.nb"])
    assert done.returncode == 0, done.stderr.decode()
    (tmp_path / f"bad{BAD.replace('/', '')}.csv").write_text(f'text,other\n"{BAD}",1\n', encoding="utf-8")
    return tmp_path / "m.nb"


@pytest.mark.parametrize(
    "arguments",
    [
        ["predict"],
        ["predict", "--json"],
        ["predict", "--columns", "label,text"],
        ["predict", "--only", f"x{BAD}"],
        ["predict", "--input", "csv", "--text-column", "1"],
        ["predict", "--input", "jsonl"],
        ["predict", "--mail", "--header"],
        ["info"],
        ["info", "--json"],
        ["explain", BAD],
        ["explain", BAD, "--json"],
        ["words", "--report", "csv"],
        ["words", "--report", "json"],
        ["words", "--report", "markdown"],
        ["check", "c.jsonl"],
        ["check", "c.jsonl", "--report", "csv"],
        ["check", "c.jsonl", "--json"],
        ["check", "c.jsonl", "--fix", "-"],
        ["evaluate", "c.jsonl", "--report", "csv"],
        ["evaluate", "no such file"],
        ["predict", "no such file"],
    ],
)
def test_nothing_raw_reaches_a_terminal(arguments: list[str], model: Path) -> None:
    given_ = [str(model.parent / word) if word == "c.jsonl" else word for word in arguments]
    given_ = [f"{model.parent}/{BAD}" if word == "no such file" else word for word in given_]
    named = [] if given_[0] == "check" else ["--name", str(model)]
    data = f'{{"text": "{json.dumps(BAD)[1:-1]}"}}\n' if "jsonl" in given_ else f"{BAD}\nu u\n"
    out = on_terminal(model.parent, [*given_, *named], data.encode())
    assert out.strip() and b"Traceback" not in out
    text = out.decode("utf-8", "surrogateescape")
    assert not set(text) & set("\x1b\x9b\u202e\u200b\u2066\x07"), text


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
@pytest.mark.parametrize("arguments, status", [(["train"], 0), (["predict"], 2), (["check"], 1), (["update"], 0)])
def test_a_full_stderr_does_not_change_what_was_done(
    arguments: list[str], status: int, model: Path, tmp_path: Path
) -> None:
    corpus = str(tmp_path / "c.jsonl")
    more = {
        "train": [corpus, "--name", "n"],
        "predict": ["no file"],
        "check": [corpus],
        "update": [corpus, "--name", str(model)],
    }
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "nbcli", *arguments, *more[arguments[0]]]
        done = subprocess.run(command, stderr=full, stdout=subprocess.DEVNULL, env=environment(tmp_path / "store"))
    assert done.returncode == status
    assert (tmp_path / "store/n.nb").exists() is (arguments == ["train"])
