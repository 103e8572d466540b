"""Models are named alike in all commands: by a name in the store or a path, as an argument or by --name."""

import json
from pathlib import Path

import pytest

from tests.conftest import Nb, nb_in

TEXTS = "".join(f"{label}\ta text of {label} number {i}\n" for i in range(6) for label in ("ham", "spam"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("names")
    (folder / "c.tsv").write_text("label\ttext\n" + TEXTS)
    for name in ("default", "en"):
        done = nb_in(folder)(["train", folder / "c.tsv", "--model", "multinomial", "--name", name])
        assert done.returncode == 0, done.stderr
    (folder / "broken.nb").write_bytes((folder / "en.nb").read_bytes()[:-10])
    (folder / "newer.nb").write_bytes((folder / "en.nb").read_bytes().replace(b'"nb": 1,', b'"nb": 9,'))
    return folder


@pytest.fixture(scope="module")
def nb(folder: Path) -> Nb:
    return nb_in(folder)


def ways(folder: Path) -> list[list[str]]:
    path = str(folder / "en.nb")
    return [["en"], [path], ["--name", "en"], ["--name", path], ["en", "--name", "en"]]


@pytest.mark.parametrize("words", [["info", "--json"], ["words", "--top", "1", "--json"]])
def test_a_model_is_an_argument_or_an_option(words: list[str], folder: Path, nb: Nb) -> None:
    found = [nb([*words, *way]) for way in ways(folder)]
    assert {done.returncode for done in found} == {0}, [done.stderr for done in found]
    assert len({done.stdout for done in found}) == 1
    assert nb(words).returncode == 0, "the default model"
    done = nb([*words, "en", "--name", "other"])
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"nb: two models are named: en, and --name other; name one\n"


@pytest.mark.parametrize(
    ("words", "text"),
    [(["predict"], "a text"), (["explain", "a text"], ""), (["evaluate", "c.tsv"], ""), (["update", "c.tsv"], "")],
)
def test_a_model_is_named_by_a_name_or_a_path(words: list[str], text: str, folder: Path, nb: Nb) -> None:
    words = [str(folder / word) if word == "c.tsv" else word for word in words]
    found = [nb([*words, "--name", name], text) for name in ("en", folder / "en.nb")]
    assert {done.returncode for done in found} == {0}, [done.stderr for done in found]
    if words[0] not in ("evaluate", "update"):
        assert found[0].stdout == found[1].stdout != b""


def test_models_lists_those_that_are_named(folder: Path, nb: Nb) -> None:
    shown = json.loads(nb(["models", folder / "en.nb", "default", "--json"]).stdout)
    assert [one["name"] for one in shown] == [str(folder / "en.nb"), "default"]
    done = nb(["models", "en", "nobody"])
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"there is no model at" in done.stderr


@pytest.mark.parametrize(
    "way", [["gone"], ["--name", "gone"], ["gone.nb"], ["broken.nb"], ["newer.nb"], ["link.nb"]], ids=" ".join
)
def test_rm_removes_a_model(way: list[str], folder: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    store.mkdir()
    nb = nb_in(store)
    for name in ("en", "broken", "newer"):
        (store / f"{name}.nb").write_bytes((folder / f"{name}.nb").read_bytes())
    (store / "gone.nb").write_bytes((folder / "en.nb").read_bytes())
    (store / "link.nb").symlink_to(store / "en.nb")
    way = [str(store / word) if word.endswith(".nb") else word for word in way]
    done = nb(["rm", *way])
    gone = Path(way[-1]).stem
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", f"removed: {store / gone}.nb\n".encode())
    left = {"en", "broken", "newer", "gone", "link"} - {gone}
    assert {path.stem for path in store.glob("*")} == left, "and no lock stays"
    again = nb(["rm", *way])
    assert (again.returncode, again.stdout) == (2, b"")
    assert again.stderr.startswith(b"nb: there is no model at") and again.stderr.count(b"\n") == 1


def test_rm_refuses_what_is_no_model(tmp_path: Path) -> None:
    nb = nb_in(tmp_path)
    (tmp_path / "notes.txt").write_text("mine\n")
    (tmp_path / "json.nb").write_text('{"a": 1}\n')
    (tmp_path / "empty.nb").write_text("")
    (tmp_path / "folder.nb").mkdir()
    before = sorted(tmp_path.iterdir())
    for word in [*map(str, before), "json", "empty", "..", "", "nobody"]:
        done = nb(["rm", word])
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), word
    assert b"no model, and stays as it is" in nb(["rm", "json"]).stderr
    assert b"no model is named" in nb(["rm"]).stderr
    assert sorted(tmp_path.iterdir()) == before


def test_rm_removes_all_that_are_named_or_none(folder: Path, tmp_path: Path) -> None:
    nb = nb_in(tmp_path)
    for name in ("a", "b", "c"):
        (tmp_path / f"{name}.nb").write_bytes((folder / "en.nb").read_bytes())
    (tmp_path / "note.nb").write_text("mine\n")
    refused = nb(["rm", "a", tmp_path / "note.nb"])
    assert refused.returncode == 2 and refused.stderr.startswith(b"nb: ") and (tmp_path / "a.nb").exists()
    done = nb(["rm", "a", tmp_path / "c.nb", "a"])
    assert done.returncode == 0 and done.stdout == b""
    assert sorted(path.name for path in tmp_path.glob("*.nb")) == ["b.nb", "note.nb"]
