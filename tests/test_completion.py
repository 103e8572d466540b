"""Completion in a real bash, by the script that nb prints: what TAB makes of a line, and what it costs."""

import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from nbcli.choices import choices
from tests.conftest import ROOT, environment, nb_in
from tests.test_architecture import HEAVY

BASH = shutil.which("bash") or ""
pytestmark = pytest.mark.skipif(not BASH, reason="there is no bash")
# The function stands for nb where a line is run, and shows its words; to complete, bash's script runs the one on PATH.
READY = """
PS1=; bind 'set bell-style none'; bind 'set enable-bracketed-paste off'
nb() { printf '<%s>' "$@"; echo " END"; }; source "$SCRIPT"; stty -echo; echo READY
"""


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with nb on PATH in bin, its script for bash, and two models in store."""
    folder = tmp_path_factory.mktemp("completion")
    (folder / "bin").mkdir()
    (folder / "bin/nb").write_text(f"#!{sys.executable}\nfrom nbcli.__main__ import main\nmain()\n")
    (folder / "bin/nb").chmod(0o755)
    rows = [f"{label}\ttext number {i}\n" for label in ("very good", "it's bad", "垃圾", "a:b") for i in range(3)]
    (folder / "corpus.tsv").write_text("label\ttext\n" + "".join(rows), encoding="utf-8")
    for name in ("mail", "other"):
        done = nb_in(folder / "store")(["train", folder / "corpus.tsv", "--model", "multinomial", "--name", name])
        assert done.returncode == 0, done.stderr
    command = [BASH, "--norc", "-c", "nb --show-completion; true"]
    done = subprocess.run(command, capture_output=True, text=True, env=known(folder), timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("complete -o default -F _nb_completion nb\n")
    (folder / "script").write_text(done.stdout)
    return folder


def known(place: Path) -> dict[str, str]:
    path = f"{place / 'bin'}:{os.environ['PATH']}"
    return environment(place / "store", {"PATH": path, "SCRIPT": str(place / "script"), "TERM": "dumb"})


def offered(place: Path, *words: str) -> list[str]:
    """Return what bash is told for the last of these words."""
    code = (
        'source "$SCRIPT"; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _nb_completion nb; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    command = [BASH, "--norc", "-c", code, "bash", "nb", *words]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", env=known(place), cwd=place, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    return sorted(done.stdout.splitlines())


def test_commands_and_options(place: Path) -> None:
    assert offered(place, "") == sorted(choices("commands"))
    assert offered(place, "pre") == ["predict"]
    assert offered(place, "predict") == ["predict"]
    assert offered(place, "--timings", "pre") == ["predict"]
    assert offered(place, "--show") == ["--show-completion"]
    assert offered(place, "predict", "--pro") == ["--proba"]
    assert {"--name", "--only", "--is", "--timings"} <= set(offered(place, "predict", "--"))


@pytest.mark.parametrize(
    ("words", "stage"),
    [
        (["train", "--tokenizer"], "tokenizers"),
        (["train", "x=y", "--model"], "models"),
        (["train", "--features"], "vectorizers"),
        (["check", "--report"], "reports"),
        (["check", "--format"], "corpus"),
        (["compare", "--models"], "models"),
    ],
)
def test_choices(place: Path, words: list[str], stage: str) -> None:
    assert set(choices(stage)) <= set(offered(place, *words, ""))
    first = choices(stage)[0]
    assert first in offered(place, *words, "=", first[:2])
    if words[0] == "compare":
        assert f"gaussian\\,{first}".replace("\\,", ",") in offered(place, *words, f"gaussian,{first[:2]}")


def test_models_corpora_and_labels(place: Path) -> None:
    assert offered(place, "info", "") == ["mail", "other"]
    assert offered(place, "predict", "--name", "ma") == ["mail"]
    assert offered(place, "predict", "--name", "=", "ma") == ["mail"]
    assert offered(place, "fetch", "s") == ["shopping-zh", "sms-en", "spam-zh"]
    labels = sorted(["very\\ good", "it\\'s\\ bad", "垃圾", "a\\:b"])
    for words in (["predict", "--only"], ["predict", "--is"], ["words", "--label"], ["update", "x=y", "--correct"]):
        assert offered(place, *words, "") == [""]  # there is no model "default": bash offers its files
        assert offered(place, words[0], "--name", "mail", *words[1:], "") == labels
        assert offered(place, words[0], "--name", str(place / "store/mail.nb"), *words[1:], "垃") == ["垃圾"]
    assert offered(place, "train", "ham=x", "spam=y", "--for", "s") == ["spam"]
    assert offered(place, "train", "ham", "=", "x", "spam", "=", "y", "--for", "") == ["ham", "spam"]


def test_nothing_is_said_of_what_is_wrong(place: Path) -> None:
    (place / "broken.nb").write_bytes(b"\xff\n")
    for name in ("broken.nb", ".", "/", "nowhere/x"):
        assert offered(place, "predict", "--name", name, "--only", "") == [""]
    assert offered(place, "predict", "--nonsense", "") == [""]


def test_tab(place: Path) -> None:
    """Type lines into a bash, TABs and all, and see what it runs."""
    lines = {
        "nb pred\t--name ma\t--only ve\t": "<predict><--name><mail><--only><very good>",
        "nb predict --name=ma\t--only=it\t": "<predict><--name=mail><--only=it's bad>",
        "nb predict --name mail --only 'very g\t": "<predict><--name><mail><--only><very good>",
        "nb predict --name mail --is a\t": "<predict><--name><mail><--is><a:b>",
        "nb info ot\t": "<info><other>",
        "nb train x=corp\t--model gau\t": "<train><x=corpus.tsv><--model><gaussian>",
    }
    leader, follower = pty.openpty()
    command = [BASH, "--norc", "-i"]
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, env=known(place), cwd=place, start_new_session=True
    )
    os.close(follower)
    try:
        os.write(leader, READY.strip().replace("\n", "; ").encode() + b"\n")
        until(leader, "\nREADY")
        for typed, run in lines.items():
            os.write(leader, typed.encode() + b"\n")
            assert run + " END" in until(leader, " END"), typed
    finally:
        process.kill()
        process.wait()
        os.close(leader)


def until(leader: int, end: str) -> str:
    text, patience = "", time.monotonic() + 30
    while end not in text and time.monotonic() < patience:
        if select.select([leader], [], [], 1)[0]:
            text += os.read(leader, 4096).decode("utf-8", "replace").replace("\r", "")
    return text


def test_help_is_two_lines_longer() -> None:
    command = [sys.executable, "-m", "nbcli", "--help"]
    shown = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}).stdout
    options = shown.partition("Options:\n")[2].partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in options] == [
        "--version",
        "--timings",
        "--install-completion",
        "--show-completion",
        "-h,",
    ]


def test_a_shell_that_is_none_has_a_remedy(place: Path) -> None:
    code = "import sys, typer._completion_shared as s, nbcli.cli\ns._get_shell_name = lambda: None\n"
    code += "import typer.completion as c\nc._get_shell_name = s._get_shell_name\nsys.exit(nbcli.cli.run(sys.argv[1:]))"
    for option in ("--show-completion", "--install-completion"):
        command = [sys.executable, "-c", code, option]
        done = subprocess.run(command, capture_output=True, text=True, env=known(place), timeout=60)
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "nb: no completion is known for this shell; run it from bash, zsh, fish or PowerShell\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_it_is_installed(place: Path, tmp_path: Path, shell: str) -> None:
    code = f"import sys, nbcli.cli\nfrom typer import _completion_shared as s\ns._get_shell_name = lambda: {shell!r}\n"
    code += "sys.exit(nbcli.cli.run(['--install-completion']))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=known(place) | {"HOME": str(tmp_path)}
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"{shell} completion installed in {tmp_path}" in done.stdout


def test_it_imports_little(place: Path) -> None:
    """A TAB costs what --version does, and what the command named imports."""
    code = "import sys, os, nbcli.cli\nstatus = nbcli.cli.run()\n"
    code += "print(sorted(name for name in sys.modules if '.' not in name or name.startswith('nbcli.commands.')))"
    asked = {"_NB_COMPLETE": "complete_bash", "COMP_WORDS": "nb\npredict\n--name\nmail\n--only\n", "COMP_CWORD": "5"}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=known(place) | asked)
    assert "very\\ good" in done.stdout
    loaded = set(eval(done.stdout.splitlines()[-1]))
    assert loaded & HEAVY == set()
    assert {name for name in loaded if name.startswith("nbcli.commands.") and "._" not in name} == {
        "nbcli.commands.predict"
    }


def test_without_a_question_nothing_of_it_is_imported(place: Path) -> None:
    code = "import sys, nbcli.cli\nnbcli.cli.run(['predict', '--help'])\nprint('nbcli.cli.completion' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=known(place))
    assert done.stdout.endswith("False\n")
