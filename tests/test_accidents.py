"""What goes wrong while a model is written: the old one stays and predicts, a line says why, nothing is left."""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import MAIL_EN, environment, nb_in

PYTHON = [sys.executable, "-m", "nbcli"]
ENDS = [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)]
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
# `nb` that holds a corpus in shards, says so, and waits.
STUCK_IN_SHARDS = """
import time
from nbcli import cli
from nbcli.training.shards import input_splits as _blocks
from nbcli.training.shards import Sharded
def learn(*given, **options):
    print("learning", flush=True)
    time.sleep(60)
_blocks.SHARD = 4
Sharded.learn = learn
cli.main()
"""


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Return a model that predicts, as a file."""
    folder = tmp_path_factory.mktemp("trained")
    done = nb_in(folder)(["train", MAIL_EN, "--model", "bernoulli", "--ngrams", "1", "--name", "m"])
    assert done.returncode == 0, done.stderr
    return (folder / "m.nb").read_bytes()


@pytest.fixture
def store(tmp_path: Path, trained: bytes) -> Path:
    (tmp_path / "store").mkdir()
    (tmp_path / "store/m.nb").write_bytes(trained)
    return tmp_path / "store"


@pytest.fixture
def more(tmp_path: Path) -> Path:
    (tmp_path / "more.txt").write_text("free prize, call now\nwin money\n")
    return tmp_path / "more.txt"


def content(store: Path) -> list[str]:
    return sorted(path.name for path in store.iterdir())


def predicts(store: Path) -> bool:
    done = nb_in(store)(["predict", "--name", "m"], "free prize, reply now\nminutes of the meeting\n")
    return (done.returncode, done.stdout, done.stderr) == (0, b"spam\nham\n", b"")


def texts(store: Path) -> bytes:
    """Return what info says of the number of texts."""
    shown = nb_in(store)(["info", "m"]).stdout.splitlines()
    return next(line for line in shown if line.startswith(b"texts"))


def started(command: list[str], store: Path) -> "subprocess.Popen[bytes]":
    # A shell ignores Ctrl-C in what it runs in the background, and so would what such a shell's tests start.
    return subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(store),
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def stuck(store: Path, arguments: list[str]) -> "subprocess.Popen[bytes]":
    process = started([sys.executable, "-c", STUCK, *arguments, "--name", "m"], store)
    assert process.stdout
    assert process.stdout.readline() == b"writing\n"
    return process


# Signals


@pytest.mark.parametrize("command", ["train", "update"])
@pytest.mark.parametrize(("number", "status"), ENDS)
def test_a_signal_while_a_model_is_written(
    store: Path, trained: bytes, more: Path, command: str, number: signal.Signals, status: int
) -> None:
    with stuck(store, [command, MAIL_EN] if command == "train" else [command, f"spam={more}"]) as process:
        assert len(content(store)) == 3  # the model, the lock, half a model
        process.send_signal(number)
        assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == status
    assert content(store) == ["m.nb"]
    assert (store / "m.nb").read_bytes() == trained


def test_a_signal_at_any_moment(store: Path) -> None:
    command = [*PYTHON, "train", MAIL_EN, "--name", "m"]
    began = time.monotonic()
    with started(command, store) as process:
        process.communicate(timeout=60)
    whole = time.monotonic() - began
    for number, part in zip((signal.SIGINT, signal.SIGTERM) * 2, (0.1, 0.4, 0.8, 0.95), strict=True):
        with started(command, store) as process:
            time.sleep(whole * part)
            process.send_signal(number)
            process.communicate(timeout=60)
        # In its first moments the interpreter itself is what is interrupted.
        assert process.returncode in (0, 130, 143, -number, 1)
        assert content(store) == ["m.nb"]
    assert predicts(store)


@pytest.mark.parametrize(("number", "status", "jobs"), [*((*end, "1") for end in ENDS), (signal.SIGTERM, 143, "2")])
def test_a_signal_while_a_corpus_is_in_shards(
    tmp_path: Path, store: Path, monkeypatch: pytest.MonkeyPatch, number: signal.Signals, status: int, jobs: str
) -> None:
    (tmp_path / "temporary").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "temporary"))
    command = [sys.executable, "-c", STUCK_IN_SHARDS, "train", MAIL_EN, "--jobs", jobs, "--name", "m"]
    with started(command, store) as process:
        assert process.stdout
        assert process.stdout.readline() == b"learning\n"
        assert len(content(tmp_path / "temporary")) == 1
        process.send_signal(number)
        assert process.communicate(timeout=20) == (b"", b"")
    assert process.returncode == status
    assert content(tmp_path / "temporary") == []
    assert content(store) == ["m.nb"]


def test_what_a_killed_process_leaves_is_no_hindrance_and_goes(store: Path, more: Path) -> None:
    with stuck(store, ["train", MAIL_EN]) as process:
        process.kill()
    assert len(content(store)) == 3
    assert predicts(store)
    done = nb_in(store)(["update", f"spam={more}", "--name", "m"])
    assert done.returncode == 0
    assert content(store) == ["m.nb"]
    assert predicts(store)


# Two at once


def test_trainings_to_one_name_at_once(store: Path) -> None:
    (store / "m.nb").unlink()
    recipes = [["--ngrams", "1"], ["--model", "bernoulli"], ["--tokenizer", "chars"]]
    at_once = [started([*PYTHON, "train", MAIL_EN, *recipe, "--name", "m"], store) for recipe in recipes]
    for process in at_once:
        process.communicate(timeout=60)
    assert [process.returncode for process in at_once] == [0, 0, 0]
    assert content(store) == ["m.nb"]
    assert predicts(store)


def test_updates_of_one_model_at_once_all_count(store: Path, more: Path) -> None:
    before = texts(store)
    one = nb_in(store)(["update", f"spam={more}", "--name", "m"])
    assert one.returncode == 0
    after_one = texts(store)
    at_once = [started([*PYTHON, "update", "--forget", f"spam={more}", "--name", "m"], store)]
    at_once += [started([*PYTHON, "update", "--again", f"spam={more}", "--name", "m"], store) for _ in range(2)]
    for process in at_once:
        process.communicate(timeout=60)
    assert [process.returncode for process in at_once] == [0, 0, 0]
    assert before != after_one
    done = nb_in(store)(["update", "--forget", f"spam={more}", "--name", "m"])
    assert done.returncode == 0
    assert texts(store) == after_one
    assert content(store) == ["m.nb"]


def test_a_training_waits_for_another_and_says_for_whom(store: Path) -> None:
    with (
        stuck(store, ["train", MAIL_EN]) as first,
        started([*PYTHON, "train", MAIL_EN, "--name", "m"], store) as second,
    ):
        assert second.stderr
        waiting = next(line for line in second.stderr if b"waiting" in line)
        assert waiting.startswith(f"nb: m.nb: waiting for process {first.pid}, since ".encode())
        first.terminate()
        second.communicate(timeout=60)
    assert (first.returncode, second.returncode) == (143, 0)
    assert content(store) == ["m.nb"]


# Disks

DRIVE = r"""
mount -t tmpfs -o size=$ROOM none "$NB_STORE" && cp "$OLD" "$NB_STORE/m.nb" && $THEN || exit 99
nb() { $PYTHON -m nbcli "$@" --name m; }
eval "nb $DO" && exit 98
[ $? = 2 ] || exit 97
cmp "$OLD" "$NB_STORE/m.nb" || exit 96
[ "$(ls -A "$NB_STORE")" = m.nb ] || exit 95
[ "$(echo free prize, reply now | nb predict)" = spam ] || exit 94
"""


@pytest.fixture(scope="module")
def _mounts() -> None:
    # In a namespace of its own: for nobody else is anything mounted.
    tried = ["unshare", "-m", "mount", "-t", "tmpfs", "none", "/mnt"]
    if not shutil.which("unshare") or subprocess.run(tried, capture_output=True).returncode:
        pytest.skip("no drive can be mounted here")


def on_a_drive(folder: Path, model: bytes, do: list[str], *, room: int, then: str = "true") -> list[str]:
    """Do it with the model on a drive of its own, which is gone with the shell it was mounted for; return stderr."""
    (folder / "drive").mkdir(exist_ok=True)
    (folder / "old.nb").write_bytes(model)
    given = {
        "ROOM": f"{room}k",
        "OLD": str(folder / "old.nb"),
        "THEN": then,
        "PYTHON": sys.executable,
        "DO": shlex.join(do),
    }
    done = subprocess.run(
        ["unshare", "-m", "sh", "-c", DRIVE],
        capture_output=True,
        text=True,
        env=environment(folder / "drive", given),
        timeout=120,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    return done.stderr.splitlines()


@pytest.mark.usefixtures("_mounts")
@pytest.mark.parametrize("command", ["train", "update"])
def test_a_full_disk(tmp_path: Path, trained: bytes, more: Path, command: str) -> None:
    do = [command, MAIL_EN] if command == "train" else [command, f"spam={more}"]
    for room in (0, 1, 8):  # none for the lock's word, none for the model, some for it
        size = -(-len(trained) // 4096) * 4 + 4 * room
        said = [line for line in on_a_drive(tmp_path, trained, do, room=size) if line.startswith("nb: ")]
        assert len(said) == 1
        assert said[0].startswith(f"nb: {tmp_path}/drive/m.nb: the model cannot be written (No space left on device)")
        assert "a model that was there is unchanged; choose another place" in said[0]


@pytest.mark.usefixtures("_mounts")
@pytest.mark.parametrize("command", ["train", "update"])
def test_a_drive_that_is_read_only(tmp_path: Path, trained: bytes, more: Path, command: str) -> None:
    do = [command, MAIL_EN] if command == "train" else [command, f"spam={more}"]
    then = f"mount -o remount,ro {tmp_path}/drive"
    said = on_a_drive(tmp_path, trained, do, room=1000, then=then)
    assert [line for line in said if line.startswith("nb: ")] == said[-1:]
    assert said[-1].startswith(f"nb: {tmp_path}/drive/.m.nb.lock: the model cannot be locked (Read-only file system)")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_is_read_only(store: Path, trained: bytes) -> None:
    store.chmod(0o555)
    done = nb_in(store)(["train", MAIL_EN, "--name", "m"])
    store.chmod(0o755)
    assert done.returncode == 2
    assert b"cannot be locked (Permission denied)" in done.stderr
    assert content(store) == ["m.nb"]
    assert (store / "m.nb").read_bytes() == trained
