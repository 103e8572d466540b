"""Tables of which all columns are read: when that is so, and the forms that they come in."""

import csv
import io
import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbcli.corpus import Log, Record, how_of, read
from nbcli.errors import NbError
from nbcli.schema import survey

ROWS = [("18", "basic", "hello there"), ("31", "pro", "x, y"), ("", "pro", 'said "no"')]
NAMES = ("age", "plan", "note")


def as_csv(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([names, *rows])
    return out.getvalue()


def records(path: Path, **how: object) -> list[Record]:
    return list(read([str(path)], how_of(**how)))  # type: ignore[arg-type]


def wrong(path: Path, **how: object) -> str:
    with pytest.raises(NbError) as error:
        survey(read([str(path)], how_of(**how), log := Log()), log, None)  # type: ignore[arg-type]
    assert "\n" not in str(error.value)
    return str(error.value)


@pytest.mark.parametrize(
    ("names", "how", "of_all"),
    [
        # A label and one other column are a text, whatever they are called.
        (("label", "text"), {}, False),
        (("label", "age"), {}, False),
        (("plan", "age"), {"label_column": "plan"}, False),
        (("plan", "age"), {"label_column": "plan", "columns": "age:number"}, True),
        # A usual name for the text's column, and no option: as it was.
        (("label", "text", "age"), {}, False),
        (("id", "label", "review"), {}, False),
        # The label's column is asked for, and no text's: all others.
        (("label", "text", "age"), {"label_column": "label"}, True),
        (("age", "plan", "note"), {"label_column": "plan"}, True),
        (("age", "plan", "note"), {"label_column": "2", "header": True}, True),
        # The text's column is asked for: that only.
        (("age", "plan", "note"), {"label_column": "plan", "text_column": "note"}, False),
        (("age", "plan", "text"), {"label_column": "plan", "text_column": ["age", "text"]}, False),
        # Several columns, none of them usual for a text: an error before there were tables.
        (("age", "class", "note"), {}, True),
        (("label", "text", "age"), {"columns": "age:number"}, True),
    ],
)
@pytest.mark.parametrize("form", ["csv", "jsonl"])
def test_when_all_columns_are_taken(
    names: tuple[str, ...], how: dict[str, object], of_all: bool, form: str, tmp_path: Path
) -> None:
    rows = [[f"{name}{i % 2}" for name in names] for i in range(4)]
    path = tmp_path / f"c.{form}"
    if form == "csv":
        path.write_text(as_csv(names, rows))
    elif how.get("label_column") == "2" or (not of_all and "age" in names and "text" not in names and len(names) == 2):
        return  # keys have no numbers, and which of two keys is the text is not clear
    else:
        path.write_text("".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows))
    found = records(path, **how)
    assert len(found) == 4
    assert all(bool(record.others) == of_all for record in found)
    if of_all:
        label = next(j for j, name in enumerate(names) if found[0].label == f"{name}0")
        assert [list(record.others.values()) for record in found] == [row[:label] + row[label + 1 :] for row in rows]


def test_names_of_numbers_are_a_header(tmp_path: Path) -> None:
    """Row 1 without a number over rows that have some names the columns, where all are taken."""
    (tmp_path / "c.csv").write_text("width,height,kind\n1.5,2,a\n2.5,3,b\n")
    found = records(tmp_path / "c.csv", label_column="3")
    assert [(one.label, one.others) for one in found] == [
        ("a", {"width": "1.5", "height": "2"}),
        ("b", {"width": "2.5", "height": "3"}),
    ]
    (tmp_path / "c.csv").write_text("1.5,2,a\n2.5,3,b\n")
    assert records(tmp_path / "c.csv", label_column="3")[0].others == {"1": "1.5", "2": "2"}


def test_the_label_of_a_table_must_be_clear(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(as_csv(NAMES, ROWS))
    said = wrong(tmp_path / "c.csv", header=True)
    assert "which of the 3 columns is the label is not clear (age, plan, note); name it: --label-column" in said
    assert "there is no column pla" in wrong(tmp_path / "c.csv", label_column="pla")


def expected() -> list[tuple[str | None, dict[str, str]]]:
    return [(plan, {"age": age, "note": note}) for age, plan, note in ROWS]


def told(found: list[Record]) -> list[tuple[str | None, dict[str, str]]]:
    return [(one.label, {k: "" if v is None else str(v) for k, v in one.others.items()}) for one in found]


def test_every_form_gives_the_same_values(tmp_path: Path) -> None:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    openpyxl = pytest.importorskip("openpyxl")
    (tmp_path / "c.csv").write_text(as_csv(NAMES, ROWS))
    (tmp_path / "c.tsv").write_text("".join("\t".join(row) + "\n" for row in [NAMES, *ROWS]))
    objects = [dict(zip(NAMES, (int(age) if age else None, plan, note), strict=True)) for age, plan, note in ROWS]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(one) + "\n" for one in objects))
    pq.write_table(pa.Table.from_pylist(objects), tmp_path / "c.parquet")
    book = openpyxl.Workbook()
    for row in [NAMES, *(list(one.values()) for one in objects)]:
        book.active.append(list(row))
    book.save(tmp_path / "c.xlsx")
    head = "@relation c\n@attribute age numeric\n@attribute plan {basic, pro}\n@attribute note string\n@data\n"
    body = "18, basic, 'hello there'\n31, pro, \"x, y\"\n?, pro, 'said \"no\"'\n"
    (tmp_path / "c.arff").write_text(head + body)
    for form in ("csv", "tsv", "jsonl", "parquet", "xlsx", "arff"):
        found = records(tmp_path / f"c.{form}", label_column="plan")
        assert [(label, {k: v.replace("?", "") for k, v in row.items()}) for label, row in told(found)] == expected(), (
            form
        )


def test_keys_of_nested_objects_are_dotted(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").write_text('{"y": "a", "p": {"q": {"r": 1}, "s": [1, 2]}, "t": true, "z": null}\n')
    [record] = records(tmp_path / "c.jsonl")
    assert record.label == "a"
    assert record.others == {"p.q.r": 1, "p.s": "[1, 2]", "t": "true", "z": None}


ARFF = r"""% a comment
@RELATION 'some thing'

@attribute 'my age' REAL
@Attribute plan {'a b', c, "d\"e"}
@attribute note	string
@attribute code {0,1,2}
@attribute when date "yyyy-MM-dd"
@attribute class {yes, no}
@DATA
1, 'a b', 'it\'s, me', 0, "2024-01-02", yes
?, ?, ?, ?, ?, no
% another
{0 3.5, 2 "hi there", 5 no}
{ }
5, c, abc def, 1, 2024-01-02, yes, {2}
"""


def test_arff(tmp_path: Path) -> None:
    path, log = tmp_path / "c.arff", Log()
    path.write_text(ARFF)
    found = list(read([str(path)], None, log))
    assert [(one.line, one.label, tuple(one.others.values())) for one in found] == [
        (11, "yes", ("1", "a b", "it's, me", "0", "2024-01-02")),
        (12, "no", ("?", "?", "?", "?", "?")),
        (14, "no", ("3.5", "a b", "hi there", "0", "")),
        (15, "yes", ("0", "a b", "", "0", "")),
        (16, "yes", ("5", "c", "abc def", "1", "2024-01-02")),
    ]
    schema, _ = survey(iter(found), log)
    assert schema is not None
    assert {column.name: column.kind for column in schema.columns} == {
        "my age": "number", "plan": "category", "note": "category", "code": "category", "when": "category"
    }  # fmt: skip
    again = records(path, label_column="plan")
    assert [one.label for one in again] == ["a b", "?", "a b", "a b", "c"]
    assert records(path, label_column="class", text_column="note")[0].text == "it's, me"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("@relation x\n@attribute a numeric\n", "no @data line"),
        ("@relation x\n@data\n1\n", "no attribute is declared"),
        ("@relation x\n@attribute a relational\n@data\n1\n", "an attribute of the type relational"),
        ("@relation x\n@attribute a\n@data\n1\n", "the type none"),
        ("@relation x\nhello\n@data\n", "neither @relation"),
        ("@relation x\n@attribute a numeric\n@attribute b {c,d}\n@data\n{0 1, 7 c}\n", "not a sparse row of 2"),
        ("@relation x\n@attribute a numeric\n@attribute b {c,d}\n@data\n1, 'c\n", "a quote opens here"),
    ],
)
def test_what_is_no_arff_is_one_line(text: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "c.arff").write_text(text)
    assert message in wrong(tmp_path / "c.arff")


def test_workbooks(tmp_path: Path) -> None:
    import datetime

    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    book.active.title = "nothing"
    sheet = book.create_sheet("data")
    for row in [
        ("age", "plan", "when", "ok"),
        (18, "basic", datetime.date(2024, 1, 2), True),
        (19.5, "pro", datetime.datetime(2024, 1, 2, 3, 4), False),
        (None, "pro", None, None),
    ]:
        sheet.append(row)
    book.save(tmp_path / "c.xlsx")
    log = Log()
    found = list(read([str(tmp_path / "c.xlsx")], how_of(label_column="plan"), log))
    assert [tuple(one.others.values()) for one in found] == [
        ("18", "2024-01-02", "true"),
        ("19.5", "2024-01-02 03:04:00", "false"),
        ("", "", ""),
    ]
    assert "sheet data" in log.notes()[0]
    (tmp_path / "d.xlsx").write_bytes((tmp_path / "c.xlsx").read_bytes()[:-200])
    assert "not a whole workbook" in wrong(tmp_path / "d.xlsx", label_column="plan")


PIECES = st.sampled_from(
    ["@relation", "@attribute", "@data", " ", "\n", ",", "{", "}", "'", '"', "\\", "?", "%", "a", "b", "numeric",
     "string", "date", "1", "2.5", "@attribute a numeric\n", "@attribute b {x, 'y z'}\n", "@data\n", "0 1", "é", "\x00"]
)  # fmt: skip


@given(st.lists(PIECES, max_size=40).map("".join), st.booleans())
@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_arff_is_rows_or_one_line(tmp_path: Path, text: str, begun: bool) -> None:
    (tmp_path / "c.arff").write_text(ARFF.partition("\n1,")[0] + "\n" + text if begun else text, newline="")
    log = Log()
    try:
        list(survey(read([str(tmp_path / "c.arff")], None, log), log)[1])
    except NbError as error:
        assert "\n" not in str(error)


MIXED = st.one_of(
    st.none(), st.booleans(), st.integers(-(10**20), 10**20), st.floats(), st.text(max_size=8), st.dates(),
    st.sampled_from(["?", "NA", "1,234", "12 %", "１２", "inf", "1e999", "-", "=1+1", "\n", '"', "\ufeff"]),
)  # fmt: skip


@given(st.lists(st.lists(MIXED, min_size=1, max_size=4), min_size=1, max_size=12))
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
def test_any_table_is_rows_or_one_line(tmp_path: Path, rows: list[list[object]]) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [["y", "a", "b"], *rows]:
        try:
            book.active.append([str(cell) if isinstance(cell, float) and cell - cell != 0 else cell for cell in row])
        except openpyxl.utils.exceptions.IllegalCharacterError:
            continue
    book.save(tmp_path / "c.xlsx")
    (tmp_path / "c.csv").write_text(
        as_csv(("y", "a", "b"), [[str(cell) for cell in row] for row in rows]), "utf-8", "replace"
    )
    lines = [json.dumps({f"k{j}": cell for j, cell in enumerate([*row, "z"])}, default=str) for row in rows]
    (tmp_path / "c.jsonl").write_text("\n".join(lines))
    for form, label in (("xlsx", "y"), ("csv", "y"), ("jsonl", "k0")):
        log = Log()
        try:
            schema, found = survey(read([str(tmp_path / f"c.{form}")], how_of(label_column=label), log), log)
            for record in found:
                if schema is not None:
                    schema.record(record)
        except NbError as error:
            assert "\n" not in str(error)
