"""The streams of the process: one room touches them, and what goes to a terminal cannot steer it."""

import ast
import io

import pytest

from nbcli.system.terminal import Environment
from tests.test_architecture import MODULES

STREAMS = {"stdin", "stdout", "stderr"}


def touched(tree: ast.Module) -> set[int]:
    """Return the lines that name a stream of the process, or print to one."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in STREAMS and isinstance(node.value, ast.Name):
            found |= {node.lineno} if node.value.id == "sys" else set()
        if isinstance(node, ast.ImportFrom) and node.module == "sys":
            found |= {node.lineno} if STREAMS & {alias.name for alias in node.names} else set()
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("print", "input"):
            found.add(node.lineno)
    return found


def test_one_room_touches_the_streams() -> None:
    rooms = {name: touched(tree) for name, tree in MODULES.items() if not name.startswith("system/")}
    assert {name: lines for name, lines in rooms.items() if lines} == {}
    assert touched(MODULES["system/terminal"])
    assert touched(ast.parse("import sys\nfrom sys import stdout\nsys.stderr.write('')\nprint()")) == {2, 3, 4}


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stdout", "env", "colour"),
    [
        (Terminal(), {}, True),
        (Terminal(), {"NO_COLOR": "1"}, False),
        (Terminal(), {"NO_COLOR": ""}, True),
        (Terminal(), {"TERM": "dumb"}, False),
        (io.StringIO(), {}, False),
    ],
)
def test_colour(stdout: io.StringIO, env: dict[str, str], colour: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "TERM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in env.items():
        monkeypatch.setenv(name, value)
    assert Environment(stdout=stdout).colour is colour


def test_streams_are_passed_in_or_those_of_the_process(capsys: pytest.CaptureFixture[str]) -> None:
    out, said = io.StringIO(), io.StringIO()
    Environment(stdout=out, stderr=said).write("a\n")
    Environment(stdout=out, stderr=said).say("b\x1b[2J", "c")
    assert (out.getvalue(), said.getvalue()) == ("a\n", "b\\x1b[2J\nc\n")
    Environment().write("text\n")
    Environment().write(b"bytes\n")
    assert capsys.readouterr() == ("text\nbytes\n", "")
