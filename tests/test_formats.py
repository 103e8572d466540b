"""The contract that every input format keeps: what is trained on can be judged, checked, learned more of and answered.

A new format has a function here that writes the corpus in its form; everything else finds it by itself.
"""

import ast
import csv
import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbcli import store
from nbcli.choices import choices, load
from nbcli.corpus import LOSSY, How, Log, Record, Source, gives, read, records
from nbcli.errors import NbError
from tests.conftest import ROOT, environment
from tests.test_tables_in_and_out import inside

TEXTS = {
    "ham": [
        "lunch at ten",
        "the meeting is at noon, bring paper",
        "see you at lunch",
        "晚上回家吃饭",
        "notes of the meeting",
    ],
    "spam": ["free money now", "win cash, free", "cash prize for free", "代开发票 优惠", "money back, win now"],
}
ROWS = [(label, text) for label, texts in TEXTS.items() for text in texts]
# What is written: the sources that name the corpus, and beside each the labels of its records, in their order.
Written = list[tuple[str, list[str]]]
LABELS = [label for label, _ in ROWS]


def mail(text: str) -> str:
    return f"From: a@example.org\nSubject: {text}\nContent-Type: text/plain; charset=utf-8\n\n{text}\n"


def one_file(path: Path, text: str) -> Written:
    path.write_text(text, encoding="utf-8")
    return [(str(path), LABELS)]


def a_class(folder: Path, write: Callable[[Path, list[str]], None], suffix: str = "") -> Written:
    """Write what holds the texts of one class, for each class."""
    for label, texts in TEXTS.items():
        write(folder / f"{label}{suffix}", texts)
    return [(f"{label}={folder / f'{label}{suffix}'}", [label] * len(texts)) for label, texts in TEXTS.items()]


def in_folder(path: Path, names: list[str], contents: list[str]) -> None:
    path.mkdir(parents=True)
    for name, content in zip(names, contents, strict=True):
        (path / name).write_text(content, encoding="utf-8")


def write_csv(folder: Path) -> Written:
    with open(folder / "c.csv", "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("label", "text"), *ROWS])
    return [(str(folder / "c.csv"), LABELS)]


def write_parquet(folder: Path) -> Written:
    pa, pq = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"label": LABELS, "text": [text for _, text in ROWS]}), folder / "c.parquet")
    return [(str(folder / "c.parquet"), LABELS)]


def write_xlsx(folder: Path) -> Written:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in [("label", "text"), *ROWS]:
        book.active.append(row)
    book.save(folder / "c.xlsx")
    return [(str(folder / "c.xlsx"), LABELS)]


def as_arff() -> str:
    head = "@relation c\n@attribute text string\n@attribute label {ham, spam}\n@data\n"
    return head + "".join(f"'{text}', {label}\n" for label, text in ROWS)


def write_maildir(path: Path, texts: list[str]) -> None:
    in_folder(path / "cur", [str(n) for n in range(len(texts))], list(map(mail, texts)))
    (path / "new").mkdir()


def write_eml(folder: Path) -> Written:
    for n, (_, text) in enumerate(ROWS):
        (folder / f"{n}.eml").write_text(mail(text), encoding="utf-8")
    return [(f"{label}={folder / f'{n}.eml'}", [label]) for n, label in enumerate(LABELS)]


def write_folders(folder: Path) -> Written:
    for label, texts in TEXTS.items():
        in_folder(folder / "c" / label, [str(n) for n in range(len(texts))], texts)
    return [(str(folder / "c"), LABELS)]


def write_files(folder: Path) -> Written:
    in_folder(folder / "c", [f"{label}.txt" for label in TEXTS], ["\n".join(texts) for texts in TEXTS.values()])
    return [(str(folder / "c"), LABELS)]


def numbers(texts: list[str]) -> list[str]:
    return [str(n) for n in range(1, len(texts) + 1)]


def as_mbox(texts: list[str]) -> str:
    return "\n".join(f"From a@example.org Mon Jan  1 00:00:00 2024\n{mail(text)}" for text in texts)


WRITERS: dict[str, Callable[[Path], Written]] = {
    "csv": write_csv,
    "tsv": lambda folder: one_file(folder / "c.tsv", "".join(f"{a}\t{b}\n" for a, b in [("label", "text"), *ROWS])),
    "jsonl": lambda folder: one_file(
        folder / "c.jsonl", "".join(json.dumps({"label": label, "text": text}) + "\n" for label, text in ROWS)
    ),
    "parquet": write_parquet,
    "xlsx": write_xlsx,
    "arff": lambda folder: one_file(folder / "c.arff", as_arff()),
    "fasttext": lambda folder: one_file(folder / "c", "".join(f"__label__{a} {b}\n" for a, b in ROWS)),
    "lines": lambda folder: a_class(
        folder, lambda path, texts: path.write_text("\n".join(texts), encoding="utf-8") and None, ".txt"
    ),
    "texts": lambda folder: a_class(folder, lambda path, texts: in_folder(path, numbers(texts), texts)),
    "folders": write_folders,
    "files": write_files,
    "eml": write_eml,
    "mbox": lambda folder: a_class(
        folder, lambda path, texts: path.write_text(as_mbox(texts), encoding="utf-8") and None, ".mbox"
    ),
    "maildir": lambda folder: a_class(folder, write_maildir),
    "mh": lambda folder: a_class(folder, lambda path, texts: in_folder(path, numbers(texts), list(map(mail, texts)))),
}


def test_every_format_is_run_through_this() -> None:
    assert sorted(WRITERS) == choices("corpus"), "write the corpus in its form, above"


def path_of(spec: str) -> str:
    return spec.partition("=")[2] or spec


def answers_in(form: str, out: bytes) -> list[str]:
    """Return the labels that predict has added, or given alone."""
    lines = out.decode().splitlines()
    if not gives(form, "recognised"):
        return lines
    if lines[0].startswith("{"):
        return [json.loads(line)["nb_label"] for line in lines]
    rows = list(csv.reader(lines, delimiter="\t" if "\t" in lines[0] else ","))
    return [row[rows[0].index("nb_label")] for row in rows[1:]]


@pytest.mark.parametrize("form", choices("corpus"))
def test_what_is_trained_on_is_judged_checked_learned_more_of_and_answered(form: str, tmp_path: Path) -> None:
    written, model = WRITERS[form](tmp_path), str(tmp_path / "m.nb")
    specs = [spec for spec, _ in written]
    done = inside(["train", *specs, "--name", model, "--tokenizer", "words"])
    assert done.returncode == 0, done.stderr
    said = done.stderr.decode()
    assert re.search(rf": {form}[,;] ", said) and "learned 10 texts (5 ham, 5 spam)" in said
    assert store.header(model)["texts"] == {"ham": 5, "spam": 5}

    judged = inside(["evaluate", *specs, "--name", model, "--json"])
    assert judged.returncode == 0, judged.stderr
    assert (json.loads(judged.stdout)["texts"], json.loads(judged.stdout)["accuracy"]) == (10, 1.0)
    checked = inside(["check", *specs, "--json"])
    assert checked.returncode in (0, 1), checked.stderr
    assert (json.loads(checked.stdout)["texts"], json.loads(checked.stdout)["usable"]) == (10, 10)

    for spec, labels in written:
        done = inside(["predict", "--input", form, "--name", model, path_of(spec)])
        assert (done.returncode, done.stderr) == (0, b"")
        assert answers_in(form, done.stdout) == labels
        if Path(path_of(spec)).is_file():
            piped = inside(["predict", "--input", form, "--name", model], Path(path_of(spec)).read_bytes())
            assert (piped.returncode, piped.stderr, piped.stdout) == (0, b"", done.stdout)
        if not gives(form, "recognised"):
            done = inside(["predict", "--input", form, "--name", model, "--json", path_of(spec)])
            assert [json.loads(line)["label"] for line in done.stdout.splitlines()] == labels

    again = inside(["update", *specs, "--name", model])
    assert again.returncode == 0 and b"10 already known" in again.stderr, again.stderr


@pytest.mark.parametrize("form", choices("corpus"))
def test_records_say_where_they_stand_and_need_no_label(form: str, tmp_path: Path) -> None:
    written = WRITERS[form](tmp_path)
    found = list(records([spec for spec, _ in written]))
    assert [one.label for one in found] == [label for _, labels in written for label in labels]
    assert found == list(read([spec for spec, _ in written]))
    assert len({(one.source, one.line) for one in found}) == len(ROWS)
    assert all(one.fields == {"text": one.text} and Path(one.source).exists() for one in found)
    module = load("corpus", form)
    for spec, labels in written:
        source = Source.to_answer(path_of(spec), How())
        if hasattr(module, "read"):
            given: list[Record] = list(module.read(source))
        else:
            given = [one for batch in module.stream(source).batches for one in batch if one.status != "header"]
        assert [one.text for one in given] == [one.text for one in found if one.source.startswith(path_of(spec))]
        assert len(given) == len(labels)


# Known names of columns serve predict as they serve training


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a model of lines, one of a CSV with known names, and one of a CSV with others."""
    folder = tmp_path_factory.mktemp("models")
    (folder / "lines").mkdir()
    specs = {"lines": [spec for spec, _ in WRITERS["files"](folder / "lines")]}
    for name, text in (("known", "text"), ("other", "wort")):
        (folder / f"{name}.csv").write_text(f"label,{text}\n" + "".join(f'{a},"{b}"\n' for a, b in ROWS))
        specs[name] = [str(folder / f"{name}.csv")]
    for name, corpus in specs.items():
        done = inside(["train", *corpus, "--name", folder / f"{name}.nb", "--tokenizer", "words"])
        assert done.returncode == 0, done.stderr
    return folder


def rows_in(form: str, columns: list[str], rows: list[list[str]]) -> bytes:
    if form == "jsonl":
        return "".join(json.dumps(dict(zip(columns, row, strict=True))) + "\n" for row in rows).encode()
    delimiter = "\t" if form == "tsv" else ","
    return "".join(delimiter.join(row) + "\n" for row in [columns, *rows]).encode()


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl"])
@pytest.mark.parametrize(
    ("model", "columns", "taken", "guessed"),
    [
        ("lines", ["id", "text"], 1, True),
        ("lines", ["Message", "id"], 0, True),
        ("lines", ["内容"], 0, True),
        ("known", ["id", "text"], 1, False),
        ("known", ["review", "id"], 0, True),
        ("other", ["wort", "text"], 0, False),
        ("other", ["text", "wort"], 1, False),
        ("other", ["id", "text"], 1, True),
        ("lines", ["id", "wort"], None, False),
        ("other", ["id", "what"], None, False),
    ],
)
def test_a_known_column_needs_no_option(
    models: Path, form: str, model: str, columns: list[str], taken: int | None, guessed: bool
) -> None:
    texts = ["win free cash", "lunch at noon"]
    rows = [[text if j == taken else f"x{n}" for j in range(len(columns))] for n, text in enumerate(texts)]
    # A model of lines has seen no table; one of CSV knows its column in any form.
    done = inside(["predict", "--input", form, "--name", models / f"{model}.nb"], rows_in(form, columns, rows))
    said = done.stderr.decode()
    if taken is None:
        listed = ", ".join(columns)
        unclear = "nb: -: which column is the text is not said; name it: --text-column NAME or N, of "
        # A model of a CSV with a header takes row 1 for one only where its names are in it.
        assert (done.returncode, done.stdout, said) == (2, b"", f"{unclear}{listed}\n")
        return
    assert (done.returncode, said.count("\n")) == (0, int(guessed)), said
    assert said == (f"-: text from {columns[taken]}, by guess; --text-column names another\n" if guessed else "")
    lines = done.stdout.decode().splitlines()
    answered = lines if form == "jsonl" else lines[1:]
    assert len(answered) == 2 and "spam" in answered[0] and "ham" in answered[1]


def test_the_column_beside_the_label_is_the_text_as_in_training(models: Path) -> None:
    done = inside(["predict", "--input", "csv", "--name", models / "lines.nb"], b"label,what\nx,win free cash\n")
    assert done.stderr == b"-: text from what, by guess; --text-column names another\n"
    assert done.stdout.startswith(b"label,what,nb_label,nb_proba,nb_status\nx,win free cash,spam,")


def test_lines_with_labels_are_answered_before_the_next_comes(models: Path) -> None:
    command = [sys.executable, "-m", "nbcli", "predict", "--input", "fasttext", "--name", str(models / "lines.nb")]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment(models)) as nb:
        assert nb.stdin and nb.stdout and nb.stderr
        try:
            for line, label in ((b"__label__x free cash\n", b"spam\n"), (b"lunch\n", b"ham\n"), (b"\xff\xff\n", b"")):
                nb.stdin.write(line)
                nb.stdin.flush()
                said = nb.stdout.readline()
                assert said == label or not label
            nb.stdin.close()
            assert (nb.wait(30), nb.stdout.read(), nb.stderr.read()) == (0, b"", b"")
        finally:
            nb.kill()


@pytest.mark.parametrize("form", ["csv", "tsv", "jsonl", "fasttext", "lines", "texts", "folders", "files"])
def test_what_cannot_be_decoded_is_answered_in_its_place_in_every_form(models: Path, form: str, tmp_path: Path) -> None:
    """Training stops at it; predict gives as many answers as there are records, this one with its status."""
    written = WRITERS[form](tmp_path)
    files = [path for path in sorted(tmp_path.rglob("*")) if path.is_file()]
    # The last text of the class ham becomes bytes of no charset.
    [broken] = [path for path in files if b"notes of the meeting" in path.read_bytes()]
    broken.write_bytes(broken.read_bytes().replace(b"notes of the meeting", b"notes of the \xff\xff\xff"))
    spec, labels = written[0]
    refused = inside(["train", *(spec for spec, _ in written), "--name", tmp_path / "x.nb", "--tokenizer", "words"])
    assert refused.returncode == 2 and f"nb: {broken}:".encode() in refused.stderr
    columns = [] if gives(form, "recognised") else ["--columns", "label,status"]
    done = inside(["predict", "--input", form, "--name", models / "known.nb", *columns, path_of(spec)])
    assert (done.returncode, done.stderr) == (0, b"")
    answered = done.stdout.decode().splitlines()[-len(labels) :]
    at = TEXTS["ham"].index("notes of the meeting")
    assert [n for n, line in enumerate(answered) if "undecodable" in line] == [at]
    # What the others are answered does not depend on it.
    assert all(label in line for n, (line, label) in enumerate(zip(answered, labels, strict=True)) if n != at)


# Folders, and what goes with no form


def test_a_folder_says_in_which_form_it_can_be_answered(models: Path, tmp_path: Path) -> None:
    """The remedy is followed as it stands, from a folder without a form and from one in a form that it has not."""
    for form, wrong in (("files", "folders"), ("folders", "files"), ("mh", "maildir")):
        (tmp_path / form).mkdir()
        folder = path_of(WRITERS[form](tmp_path / form)[0][0])
        args = ["predict", folder, "--name", models / "lines.nb"]
        for asked in ([], ["--input", wrong]):
            done = inside([*args, *asked])
            assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
            said, _, remedy = done.stderr.decode().strip().rpartition("; name its form: ")
            if not said and wrong == "maildir":
                continue  # which names what a Maildir is
            followed = inside([*args, *remedy.split()])
            assert followed.returncode == 0 and followed.stdout.count(b"\n") >= 5, followed.stderr


def test_what_goes_with_lines_only_is_refused(models: Path, tmp_path: Path) -> None:
    spec = path_of(WRITERS["mbox"](tmp_path)[0][0])
    for option in (["--only", "spam"], ["--is", "spam"], ["--jobs", "2"], ["--mail"], ["--delimiter", ";"]):
        done = inside(["predict", spec, "--input", "mbox", "--name", models / "lines.nb", *option])
        assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1), option


# One reader

OF_FILES = [form for form in choices("corpus") if form not in ("texts", "folders", "files", "maildir", "mh", "parquet")]
parts = st.sampled_from(
    [b"text", b"label", b"a", b" ", b",", b";", b"\t", b'"', b"\n", b"\r\n", b"\r", b"{", b"}", b'{"text": "x"}',
     b"\xff",
     b"From a Mon Jan  1 00:00:00 2024\n", b"Subject: x\n", "优".encode(), "\ufeff".encode(), b"__label__x ", b"sep=;"]
)  # fmt: skip
contents = st.one_of(st.lists(parts, max_size=30).map(b"".join), st.binary(max_size=60))


@given(contents, st.sampled_from(OF_FILES))
@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_what_is_answered_is_what_would_be_learned(tmp_path: Path, content: bytes, form: str) -> None:
    """Any bytes are records or one line of error; a text that both give is the same."""
    path = tmp_path / "x"
    path.write_bytes(content)
    module, how = load("corpus", form), How(text_columns=("1",) if form in ("csv", "tsv") else ("text",), header=False)

    def texts(source: Source) -> list[tuple[int, str]] | None:
        try:
            if hasattr(module, "read"):
                found = list(module.read(source))
            else:
                found = [one for batch in module.stream(source).batches for one in batch]
        except NbError as error:
            assert "\n" not in str(error)
            return None
        return [(one.line, one.text.replace("\ufeff", "")) for one in found if one.status in ("", LOSSY)]

    answered = texts(Source.to_answer(str(path), how))
    learned = texts(replace(Source.to_answer(str(path), how), strict=True))
    if answered is not None and learned is not None:
        # A blank row of a table has nothing to learn, and is answered.
        assert set(learned) <= set(answered)
        assert not any(text.strip() for _, text in set(answered) - set(learned))


# The room


def test_no_module_of_the_room_needs_itself_to_be_imported() -> None:
    """Each of the files that the formats share imports only what is there before it."""
    folder = ROOT / "nbcli/corpus/_reading"
    needs = {}
    for path in folder.glob("[!_]*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
        assert "nbcli.corpus" not in found, path
        needs[path.stem] = {name.rpartition(".")[2] for name in found if "._reading." in name}
    assert len(list(TopologicalSorter(needs).static_order())) == len(needs)


def test_no_other_room_reaches_into_this_one() -> None:
    outside = [path for path in (ROOT / "nbcli").rglob("*.py") if "corpus" not in path.parts]
    assert [path for path in outside if "corpus._" in path.read_text(encoding="utf-8")] == []


def test_no_other_room_asks_for_the_name_of_a_format() -> None:
    """Names that are of formats alone: `csv`, `files`, `fasttext` and others are names of other things too."""
    names = {"tsv", "jsonl", "parquet", "mbox", "maildir", "mh", "eml"}
    asked = []
    for path in (ROOT / "nbcli").rglob("*.py"):
        if "corpus" in path.relative_to(ROOT / "nbcli").parts[:1]:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        asked += [
            f"{path.name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in names
        ]
    assert asked == []


def test_a_log_counts_what_read_leaves_out(tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text("label,text\nham,lunch\n,none\nham,\nspam,\ufefffree\n")
    log = Log()
    assert [(one.label, one.text) for one in read([str(tmp_path / "c.csv")], None, log)] == [
        ("ham", "lunch"),
        ("spam", "free"),
    ]
    assert [one.text for one in records([str(tmp_path / "c.csv")])] == ["lunch", "none", "", "\ufefffree"]
    left_out = [f"skipped 1 without {what} (line {line})" for what, line in (("label", 3), ("text", 4))]
    assert log.left_out() == [f"{tmp_path / 'c.csv'}: {one}" for one in left_out]
