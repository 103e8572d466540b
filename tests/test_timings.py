"""`--timings`: on every command, beside its output and never in it, and every second counted once."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from nbcli.choices import choices
from nbcli.system import timing
from tests.conftest import MAIL_EN, Nb, environment, nb_in

LINE = re.compile(r" *(\d+\.\d{3}) +(\d+\.\d)%  ([a-z ]+)")
TEXT = "free money now\n"
POINTS = "".join(["a,b,class\n", *(f"{i % 7},{i % 5 + 3 * (i % 2)},{'xy'[i % 2]}\n" for i in range(60))])
ARGUMENTS = {
    "agree": [MAIL_EN, MAIL_EN],
    "check": [MAIL_EN, "--top", "1"],
    "compare": [MAIL_EN, "--tokenizer", "words", "--models", "multinomial", "--features", "counts"],
    "evaluate": [MAIL_EN, "--name", "mail"],
    "explain": [TEXT.strip(), "--name", "mail"],
    "export": ["mail", "-", "--to", "json"],
    "fetch": [],
    "info": ["mail"],
    "models": [],
    "pick": ["-", "--name", "mail"],
    "predict": ["--name", "mail"],
    "regions": ["-", "--label-column", "class", "--densities", "gaussian"],
    "rm": ["again"],
    "train": [MAIL_EN, "--model", "multinomial", "--name", "again"],
    "update": [MAIL_EN, "--name", "other"],
    "words": ["--name", "mail"],
}
# Some of those that a command must have.
STAGES = {
    "check": {"import", "read", "count", "learn", "leave out", "check", "render"},
    "compare": {"import", "read", "count", "learn", "classify", "score", "render"},
    "evaluate": {"read", "classify", "score", "render"},
    "explain": {"explain", "render"},
}


@pytest.fixture(scope="module")
def nb(tmp_path_factory: pytest.TempPathFactory) -> Nb:
    """Return what runs nb in a store with two models."""
    run = nb_in(tmp_path_factory.mktemp("timings"))
    for name in ("mail", "other"):
        assert run(["train", MAIL_EN, "--model", "multinomial", "--name", name]).returncode == 0
    return run


def table(said: bytes) -> dict[str, float]:
    """Return the seconds by stage of the table at the end of stderr; each line must have the share that it says."""
    lines = said.decode().partition("  seconds   share  stage\n")[2].splitlines()
    found = [LINE.fullmatch(line) for line in lines]
    assert found and all(found)
    seconds = {match[3]: float(match[1]) for match in found if match}
    assert len(seconds) == len(lines)
    # Seconds are rounded to a thousandth, shares to a tenth of a hundredth.
    off = 0.05 + 100 * 0.001 / seconds["total"]
    for match in found:
        assert match and abs(float(match[2]) - 100 * seconds[match[3]] / seconds["total"]) <= off
    return seconds


@pytest.mark.parametrize("command", choices("commands"))
def test_every_command_says_where_its_time_went(command: str, nb: Nb) -> None:
    words = [command, *ARGUMENTS[command]]
    train = ["train", *ARGUMENTS["train"]]
    # What is removed has to be there each time.
    plain, timed = (
        (nb(train) if command == "rm" else None, nb([*words, *option], POINTS if command == "regions" else TEXT))[1]
        for option in ([], ["--timings"])
    )
    assert timed.returncode == plain.returncode
    assert timed.returncode in (0, 1)
    assert timed.stdout == plain.stdout
    assert b"share  stage" not in plain.stderr
    seconds = table(timed.stderr)
    *stages, last = seconds
    assert (stages[0], stages[-1], last) == ("start", "other", "total")
    assert STAGES.get(command, set()) <= set(stages)
    # Each line is rounded to a thousandth.
    assert abs(sum(seconds[name] for name in stages) - seconds["total"]) <= 0.0005 * (len(stages) + 1)


@pytest.mark.parametrize("command", [None, *choices("commands")])
def test_help_has_it(command: str | None, nb: Nb) -> None:
    assert b"--timings" in nb([*([command] if command else []), "--help"]).stdout


def test_it_may_stand_before_the_command(nb: Nb) -> None:
    assert table(nb(["--timings", "models"]).stderr)["total"] > 0


def test_an_answer_of_no_is_an_answer(nb: Nb) -> None:
    done = nb(["predict", "--name", "mail", "--only", "ham", "--timings"], TEXT)
    assert (done.returncode, done.stdout) == (1, b"")
    assert table(done.stderr)


@pytest.mark.parametrize("words", [["models", "--nope"], ["predict", "--name", "none"], ["words", "--top", "0"]])
def test_an_error_is_one_line(words: list[str], nb: Nb) -> None:
    done = nb([*words, "--timings"])
    assert done.returncode == 2
    assert len(done.stderr.decode().splitlines()) == 1


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_reader_that_leaves_is_no_error(unbuffered: str, tmp_path: Path) -> None:
    command = f"{sys.executable} -m nbcli models --timings 2>&1 | true; exit ${{PIPESTATUS[0]}}"
    env = environment(tmp_path, {"PYTHONUNBUFFERED": unbuffered})
    assert subprocess.run(["bash", "-c", command], env=env).returncode == 0


# The clock, by a clock of our own

CLOCK = [0.0]


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[float], None]]:
    """Put timings on a clock that stands still; return what moves it."""
    CLOCK[0] = 0.0
    monkeypatch.setattr(timing, "perf_counter", lambda: CLOCK[0])
    monkeypatch.setattr(timing, "_clock", timing._Clock())
    timing._clock.since = 0.0
    yield passes
    timing.end()


def passes(seconds: float) -> None:
    CLOCK[0] += seconds


def seconds() -> dict[str, float]:
    return {line.split("  ")[-1]: float(line.split()[0]) for line in timing.end().splitlines()[1:]}


def test_a_stage_inside_another_takes_its_time_away(now: Callable[[float], None]) -> None:
    now(1)
    timing.begin()
    with timing.stage("outer"):
        now(2)
        with timing.stage("inner"):
            now(4)
            with timing.stage("outer"):
                now(8)
        now(16)
    now(32)
    assert seconds() == {"start": 1, "outer": 26, "inner": 4, "other": 32, "total": 63}


def test_an_iterator_counts_while_it_works_and_its_user_does_not(now: Callable[[float], None]) -> None:
    def items() -> Iterator[int]:
        for number in range(3):
            now(1)
            yield number
        now(1)

    timing.begin()
    with timing.stage("use"):
        for _ in timing.each("read", items()):
            now(10)
    assert seconds() == {"start": 0, "use": 30, "read": 4, "other": 0, "total": 34}


def test_an_error_ends_the_stages_that_it_passes(now: Callable[[float], None]) -> None:
    timing.begin()
    with pytest.raises(ValueError, match="passes"), timing.stage("outer"), timing.stage("inner"):
        now(2)
        raise ValueError("passes")
    now(1)
    assert seconds() == {"start": 0, "inner": 2, "outer": 0, "other": 1, "total": 3}


def test_imports_are_a_stage_of_their_own(
    now: Callable[[float], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "nb_slow.py").write_text(f"from {__name__} import passes\npasses(7)\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    timing.begin()
    with timing.stage("read"):
        import nb_slow  # type: ignore[import-not-found]  # noqa: F401
    assert seconds() == {"start": 0, "read": 0, "import": 7, "other": 0, "total": 7}


def test_another_thread_counts_for_nothing(now: Callable[[float], None]) -> None:
    def work() -> None:
        with timing.stage("beside"):
            now(5)

    timing.begin()
    with timing.stage("wait"):
        thread = Thread(target=work)
        thread.start()
        thread.join()
    assert seconds() == {"start": 0, "wait": 5, "other": 0, "total": 5}


def test_off_nothing_is_counted_and_nothing_wrapped() -> None:
    items = [1, 2]
    assert timing.each("read", items) is items
    with timing.stage("read"):
        pass
    assert timing.end() == ""
