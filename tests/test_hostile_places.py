"""Files, folders, numbers and variables that nobody means: one line and status 2, or what can be read."""

import os
import random
import subprocess
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.corpus._reading.folder import files_below
from nbcli.corpus.public.catalogue import File
from nbcli.corpus.public.published import published
from nbcli.errors import NbError
from tests.conftest import Nb

DIGITS = "7" * 5000


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "c.csv"
    path.write_text("label,text\n" + "a,x x\nb,y y\n" * 3, encoding="utf-8")
    return path


def refused(run_nb: Nb, arguments: list[object], env: dict[str, str] | None = None, data: str = "") -> str:
    done = run_nb(arguments, data, env)
    assert done.returncode == 2, done.stderr.decode()[-500:]
    assert done.stderr.count(b"\n") == 1 and b"Traceback" not in done.stderr
    return done.stderr.decode()


@pytest.mark.parametrize(
    "options",
    [
        ["--label-column", DIGITS],
        ["--text-column", DIGITS],
        ["--ngrams", DIGITS],
        ["--ngrams", f"1-{DIGITS}"],
        ["--alpha", DIGITS],
        ["--top-k", DIGITS],
        ["--prior", f"a={DIGITS},b=0"],
        ["--name", "/"],
    ],
)
def test_options_that_nobody_means(options: list[str], table: Path, run_nb: Nb) -> None:
    refused(run_nb, ["train", table, *options])


@given(st.lists(st.integers(0, 10**9), min_size=1, max_size=3))
def test_a_number_of_a_column_is_read_as_it_was(numbers: list[int]) -> None:
    from nbcli.corpus._reading.record import number_in

    assert [number_in(str(number)) for number in numbers if number < 10**9] == [n for n in numbers if n < 10**9]
    assert number_in("9" * 5000) == number_in("x") == number_in("") == number_in("-1") == 0


@pytest.mark.parametrize("value", ["abc", "1e400", "nan", "inf", "1e30", "2020-01-01"])
def test_a_time_that_is_none_is_refused_before_training(value: str, table: Path, run_nb: Nb, tmp_path: Path) -> None:
    line = refused(run_nb, ["train", table, "--name", tmp_path / "m.nb"], {"SOURCE_DATE_EPOCH": value})
    assert f"$SOURCE_DATE_EPOCH {value}: must be a number of seconds" in line and "learned" not in line
    assert not (tmp_path / "m.nb").exists()


def test_folders_in_folders_in_folders(tmp_path: Path, run_nb: Nb) -> None:
    here, depth = Path.cwd(), 1500
    (tmp_path / "ham.txt").write_text("lunch lunch\n")
    try:
        os.chdir(tmp_path)
        for _ in range(depth):
            Path("d").mkdir()
            os.chdir("d")
        Path("x.txt").write_text("hello hello")
        os.chdir(here)
        done = run_nb(["train", f"spam={tmp_path}/d", f"ham={tmp_path}/ham.txt", "--name", tmp_path / "m.nb"])
        assert done.returncode == 0, done.stderr.decode()[-500:]
        assert "1 spam" in done.stderr.decode()
    finally:
        # What removes the folders of tests would go too deep.
        os.chdir(here)
        subprocess.run(["rm", "-r", str(tmp_path / "d")], check=True)


@given(st.lists(st.lists(st.sampled_from("abc."), min_size=1, max_size=3).map("/".join), max_size=5))
def test_files_below_come_in_the_order_of_their_paths(paths: list[str]) -> None:
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        for one in paths:
            path = Path(folder, *[part for part in one.split("/") if part != "."] or ["a"], "file.txt")
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("x")
        found = files_below(Path(folder))
        assert found == sorted(Path(folder).rglob("*.txt"))


def test_links_that_lead_in_a_circle(tmp_path: Path, table: Path, run_nb: Nb) -> None:
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/up").symlink_to("..")
    (tmp_path / "texts/self").symlink_to("self")
    (tmp_path / "texts/one.txt").write_text("hello")
    assert files_below(tmp_path / "texts") == [tmp_path / "texts/one.txt"]
    for arguments in (["predict", tmp_path / "self"], ["train", table, "--name", f"{tmp_path}/self/m.nb"]):
        refused(run_nb, arguments)
    for arguments in (["models"], ["predict"], ["train", table], ["info"], ["rm", "m"]):
        refused(run_nb, arguments, {"NB_STORE": str(tmp_path / "self")})


def test_a_store_that_cannot_be_read_is_not_an_empty_one(tmp_path: Path, table: Path, run_nb: Nb) -> None:
    line = refused(run_nb, ["models"], {"NB_STORE": str(table)})
    assert "the store cannot be read (Not a directory)" in line
    done = run_nb(["models"], "", {"NB_STORE": str(tmp_path / "none")})
    assert done.returncode == 0 and b"no models yet" in done.stderr + done.stdout


def test_a_damaged_zip_is_an_error_in_a_line() -> None:
    file, chance = File("t.csv", "x/t.zip", 60_000, "0" * 64), random.Random(1)
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        out = BytesIO()
        with zipfile.ZipFile(out, "w", method) as archive:
            archive.writestr("t.csv", b"some text, again and again\n" * 3000)
        for _ in range(250):
            data = bytearray(out.getvalue())
            for _ in range(chance.choice([1, 2, 5])):
                place = chance.choice([chance.randrange(len(data)), len(data) - 1 - chance.randrange(80)])
                data[place] = chance.choice([0, 1, 0xFF, 0x80, chance.randrange(256)])
            with pytest.raises(NbError):
                published(bytes(data), file, "here")
