"""Parquet that other tools write, or nobody should: names twice, bytes of no charset, dates that Python has not."""

from pathlib import Path
from typing import Any

import pytest

from nbcli.corpus import Log, Record, read
from nbcli.errors import NbError
from tests.test_tables_in_and_out import inside

pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")


def of(path: Path, **columns: Any) -> Path:
    pq.write_table(pa.table(columns), path)
    return path


def records(path: Path) -> list[Record]:
    return list(read([str(path)], None, Log()))


def no_utf8(*texts: bytes) -> Any:
    """Return texts as no writer checks them."""
    ends = [sum(map(len, texts[:i])) for i in range(len(texts) + 1)]
    offsets = b"".join(end.to_bytes(4, "little") for end in ends)
    return pa.Array.from_buffers(pa.string(), len(texts), [None, pa.py_buffer(offsets), pa.py_buffer(b"".join(texts))])


def test_of_a_text_and_a_label_nothing_else_is_converted(tmp_path: Path) -> None:
    bad = no_utf8(*[b"\xff"] * 2)
    path = of(
        tmp_path / "a.parquet",
        label=["a", "b"],
        other=bad,
        when=pa.array([1 << 50] * 2, pa.timestamp("s")),
        text=["x", "y"],
    )
    assert [(one.label, one.text) for one in records(path)] == [("a", "x"), ("b", "y")]


def test_columns_of_one_name_are_two(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    arrays = [pa.array(one) for one in (["a", "b"], ["x", "y"], ["u", "v"], ["1", "2"])]
    pq.write_table(pa.Table.from_arrays(arrays, names=["label", "text", "text", "a.b"]), path)
    assert [(one.label, one.text) for one in records(path)] == [("a", "x"), ("b", "y")]


def test_a_text_that_is_no_utf8_is_named_or_answered_as_such(tmp_path: Path) -> None:
    path = of(tmp_path / "a.parquet", label=["a", "b", "a", "b"], text=["x", "y", "x", "y"])
    assert inside(["train", path, "--name", tmp_path / "m.nb"]).returncode == 0
    of(path, label=["a", "b", "c"], text=no_utf8(b"x", b"\xff\xfe", b"y"))
    with pytest.raises(NbError, match=r"a.parquet:2: a text of the row is not UTF-8"):
        records(path)
    done = inside(["predict", path, "--name", tmp_path / "m.nb"])
    rows = done.stdout.decode().splitlines()
    assert done.returncode == 0 and [row.split(",")[-1] for row in rows[1:]] == ["ok", "undecodable", "ok"]


@pytest.mark.parametrize(
    "kind, value",
    [("timestamp[s]", 1 << 50), ("timestamp[ns]", 10**18 + 1), ("date32", 10**7), ("duration[s]", 1 << 50)],
)
def test_a_time_that_python_has_not_is_some_text(kind: str, value: int, tmp_path: Path) -> None:
    types = {
        "timestamp[s]": pa.timestamp("s"),
        "timestamp[ns]": pa.timestamp("ns"),
        "date32": pa.date32(),
        "duration[s]": pa.duration("s"),
    }
    when = pa.array([value, None], types[kind])
    path = of(tmp_path / "a.parquet", label=["a", "b"] * 1, text=when)
    found = records(path)
    assert [one.label for one in found] == ["a"] and found[0].text.strip()


def test_labels_are_whole_numbers_and_the_first_of_a_list(tmp_path: Path) -> None:
    path = of(tmp_path / "a.parquet", label=[1.0, 2.5, None], text=["x", "y", "z"])
    assert [one.label for one in records(path)] == ["1", "2.5"]
    path = of(tmp_path / "b.parquet", label=[["p", "q"], [], ["r"]], text=["x", "y", "z"])
    assert [one.label for one in records(path)] == ["p", "r"]


def test_a_small_file_of_huge_rows_is_read_a_few_at_a_time(tmp_path: Path) -> None:
    path, size = tmp_path / "a.parquet", 1 << 16
    table = pa.table({"label": ["a"] * 2000, "text": ["x" * size] * 2000})
    pq.write_table(table, path, compression="zstd")
    assert path.stat().st_size < 1 << 20
    del table
    before, most = pa.total_allocated_bytes(), 0
    for _ in read([str(path)], None, Log()):
        most = max(most, pa.total_allocated_bytes() - before)
    assert most < 1000 * size
