"""`nb predict` in a pipeline: as many answers as lines, the lines themselves unchanged, exit statuses as grep's."""

import csv
import io
import json
import os
import pty
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from nbcli import cli
from nbcli.answering.answers import escaped
from nbcli.corpus import decoded
from nbcli.corpus._reading.arriving import lines_in
from nbcli.system.terminal import chunks
from tests.conftest import ROOT, environment

TEXTS = {
    "spam": ["free money", "free cash now", "优惠 发票", "代开 发票 优惠"],
    "ham": ["see you at lunch", "the meeting is at ten", "会议 论文", "明天 开会 论文"],
}
SPAM, HAM, NONE = "free money 发票", "meeting 论文 lunch", "qqqq"


def model(path: Path, texts: dict[str, list[str]]) -> None:
    records = [{"label": label, "text": text} for label, of_label in texts.items() for text in of_label]
    table = path.with_suffix(".jsonl")
    table.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert cli.run(["train", str(table), "--name", str(path), "--tokenizer", "chars"]) == 0


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("models")
    model(folder / "plain.nb", TEXTS)
    model(folder / "odd.nb", {"a b\tc\\d\ne": TEXTS["spam"], " ham ": TEXTS["ham"]})
    return folder


class Out(io.TextIOWrapper):
    """What stands for stdout: UTF-8 whatever the locale, as `nb` has it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="\n")

    def bytes(self) -> bytes:
        self.flush()
        return self.buffer.getvalue()  # type: ignore[attr-defined, no-any-return]


Nb = Callable[..., tuple[int, bytes, str]]


@pytest.fixture
def nb(models: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Nb:
    """Return what runs `nb predict ARGS` in this process, and returns its exit status, its output and its errors."""

    def run(*args: object, data: bytes = b"", name: str = "plain") -> tuple[int, bytes, str]:
        reading, writing = os.pipe()

        def feed() -> None:
            with open(writing, "wb") as pipe:
                pipe.write(data)

        feeder, out = threading.Thread(target=feed), Out()
        feeder.start()
        with open(reading, "rb") as pipe, monkeypatch.context() as patch:
            patch.setattr(sys, "stdin", SimpleNamespace(buffer=pipe, fileno=lambda: reading))
            patch.setattr(sys, "stdout", out)
            status = cli.run(["predict", *map(str, args), "--name", str(models / f"{name}.nb")])
            pipe.read()  # what was left, so that the feeder can end
        feeder.join()
        return int(status), out.bytes(), capfd.readouterr().err

    return run


def lines(*texts: str, encoding: str = "utf-8") -> bytes:
    return "".join(f"{text}\n" for text in texts).encode(encoding)


# Lines in, lines out


def test_a_label_a_line(nb: Nb) -> None:
    assert nb(data=lines(SPAM, HAM, SPAM)) == (0, b"spam\nham\nspam\n", "")
    assert nb(data=lines(SPAM, HAM)[:-1]) == (0, b"spam\nham\n", "")
    assert nb(data=b"") == (0, b"", "")
    assert len(nb(data=b"\n\n\n")[1].splitlines()) == 3


def test_files_are_read_in_order(nb: Nb, tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(lines(SPAM)[:-1])
    (tmp_path / "b").write_bytes(lines(HAM))
    assert nb(tmp_path / "a", "-", tmp_path / "b", data=lines(HAM)) == (0, b"spam\nham\nham\n", "")


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b"\r"])
def test_line_ends(nb: Nb, end: bytes) -> None:
    assert nb(data=end.join([SPAM.encode(), HAM.encode(), b"\x00", b""]))[1].splitlines()[:2] == [b"spam", b"ham"]
    assert len(nb(data=end.join([SPAM.encode(), HAM.encode(), b"\x00", b""]))[1].splitlines()) == 3


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "gb18030"])
def test_encodings_that_are_found(nb: Nb, encoding: str) -> None:
    assert nb(data=lines("发票 优惠", "论文", encoding=encoding)) == (0, b"spam\nham\n", "")
    assert nb("--is", "spam", data=lines("发票 优惠", encoding=encoding)) == (0, b"", "")


def test_encodings_by_option(nb: Nb) -> None:
    for encoding in ("utf-16-le", "utf-16-be", "gbk"):
        data = lines("发票 优惠", "论文", encoding=encoding)
        assert nb("--encoding", encoding, data=data) == (0, b"spam\nham\n", "")
        assert nb("--is", "ham", "--encoding", encoding, data=data[-6:])[0] in (0, 1)
    status, out, said = nb("--encoding", "idna", data=lines(SPAM))
    assert (status, out) == (2, b"")
    assert said.startswith("nb: --encoding idna: there is no such encoding; utf-8")


def test_what_cannot_be_decoded_is_a_record_too(nb: Nb) -> None:
    data = lines(SPAM) + b"\xff\xff\n" + lines(HAM) + "发票".encode("gbk") + b"\n\n"
    status, out, _ = nb("--columns", "label,status", data=data)
    assert status == 0
    assert [line.split("\t")[1] for line in out.decode().splitlines()] == ["ok", "undecodable", "ok", "ok", "empty"]
    records = [json.loads(line) for line in nb("--json", data=data)[1].splitlines()]
    assert [record["status"] for record in records] == ["ok", "undecodable", "ok", "ok", "empty"]


def test_a_long_line(nb: Nb) -> None:
    assert nb(data=(SPAM + " ").encode() * 40_000 + b"\n" + lines(HAM)) == (0, b"spam\nham\n", "")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_answers_come_before_the_input_ends(models: Path, tmp_path: Path, jobs: str) -> None:
    command = [sys.executable, "-m", "nbcli", "predict", "--jobs", jobs, "--name", str(models / "plain.nb")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, cwd=ROOT, env=environment(tmp_path)) as process:
        assert process.stdin
        assert process.stdout
        for text, label in ((SPAM, b"spam\n"), (HAM, b"ham\n"), (SPAM, b"spam\n")):
            process.stdin.write(lines(text))
            process.stdin.flush()
            assert process.stdout.readline() == label
        process.stdin.write(HAM.encode())  # without an end
        process.stdin.close()
        assert process.stdout.read() == b"ham\n"
    assert process.returncode == 0


def through_a_pipe(pieces: list[bytes]) -> Iterator[list[bytes]]:
    reading, writing = os.pipe()

    def feed() -> None:
        for piece in pieces:
            os.write(writing, piece)
        os.close(writing)

    feeder = threading.Thread(target=feed)
    feeder.start()
    try:
        yield from lines_in(chunks(reading), None)
    finally:
        feeder.join()
        os.close(reading)


def cut(data: bytes) -> list[bytes]:
    """Return the lines of bytes in no wide encoding, as Python's universal newlines have them."""
    return [line.rstrip("\n").encode("latin-1") for line in io.StringIO(data.decode("latin-1"), newline=None)]


@given(st.lists(st.one_of(st.sampled_from([b"\n", b"\r", b"\r\n", b"a", "优".encode(), b"\x00"]), st.binary())))
@settings(max_examples=100)
def test_n_lines_in_are_n_out(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")):
        pieces, data = [b"x", *pieces], b"x" + data
    got = list(through_a_pipe(pieces))
    assert [line for batch in got for line in batch] == cut(data)
    assert all(len(decoded(batch, encoding)) == len(batch) for batch in got for encoding in (None, "big5", "utf-7"))


# Several processes


@pytest.mark.parametrize(
    "form",
    [
        [],
        ["--proba", "--min-proba", ".9"],
        ["--top", "2"],
        ["--json"],
        ["--columns", "text,status,proba,label"],
        ["--only", "spam"],
        ["--only", "spam", "-v"],
    ],
)
def test_several_processes_answer_as_one_does(nb: Nb, form: list[str]) -> None:
    data = b"".join(f"{SPAM if i % 3 else HAM} {i}\n".encode() for i in range(10_000)) + b"\xff\xff\n\n\tfree"
    assert nb(*form, "--jobs", "2", data=data) == nb(*form, data=data)


def test_several_processes_end_as_one_does(nb: Nb, tmp_path: Path) -> None:
    assert nb("--jobs", "2", "--only", "spam", data=lines(HAM)) == (1, b"", "")
    assert nb("--jobs", "2", data=b"") == (0, b"", "")
    status, out, said = nb("--jobs", "2", "-", tmp_path / "no", data=lines(SPAM))
    assert (status, out) == (2, b"spam\n")
    assert said == f"nb: {tmp_path}/no: cannot be read (No such file or directory); check the name and permissions\n"


# Like grep


def test_only_prints_the_lines_unchanged(nb: Nb) -> None:
    gbk, broken = "发票 优惠\t,".encode("gbk"), b"free money \xff\x00\xfe"
    data = b"\n".join([lines(SPAM)[:-1], lines(HAM)[:-1], gbk, broken, b"  \xef\xbb\xbffree cash  "])
    kept, rest = nb("--only", "spam", data=data), nb("--only", "spam", "-v", data=data)
    assert kept[0] == rest[0] == 0
    assert gbk in kept[1].split(b"\n")
    assert b"  \xef\xbb\xbffree cash  " in kept[1].split(b"\n")
    assert sorted((kept[1] + rest[1]).split(b"\n")[:-1]) == sorted([*data.split(b"\n"), b""])[1:]


def test_exit_statuses(nb: Nb) -> None:
    assert nb("--only", "spam", data=lines(HAM)) == (1, b"", "")
    assert nb("--only", "ham", "-v", data=lines(HAM)) == (1, b"", "")
    assert nb("--only", "ham", data=b"") == (1, b"", "")
    assert nb("--is", "spam", data=lines(SPAM)) == (0, b"", "")
    assert nb("--is", "spam", data=lines(HAM, HAM)) == (1, b"", "")
    assert nb("--is", "no", data=lines(HAM)) == (2, b"", "nb: the model has no label no; it has ham, spam\n")


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["nowhere.txt"], "nb: nowhere.txt: cannot be read (No such file or directory); check the name and"),
        (["."], "nb: .: cannot be read (Is a directory)"),
        (["-v"], "nb: -v goes with --only; say which lines"),
        (["--only", "spam", "--json"], "nb: --json and --only do not go together; leave out --only"),
        (["--columns", "label,colour"], "nb: --columns colour: no such column; choose from label, proba, status, text"),
        (["--top", "0"], "nb: --top 0: must be 1 or more"),
        (["--min-proba", "1.5"], "nb: --min-proba 1.5: must be from 0 to 1; give a posterior, such as 0.9"),
        (["--min-proba", "nan"], "nb: --min-proba nan: must be from 0 to 1"),
        (["--min-proba", ".5", "--unsure", "spam"], "nb: spam is a label of the model; choose another word"),
        (["--input", "xml"], "nb: --input xml: no such choice; choose from arff, csv, eml, fasttext"),
        (["--header"], "nb: --header goes with --mail or a table"),
        (["--jobs", "0"], "nb: --jobs 0: must be 1 or more; give --jobs 1 or more"),
        (["--jobs", "2", "--mail"], "nb: --jobs goes with lines only; leave out --jobs, or --input, --mail and --is"),
        (["--jobs", "2", "--input", "csv", "--text-column", "2"], "nb: --jobs goes with lines only"),
        (["--input", "csv"], "nb: -: which column is the text is not said; name it: --text-column NAME or N"),
        (["--no-such-option"], "nb: No such option: --no-such-option"),
    ],
)
def test_errors_are_one_line_and_exit_2(nb: Nb, args: list[str], said: str) -> None:
    status, out, errors = nb(*args, data=lines(SPAM))
    assert (status, out) == (2, b"")
    assert errors.startswith(said)
    assert errors.count("\n") == 1


# What is printed


def test_a_label_withheld(nb: Nb) -> None:
    assert nb("--min-proba", "0.5", data=lines(SPAM, NONE, "")) == (0, b"spam\nunsure\nunsure\n", "")
    assert nb("--unsure", "?", data=lines(SPAM, NONE)) == (0, b"spam\n?\n", "")
    assert nb("--min-proba", "1", "--unsure", "?", data=lines("free at")) == (0, b"?\n", "")
    assert nb("--only", "?", "--unsure", "?", data=lines(SPAM, NONE)) == (0, lines(NONE), "")
    word, p = nb("--min-proba", "1", "--proba", data=lines("free at"))[1].decode().split()
    assert word == "unsure"
    assert 0.5 <= float(p) < 1


def test_posteriors(nb: Nb) -> None:
    label, p = nb("--proba", data=lines(SPAM))[1].decode().split("\t")
    assert label == "spam"
    assert 0.9 < float(p) <= 1
    row = nb("--top", "5", data=lines(HAM))[1].decode().rstrip("\n").split("\t")
    assert row[::2] == ["ham", "spam"]
    assert sum(map(float, row[1::2])) == pytest.approx(1, abs=1e-3)


def test_columns_are_escaped(nb: Nb) -> None:
    text = "free\tmoney \\n 发票\u2028"
    status, out, _ = nb("--columns", "label,proba,status,text,label", data=lines(text, HAM))
    assert status == 0
    first, second = out.decode()[:-1].split("\n")
    label, p, state, shown, again = first.split("\t")
    assert (label, state, again) == ("spam", "ok", "spam")
    assert shown == "free\\tmoney \\\\n 发票\u2028"
    assert 0 < float(p) <= 1
    assert second.split("\t")[3] == HAM


def test_json(nb: Nb) -> None:
    status, out, _ = nb("--json", data=lines(SPAM, NONE))
    first, second = map(json.loads, out.splitlines())
    assert status == 0
    assert first["label"] == "spam"
    assert list(first["proba"]) == ["ham", "spam"]
    assert sum(first["proba"].values()) == pytest.approx(1)
    assert second["status"] != "ok"
    assert second["proba"] == pytest.approx({"ham": 0.5, "spam": 0.5})


def test_no_label_or_text_steers_a_terminal(models: Path, tmp_path: Path) -> None:
    model(tmp_path / "red.nb", {"\x1b[31mspam\x9b": TEXTS["spam"], "ham": TEXTS["ham"]})
    command = [sys.executable, "-m", "nbcli", "predict", "--columns", "text,label", "--name", str(tmp_path / "red.nb")]
    ours, theirs = pty.openpty()
    subprocess.run(command, input=lines("free \x1b]0;"), stdout=theirs, cwd=ROOT, env=environment(tmp_path), check=True)
    os.close(theirs)
    assert os.read(ours, 1000) == rb"free \x1b]0;" + b"\t" + rb"\x1b[31mspam\x9b" + b"\r\n"
    os.close(ours)


def test_odd_labels_survive_every_output(nb: Nb) -> None:
    odd, shown = "a b\tc\\d\ne", b"a b\\tc\\\\d\\ne"
    assert escaped(odd).encode() == shown
    assert nb(data=lines(SPAM, HAM), name="odd")[1] == shown + b"\n ham \n"
    assert nb("--top", "2", data=lines(SPAM), name="odd")[1].split(b"\t")[::2] == [shown, b" ham "]
    assert nb("--columns", "text,label", data=lines(SPAM), name="odd")[1].rstrip(b"\n").split(b"\t")[1] == shown
    assert json.loads(nb("--json", data=lines(SPAM), name="odd")[1])["label"] == odd
    assert nb("--only", odd, data=lines(SPAM, HAM), name="odd")[1] == lines(SPAM)
    assert nb("--is", odd, data=lines(SPAM), name="odd") == (0, b"", "")
    table = nb("--input", "csv", "--text-column", "t", data=lines("n,t", f"1,{SPAM}"), name="odd")[1].decode()
    assert list(csv.reader(io.StringIO(table, newline="")))[1][2] == odd
    table = nb("--input", "tsv", "--text-column", "t", data=lines("n\tt", f"1\t{SPAM}"), name="odd")[1].decode()
    assert table.splitlines()[1].split("\t")[2] == shown.decode()
    record = nb("--input", "jsonl", "--text-column", "t", data=lines(json.dumps({"t": SPAM})), name="odd")[1]
    assert json.loads(record)["label"] == odd


# Tables


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode(), newline="")))


def test_a_csv_comes_out_with_three_columns_more(nb: Nb) -> None:
    given = [["id", "body", "label"], ["1", 'free "money"\r\n, 发票', "x"], ["2", HAM, ""], ["", "a\rb", " "]]
    written = io.StringIO()
    csv.writer(written).writerows(given)
    status, out, said = nb("--input", "csv", "--text-column", "body", data=written.getvalue().encode())
    rows = rows_of(out)
    assert (status, said) == (0, "")
    assert [row[:3] for row in rows] == given
    assert rows[0][3:] == ["nb_label", "nb_proba", "nb_status"]
    assert [row[3] for row in rows[1:3]] == ["spam", "ham"]
    assert all(0 < float(row[4]) <= 1 for row in rows[1:])


def test_csv_without_a_header_with_short_and_long_rows(nb: Nb) -> None:
    data = lines(f"1,{SPAM}", "2", f"3,{HAM},{HAM}")
    rows = rows_of(nb("--input", "csv", "--text-column", "2", data=data)[1])
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert rows[0][1:3] == [SPAM, "spam"]
    assert [len(row) for row in rows] == [5, 5, 5]
    assert rows[1][4] == "empty"
    assert rows[2][:3] == ["3", f"{HAM},{HAM}", "ham"]


def test_csv_from_excel(nb: Nb) -> None:
    table = ["编号,内容", f"1,{SPAM}"]
    args = ("--input", "csv", "--text-column", "内容")
    after = [["编号", "内容", "label", "proba", "status"], "1"]
    for encoding in ("gbk", "utf-16", "utf-8"):
        rows = rows_of(nb(*args, data=lines(*table, encoding=encoding))[1])
        assert [rows[0], rows[1][0]] == after
        assert rows[1][2] == "spam"
    out = nb(*args, data=lines(*table, encoding="utf-8-sig"))[1]
    assert out.startswith("\ufeff编号,内容,label,proba,status\n".encode())


def test_a_csv_whose_quote_does_not_close(nb: Nb) -> None:
    status, _, said = nb("--input", "csv", "--text-column", "2", data=lines("1,x", '2,"y', "3,z"))
    assert status == 2
    assert said.startswith("nb: -:2: a quote opens here and does not close; mend the quotes")


def test_a_tsv_comes_out_with_three_columns_more(nb: Nb) -> None:
    out = nb("--input", "tsv", "--text-column", "text", data=lines("n\ttext", f'1\t"{SPAM}', f"2\t{HAM}", "3"))[1]
    rows = [line.split("\t") for line in out.decode().splitlines()]
    assert rows[0] == ["n", "text", "label", "proba", "status"]
    assert [row[:3] for row in rows[1:3]] == [["1", f'"{SPAM}', "spam"], ["2", HAM, "ham"]]
    assert rows[3][:2] == ["3", ""] and rows[3][4] == "empty"


def test_jsonl_comes_out_with_three_keys_more(nb: Nb) -> None:
    records = [{"label": "x", "m": {"t": SPAM}, "n": 1.5}, {"m": {"t": HAM}}, {"m": None}, {"m": {"t": "x\ud800"}}]
    data = "".join(json.dumps(record) + "\n" for record in records).encode()
    status, out, said = nb("--input", "jsonl", "--text-column", "m.t", data=data)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, said, len(answers)) == (0, "", 4)
    assert answers[0].pop("nb_label") == "spam"
    assert answers[0].pop("nb_proba") > 0.9
    assert answers[0].pop("nb_status") == "ok"
    assert answers[0] == records[0]
    assert answers[1]["label"] == "ham"


cells = st.text(st.characters(codec="utf-8", exclude_characters="\ufeff"), max_size=8)


@given(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=5))
@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_csv_comes_out_as_it_went_in(nb: Nb, rows: list[list[str]]) -> None:
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL).writerows([["a", "text", "c"], *rows])
    status, out, said = nb("--input", "csv", "--text-column", "text", "--header", data=written.getvalue().encode())
    assert (status, said) == (0, "")
    assert [row[:3] for row in rows_of(out)] == [["a", "text", "c"], *rows]


# Any bytes

FUZZ = """
import io, os, subprocess, sys, traceback
from pathlib import Path
from nbcli import cli

for out in (sys.stdout, sys.stderr):
    out.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\\n")
FORMS = ("csv", "tsv", "jsonl", "fasttext")
folder, model = Path(sys.argv[1]), sys.argv[2]
stdout = sys.stdout
for path in sorted(folder.glob("*")):
    for command in (
        ["predict", str(path), "--name", model],
        ["predict", str(path), "--name", model, "--json"],
        ["predict", str(path), "--name", model, "--only", "spam"],
        ["predict", str(path), "--name", model, "--only", "spam", "-v"],
        *(["predict", str(path), "--name", model, "--input", f, "--text-column", "1"] for f in ("csv", "tsv", "jsonl")),
        ["predict", str(path), "--name", model, "--is", "spam"],
        ["train", f"a={path}", f"b={model}.txt", "--name", "fuzz.nb", "--tokenizer", "chars"],
        ["train", str(path), "--format", FORMS[int(path.name) % 4], "--name", "fuzz.nb", "--tokenizer", "chars"],
    ):
        sys.stderr = io.StringIO()
        sys.stdout = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="\\n")
        try:
            status = int(cli.run(command))
        except BaseException:
            status = traceback.format_exc()
        said, sys.stderr = sys.stderr.getvalue(), sys.__stderr__
        sys.stdout.flush()
        print(repr((path.name, command, status, said, sys.stdout.buffer.getvalue())), file=stdout)
"""

PIECES = [b"a,b\n", b'"', b"\t", b"\r", b"\n", b"__label__x y", b'{"1": "x"}', "优惠".encode(), "优".encode("gbk")]
WIDE = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
anything = st.one_of(st.binary(max_size=200), st.lists(st.sampled_from(PIECES), max_size=20).map(b"".join))


@given(st.lists(anything, min_size=1, max_size=6))
@settings(max_examples=10, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
def test_any_bytes_find_no_traceback_no_lost_line_and_no_other_status(
    models: Path, tmp_path_factory: pytest.TempPathFactory, files: list[bytes]
) -> None:
    folder, work = tmp_path_factory.mktemp("fuzz"), tmp_path_factory.mktemp("work")
    (models / "plain.nb.txt").write_bytes(lines(HAM, SPAM))
    for n, data in enumerate(files):
        (folder / str(n)).write_bytes(data)
    command = [sys.executable, "-c", FUZZ, str(folder), str(models / "plain.nb")]
    done = subprocess.run(command, capture_output=True, cwd=work, env=environment(work), timeout=120)
    assert done.returncode == 0, done.stderr.decode()
    assert b"Traceback" not in done.stderr
    results = [eval(line) for line in done.stdout.splitlines()]
    assert len(results) == 10 * len(files)
    for name, command, status, said, out in results:
        assert status in (0, 1, 2), (command, status)
        assert (status == 2) == (said.count("\n") == 1 and said.startswith("nb: ")), (command, status, said)
        data = files[int(name)]
        if command[0] == "predict" and command[4:] in ([], ["--json"]) and not data.startswith(WIDE):
            assert status == 0, said
            assert out.count(b"\n") == len(cut(data)), command
    both: dict[str, int] = {}
    for name, command, _, _, out in results:
        if "--only" in command:
            both[name] = both.get(name, 0) + out.count(b"\n")
    assert all(both[str(n)] == len(cut(data)) for n, data in enumerate(files) if not data.startswith(WIDE))


def test_many_mails_are_answered_as_each_alone(nb: Nb, tmp_path: Path) -> None:
    files = []
    for i, text in enumerate([*TEXTS["spam"], *TEXTS["ham"]] * 40):
        files.append(tmp_path / f"{i}.eml")
        files[-1].write_bytes(b"Subject: mail\n\n" + text.encode() + b"\n")
    status, out, said = nb("--mail", "--proba", *files)
    assert (status, said) == (0, "") and out.count(b"\n") == len(files)
    alone = b"".join(nb("--mail", "--proba", file)[1] for file in files[:12])
    assert out.startswith(alone)
    # What stands before a file that cannot be read is answered.
    status, out, said = nb("--mail", "--proba", *files[:5], tmp_path / "none.eml", *files)
    assert status == 2 and said.count("\n") == 1 and "none.eml" in said
    assert out == b"".join(alone.splitlines(keepends=True)[:5])
    headed = nb("--mail", "--header", *files[:3])[1]
    assert headed == b"".join(nb("--mail", "--header", file)[1] for file in files[:3])
