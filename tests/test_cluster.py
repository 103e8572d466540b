"""`nb train --scheduler` on a real Dask cluster: a scheduler and two worker processes on this machine."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from nbcli.corpus import file_by_file
from tests.conftest import MAIL_EN, MAIL_ZH, environment

distributed = pytest.importorskip("distributed")

EXPLICIT = ["--features", "tfidf", "--model", "complement", "--ngrams", "1"]
DASK = [sys.executable, "-m", "dask"]


class Dask:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.scheduler = self.start("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", self.file)
        self.workers = [self.worker(), self.worker()]
        deadline = time.monotonic() + 60
        while not self.file.exists():
            assert time.monotonic() < deadline, "the scheduler does not start"
            time.sleep(0.1)
        self.client = distributed.Client(scheduler_file=str(self.file), set_as_default=False, timeout=60)
        self.client.wait_for_workers(2, timeout=60)
        self.address = self.client.scheduler.address

    def start(self, *words: object) -> subprocess.Popen:
        where = ["--dashboard-address", "127.0.0.1:0"]
        with (self.folder / "log").open("a") as log:
            return subprocess.Popen([*DASK, *map(str, words), *where], stdout=log, stderr=log, cwd=self.folder)

    def worker(self) -> subprocess.Popen:
        more = ["--host", "127.0.0.1", "--nthreads", "1", "--no-nanny", "--local-directory", self.folder]
        return self.start("worker", "--scheduler-file", self.file, *more)

    def end(self) -> None:
        self.client.close()
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()


@pytest.fixture(scope="module")
def dask(tmp_path_factory) -> Iterator[Dask]:
    cluster = Dask(tmp_path_factory.mktemp("dask"))
    yield cluster
    cluster.end()


@pytest.fixture(scope="module")
def corpus(tmp_path_factory) -> Path:
    """Texts of words of the sample mails, a folder for each class, in several files."""
    return written(tmp_path_factory.mktemp("corpus"), files=6, texts=100)


def written(home: Path, files: int, texts: int) -> Path:
    rng = np.random.default_rng(5)
    for label in ("ham", "spam"):
        words = [(Path(folder) / f"{label}.txt").read_text("utf-8").split() for folder in (MAIL_EN, MAIL_ZH)]
        (home / label).mkdir()
        for i in range(files):
            lines = [" ".join(rng.choice(words[j % 2], 6)) for j in range(texts)]
            (home / label / f"{i}.txt").write_text("\n".join(lines) + "\n", "utf-8")
    return home


def specs(corpus: Path) -> list[str]:
    return [f"{path.parent.name}={path}" for path in sorted(corpus.glob("*/*.txt"))]


def nb(store: Path, *words: str) -> subprocess.Popen:
    env = environment(store, {"SOURCE_DATE_EPOCH": "0"})
    command = [sys.executable, "-m", "nbcli", *words]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")


def trained(store: Path, *words: str) -> bytes:
    process = nb(store, "train", *words)
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    return (store / "default.nb").read_bytes()


def test_the_cluster_learns_what_one_machine_does(dask, corpus, tmp_path):
    there = trained(tmp_path / "there", *specs(corpus), *EXPLICIT, "--scheduler", dask.address)
    assert there == trained(tmp_path / "here", *specs(corpus), *EXPLICIT)


def test_notes_and_folders_are_those_of_one_machine(dask, tmp_path):
    path = tmp_path / "mails.tsv"
    path.write_text("label\ttext\nham\tlunch today?\nspam\t\nspam\tfree offer\nham\tsee you\nspam\tbuy now\n", "utf-8")
    said = []
    for where in (["--scheduler", dask.address], []):
        process = nb(tmp_path / "store", "train", str(path), str(MAIL_ZH), *where, "--alpha", "1")
        said.append(process.communicate(timeout=120)[1].splitlines())
        assert process.returncode == 0
    assert said[0][0] == said[1][0] and "skipped 1 without text (line 3)" in said[0][0]
    assert said[0][-4:-2] == said[1][-4:-2]


def test_a_large_file_is_read_in_pieces(dask, corpus, tmp_path, monkeypatch):
    from nbcli.classifier.dataset import in_memory
    from nbcli.corpus import How, Log, read
    from nbcli.training.candidates import ORDERS
    from nbcli.training.shards import Files
    from nbcli.training.shards import input_splits as _pieces

    monkeypatch.setattr(_pieces, "_LARGE", 700)
    monkeypatch.setattr(_pieces, "SHARD", 10)
    few, log = specs(corpus)[3:5], Log()
    assert len(_pieces.input_splits(few)) > 8
    with Files(1) as engine:
        found = _pieces.read_input_splits(engine, few, How(), log, ORDERS[:1], "")
    whole = in_memory(["words"], read(few))
    assert sorted(found.digests.tolist()) == sorted(whole.digests.tolist())
    assert [line.split("; ")[-1] for line in log.notes()] == ["100 texts", "100 texts"]


def test_a_worker_killed_in_the_middle_changes_nothing(dask, corpus, tmp_path):
    """The default recipe is learned as on one machine, all the same."""
    process = nb(tmp_path / "there", "train", *specs(corpus), "--scheduler", dask.address)
    address, deadline = dask.client.scheduler_info()["workers"], time.monotonic() + 60
    pids = dask.client.run(os.getpid)
    while not all(dask.client.has_what().get(one) for one in address):
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.02)
    victim = next(worker for worker in dask.workers if worker.pid in pids.values())
    victim.kill()
    assert process.poll() is None, "the training was over before the worker was killed"
    _, said = process.communicate(timeout=120)
    assert process.returncode == 0, said
    dask.workers.append(dask.worker())
    dask.client.wait_for_workers(2, timeout=60)
    assert (tmp_path / "there/default.nb").read_bytes() == trained(tmp_path / "here", *specs(corpus))
    assert "Traceback" not in said and "distributed" not in said


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--scheduler", "tcp://127.0.0.1:9"], "nb: tcp://127.0.0.1:9: no Dask scheduler answers"),
        (["--scheduler", "nowhere"], "nb: nowhere: no Dask scheduler answers"),
        (["--scheduler", "tcp://127.0.0.1:9", "--jobs", "2"], "nb: --jobs and --scheduler do not go together"),
    ],
)
def test_a_scheduler_that_is_not_there_is_one_line(tmp_path, words, expected):
    process = nb(tmp_path, "train", str(MAIL_ZH), *words)
    out, said = process.communicate(timeout=60)
    assert process.returncode == 2 and out == ""
    assert said.startswith(expected) and said.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_what_a_worker_cannot_read_is_one_line(dask, tmp_path):
    bad = tmp_path / "bad.csv"
    bad.write_text('label,text\nham,"never closed\n' + "x,y\n" * 20, "utf-8")
    process = nb(tmp_path / "store", "train", str(bad), "--scheduler", dask.address)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2 and said.count("\n") == 1 and f"{bad}:2" in said
    process = nb(tmp_path / "store", "train", "ham=-", "spam=-", "--scheduler", dask.address)
    _, said = process.communicate(timeout=60)
    assert process.returncode == 2 and "stdin" in said and said.count("\n") == 1


def test_file_by_file_names_the_same_texts(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("ham.txt", "spam.csv.gz"):
        (tmp_path / "mails").mkdir(exist_ok=True)
        (tmp_path / "mails" / name).write_bytes(b"1234")
    (tmp_path / "box").mkdir()
    (tmp_path / "box" / "ham").mkdir()
    found = list(file_by_file(["mails", "ham=mails/ham.txt", "mails/spam.csv.gz", "box"]))
    inside = [(f"ham={tmp_path}/mails/ham.txt", 4), (f"spam={tmp_path}/mails/spam.csv.gz", 4)]
    assert found == [*inside, inside[0], (f"{tmp_path}/mails/spam.csv.gz", 4), (f"{tmp_path}/box", 0)]
