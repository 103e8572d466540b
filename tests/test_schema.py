"""The kinds of a table's columns and the values in its cells."""

import csv
import json
from math import isnan, nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.classifier.cells import Cells
from nbcli.classifier.growing import Growing
from nbcli.corpus import Record
from nbcli.errors import NbError
from nbcli.schema import Column, Schema, asked_of, found, number_of, text_of
from nbcli.schema.values import MISSING, date_of, is_number, part_of
from tests.conftest import CORPORA

TABLES = CORPORA / "tables"


def rows(**columns: list[object]) -> list[Record]:
    names, values = list(columns), list(zip(*columns.values(), strict=True))
    return [Record("", "a", "t.csv", i, dict(zip(names, row, strict=True))) for i, row in enumerate(values, 2)]  # type: ignore[arg-type]


def kinds(schema: Schema) -> dict[str, str]:
    return {column.name: column.kind for column in schema.columns}


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,234", 1234), ("-1,234,567.5", -1234567.5), ("12 %", 0.12), ("１２", 12), ("１，２３４．５", 1234.5),
        ("５％", 0.05), ("true", 1), ("No", 0), (" 3 ", 3), (".5", 0.5), ("+2.", 2), ("1e-3", 0.001),
        ("−4", -4), (7, 7), (True, 1),
    ],
)  # fmt: skip
def test_what_is_a_number(text: object, number: float) -> None:
    assert number_of(text) == pytest.approx(number, abs=1e-15)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text", ["inf", "-Infinity", "1e999", "1_000", "0x1f", "1,2", "12,34", "%", "1.2.3", "abc", "1 2"]
)
def test_what_is_none(text: str) -> None:
    assert not is_number(text)


@pytest.mark.parametrize("text", [*sorted(MISSING), " ? ", None, nan])
def test_what_is_missing(text: str | float | None) -> None:
    assert isnan(number_of(text))
    assert text_of(text) is None


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_every_float_is_read_as_python_reads_it(number: float) -> None:
    assert number_of(repr(number)) == number
    assert number_of(text_of(number)) == number


@given(st.integers(-(10**15), 10**15))
def test_thousands_may_have_commas(number: int) -> None:
    assert number_of(f"{number:,}") == number


@given(st.text(max_size=20))
def test_any_cell_is_a_number_or_none(text: str) -> None:
    if is_number(text):
        assert isnan(number_of(text)) == (text_of(text) is None)


def test_a_decimal_comma_is_found_by_the_column() -> None:
    schema = found(rows(price=["1,5", "2,25", "1.234,5", "3"], n=["1,000", "2", "3", "4"]))
    price, n = schema.columns
    assert [price.number(v) for v in ("1,5", "1.234,5", "3")] == [1.5, 1234.5, 3]
    assert n.number("1,000") == 1000


def test_dates() -> None:
    for text in ("2024-02-29", "2024/2/29", "2024年2月29日", "29.2.2024", "2024-02-29T12:30:00Z", "２０２４-02-29"):
        assert [part_of(text, part) for part in ("year", "month", "weekday")] == ["2024", "2", "Thursday"]
    assert part_of("2023-02-29", "year") is None
    assert date_of("?") is None


def test_kinds_are_found() -> None:
    n = 40
    records = rows(
        age=[str(18 + i % 30) for i in range(n)],
        plan=["basic", "pro"] * (n // 2),
        note=[f"please send me the bill number {i}" for i in range(n)],
        评论=[f"这个东西很好用{'好' * i}" for i in range(n)],
        id=[f"C{i:05}" for i in range(n)],
        row=[str(i) for i in range(n)],
        same=["x"] * n,
        active=["true", "false"] * (n // 2),
        code=["0", "1", "2", "3"] * (n // 4),
        day=[f"2024-01-{1 + i % 20:02}" for i in range(n)],
        rate=["5 %", "?"] * (n // 2),
        dirty=["unknown"] + [str(i / 7) for i in range(n - 1)],
        empty=[""] * n,
    )
    schema = found(records)
    assert kinds(schema) == {
        "age": "number", "plan": "category", "note": "text", "评论": "text", "id": "skip", "row": "skip",
        "same": "skip", "active": "category", "code": "number", "day": "category", "rate": "number", "dirty": "number",
        "empty": "skip",
    }  # fmt: skip
    said = {column.name: column.described() for column in schema.columns}
    assert said["age"] == "age: number, 18 to 47"
    assert said["rate"] == "rate: number, 0.05 to 0.05, 20 empty"
    assert said["dirty"].endswith("1 no number, taken as empty")
    assert said["same"] == "same: skip, always x"


def test_kinds_are_asked_for() -> None:
    records = rows(age=["1", "2", "x"], day=["2024-01-01", "", "2024-03-02"], note=["a", "b", "c"])
    schema = found(records, asked_of(["age:category, day:date", "note:skip"]))
    assert kinds(schema) == {
        "age": "category", "day.year": "number", "day.month": "category", "day.weekday": "category", "note": "skip"
    }  # fmt: skip
    year, month = schema.columns[1:3]
    assert (year.number("2024-01-01"), month.category("2024-03-02")) == (2024, "3")
    assert schema.fields == ("age", "day")
    assert schema.unreadable({"day": "soon"}) == "day"
    assert schema.unreadable({"day": "", "age": "z"}) == ""


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ("age", "must be NAME:KIND"), ("age:float", "must be NAME:KIND"), ("age:number,age:text", "two kinds"),
        ("agee:number", "no such column; choose from age, plan"), ("plan:number", "such as 'basic'"),
        ("plan:date", "such as 'basic'"), ("age:skip,plan:skip", "no column says anything"),
        ("y:number", "of the label"),
    ],
)  # fmt: skip
def test_what_cannot_be_asked_for_is_one_line(asked: str, message: str) -> None:
    with pytest.raises(NbError) as error:
        found(rows(age=["1", "2"], plan=["basic", "pro"]), asked_of([asked]), "y")
    assert message in str(error.value)
    assert "\n" not in str(error.value)


CELLS = st.one_of(st.none(), st.text(max_size=12), st.floats(), st.booleans(), st.sampled_from([*MISSING, "1", "2,5"]))


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), min_size=1, max_size=30))
def test_any_rows_have_a_schema_or_say_why(cells: list[tuple[object, object, object]]) -> None:
    records = rows(a=[row[0] for row in cells], b=[row[1] for row in cells], c=[row[2] for row in cells])
    try:
        schema = found(records)
    except NbError as error:
        assert "\n" not in str(error)
        return
    assert Schema.of(json.loads(json.dumps(schema.fact()))) == schema
    for record in records:
        brought = schema.record(record)
        assert schema.record(brought) == brought
        for column in schema.used:
            value = record.others[column.source]
            assert isinstance(column.number(value), float)
            assert column.category(value) != ""


def test_a_row_is_the_same_whatever_the_order_of_its_columns() -> None:
    schema = found(rows(a=["1", "2"], b=["x", "y"]))
    record = Record("", None, "", 1, {"more": "z", "b": "y", "a": "2"})
    assert schema.record(record).text == "a=2 b=y"


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "skipped"), [("iris", []), ("segment-challenge", ["region-pixel-count"]), ("vote", [])]
)
def test_real_tables(name: str, skipped: list[str]) -> None:
    with (TABLES / f"{name}.csv").open() as file:
        given = [dict(row) for row in csv.DictReader(file)]
    records = [Record("", row.pop("class"), name, i, row) for i, row in enumerate(given)]
    found_kinds = kinds(found(records))
    assert [column for column, kind in found_kinds.items() if kind == "skip"] == skipped
    assert set(found_kinds.values()) - {"skip"} == {"category" if name == "vote" else "number"}


@given(
    st.lists(st.lists(st.sampled_from(["b", "a", "", "c", "1", "2.5"]), max_size=5), min_size=1, max_size=6),
    st.sampled_from(["number", "category"]),
)
def test_cells_of_parts_are_those_of_the_whole(parts: list[list[str]], kind: str) -> None:
    column, growing = Column("a", kind), Growing()
    for part in parts:
        growing.add(Cells.of(column, [{"a": value} for value in part]))
    whole = Cells.of(column, [{"a": value} for part in parts for value in part])
    grown = growing.cells()
    assert grown.categories == whole.categories
    np.testing.assert_array_equal(grown.x, whole.x)
