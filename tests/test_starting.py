"""Ctrl-C while Python imports, and when it ends: status 130, and not a word."""

import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

# `nb` that is interrupted where it imports a module.
STOPPED = """
import builtins, os, signal, sys
from nbcli.__main__ import main
known, stop = builtins.__import__, sys.argv.pop(1)
def stopped(name, *given, **named):
    if name == stop:
        os.kill(os.getpid(), signal.SIGINT)
    return known(name, *given, **named)
signal.signal(signal.SIGINT, HANDLER)
builtins.__import__ = stopped
main()
"""


def interrupted(module: str, handler: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "-c", STOPPED.replace("HANDLER", handler), module, "check", "data/mail-en"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, env=env, timeout=60)


@pytest.mark.parametrize(
    "module", ["nbcli.cli", "gc", "typer", "nbcli.cli.app", "nbcli.commands._shared", "nbcli.corpus"]
)
def test_an_interrupt_at_an_import(module: str) -> None:
    done = interrupted(module, "signal.default_int_handler")
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


def test_an_interrupt_that_is_ignored_stays_so() -> None:
    done = interrupted("typer", "signal.SIG_IGN")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_an_interrupt_at_the_end() -> None:
    code = "import atexit, os, signal, sys\nfrom nbcli.__main__ import main\n"
    code += "atexit.register(os.kill, os.getpid(), signal.SIGINT)\nsys.argv = ['nb', '--version']\nmain()"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=env, timeout=60)
    assert (done.returncode, done.stderr) == (130, "")
    assert done.stdout.startswith("nb ")


def test_it_is_for_a_process_alone() -> None:
    """Whoever imports nb in a Python of his own keeps his Ctrl-C."""
    code = "import signal\nbefore = signal.getsignal(2)\nimport nbcli, nbcli.cli, nbcli.__main__\n"
    code += "nbcli.cli.run(['--version'])\nassert signal.getsignal(2) is before"
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, timeout=60).returncode == 0
