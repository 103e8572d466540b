"""A file is replaced whole or not at all, whatever its name, kind and permissions."""

import os
import threading
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbcli.system.replacing import replacing, write

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="/"), min_size=1)


@given(NAMES.map(lambda name: name[:80]).filter(lambda name: name not in (".", "..")), st.binary(), st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_new_content_or_the_old(tmp_path: Path, name: str, data: bytes, fails: bool) -> None:
    path = tmp_path / name
    path.write_bytes(b"old")
    try:
        with replacing(path) as file:
            file.write(data)
            assert path.read_bytes() == b"old"
            if fails:
                raise KeyError
    except KeyError:
        pass
    assert path.read_bytes() == (b"old" if fails else data)
    assert [one.name for one in tmp_path.iterdir()] == [name]
    path.unlink()


@pytest.mark.parametrize("name", ["x" * 255, "名" * 85, "." * 200 + "x"])
def test_a_name_may_be_as_long_as_any(tmp_path: Path, name: str) -> None:
    write(tmp_path / name, b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [(name, b"new")]


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    path, link = tmp_path / "file", tmp_path / "link"
    path.write_bytes(b"old")
    path.chmod(0o640)
    link.symlink_to(path)
    write(link, b"new")
    assert (link.is_symlink(), path.read_bytes(), path.stat().st_mode & 0o777) == (True, b"new", 0o640)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    got: list[bytes] = []
    reader = threading.Thread(target=lambda: got.append((tmp_path / "pipe").read_bytes()))
    reader.start()
    write(tmp_path / "pipe", b"new")
    reader.join(20)
    assert (got, [one.name for one in tmp_path.iterdir()]) == ([b"new"], ["pipe"])
