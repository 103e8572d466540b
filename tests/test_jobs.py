"""Workers: results in order, what is raised arrives, and nothing of them is left when they end, however they end."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import wait
from functools import partial

import numpy as np
import pytest

from nbcli.errors import NbError
from nbcli.ordered import ordered
from nbcli.workers import Workers


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


@pytest.mark.parametrize("live", [False, True])
@pytest.mark.parametrize("jobs", [1, 2, 3])
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
    with Workers(2) as workers, pytest.raises(NbError, match="killed"):
        for item in range(50):
            workers.submit(kill, item)
            time.sleep(0.01)


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
