"""Workers: results in order, what is raised arrives, and nothing of them is left when they end, however they end."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import wait
from functools import partial
from pathlib import Path
from typing import IO

import numpy as np
import pytest

from nbcli.errors import NbError
from nbcli.system import worker
from nbcli.system.ordered import ordered
from nbcli.system.workers import Workers
from tests.conftest import MAIL_EN, environment


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def later(item: int) -> tuple[int, int]:
    time.sleep(0.002 * (item % 3))
    return item, os.getpid()


def refuse(item: int) -> int:
    if item == 5:
        raise NbError("five is not wanted", where="here:5", remedy="leave it out")
    if item == 7:
        raise ZeroDivisionError
    return item


def kill(item: int) -> int:
    if item == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return item


def answer_half_from_now_on() -> None:
    def half(pipe: IO[bytes], data: bytes) -> None:
        pipe.write(len(data).to_bytes(8, "little") + data[:5])
        pipe.flush()
        os.kill(os.getpid(), signal.SIGKILL)

    worker.send = half


def raise_a_stranger() -> None:
    class StrangerError(Exception):
        pass

    raise StrangerError("of no module")


def talk() -> str:
    print("aloud", flush=True)
    return sys.stdin.read()


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("jobs", [1, 3])
def test_results_come_in_order(jobs: int, live: bool) -> None:
    results = list(ordered(later, range(100), jobs, live=live))
    assert [item for item, _ in results] == list(range(100))
    workers = {pid for _, pid in results}
    assert workers == {os.getpid()} if jobs == 1 else os.getpid() not in workers and len(workers) <= jobs
    assert jobs == 1 or not any(map(alive, workers))


@pytest.mark.parametrize("live", [False, True])
def test_few_items_are_under_way(live: bool) -> None:
    read = 0

    def items() -> Iterator[int]:
        nonlocal read
        while read < 100:
            read += 1
            yield read

    for done, _ in enumerate(ordered(later, items(), 2, live=live), 1):
        assert read - done <= 5
        time.sleep(0.001)


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("jobs", [1, 2])
def test_what_is_raised_comes_in_its_place(jobs: int, live: bool) -> None:
    def items() -> Iterator[int]:
        yield from range(5)
        raise NbError("no more", where="corpus:6")

    for broken, said in ((range(9), "here:5: five is not wanted; leave it out"), (items(), "corpus:6: no more")):
        got = []
        with pytest.raises(NbError) as raised:
            got.extend(ordered(refuse, broken, jobs, live=live))
        assert str(raised.value) == said
    with pytest.raises(ZeroDivisionError):
        list(ordered(refuse, [7], jobs, live=live))


@pytest.mark.parametrize("live", [False, True])
def test_a_killed_worker_is_one_line(live: bool) -> None:
    with pytest.raises(NbError) as raised:
        list(ordered(kill, range(50), 2, live=live))
    assert str(raised.value) == "a worker process was killed, or ran out of memory; give fewer --jobs"
    with Workers(2) as workers:
        calls = [workers.submit(kill, item) for item in range(50)]
        assert [call.result() for call in calls[:5]] == list(range(5))
        with pytest.raises(NbError, match="killed"):
            calls[5].result()


def test_a_worker_killed_in_the_middle_of_an_answer_is_not_waited_for() -> None:
    with Workers(1) as workers:
        workers.submit(answer_half_from_now_on).result()
        with pytest.raises(NbError, match="killed"):
            workers.submit(later, 0).result()


def test_a_bug_shows_where_it_is_in_the_worker() -> None:
    with Workers(1) as workers:
        with pytest.raises(ZeroDivisionError) as raised:
            workers.submit(refuse, 7).result()
        assert "tests/test_jobs.py" in raised.value.__notes__[0]
        with pytest.raises(RuntimeError, match="of no module"):
            workers.submit(raise_a_stranger).result()
        assert workers.submit(refuse, 1).result() == 1


def test_what_a_call_prints_and_reads_is_apart() -> None:
    with Workers(1) as workers:
        assert workers.submit(talk).result() == ""


@pytest.mark.parametrize("live", [False, True])
def test_a_result_left_alone_ends_the_workers_at_once(live: bool) -> None:
    results = ordered(partial(time.sleep), [0, *[30] * 3], 2, live=live)
    began = time.monotonic()
    next(results)
    results.close()  # type: ignore[attr-defined]
    assert time.monotonic() - began < 20


def test_a_live_result_comes_before_the_next_item() -> None:
    reading, writing = os.pipe()
    with open(reading, "rb", buffering=0) as source, open(writing, "wb", buffering=0) as pipe:
        results = ordered(bytes.upper, iter(lambda: source.read(1), b""), 2, live=True)
        for letter in (b"a", b"b", b"c"):
            pipe.write(letter)
            assert next(results) == letter.upper()
        pipe.close()
        assert list(results) == []


def test_calls_take_and_give_arrays() -> None:
    with Workers(2) as workers:
        calls = [workers.submit(np.cumsum, np.full(1000, i)) for i in range(10)]
        assert len(wait(calls).done) == 10
        assert [call.result()[-1] for call in calls] == [1000 * i for i in range(10)]


# `nb predict --jobs 2`, as a process


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("jobs")
    command = [sys.executable, "-m", "nbcli", "train", MAIL_EN, "--alpha", "0.1"]
    subprocess.run(command, env=environment(folder), check=True, capture_output=True)
    return folder


class Predict(subprocess.Popen[bytes]):
    """`nb predict --jobs 2` that has answered one line, and waits for the next."""

    stdin: IO[bytes]
    stdout: IO[bytes]
    stderr: IO[bytes]

    def __init__(self, store: Path) -> None:
        # A shell ignores Ctrl-C in what it runs in the background, and so would what such a shell's tests start.
        super().__init__(
            [sys.executable, "-m", "nbcli", "predict", "--jobs", "2"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(store),
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        self.ask(b"free prize")
        assert self.stdout.readline() == b"spam\n"

    def ask(self, text: bytes) -> None:
        self.stdin.write(text + b"\n")
        self.stdin.flush()

    def below(self) -> list[int]:
        """Return the processes that this one started: its workers."""
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children")
        if not children.exists():
            self.kill()
            pytest.skip("no list of child processes in /proc")
        return [int(word) for word in children.read_text().split()]

    def workers(self) -> list[int]:
        return [pid for pid in self.below() if b"nbcli.system.worker" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def gone(processes: list[int]) -> bool:
    until = time.monotonic() + 20
    while any(map(alive, processes)) and time.monotonic() < until:
        time.sleep(0.02)
    return not any(map(alive, processes))


@pytest.mark.parametrize(
    ("number", "status", "of_all"),
    [(signal.SIGINT, 130, True), (signal.SIGINT, 130, False), (signal.SIGTERM, 143, False), (signal.SIGHUP, 129, True)],
)
def test_a_signal_ends_it_without_a_word(store: Path, number: signal.Signals, status: int, of_all: bool) -> None:
    with Predict(store) as predict:
        processes = predict.below()
        assert len(predict.workers()) == 2
        (os.killpg if of_all else os.kill)(predict.pid, number)
        assert predict.wait(20) == status
        assert (predict.stdout.read(), predict.stderr.read()) == (b"", b"")
    assert gone(processes)


def test_a_worker_killed_is_one_line_and_status_2(store: Path) -> None:
    with Predict(store) as predict:
        processes = predict.below()
        for pid in predict.workers():
            os.kill(pid, signal.SIGKILL)
        predict.ask(b"free prize")
        assert predict.wait(20) == 2
        said = predict.stderr.read()
    assert said == b"nb: a worker process was killed, or ran out of memory; give fewer --jobs\n"
    assert gone(processes)


def test_workers_of_a_process_that_was_killed_end(store: Path) -> None:
    with Predict(store) as predict:
        processes = predict.below()
        predict.kill()
    assert gone(processes)


def test_a_closed_pipe_ends_it_quietly(store: Path) -> None:
    with Predict(store) as predict:
        processes = predict.below()
        predict.stdout.close()
        predict.ask(b"free prize")
        assert predict.wait(20) == 0
        assert predict.stderr.read() == b""
    assert gone(processes)
