"""What the README shows is what its commands print, and it names every command and option there is."""

import re
import subprocess
import sys

import pytest

from nbcli.choices import choices
from tests.readme import ROOT, different, now

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_command_prints_what_the_readme_shows():
    assert different(now(README), README) == []


def test_numbers_are_the_same_to_their_last_digit_but_two():
    assert different("p 0.5031 of 12 texts, 1.5e-10", "p 0.5033 of 12 texts, 1.6e-10") == []
    for other in ("p 0.5034 of 12 texts, 1.5e-10", "p 0.5031 of 13 texts, 1.5e-10", "p 0.5031 of 12 text, 1.5e-10", ""):
        assert different("p 0.5031 of 12 texts, 1.5e-10", other)


@pytest.mark.parametrize("command", choices("commands"))
def test_every_command_and_option_is_in_the_readme(command):
    shown = subprocess.run([sys.executable, "-m", "nbcli", command, "--help"], capture_output=True, text=True).stdout
    assert f"nb {command}" in README
    missing = [option for option in re.findall(r"--[a-z][a-z-]+", shown) if option not in README]
    assert not missing


@pytest.mark.parametrize("stage", ["tokenizers", "vectorizers", "models", "corpus", "reports", "exports"])
def test_every_choice_is_in_the_readme(stage):
    assert [name for name in choices(stage) if f"`{name}`" not in README] == []
