"""Tables: how rows are cut to be learned and to be answered, what is written of them, and what a model remembers."""

import csv
import io
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbcli import cli, store
from nbcli.answering.answers import Abstention, Answers
from nbcli.choices import load
from nbcli.classifier.classifier import Classifier
from nbcli.corpus import HEADER, Answer, How, Log, Reading, Source, read
from nbcli.corpus._reading import arriving
from nbcli.errors import NbError
from tests.conftest import MAIL_EN, ROOT, Done, environment

SPAM, HAM = "free money now", "lunch meeting at ten"


def found(path: Path, data: bytes | str, how: How | None = None) -> tuple[list[tuple[str | None, str]], str]:
    """Return the (label, text) pairs that a file has for training, and the line on how it was read."""
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    log = Log()
    pairs = [(document.label, document.text) for document in read([str(path)], how, log)]
    return pairs, log.notes()[0].partition(": ")[2]


def inside(arguments: Sequence[object], data: bytes = b"") -> Done:
    """Run `nb ARGS` in this process, and return what a process gives."""
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="\n")
    err = io.StringIO()
    with tempfile.TemporaryFile() as stdin:
        stdin.write(data)
        stdin.seek(0)
        given = SimpleNamespace(buffer=stdin, fileno=stdin.fileno)
        with patch.object(sys, "stdin", given), patch.object(sys, "stdout", out), patch.object(sys, "stderr", err):
            status = int(cli.run([str(argument) for argument in arguments]))
            out.flush()
    written = out.buffer.getvalue()
    return Done([str(argument) for argument in arguments], status, written, err.getvalue().encode())


# Rows with more cells than the table has columns


@pytest.mark.parametrize("d", [",", ";", "\t"])
@pytest.mark.parametrize(
    ("header", "row", "expected"),
    [
        ("text d label", "hello d world d pos", ("pos", "hello d world")),
        ("label d text", "pos d hello d world", ("pos", "hello d world")),
        ("id d text d when d label", "1 d a d b d c d now d pos", ("pos", "a d b d c")),
        ("label d id d text d when", "pos d 1 d a d b d now", ("pos", "a d b")),
    ],
)
def test_surplus_cells_are_the_texts(tmp_path: Path, d: str, header: str, row: str, expected: tuple[str, str]) -> None:
    fine = " d ".join(["x"] * (header.count(" d ") + 1))
    table = "\n".join([header, fine, row, fine, row, ""]).replace(" d ", d)
    pairs, said = found(tmp_path / ("t.tsv" if d == "\t" else "t.csv"), table)
    assert pairs[1] == pairs[3] == (expected[0], expected[1].replace(" d ", d))
    assert len(pairs) == 4 and "skipped" not in said


def test_the_table_of_the_issue_has_two_labels(tmp_path: Path) -> None:
    table = "text,label\nhello, world,pos\nbad thing,neg\nnice,pos\nawful, sad,neg\n"
    for name in ("t.csv", "t"):
        pairs, _ = found(tmp_path / name, table)
        assert pairs == [("pos", "hello, world"), ("neg", "bad thing"), ("pos", "nice"), ("neg", "awful, sad")]
    first = How(text_columns=("1",), label_column="2", header=False)
    assert found(tmp_path / "t.csv", table.partition("\n")[2], first)[0] == pairs
    assert found(tmp_path / "t.csv", '"a, b", c,pos\nd,neg\ne,pos\n', first)[0][0] == ("pos", "a, b, c")


def test_surplus_cells_that_may_be_any_columns_are_counted(tmp_path: Path) -> None:
    table = "title,text,label\na,b,x\na,b,c,x\na,b,x\na,b,x\na,b,x\na,b,c,d,x\na,b,x\n"
    pairs, said = found(tmp_path / "t.csv", table, How(text_columns=("title", "text")))
    assert pairs == [("x", "a\nb")] * 5
    assert said.endswith("; skipped 2 with surplus cells (line 3, 7)")


# What separates the cells

ROWS = "".join(f"pos;good, nice {i}\nneg;bad, sad {i}\n" for i in range(15))
ISSUE = [(label, f"{words} {i}") for i in range(15) for label, words in (("pos", "good, nice"), ("neg", "bad, sad"))]


@pytest.mark.parametrize("name", ["t.csv", "t"])
@pytest.mark.parametrize("head", ["label;text\n", "", "sep=;\nlabel;text\n", "sep=;\n", "\ufeffsep=;\n"])
def test_a_semicolon_with_commas_in_the_text(tmp_path: Path, name: str, head: str) -> None:
    pairs, said = found(tmp_path / name, head + ROWS)
    assert pairs == ISSUE
    assert "csv, utf-8, delimiter ;, " in said and "skipped" not in said


@pytest.mark.parametrize(
    ("table", "how", "pair", "delimiter"),
    [
        ("1,5;2,5;pos\n3,5;7,5;neg\n" * 5, How(label_column="3", text_columns=("1",)), ("pos", "1,5"), "delimiter ;"),
        ("label;x\n1;1,5\n2;2,5\n", None, ("1", "1,5"), "delimiter ;"),
        (
            "mine;say\np;a, b\nq;c, d\n" * 3,
            How(label_column="mine", text_columns=("say",)),
            ("p", "a, b"),
            "delimiter ;",
        ),
        ("one;two\na;b\n", How(header=True), ("a", "b"), "delimiter ;"),
        ("label~text\na~b,c;d\n", How(delimiter="~"), ("a", "b,c;d"), "delimiter ~"),
        ('label\ttext\na\t"b\tc"\n', How(delimiter="\t", format="csv"), ("a", "b\tc"), "delimiter tab"),
        ("label,text\na,b;c\nd,e;f\n", None, ("a", "b;c"), None),
        ("a,hi; you\nb,win; now\n", None, ("a", "hi; you"), None),
        ('a,"well, this, is"\nb,"so, it, is"\n', None, ("a", "well, this, is"), None),
        ("label,text\na,x\n", How(delimiter=","), ("a", "x"), None),
    ],
)
def test_the_delimiter_is_found(
    tmp_path: Path, table: str, how: How | None, pair: tuple[str, str], delimiter: str | None
) -> None:
    pairs, said = found(tmp_path / "t.csv", table, how)
    assert pairs[0] == pair
    assert (f", {delimiter}, " in said) if delimiter else ("delimiter" not in said)


def test_a_delimiter_is_one_character(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "t.csv").write_text("label;text\n" + ROWS)
    for wrong in ("", ";;", '"', "\n"):
        assert cli.run(["train", str(tmp_path / "t.csv"), "--delimiter", wrong]) == 2
        assert "must be one character, or tab; give one, such as --delimiter ';'" in capsys.readouterr().err
    for command in (["check"], ["compare", "--tokenizer", "words"], ["train", "--name", str(tmp_path / "m.nb")]):
        assert cli.run([command[0], str(tmp_path / "t.csv"), "--delimiter", ";", *command[1:]]) in (0, 1)
    for name in ("evaluate", "update"):
        model = ["--name", str(tmp_path / "m.nb")]
        assert cli.run([name, str(tmp_path / "t.csv"), "--delimiter", ";", *model]) == 0
    assert cli.run(["train", str(tmp_path / "t.csv"), "--format", "tsv", "--delimiter", ";"]) == 2
    assert "--delimiter ; does not go with tsv" in capsys.readouterr().err


@pytest.mark.parametrize("bom", ["", "\ufeff"])
def test_a_header_that_comes_again_is_no_row(tmp_path: Path, bom: str) -> None:
    table = f"{bom}label,text\ny,text one\nn,two\n"
    pairs, said = found(tmp_path / "t.csv", table * 3)
    assert pairs == [("y", "text one"), ("n", "two")] * 3
    assert said.endswith("; 6 texts; skipped 2 with the header again (line 4, 7)")


# Out again


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a model that learned lines in it, m.nb, and one of a table, t.nb, which is t.csv."""
    folder = tmp_path_factory.mktemp("home")
    (folder / "spam.txt").write_text("free money\nfree cash now\n\n")
    (folder / "ham.txt").write_text("see you at lunch\nthe meeting is at ten\n")
    (folder / "t.csv").write_text("id,label,review\n1,spam,free money\n2,ham,lunch\n3,spam,cash, now\n4,ham,meeting\n")
    for name, *corpus in (("m", f"spam={folder}/spam.txt", f"ham={folder}/ham.txt"), ("t", f"{folder}/t.csv")):
        assert cli.run(["train", *corpus, "--name", f"{folder}/{name}.nb", "--tokenizer", "words"]) == 0
    return folder


@pytest.fixture(scope="module")
def classifier(home: Path) -> Classifier:
    return store.load(str(home / "m.nb"))


def answered(classifier: Classifier, form: str, pieces: list[bytes], how: How) -> str:
    """Return what predict writes for a table that comes on stdin in these pieces."""
    written = []
    with patch.object(arriving, "chunks", lambda descriptor: iter(pieces)), patch.object(sys, "stdin", sys.stdout):
        table = load("corpus", form).stream(Source.to_answer("-", how))
        for rows in table.batches:
            for row in rows:
                answers = Answers.of(classifier, [row.text], Abstention())
                answer = Answer(answers.labels[0], answers.top()[0], row.status or answers.status[0])
                written.append(table.written(row, None if row.status == HEADER else answer))
    return "".join(written)


words = st.lists(
    st.sampled_from(["free", "money", "lunch", "ten", ",", ";", '"', "\n", "\r\n", "\t", "\\", " ", "优", ", "])
)
texts = st.one_of(words.map("".join), st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"), max_size=9))
tables = st.lists(st.tuples(texts, texts), min_size=1, max_size=6)
cuts = st.lists(st.integers(0, 400), max_size=8).map(sorted)
any_table = settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])


def pieces_of(data: bytes, places: list[int]) -> list[bytes]:
    bounds = [0, *(place for place in places if place < len(data)), len(data)]
    return [data[a:b] for a, b in pairwise(bounds) if a < b]


def labels_of(classifier: Classifier, those: list[str]) -> list[str]:
    return [Answers.of(classifier, [text], Abstention()).labels[0] for text in those]


@given(tables, cuts, st.sampled_from(",;\t|"), st.sampled_from(["\n", "\r\n"]))
@any_table
def test_any_csv_comes_out_row_by_row(
    classifier: Classifier, table: list[tuple[str, str]], places: list[int], delimiter: str, end: str
) -> None:
    file = io.StringIO(newline="")
    # Before Python 3.13 a cell with a lone CR is quoted only where a CR ends lines.
    writer = csv.writer(file, delimiter=delimiter, lineterminator=end, quoting=csv.QUOTE_ALL)
    writer.writerows([["text", "other"], *table])
    out = answered(classifier, "csv", pieces_of(file.getvalue().encode(), places), How(text_columns=("text",)))
    rows = list(csv.reader(io.StringIO(out, newline=""), delimiter=delimiter))
    assert rows[0] == ["text", "other", "label", "proba", "status"]
    assert [tuple(row[:2]) for row in rows[1:]] == table
    assert [row[2] for row in rows[1:]] == labels_of(classifier, [text for text, _ in table])
    assert {len(row) for row in rows} == {5}
    assert {row[4] for row in rows[1:]} <= {"ok", "unknown", "empty"}


plain = st.lists(st.sampled_from(["free", "money", "lunch", "ten", " ", ".", "x"]), min_size=1).map("".join)
surplus = st.lists(st.tuples(plain, st.lists(plain, min_size=1, max_size=4), plain), min_size=1, max_size=6)


@given(surplus, cuts, st.sampled_from([("csv", ","), ("csv", ";"), ("tsv", "\t")]))
@any_table
def test_any_surplus_comes_out_in_the_texts_cell(
    classifier: Classifier, table: list[tuple[str, list[str], str]], places: list[int], form: tuple[str, str]
) -> None:
    name, d = form
    lines = [d.join(["id", "text", "label"]), *(d.join([a, *parts, b]) for a, parts, b in table), ""]
    out = answered(classifier, name, pieces_of("\n".join(lines).encode(), places), How(text_columns=("text",)))
    if name == "csv":
        rows = list(csv.reader(io.StringIO(out, newline=""), delimiter=d))
    else:
        rows = [line.split("\t") for line in out.splitlines()]
    assert rows[0] == ["id", "text", "label", "nb_label", "nb_proba", "nb_status"]
    joined = [d.join(parts) for _, parts, _ in table]
    shown = [text.replace("\t", "\\t") for text in joined]
    assert [row[:3] for row in rows[1:]] == [[a, text, b] for (a, _, b), text in zip(table, shown, strict=True)]
    assert [row[3] for row in rows[1:]] == labels_of(classifier, joined)
    assert {len(row) for row in rows} == {6}


cells = st.text(st.characters(codec="utf-8", exclude_characters="\t\r\n\ufeff"), max_size=9)


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=6), cuts)
@any_table
def test_any_tsv_comes_out_row_by_row(classifier: Classifier, table: list[tuple[str, str]], places: list[int]) -> None:
    data = "\n".join(["text\tother", *map("\t".join, table), ""]).encode()
    out = answered(classifier, "tsv", pieces_of(data, places), How(text_columns=("text",)))
    rows = [line.split("\t") for line in out.split("\n")[:-1]]
    assert [tuple(row[:2]) for row in rows[1:]] == table
    assert [row[2] for row in rows[1:]] == labels_of(classifier, [text for text, _ in table])
    assert {len(row) for row in rows} == {5}


broken = st.sampled_from(
    ["{oops", "[1]", "5", '"x"', "{}}", "\\", '{"text": 1' + "[" * 3000, '{"text":' + "[" * 700 + "]" * 700 + "}"]
)


@given(st.lists(st.one_of(texts, broken.map(lambda line: [line])), min_size=1, max_size=6), cuts, st.booleans())
@any_table
def test_any_jsonl_comes_out_row_by_row(
    classifier: Classifier, table: list[str | list[str]], places: list[int], ascii_only: bool
) -> None:
    given_lines = [
        one[0] if isinstance(one, list) else json.dumps({"text": one, "n": n}, ensure_ascii=ascii_only)
        for n, one in enumerate(table)
    ]
    data = "".join(f"{line}\n" for line in given_lines).encode()
    out = answered(classifier, "jsonl", pieces_of(data, places), How(text_columns=("text",)))
    records = [json.loads(line) for line in out.split("\n")[:-1]]
    assert len(records) == len(table)
    for record, one, line in zip(records, table, given_lines, strict=True):
        if isinstance(one, list):
            assert (record["status"], record["text"]) == ("unreadable", line)
            assert record["nb_error"] == "the line is no JSON object"
        else:
            assert record["text"] == one
            assert record["label"] == labels_of(classifier, [one])[0]
            assert record["status"] in ("ok", "unknown", "empty")


# Processes

Nb_in = Callable[..., subprocess.Popen[bytes]]


@pytest.fixture
def started(home: Path) -> Iterator[Nb_in]:
    running = []

    def start(*args: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", "nbcli", "predict", "--name", str(home / "m.nb"), *args]
        pipe = subprocess.PIPE
        running.append(subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(home)))
        return running[-1]

    yield start
    for one in running:
        with one:  # which closes its pipes
            one.kill()


@pytest.mark.parametrize(
    ("form", "rows", "answers"),
    [
        (
            "csv",
            [b"n,text\n", b'1,"free\n', b'money"\n', b"2,lunch, at ten\n", b"\xff,lunch\n", b"4,\n"],
            [b"n,text,label,proba,status\n", b"", b'1,"free\nmoney",spam,', b'2,"lunch, at ten",ham,', b"", b"4,,"],
        ),
        ("tsv", [b"n\ttext\n", b"1\tfree money\n", b"2\n"], [b"n\ttext\tlabel\t", b"1\tfree money\tspam\t", b"2\t\t"]),
        ("jsonl", [b'{"text": "lunch"}\n', b"{oops\n", b'{"text": "free"}\n'], [b'{"text": "lunch", ', b'{"nb_', b"{"])
    ],
)  # fmt: skip
def test_a_row_is_answered_before_the_next_comes(
    started: Nb_in, form: str, rows: list[bytes], answers: list[bytes]
) -> None:
    nb = started("--input", form, "--text-column", "text")
    assert nb.stdin and nb.stdout and nb.stderr
    for row, answer in zip(rows, answers, strict=True):
        nb.stdin.write(row)
        nb.stdin.flush()
        if row.endswith(b'"free\n'):
            continue  # the row goes on
        said = b"".join(nb.stdout.readline() for _ in range(1 + answer.count(b"\n", 0, -1)))
        assert said.startswith(answer)
    nb.stdin.close()
    assert (nb.wait(30), nb.stdout.read(), nb.stderr.read()) == (0, b"", b"")


def test_a_closed_pipe_is_no_error(home: Path, tmp_path: Path) -> None:
    (tmp_path / "big.csv").write_text("n,text\n" + f"1,{SPAM}\n" * 30_000)
    (tmp_path / "big.jsonl").write_text(f'{{"text": "{SPAM}"}}\n' * 30_000)
    for form, given_as in (("csv", "{}"), ("csv", "< {}"), ("tsv", "{}"), ("jsonl", "{}"), ("jsonl", "< {}")):
        file = tmp_path / ("big.jsonl" if form == "jsonl" else "big.csv")
        column = "1" if form == "tsv" else "text"
        predict = f"{sys.executable} -m nbcli predict --name {home}/m.nb --input {form} --text-column {column}"
        line = f"{predict} {given_as.format(file)} | head -1; echo ${{PIPESTATUS[0]}}"
        done = subprocess.run(["bash", "-c", line], capture_output=True, env=environment(home), cwd=ROOT)
        assert done.stdout.endswith(b"\n0\n") and not done.stderr, (form, done.stderr)
    # What cannot be written is the output's fault, not that of the file that is read.
    full = f"{predict} {tmp_path}/big.jsonl > /dev/full"
    done = subprocess.run(["bash", "-c", full], capture_output=True, env=environment(home), cwd=ROOT)
    assert (done.returncode, done.stderr) == (2, b"nb: No space left on device; nothing more was done\n")


@pytest.mark.parametrize("as_file", [True, False])
def test_every_row_has_a_status(home: Path, tmp_path: Path, as_file: bool) -> None:
    def rows(data: bytes, *args: str) -> list[str]:
        (tmp_path / "x").write_bytes(data)
        done = inside(
            ["predict", "--name", home / "m.nb", *args, *([tmp_path / "x"] if as_file else [])],
            b"" if as_file else data,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout.decode().splitlines()

    table = b"text,more,status\nfree,,x\n,,\nzzz\nfr\xff\xffee,\xe4\xbc\x98,\nat,b,c,d\n"
    out = list(csv.reader(rows(table, "--input", "csv", "--text-column", "text")))
    assert out[0] == ["text", "more", "status", "nb_label", "nb_proba", "nb_status"]
    assert [row[-1] for row in out[1:]] == ["ok", "empty", "unknown", "undecodable", "ok"]
    assert out[4][:3] == ["fr\ufffd\ufffdee", "优", ""] and out[5][:3] == ["at,b", "c", "d"]
    out = list(csv.reader(rows(table, "--input", "csv", "--text-column", "text", "--text-column", "more")))
    assert out[5][:3] == ["at", "b", "c,d"] and out[5][-1] == "unreadable"
    out = [line.split("\t") for line in rows(table.replace(b",", b"\t"), "--input", "tsv", "--text-column", "1")]
    assert [row[-1] for row in out[1:]] == ["ok", "empty", "unknown", "undecodable", "ok"]
    lines = b'{"text": "free"}\n{"text": ""}\n{"text": "\xff\xff"}\n\xff\n{"text": "zzz"}\nno\n'
    found = [json.loads(line)["status"] for line in rows(lines, "--input", "jsonl", "--text-column", "text")]
    assert found == ["ok", "empty", "undecodable", "undecodable", "unknown", "unreadable"]


def test_rows_before_what_stops_the_reading_are_answered(home: Path) -> None:
    args = ["predict", "--name", home / "m.nb", "--input", "csv", "--text-column", "text"]
    for rest in ("", "more\n" * 5000):
        done = inside(args, f'n,text\n1,{SPAM}\n2,"open\n{rest}'.encode())
        assert (done.returncode, done.stdout.count(b"\n")) == (2, 2)
        assert done.stderr.startswith(b"nb: -:3: a quote opens here and ") and done.stderr.count(b"\n") == 1


def test_what_is_no_row_is_counted_and_not_written(home: Path) -> None:
    args = ["predict", "--name", home / "m.nb", "--input", "csv", "--text-column", "text"]
    done = inside(args, b"sep=;\n" + b"n;text\n1;free, money\n" * 2)
    assert (
        done.stdout.decode().splitlines()[1:] == ["1;free, money;spam;1.0000;ok"] * 2 or done.stdout.count(b"\n") == 3
    )
    assert done.stdout.startswith(b"n;text;label;proba;status\n1;free, money;spam;")
    assert done.stderr == b"-: skipped 1 with the header again (line 4)\n"


# What a model remembers


def remembered(path: Path) -> Reading | None:
    fact = store.header(str(path)).get("read")
    return Reading.of(fact) if fact else None


def trained(folder: Path, *corpus: str, options: tuple[str, ...] = ()) -> tuple[Path, str]:
    """Return the model and the last line of what training says."""
    model = folder / "x.nb"
    done = inside(["train", *corpus, "--name", model, "--tokenizer", "words", *options])
    assert done.returncode == 0, done.stderr
    return model, done.stderr.decode().splitlines()[-1]


PAIRS = [("spam", "free money"), ("ham", "lunch at ten"), ("spam", "free, cash"), ("ham", "meeting; ten")]
CSV = "label,review\n" + "".join(f'{label},"{text}"\n' for label, text in PAIRS)


@pytest.mark.parametrize(
    ("name", "data", "options", "expected"),
    [
        ("a.csv", CSV, (), Reading("csv", ("review",), "label", True, None, 2)),
        ("a", CSV, (), Reading("csv", ("review",), "label", True, None, 2)),
        ("a.csv", CSV.replace("label,review\n", ""), (), Reading("csv", ("2",), "1", False, None, 2)),
        ("a.csv", CSV.replace(",", ";", 1).replace('m,"', 'm;"'), (),
         Reading("csv", ("review",), "label", True, ";", 2)),
        ("a.csv", CSV.replace(',"', '~"').replace("l,r", "l~r"), ("--delimiter", "~"),
         Reading("csv", ("review",), "label", True, "~", 2)),
        ("a.tsv", CSV.replace(',"', "\t").replace("l,r", "l\tr").replace('"', ""), (),
         Reading("tsv", ("review",), "label", True, None, 2)),
        ("a.jsonl", "".join(json.dumps({"y": label, "m": {"t": text}}) + "\n" for label, text in PAIRS),
         ("--text-column", "m.t"), Reading("jsonl", ("m.t",), "y")),
    ],
)  # fmt: skip
def test_a_file_like_the_corpus_is_read_like_it(
    tmp_path: Path, name: str, data: str, options: tuple[str, ...], expected: Reading
) -> None:
    path = tmp_path / name
    path.write_text(data)
    model, use = trained(tmp_path, str(path), options=options)
    assert remembered(model) == expected
    name = str(model)
    done = inside(["predict", path, "--name", name])
    column = "column 2" if expected.header is False else expected.text[0]
    note = f"({expected.form}, text from {column}); --input lines reads it as lines\n"
    assert done.stderr.decode() == f"{path}: read as the table that the model learned from {note}"
    assert done.returncode == 0 and done.stdout.count(b"\n") == len(PAIRS) + bool(expected.header)
    assert done.stdout.count(b"spam") == 4 and done.stdout.count(b"ham") >= 4
    # With the columns named, and from stdin with none named, it is the same.
    for args, sent in (([*expected.options(), path], b""), (["--input", expected.form], path.read_bytes())):
        again = inside(["predict", "--name", name, *args], sent)
        assert (again.returncode, again.stdout, again.stderr) == (0, done.stdout, b""), args
    lines = inside(["predict", path, "--name", name, "--input", "lines"])
    assert lines.stdout.count(b"\n") == data.count("\n") and not lines.stderr
    assert use == f"use it: nb predict --name {name} {path}"


def test_files_that_are_not_such_a_table_are_lines(home: Path, tmp_path: Path) -> None:
    for name, data, note in (
        ("x.txt", "free money\nreview, lunch\n", ""),
        ("x.csv", "id,text\n1,free\n", "read as lines: not a table such as the model learned from"),
        ("y.csv", "", "read as lines"),
        ("x.jsonl", '{"review": "free"}\n', ""),
        ("x", "", ""),
    ):
        (tmp_path / name).write_text(data)
        done = inside(["predict", tmp_path / name, "--name", home / "t.nb"])
        assert (done.returncode, done.stdout.count(b"\n")) == (0, data.count("\n"))
        assert note in done.stderr.decode() and bool(note) == bool(done.stderr)
    # A model of a headerless CSV takes no text with a comma in each line for one.
    (tmp_path / "h.csv").write_text(CSV.replace("label,review\n", ""))
    model, _ = trained(tmp_path, str(tmp_path / "h.csv"))
    (tmp_path / "z.txt").write_text("hello, you\nfree, money\n")
    assert inside(["predict", tmp_path / "z.txt", "--name", model]).stdout.count(b",") == 0


def test_tables_and_lines_are_answered_in_their_order(home: Path, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("free money\n")
    done = inside(["predict", tmp_path / "x.txt", home / "t.csv", "-", "--name", home / "t.nb"], b"lunch\n")
    out = done.stdout.decode().splitlines()
    assert [out[0], out[-1]] == ["spam", "ham"]
    assert out[1] == "id,label,review,nb_label,nb_proba,nb_status" and len(out) == 7


def test_what_goes_with_lines_only_is_said(home: Path) -> None:
    for option in (["--json"], ["--columns", "label"], ["--only", "spam"], ["--top", "1"], ["--jobs", "2"]):
        done = inside(["predict", home / "t.csv", "--name", home / "t.nb", *option])
        assert (done.returncode, done.stdout) == (2, b"")
        remedy = f"a table, and {option[0]} goes with lines; leave out {option[0]}, or add --input lines\n"
        assert done.stderr.decode().endswith(remedy)
        assert inside(["predict", home / "t.csv", "--name", home / "t.nb", *option, "--input", "lines"]).returncode == 0
    for args in (["--mail"], ["--input", "jsonl", "--text-column", "x"], []):
        assert (
            b"--delimiter goes with a table"
            in inside(["predict", "--name", home / "t.nb", "--delimiter", ";", *args]).stderr
        )


def test_corpora_that_were_read_differently_are_remembered_as_far_as_they_agree(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(CSV)
    (tmp_path / "b.csv").write_text("review,label\nhello free,spam\n")
    (tmp_path / "c.csv").write_text("text,label\nhello free,spam\n")
    (tmp_path / "d.txt").write_text("hello\n")
    a, b, c, d = (str(tmp_path / name) for name in ("a.csv", "b.csv", "c.csv", "d.txt"))
    labels = remembered(trained(tmp_path, a)[0])
    assert labels and remembered(trained(tmp_path, a, b)[0]) == labels
    assert remembered(trained(tmp_path, a, f"spam={b}")[0]) == replace(labels, label=None)
    model, use = trained(tmp_path, a, c)
    assert remembered(model) is None
    assert use == f"use it: nb predict --name {model} --input csv --text-column review --header {a}"
    assert remembered(trained(tmp_path, a, f"ham={d}")[0]) is None


def test_a_remembered_reading_that_cannot_be_is_no_model(tmp_path: Path, home: Path) -> None:
    data = (home / "t.nb").read_bytes()
    line, _, body = data.partition(b"\n")
    first = json.loads(line)
    for wrong in (
        {"form": "../csv"}, {"form": "lines"}, {"text": []}, {"text": "x"}, {"delimiter": ""}, {"delimiter": "ab"},
        {"delimiter": '"'}, {"header": "yes"}, {"width": "2"}, {"label": 3},
    ):  # fmt: skip
        head = json.dumps(first | {"read": first["read"] | wrong}).encode()
        (tmp_path / "bad.nb").write_bytes(head.ljust(len(line) + 64 - len(line) % 64) + b"\n" + body)
        with pytest.raises(NbError, match="not a whole nb model"):
            store.header(str(tmp_path / "bad.nb"))


def test_the_last_line_of_training_runs(tmp_path: Path) -> None:
    """It is run by a shell as it stands, FILE being a file of the kind that was learned."""
    (tmp_path / "it's a.csv").write_bytes(CSV.encode("utf-16"))
    (tmp_path / "-x.tsv").write_text("label\ttext\nspam\tfree money\nham\tlunch\n")
    for label, text in (("spam", "free\nmoney"), ("ham", "lunch\nten")):
        for kind, content in (("texts", text), ("mails", f"From: a@b.org\nSubject: {text[:4]}\n\n{text}\n")):
            (tmp_path / kind / label).mkdir(parents=True)
            (tmp_path / kind / label / "1").write_text(content)
    (tmp_path / "ft.txt").write_text("__label__spam free money\n__label__ham lunch\n")
    latin = tmp_path / "latin.csv"
    latin.write_bytes("label,text\nspam,gratuité\nham,déjeuner\n".encode("latin-1"))
    (tmp_path / "lines").write_text("free money\nlunch\n")
    bin = tmp_path / "bin"
    bin.mkdir()
    (bin / "nb").write_text(f'#!/bin/sh\nexec {sys.executable} -m nbcli "$@"\n')
    (bin / "nb").chmod(0o755)
    env = environment(tmp_path / "store") | {"PATH": f"{bin}{os.pathsep}{os.environ['PATH']}"}

    def lines(command: str, data: bytes = b"") -> tuple[list[str], str]:
        done = subprocess.run(["bash", "-c", command], capture_output=True, env=env, cwd=tmp_path, input=data)
        assert done.returncode == 0, (command, done.stderr)
        return done.stdout.decode("utf-8-sig").splitlines(), done.stderr.decode().splitlines()[-1]

    for corpus, file, count in (
        ('"it\'s a.csv"', "", 5),
        ("./-x.tsv", "", 3),
        ("latin.csv --encoding latin-1", "", 3),
        ("- < latin.csv --encoding latin-1", "latin.csv", 3),
        ("texts", "texts/spam/1", 1),
        ("mails", "mails/ham/1", 1),
        ("ft.txt", "lines", 2),
        (MAIL_EN, "lines", 2),
    ):
        _, use = lines(f"nb train --tokenizer words --name 'a b' {corpus}")
        assert use.startswith("use it: nb predict --name 'a b'" if "texts" not in corpus else "use it: tr ")
        out, _ = lines(f"{use.removeprefix('use it: ').replace('FILE', file)}; echo >&2")
        assert len(out) == count, (use, out)
        assert not any("unknown" in line or "undecodable" in line or "empty" in line for line in out), out


def test_parquet_goes_in_as_it_is_learned(tmp_path: Path) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pa.table({"label": [a for a, _ in PAIRS], "n": [1, 2, 3, 4], "text": [b for _, b in PAIRS]})
    pq.write_table(table, tmp_path / "p.parquet")
    model, use = trained(tmp_path, str(tmp_path / "p.parquet"))
    assert use.endswith("p.parquet")
    done = inside(["predict", tmp_path / "p.parquet", "--name", model])
    rows = list(csv.reader(io.StringIO(done.stdout.decode())))
    assert rows[0] == ["label", "n", "text", "nb_label", "nb_proba", "nb_status"]
    assert [row[:3] for row in rows[1:]] == [[a, str(n), b] for n, (a, b) in enumerate(PAIRS, 1)]
    data = (tmp_path / "p.parquet").read_bytes()
    assert inside(["predict", "--name", model, "--input", "parquet"], data).stdout == done.stdout
    assert inside(["predict", "--name", model, "--input", "csv"], done.stdout).stdout.startswith(
        b"label,n,text,nb_label,nb_p"
    )
    assert inside(["predict", "--name", model, "--input", "parquet"], b"PAR1").returncode == 2
