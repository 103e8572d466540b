"""Zstandard files: what the fuzzer found, that a damaged or cut one was no NbError, and what it did not look for."""

import tracemalloc
from functools import partial
from pathlib import Path

import pytest

from nbcli.corpus import How, Log, Source
from nbcli.errors import NbError

zstandard = pytest.importorskip("zstandard")

DATA = b"".join(b"line %d\n" % i for i in range(50000))


def content(path: Path, data: bytes) -> bytes:
    path.write_bytes(data)
    with Source("x", path, "a", How(), Log()).open() as file:
        return file.read()


def test_frames_are_read_one_after_the_other(tmp_path: Path) -> None:
    frame = zstandard.compress(DATA)
    assert content(tmp_path / "a.zst", frame) == DATA
    assert content(tmp_path / "a.zst", frame + frame) == DATA * 2
    assert content(tmp_path / "a.zst", b"") == b""


@pytest.mark.parametrize("data", [zstandard.compress(DATA)[:-5], zstandard.compress(DATA)[:2000], b"no frame", b"\x28"])
def test_a_damaged_or_cut_file_is_an_error(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(NbError, match="cut short or damaged"):
        content(tmp_path / "a.zst", data)


def test_what_a_small_file_becomes_is_never_all_in_memory(tmp_path: Path) -> None:
    path, size = tmp_path / "a.zst", 1 << 29
    compressor = zstandard.ZstdCompressor().compressobj()
    with path.open("wb") as file:
        for _ in range(size >> 20):
            file.write(compressor.compress(bytes(1 << 20)))
        file.write(compressor.flush())
    assert path.stat().st_size < 1 << 16
    tracemalloc.start()
    try:
        with Source("x", path, "a", How(), Log()).open() as file:
            read = sum(len(piece) for piece in iter(partial(file.read, 1 << 16), b""))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert read == size and peak < 1 << 26
