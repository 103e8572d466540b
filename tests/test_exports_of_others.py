"""What other tools write: JSON of labelling tools, lists of labels, tables as spreadsheets save them."""

import csv
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.corpus import How, Log, Record, Source, form_of, how_of, read, records
from nbcli.errors import NbError
from tests.conftest import CORPORA, Nb
from tests.test_tables_in_and_out import inside

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
    max_leaves=8,
)
objects = st.fixed_dictionaries({"text": st.text(min_size=1, max_size=9), "label": st.sampled_from("ab")}).flatmap(
    lambda fixed: st.dictionaries(st.text(min_size=1, max_size=4), values, max_size=3).map(lambda more: more | fixed)
)
documents: dict[str, Callable[[list[Any]], str]] = {
    "array": json.dumps,
    "printed array": lambda rows: json.dumps(rows, indent=2, ensure_ascii=False),
    "array with a row a line": lambda rows: "[\n" + ",\n".join(map(json.dumps, rows)) + "\n]\n",
    "printed objects": lambda rows: "\n".join(json.dumps(row, indent=1) for row in rows),
    "lines": lambda rows: "".join(json.dumps(row) + "\n" for row in rows),
}


def all_of(data: str | bytes, name: str = "c.json", how: How | None = None) -> tuple[list[Record], Log]:
    """Return the records that training has of a file, and what was noted."""
    log = Log()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)
        return list(read([str(path)], how, log)), log


def rows(*objects_: Any) -> str:
    return "".join(json.dumps(one) + "\n" for one in objects_)


@given(st.lists(objects, min_size=1, max_size=5), st.sampled_from(sorted(documents)))
def test_objects_are_read_in_whatever_way_they_are_written(table: list[dict[str, Any]], way: str) -> None:
    found, _ = all_of(documents[way](table), how=How(text_columns=("text",), label_column="label"))
    kept = [row for row in table if row["text"].replace("\ufeff", "").strip()]
    assert [(one.label, one.text) for one in found] == [
        (row["label"], row["text"].replace("\ufeff", "")) for row in kept
    ]


@pytest.mark.parametrize("way", sorted(documents))
def test_such_a_file_is_known_by_itself_and_answered_object_by_object(way: str, tmp_path: Path, run_nb: Nb) -> None:
    table = [{"id": n, "text": "free money" if n % 2 else "lunch at ten", "label": str(n % 2)} for n in range(9)]
    path = tmp_path / "c"
    path.write_text(documents[way](table), encoding="utf-8")
    assert form_of(Source(str(path), path)) == "jsonl"
    run_nb(["train", path, "--name", tmp_path / "m.nb"])
    for arguments, data in ([path], b""), (["--input", "jsonl"], path.read_bytes()):
        done = run_nb(["predict", "--name", tmp_path / "m.nb", *arguments], data)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        assert [one["id"] for one in answers] == [*range(9)]
        assert [one["nb_label"] for one in answers] == [row["label"] for row in table]


@given(st.integers(1, 9), st.integers(0, 5), st.data())
def test_a_broken_document_names_the_line(before: int, after: int, data: st.DataObject) -> None:
    lines = ["{", *(f'  "k{n}": {n},' for n in range(before)), '  "text" 1', *(["}"] * after)]
    with pytest.raises(NbError) as error:
        all_of("\n".join(lines))
    assert error.value.where.endswith(f":{before + 2}")


@pytest.mark.parametrize(
    "document",
    [
        '[{"text": "a", "label": "b"}, 5]',
        '[{"text": "a", "label": "b"}',  # an array may end so; its objects are whole
        '[{"text": "a", "label": ',
        '[{"text": ' + "[" * 3000,
        '[{"text": ' + "[" * 700 + "]" * 700 + "}]",
        '[{"text": ' + "1" * 5000 + "}]",
    ],
)
def test_what_is_no_document_is_an_error_or_whole(document: str) -> None:
    if document.endswith('"b"}'):
        assert len(all_of(document)[0]) == 1
    else:
        with pytest.raises(NbError):
            all_of(document)


def test_of_a_list_of_labels_the_first_counts_and_an_empty_one_is_none() -> None:
    found, log = all_of(
        rows({"text": "x", "label": ["a", "b"]}, {"text": "y", "label": []}, {"text": "z", "label": "c"})
    )
    assert [(one.label, one.text) for one in found] == [("a", "x"), ("c", "z")]
    assert "1 objects with several labels, the first taken" in log.notes()[0]
    assert "skipped 1 without label (line 2)" in log.notes()[0]


@given(st.integers(-(10**6), 10**6))
def test_a_whole_number_is_one_class_however_it_is_written(number: int) -> None:
    data = f'{{"text": "x", "label": {number}}}\n{{"text": "y", "label": {number}.0}}\n'
    data += f'{{"text": "z", "label": "{number}"}}\n'
    assert {one.label for one in all_of(data)[0]} == {str(number)}


def test_doccano_and_label_studio_and_prodigy() -> None:
    doccano = rows({"id": 1, "text": "x", "meta": {}, "annotations": [{"label": 2, "user": 1}]})
    how = how_of(label_column="annotations.0.label", text_column="text")
    assert [one.label for one in all_of(doccano, how=how)[0]] == ["2"]
    newer = rows({"id": 1, "text": "x", "labels": ["good", "short"]})
    assert [one.label for one in all_of(newer)[0]] == ["good"]
    task = {"data": {"text": "x"}, "annotations": [{"result": [{"value": {"choices": ["Good"]}}]}]}
    how = how_of(label_column="annotations.0.result.0.value.choices.0", text_column="data.text")
    assert [(one.label, one.text) for one in all_of(json.dumps([task], indent=2), how=how)[0]] == [("Good", "x")]
    marks = {"_input_hash": 1, "_task_hash": 2}
    prodigy = rows(
        {"text": "w", "label": "A", "answer": "reject"} | marks,
        {"text": "x", "label": "A", "answer": "accept"} | marks,
        {"text": "y", "label": "A", "answer": "ignore"} | marks,
        {"text": "z", "label": "B", "answer": "accept"} | marks,
    )
    found, log = all_of(prodigy)
    assert [(one.label, one.text) for one in found] == [("A", "x"), ("B", "z")]
    assert "skipped 2 rejected (line 1, 3)" in log.notes()[0]
    choice = rows({"text": "x", "accept": ["B"], "options": [{"id": "B"}], "answer": "accept"} | marks)
    assert [(one.label, one.text) for one in all_of(choice)[0]] == [("B", "x")]


@pytest.mark.parametrize(
    "option, key", [("--text-column", "txet"), ("--label-column", "lable"), ("--text-column", "a.b.c")]
)
def test_a_key_that_no_object_has_is_an_error_that_names_those_there(
    option: str, key: str, tmp_path: Path, run_nb: Nb
) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(rows(*({"text": t, "label": k} for t, k in [("x x", "a"), ("y y", "b")] * 3)), encoding="utf-8")
    run_nb(["train", path, "--name", tmp_path / "m.nb"])
    done = run_nb(["train", path, option, key, "--name", tmp_path / "n.nb"])
    assert done.returncode == 2 and not (tmp_path / "n.nb").exists()
    assert f"no object has the key {key}; name one of its keys: " in done.stderr.decode()
    assert b"text" in done.stderr and b"label" in done.stderr
    if option == "--text-column":
        done = run_nb(["predict", path, "--input", "jsonl", option, key, "--name", tmp_path / "m.nb"])
        assert (done.returncode, done.stdout) == (2, b"")
        assert f"no object has the key {key}" in done.stderr.decode()
        done = run_nb(["predict", "--input", "jsonl", option, key, "--name", tmp_path / "m.nb"], path.read_bytes())
        assert done.returncode == 2 and f"no object has the key {key}" in done.stderr.decode()


def test_a_label_in_a_list_is_no_column_of_a_table() -> None:
    data = rows(*({"labels": [label], "a": n, "b": n + 1} for n, label in enumerate("xyxy")))
    found, _ = all_of(data, how=How(label_column="labels.0"))
    assert [(one.label, dict(one.others)) for one in found][:2] == [("x", {"a": 0, "b": 1}), ("y", {"a": 1, "b": 2})]


@given(st.lists(st.lists(st.booleans(), min_size=1, max_size=3), min_size=1, max_size=3))
def test_a_path_that_leads_nowhere_is_nothing(path: list[list[bool]]) -> None:
    name = ".".join("0" if one[0] else "a" for one in path)
    how = How(label_column="label", text_columns=("text", name))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "c.jsonl"
        file.write_text(rows({"text": "x", "label": "a", "0": [1], "a": {"0": "y"}}), encoding="utf-8")
        assert len(list(records([str(file)], how))) == 1


def test_inside_a_process_too(tmp_path: Path) -> None:
    path = tmp_path / "c.json"
    path.write_text(
        json.dumps([{"text": t, "label": k} for t, k in [("x x", "a"), ("y y", "b")] * 3]), encoding="utf-8"
    )
    assert inside(["train", path, "--name", tmp_path / "m.nb"]).returncode == 0
    assert inside(["check", path]).returncode in (0, 1)


# Tab-separated text of spreadsheets

cell_texts = st.text(st.sampled_from('ab ,\t\n"'), min_size=1, max_size=9).map(lambda text: f"x{text}x")


def quoted(cell: str, needs: str) -> str:
    return f'"{cell.replace(chr(34), chr(34) * 2)}"' if set(cell) & set(needs) else cell


@given(
    st.lists(st.tuples(st.sampled_from(["spam", "ham"]), cell_texts), min_size=2, max_size=6),
    st.sampled_from(['\t\n",', '\t\n"']),
    st.sampled_from(["c.tsv", "c.txt", "c.csv"]),
    st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_cells_as_a_spreadsheet_quotes_them_are_what_they_were(
    table: list[tuple[str, str]], needs: str, name: str, encoding: str
) -> None:
    table = [("label", "text"), *table, ("ham", 'a "cell"\nof two lines')]
    data = "".join("\t".join(quoted(cell, needs) for cell in row) + "\r\n" for row in table)
    found, _ = all_of(data.encode(encoding), name)
    # A line break in a cell is CR LF or LF, as the tool has it.
    assert [(one.label, one.text.replace("\r\n", "\n")) for one in found] == table[1:]


@given(st.lists(st.text(st.sampled_from('ab ,"'), min_size=1, max_size=9), min_size=2, max_size=6))
def test_quotes_of_no_spreadsheet_are_characters(texts: list[str]) -> None:
    texts = [f"x{text}" for text in texts] + ['she said "hi"']
    found, log = all_of("".join(f"ham\t{text}\n" for text in texts), "c.tsv")
    assert [one.text for one in found] == texts
    assert ": tsv" in log.notes()[0]


@pytest.mark.corpus
def test_the_sms_corpus_has_quotes_that_are_characters() -> None:
    path = CORPORA / "sms-en/SMSSpamCollection"
    assert form_of(Source(str(path), path)) == "tsv"


def test_such_a_table_is_trained_on_and_answered(tmp_path: Path, run_nb: Nb) -> None:
    rows = [("label", "text"), *[("spam", 'free\n"money", now'), ("ham", "lunch, at ten")] * 5]
    path = tmp_path / "c.tsv"
    path.write_text("".join("\t".join(quoted(cell, '\t\n",') for cell in row) + "\n" for row in rows), "utf-8")
    assert run_nb(["train", path, "--name", tmp_path / "m.nb"]).returncode == 0
    done = run_nb(["predict", path, "--name", tmp_path / "m.nb"])
    out = list(csv.reader(done.stdout.decode().splitlines(keepends=True), delimiter="\t"))
    assert [tuple(row[:2]) for row in out] == rows
    assert [row[2] for row in out[1:]] == [label for label, _ in rows[1:]]


# Labels


@given(st.lists(st.sampled_from(["a", "b", "c,d"]), min_size=1, max_size=3), st.sampled_from([" ", ", ", ",\t"]))
def test_fasttext_labels_may_have_commas_after_them(labels: list[str], between: str) -> None:
    data = between.join(f"__label__{label}" for label in labels) + " some text\n"
    found, _ = all_of(data + "__label__z other text\n", "c.txt")
    assert (found[0].label, found[0].text) == (labels[0], "some text")


@pytest.mark.parametrize("blank", ["", " ", "\t", "\u3000", " \u00a0 "])
def test_a_label_of_blanks_is_none(blank: str) -> None:
    found, log = all_of(f'label,text\n"{blank}",x\na,y\n', "c.csv")
    assert [one.label for one in found] == ["a"]
    assert "skipped 1 without label" in log.notes()[0]
