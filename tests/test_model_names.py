"""Stored models by name or file: `nb info`, `nb rm`; and what `nb --help` says of commands."""

from pathlib import Path

import pytest

import nbcli
from tests.conftest import Nb, nb_in

PAIRS = [("free prize call", "spam"), ("win money", "spam"), ("call me home", "ham"), ("see you at dinner", "ham")]


@pytest.fixture
def nb(tmp_path: Path) -> Nb:
    return nb_in(tmp_path)


@pytest.fixture(autouse=True)
def _store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NB_STORE", str(tmp_path))


def test_models_are_removed_by_name_or_path_and_nothing_else_is(tmp_path: Path, nb: Nb) -> None:
    model = nbcli.train(PAIRS)
    for name in ("a", "b", str(tmp_path / "c.nb")):
        model.save(name)
    (tmp_path / "note.nb").write_text("mine\n")
    refused = nb(["rm", "a", str(tmp_path / "note.nb")])
    assert refused.returncode == 2 and refused.stderr.startswith(b"nb: ") and (tmp_path / "a.nb").exists()
    assert nb(["rm", "none"]).returncode == 2
    done = nb(["rm", "a", str(tmp_path / "c.nb"), "a"])
    assert done.returncode == 0 and done.stdout == b""
    assert sorted(path.name for path in tmp_path.glob("*.nb")) == ["b.nb", "note.nb"]


@pytest.mark.parametrize("words", [["m"], ["--name", "m"], ["m", "--name", "m"]])
def test_info_takes_a_name_or_a_file(words: list[str], tmp_path: Path, nb: Nb) -> None:
    nbcli.train(PAIRS).save("m")
    assert nb(["info", str(tmp_path / "m.nb")]).returncode == 0
    assert nb(["info", *words, "--json"]).returncode == 0
    two = nb(["info", "m", "--name", "n"])
    assert two.returncode == 2 and b"name one" in two.stderr


def test_no_summary_of_a_command_is_cut_off(nb: Nb) -> None:
    _, commands = nb(["--help"]).stdout.decode().split("Commands:\n")
    assert commands and not [line for line in commands.splitlines() if line.endswith("...")]
