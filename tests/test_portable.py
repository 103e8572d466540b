"""nb where there is no POSIX: the same outputs, locks and clean ends, by the counterparts that Windows has."""

import ast
import os
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.conftest import MAIL_EN, ROOT, environment

HOME = ROOT / "nbcli"
# What only POSIX has, or only Windows: `system` knows them, and nobody else.
MODULES = re.compile("ctypes|fcntl|grp|msvcrt|posix|pty|pwd|resource|select|selectors|signal|termios|tty|winreg")
CALLS = re.compile("dup2?|fchmod|fork|forkpty|fsync|get.?.?[gpu]id|kill|killpg|mkfifo|nice|p(read|write)|same.*|wait.*")


def named(path: Path) -> set[str]:
    """Return what of these a file imports or calls."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names if MODULES.fullmatch(alias.name)}
        elif isinstance(node, ast.ImportFrom) and MODULES.fullmatch(node.module or ""):
            found.add(str(node.module))
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "os":
            found |= {node.attr} if CALLS.fullmatch(node.attr) else set()
    return found


def test_no_room_but_system_names_what_only_posix_has() -> None:
    paths = {path.relative_to(HOME): named(path) for path in HOME.rglob("*.py")}
    assert {path: found for path, found in paths.items() if found and path.parts[0] != "system"} == {}
    assert {"fcntl", "signal", "select", "dup2"} <= set().union(*paths.values())


WITHOUT = str(ROOT / "tests/without_posix")
TIMES = re.compile(r"\d+(\.\d+)? s\b")
PYTHON = [sys.executable, "-m", "nbcli"]


def known(store: Path, *, posix: bool = False) -> dict[str, str]:
    path = str(ROOT) if posix else f"{WITHOUT}{os.pathsep}{ROOT}"
    return environment(store, {"PYTHONPATH": path, "SOURCE_DATE_EPOCH": "0"})


def nb(store: Path, *words: object, input: bytes = b"", posix: bool = False) -> "subprocess.CompletedProcess[bytes]":
    command = [*PYTHON, *map(str, words)]
    env = known(store, posix=posix)
    return subprocess.run(command, input=input, capture_output=True, env=env, cwd=store.parent, timeout=100)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    (tmp_path / "store").mkdir()
    (tmp_path / "more.txt").write_text("free prize, call now\nwin money\n")
    return tmp_path / "store"


def test_the_python_of_these_tests_has_no_posix(store: Path) -> None:
    code = "import fcntl"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=known(store))
    assert "ModuleNotFoundError" in done.stderr
    code = "import os, select, signal\nprint(hasattr(signal, 'SIGHUP'), hasattr(os, 'fork'), hasattr(select, 'poll'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=known(store))
    assert done.stdout == "False False False\n", done.stderr


LINES = b"".join(b"free prize number %d\nsee you at %d\n" % (i, i) for i in range(300))
STEPS: list[tuple[str, bytes]] = [
    (f"train {MAIL_EN} --name m", b""),
    (f"train {MAIL_EN} --model bernoulli --jobs 2 --name b", b""),
    ("predict --name m --proba", LINES),
    ("predict --name m --jobs 2", LINES),
    ("predict --name b more.txt", b""),
    ("update spam=more.txt --name m", b""),
    ("update --correct ham more.txt --name m", b""),
    (f"compare {MAIL_EN} --tokenizer words --features counts,idf --models all --html page.html", b""),
    (f"check {MAIL_EN} --fix clean.tsv", b""),
    ("models", b""),
]


def outcome(place: Path) -> list[object]:
    """Run the steps, and return all that they print and write, but for seconds and pages."""
    (place / "store").mkdir(parents=True)
    (place / "more.txt").write_text("free prize, call now\nwin money\n")
    found: list[object] = []
    for words, data in STEPS:
        done = nb(place / "store", *words.split(), input=data, posix=place.name == "with")
        assert done.returncode in (0, 1), done.stderr
        said = TIMES.sub("", done.stderr.decode()).replace(str(place), "")
        found.append((words, done.returncode, done.stdout, said))
    for path in sorted(path for path in place.rglob("*") if path.is_file()):
        found.append((path.relative_to(place), path.read_bytes() if path.suffix != ".html" else b""))
    return found


def test_the_same_outputs(tmp_path: Path) -> None:
    with ThreadPoolExecutor(2) as both:
        one, other = both.map(outcome, [tmp_path / "with", tmp_path / "without"])
    for here, there in zip(one, other, strict=True):
        assert here == there


def content(store: Path) -> list[str]:
    return sorted(path.name for path in store.iterdir())


# `nb` that stops in the middle of a model, says so, and waits.
STUCK = """
import sys, time
from nbcli import cli
from nbcli.store import stream
def dump(state, file):
    file.write(bytes(100_000))
    file.flush()
    print("writing", flush=True)
    time.sleep(60)
stream.dump = dump
cli.main()
"""


def stuck(store: Path) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [sys.executable, "-c", STUCK, "train", MAIL_EN, "--model", "bernoulli", "--ngrams", "1", "--name", "m"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=known(store),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert process.stdout
    assert process.stdout.readline() == b"writing\n"
    return process


@pytest.fixture
def trained(store: Path) -> Path:
    done = nb(store, "train", MAIL_EN, "--model", "bernoulli", "--ngrams", "1", "--name", "m")
    assert done.returncode == 0, done.stderr
    return store


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_leaves_nothing(trained: Path, number: signal.Signals, status: int) -> None:
    before = (trained / "m.nb").read_bytes()
    with stuck(trained) as process:
        assert len(content(trained)) == 3  # the model, the lock, half a model
        process.send_signal(number)
        assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == status
    assert content(trained) == ["m.nb"]
    assert (trained / "m.nb").read_bytes() == before


def test_what_a_killed_process_leaves_is_no_hindrance_and_goes(trained: Path) -> None:
    with stuck(trained) as process:
        process.kill()
    assert len(content(trained)) == 3
    done = nb(trained, "update", "spam=more.txt", "--name", "m")
    assert done.returncode == 0, done.stderr
    assert content(trained) == ["m.nb"]


def test_one_waits_for_another_and_all_count(trained: Path) -> None:
    updates = [[*PYTHON, "update", f"spam=more{i}.txt", "--name", "m"] for i in range(3)]
    for i in range(3):
        (trained.parent / f"more{i}.txt").write_text(f"a new text {i}\nanother one {i}\n")
    env, place = known(trained), trained.parent
    with stuck(trained) as first:
        waiting = [subprocess.Popen(command, stderr=subprocess.PIPE, env=env, cwd=place) for command in updates]
        assert waiting[0].stderr
        line = next(line for line in waiting[0].stderr if b"waiting" in line)
        assert line.startswith(f"nb: m.nb: waiting for process {first.pid}, since ".encode())
        # What is left of the first is swept while the others write.
        first.kill()
        for process in waiting:
            process.communicate(timeout=60)
    assert [process.returncode for process in waiting] == [0, 0, 0]
    assert content(trained) == ["m.nb"]
    shown = nb(trained, "info", "m").stdout.splitlines()
    assert b"266" in next(line for line in shown if line.startswith(b"texts"))


def test_signals_wait_where_none_can_be_masked(store: Path) -> None:
    code = """
import os, signal
from nbcli.system.signals import held_back
try:
    with held_back():
        os.kill(os.getpid(), signal.SIGINT)
        print("whole", flush=True)
    print("never")
except KeyboardInterrupt:
    print("then")
print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=known(store))
    assert (done.stdout, done.stderr) == ("whole\nthen\nTrue\n", "")


@pytest.mark.parametrize("posix", [True, False])
def test_a_worker_in_the_middle_of_a_call_ends_with_its_caller(store: Path, posix: bool) -> None:
    code = """
import os, time
from nbcli.system.workers import Workers
with Workers(1) as workers:
    print(workers.submit(os.getpid).result(), flush=True)
    workers.submit(time.sleep, 60).result()
"""
    env = known(store, posix=posix)
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, env=env) as process:
        assert process.stdout
        worker = int(process.stdout.readline())
        time.sleep(0.3)
        process.kill()
    until = time.monotonic() + 20
    while Path(f"/proc/{worker}").exists() and time.monotonic() < until:
        time.sleep(0.02)
    assert not Path(f"/proc/{worker}").exists()
