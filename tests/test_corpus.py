"""Corpora as people have them: what is read of each form and each trap, and what the user is told of it."""

import bz2
import gzip
import io
import json
import lzma
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nbcli import cli
from nbcli.classifier.labels import look_alikes
from nbcli.corpus import How, Log, read
from nbcli.errors import NbError
from tests.conftest import CORPORA

Found = tuple[list[tuple[str, str, int]], str]
ZH = "优惠\n发票\n会议\n"
TABLE = b"label,text\nham,see you\nspam,free money\n"
ROWS = [("see you", "ham", 2), ("free money", "spam", 3)]


def found(*specs: str, how: How | None = None) -> Found:
    """Return (text, label, line) of every document, and the notes."""
    log = Log()
    documents = [(d.text, d.label or "", d.line) for d in read(specs, how, log)]
    return documents, "\n".join(log.notes())


@pytest.fixture
def of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Found]:
    """Return what reads bytes as a file of that name; with `label`, as LABEL=FILE."""
    monkeypatch.chdir(tmp_path)

    def read_bytes(name: str, data: bytes, label: str = "", **how: object) -> Found:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_bytes(data)
        return found(f"{label}={name}" if label else name, how=How(**how))  # type: ignore[arg-type]

    return read_bytes


Of = Callable[..., Found]


def error(of: Of, *args: object, **how: object) -> str:
    with pytest.raises(NbError) as caught:
        of(*args, **how)
    return str(caught.value)


# Lines, and folders


def test_lines_of_one_label(of: Of) -> None:
    assert of("a.txt", b"one\ntwo\n", "x") == ([("one", "x", 1), ("two", "x", 2)], "x=a.txt: lines, utf-8; 2 texts")


def test_a_folder_of_files(of: Of) -> None:
    Path("d").mkdir()
    Path("d/ham.txt").write_bytes(b"one\ntwo\n")
    Path("d/spam.txt.gz").write_bytes(gzip.compress(b"three\n"))
    Path("d/.hidden").write_bytes(b"\xff")
    documents, notes = found("d")
    assert documents == [("one", "ham", 1), ("two", "ham", 2), ("three", "spam", 1)]
    assert notes == "d: files, lines, utf-8 (2 files); 3 texts"


def test_a_folder_of_folders(of: Of) -> None:
    for name, text in {"d/ham/1": "a\nb", "d/ham/sub/2": "c", "d/spam/1.txt": "d\n", "d/README": "r"}.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text)
    documents, notes = found("d")
    assert documents == [("a\nb", "ham", 1), ("c", "ham", 1), ("d\n", "spam", 1)]
    assert notes == "d: folders, texts, left out README beside the folders, utf-8 (3 files); 3 texts"


def test_a_folder_of_one_label(of: Of) -> None:
    Path("d").mkdir()
    Path("d/1").write_bytes("发票".encode("gbk"))
    Path("d/2").write_bytes(b"")
    documents, notes = found("spam=d")
    assert documents == [("发票", "spam", 1)]
    assert (
        notes == "spam=d: texts, gb18030, utf-8; 1 text; "
        "gb18030 is a guess (发票), --encoding names another; skipped 1 without text (line 1)"
    )


def test_what_is_not_there_and_what_is_no_corpus(of: Of) -> None:
    with pytest.raises(NbError, match=r"nowhere\.txt: there is no such file"):
        found("x=nowhere.txt")
    Path("empty").mkdir()
    with pytest.raises(NbError, match="empty: not a corpus; name a folder"):
        found("empty")
    assert error(of, "plain", b"one\ntwo words, here\n") == (
        "plain: no labels were found in it; name its class (LABEL=plain), or its form "
        "(--format csv, tsv, jsonl, fasttext)"
    )


def test_several_corpora_are_read_in_order(of: Of) -> None:
    Path("a=b.txt").write_text("x\n")  # a name with an equals sign is a file where there is one
    Path("t.csv").write_bytes(TABLE)
    documents, notes = found("z=a=b.txt", "t.csv")
    assert documents == [("x", "z", 1), *ROWS]
    assert notes.splitlines() == [
        "z=a=b.txt: lines, utf-8; 1 text",
        "t.csv: csv, utf-8, header, label from label, text from text; 2 texts",
    ]


# Tables


def test_csv_with_a_header(of: Of) -> None:
    assert of("a.csv", TABLE) == (ROWS, "a.csv: csv, utf-8, header, label from label, text from text; 2 texts")
    assert of("A.CSV", TABLE)[0] == ROWS
    assert of("a", TABLE)[0] == ROWS


def test_csv_without_a_header(of: Of) -> None:
    documents, notes = of("a.csv", b"ham,see you\nspam,free money\n")
    assert documents == [("see you", "ham", 1), ("free money", "spam", 2)]
    assert notes == "a.csv: csv, utf-8, no header, label from column 1, text from column 2; 2 texts"


def test_header_and_no_header_by_option(of: Of) -> None:
    assert of("a.csv", TABLE, header=False)[0] == [("text", "label", 1), *ROWS]
    documents, notes = of("a.csv", b"who,what\nham,hi\n", header=True)
    assert documents == [("hi", "ham", 2)]
    assert notes == "a.csv: csv, utf-8, header, label from who, text from what; 1 text"


def test_a_label_that_could_be_the_name_of_a_column(of: Of) -> None:
    documents, notes = of("a.csv", b"y,good\nn,bad\ny,fine\n")
    assert documents == [("good", "y", 1), ("bad", "n", 2), ("fine", "y", 3)]
    assert "no header, label from column 1" in notes
    assert of("a.tsv", b"cat\tmiaow\ndog\twow\ncat\tpurr\n")[0][0] == ("miaow", "cat", 1)
    assert of("a.csv", b"cat,text\na,cat\nb,my text\n")[0] == [("cat", "a", 2), ("my text", "b", 3)]


WIDE = b"id,who,what,kind\n1,hello,there,a\n2,you,x,b\n"


@pytest.mark.parametrize("header", [None, True])
@pytest.mark.parametrize("label", ["kind", "4"])
@pytest.mark.parametrize("text", ["who", "2"])
def test_columns_by_name_and_by_number(of: Of, label: str, text: str, header: bool | None) -> None:
    if (label, text, header) == ("4", "2", None):
        header = True  # nothing says then that row 1 has names
    documents, notes = of("a.csv", WIDE, label_column=label, text_columns=(text,), header=header)
    assert documents == [("hello", "a", 2), ("you", "b", 3)]
    assert "header, label from kind, text from who; 2 texts" in notes


def test_several_text_columns_are_joined(of: Of) -> None:
    documents, notes = of("a.csv", WIDE, label_column="kind", text_columns=("who", "what"))
    assert documents == [("hello\nthere", "a", 2), ("you\nx", "b", 3)]
    assert "label from kind, text from who + what; 2 texts" in notes


def test_columns_that_are_not_there_or_not_clear(of: Of) -> None:
    assert error(of, "a.csv", WIDE, label_column="no", text_columns=("who",)) == (
        "a.csv: there is no column no; choose from: id, who, what, kind"
    )
    assert "there is no column 5; choose from: numbers 1 to 4; --header if row 1 has names" in error(
        of, "a.csv", WIDE, label_column="5", text_columns=("2",)
    )
    assert "which of the 4 columns is the text is not clear (id, who, what, kind); name it: --text-column" in error(
        of, "a.csv", WIDE
    )


def test_quoted_line_breaks_delimiters_and_quotes(of: Of) -> None:
    documents, notes = of("a.csv", b'label,text\r\na,"x\r\ny, ""z"""\r\nb,z\r\n')
    assert documents == [('x\r\ny, "z"', "a", 2), ("z", "b", 4)]
    assert notes.endswith("; 2 texts")


def test_stray_quotes_inside_a_field_are_characters(of: Of) -> None:
    assert [text for text, *_ in of("a.csv", b'label,text\na,5" disk\nb,z""w\n')[0]] == ['5" disk', 'z""w']


def test_what_is_tab_separated_and_has_stray_quotes_is_not_csv(of: Of) -> None:
    documents, notes = of("a.csv", b'label\ttext\na\t"x, y\nb\ty" z\nc\t"w"\n')
    assert documents == [('"x, y', "a", 2), ('y" z', "b", 3), ('"w"', "c", 4)]
    assert notes == "a.csv: tsv, utf-8, header, label from label, text from text; 3 texts"


def test_tsv_with_and_without_a_header(of: Of) -> None:
    assert of("a.tsv", b"spam\tfree, money\nham\tyou\n")[0] == [("free, money", "spam", 1), ("you", "ham", 2)]
    documents, notes = of("a.tab", b"text\tlabel\nx\ta\n")
    assert documents == [("x", "a", 2)]
    assert "tsv, utf-8, header, label from label, text from text; 1 text" in notes
    assert of("a.tsv", b"a\tx\tz\n", text_columns=("2",))[0] == [("x", "a", 1)]


def test_other_delimiters(of: Of) -> None:
    assert of("a.csv", b'label;text\na;"x;y"\nb;z, w\n')[0] == [("x;y", "a", 2), ("z, w", "b", 3)]
    assert of("a.csv", b"label|text\na|x\n")[0] == [("x", "a", 2)]


def test_csv_from_excel_in_gbk(of: Of) -> None:
    documents, notes = of("a.csv", "标签,内容\r\n垃圾,优惠\r\n正常,会议\r\n".encode("gbk"))
    assert documents == [("优惠", "垃圾", 2), ("会议", "正常", 3)]
    assert notes == (
        "a.csv: csv, gb18030, header, label from 标签, text from 内容; 2 texts; "
        "gb18030 is a guess (标签,内容 垃圾,优惠 正常,会议), --encoding names another"
    )


@pytest.mark.parametrize("rows", [0, 1, 2, 900, 3000])
def test_a_quote_that_does_not_close_is_an_error(of: Of, rows: int) -> None:
    said = error(of, "a.csv", b'label,text\na,x\na,"x\n' + b"b,z\n" * rows)
    assert said.startswith("a.csv:3: a quote opens here and ")
    assert said.endswith("mend the quotes, or read it as --format tsv if tabs separate it")


def test_ragged_rows(of: Of) -> None:
    documents, notes = of("a.csv", b"label,text\na,x\nb\n,y\nc,\n\nd,1,2,3\ne,  \nf\ng\n")
    assert documents == [("x", "a", 2), ("1,2,3", "d", 7)]  # what is beyond the last column has unquoted commas
    assert notes.endswith("; 2 texts; skipped 5 without text (line 3, 5, 8, ...); skipped 1 without label (line 4)")


def test_a_table_of_one_label(of: Of) -> None:
    assert of("a.csv", b"text,n\nx,1\n", "spam")[0] == [("x", "spam", 2)]


# JSON lines


def test_jsonl(of: Of) -> None:
    documents, notes = of("a.jsonl", b'{"label": 1, "text": "x"}\n\n{"label": "b c", "text": "y"}\n{"text": "z"}\n')
    assert documents == [("x", "1", 1), ("y", "b c", 3)]
    assert notes == (
        "a.jsonl: jsonl, utf-8, label from label, text from text; 2 texts; skipped 1 without label (line 4)"
    )
    assert of("a", b'{"label": true, "text": 5}\n')[0] == [("5", "true", 1)]


def test_jsonl_with_dotted_keys(of: Of) -> None:
    line = json.dumps({"m": {"l": "a", "t": "x"}, "m.s": "y"}).encode()
    documents, notes = of("a.jsonl", line, label_column="m.l", text_columns=("m.t", "m.s", "m.none.at.all"))
    assert documents == [("x\ny", "a", 1)]
    assert "label from m.l, text from m.t + m.s + m.none.at.all" in notes


@pytest.mark.parametrize("line", [b"{oops", b"[1]", b"1", b'{"a":' * 100000])
def test_a_line_that_is_no_json_object(of: Of, line: bytes) -> None:
    said = error(of, "a.jsonl", b'{"label": 1, "text": "x"}\n' + line + b"\n")
    assert said == "a.jsonl:2: the line is no JSON object; mend the line, or name another --format"


def test_jsonl_whose_keys_are_not_clear(of: Of) -> None:
    assert "a.jsonl: which key is the text is not clear (label, a); name them" in error(
        of, "a.jsonl", b'{"label": 1, "a": "x"}'
    )
    assert "which key is the label is not clear (text)" in error(of, "a.jsonl", b'{"text": "x"}')


def test_a_lone_surrogate_in_json(of: Of) -> None:
    [(text, label, _)], _ = of("a.jsonl", b'{"label": "\\udc00", "text": "x\\ud800y"}\n')
    text.encode(), label.encode()
    assert text.startswith("x\ufffd")
    assert text.endswith("\ufffdy")


# fastText and Parquet


def test_fasttext(of: Of) -> None:
    data = b"__label__a hi there\n__label__b __label__c two\n__label__d\nnone\n__label__e\tx\n"
    data += b"__label__a __label__b __label__c three\n"
    documents, notes = of("a.txt", data)
    assert documents == [("hi there", "a", 1), ("two", "b", 2), ("x", "e", 5), ("three", "a", 6)]
    assert notes == (
        "a.txt: fasttext, utf-8, 2 lines with several labels, the first taken; 4 texts; "
        "skipped 1 without text (line 3); skipped 1 without label (line 4)"
    )


def test_a_bom_before_a_fasttext_label(of: Of) -> None:
    assert of("a.txt", "\ufeff__label__a x\n\ufeff__label__b y\n".encode())[0] == [("x", "a", 1), ("y", "b", 2)]
    assert of("a.txt", "\ufeff__label__a x\n".encode(), format="fasttext", encoding="utf-8")[0] == [("x", "a", 1)]


def test_parquet(of: Of) -> None:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    sink = io.BytesIO()
    pq.write_table(pa.table({"n": [1, 2, 3], "text": ["优惠", None, "x\ny"], "label": ["a", "b", "c"]}), sink)
    documents, notes = of("a.bin", sink.getvalue())
    assert documents == [("优惠", "a", 1), ("x\ny", "c", 3)]
    assert notes == (
        "a.bin: parquet, header, label from label, text from text; 2 texts; skipped 1 without text (line 2)"
    )
    assert of("a.bin", sink.getvalue(), label_column="3", text_columns=("2",))[0] == documents
    assert "a.bin: not whole Parquet" in error(of, "a.bin", sink.getvalue()[:-20])


# Compressed files, stdin, pipes


def zstd(data: bytes) -> bytes:
    compressed: bytes = pytest.importorskip("zstandard").compress(data)
    return compressed


PACKED = {".gz": gzip.compress, ".bz2": bz2.compress, ".xz": lzma.compress, ".zst": zstd}
FORMS = {
    "a.csv": TABLE,
    "a.tsv": b"label\ttext\nham\tsee you\nspam\tfree money\n",
    "a.jsonl": b'\n{"label": "ham", "text": "see you"}\n{"label": "spam", "text": "free money"}\n',
    "a.txt": b"\n__label__ham see you\n__label__spam free money\n",
}


@pytest.mark.parametrize("suffix", PACKED)
@pytest.mark.parametrize("name", FORMS)
def test_compressed_files_are_read_as_what_is_in_them(of: Of, name: str, suffix: str) -> None:
    documents, notes = of(name + suffix, PACKED[suffix](FORMS[name]))
    assert documents == ROWS
    assert notes.startswith(f"{name}{suffix}: {'fasttext' if name == 'a.txt' else name[2:]}, utf-8")


@pytest.mark.parametrize("suffix", PACKED)
def test_a_compressed_file_cut_short_is_an_error(of: Of, suffix: str) -> None:
    data = PACKED[suffix](b"".join(b"line %d\n" % n for n in range(20000)))
    assert of(f"a{suffix}", data, "x")[1].endswith("; 20,000 texts")
    for part in (data[:-9], data[: len(data) // 2], data[:4], b"no such thing"):
        said = error(of, f"a{suffix}", part, "x")
        assert said.startswith(f"a{suffix}: the compressed file is cut short or damaged (")
        assert said.endswith("; get it again whole")


def stdin(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))


@pytest.mark.parametrize("name", FORMS)
def test_stdin(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    form = "fasttext" if name == "a.txt" else name[2:]
    for how in (None, How(format=form)):
        stdin(monkeypatch, FORMS[name])
        documents, notes = found("-", how=how)
        assert documents == ROWS
        assert notes.startswith(f"-: {form}, utf-8")
    stdin(monkeypatch, b"x\n")
    assert found("spam=-")[0] == [("x", "spam", 1)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_named_pipe(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    writer = threading.Thread(target=pipe.write_bytes, args=(TABLE,))
    writer.start()
    documents, notes = found(str(pipe))
    writer.join()
    assert documents == ROWS
    assert notes.endswith("pipe.csv: csv, utf-8, header, label from label, text from text; 2 texts")


def test_a_format_forced(of: Of) -> None:
    documents, notes = of("a.csv", b"spam\tx, y\nham\tz\n", format="tsv")
    assert documents == [("x, y", "spam", 1), ("z", "ham", 2)]
    assert "a.csv: tsv, utf-8, no header" in notes
    assert of("a.jsonl", b"one\n", "x", format="lines")[0] == [("one", "x", 1)]


# Encodings


@pytest.mark.parametrize(
    ("encoding", "said"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
        ("gbk", "gb18030"),
        ("gb18030", "gb18030"),
    ],
)
def test_encodings_that_are_found(of: Of, encoding: str, said: str) -> None:
    documents, notes = of("a.txt", ZH.replace("\n", "\r\n").encode(encoding), "x")
    assert documents == [("优惠", "x", 1), ("发票", "x", 2), ("会议", "x", 3)]
    guess = "; gb18030 is a guess (优惠 发票 会议), --encoding names another" if said == "gb18030" else ""
    assert notes == f"x=a.txt: lines, {said}; 3 texts{guess}"


def test_utf_16_the_other_way(of: Of) -> None:
    for encoding in ("utf-16-be", "utf-16-le"):
        assert of("a.csv", ("\ufeff标签,内容\n垃圾," + "优惠\n").encode(encoding))[0] == [("优惠", "垃圾", 2)]
    assert of("a.txt", ZH.encode("utf-16-le"), "x", encoding="utf-16-le")[0][1] == ("发票", "x", 2)


def test_encodings_by_option(of: Of) -> None:
    assert of("a.txt", "優惠\n發票\n".encode("big5"), "x", encoding="big5") == (
        [("優惠", "x", 1), ("發票", "x", 2)],
        "x=a.txt: lines, big5; 2 texts",
    )
    assert of("a.txt", b"caf\xe9\n", "x", encoding="latin-1")[0] == [("café", "x", 1)]
    assert of("a.csv", "label,text\na,é\n".encode("latin-1"), encoding="latin-1")[0] == [("é", "a", 2)]


@pytest.mark.parametrize(
    "name", ["klingon", "rot13", "base64", "idna", "punycode", "unicode_escape", "undefined", "\0"]
)
def test_an_unknown_encoding(of: Of, name: str) -> None:
    assert "there is no such encoding; utf-8, utf-16, gb18030, big5, shift_jis" in error(
        of, "a.txt", b"x\n", "x", encoding=name
    )


def test_a_line_that_does_not_decode(of: Of) -> None:
    assert error(of, "a.txt", b"ok\n\xff\xff\n", "x") == (
        "a.txt:2: the line is neither UTF-8 nor GB18030; mend it, or name the file's encoding, such as "
        "--encoding cp1252"
    )
    assert error(of, "a.txt", b"ok\rok\r\n\xff\n", "x", encoding="big5").startswith("a.txt:3: the line is not big5; ")
    assert error(of, "a.csv", b"label,text\na,x\nb,\xff\n").startswith("a.csv:3: the line is neither")
    assert error(of, "a.txt", "\ufeffa\nb".encode("utf-16")[:-1], "x").startswith("a.txt:2: the line is not utf-16")
    far = b"a line of twenty or so bytes\r\n" * 100_000
    assert error(of, "a.txt", far + b"\xff\n", "x").startswith("a.txt:100001: the line is neither")


def test_utf_8_with_a_broken_line_is_not_taken_for_gb18030(of: Of) -> None:
    data = ZH.encode() + "优".encode()[:2] + b"\n"
    assert error(of, "a.txt", ZH.encode() + b"\xbb\xf9\n", "x").startswith("a.txt:4: the line is neither UTF-8 nor")
    assert error(of, "a.txt", data, "x").startswith("a.txt:4: the line is neither UTF-8 nor")


# Odd characters and lines


def test_line_ends(of: Of) -> None:
    documents, notes = of(
        "a.txt", "one\r\ntwo\rthree\u2028still\u2029\x85\x0b\x0c\x1c\n\x00nul\x00\nlast".encode(), "x"
    )
    assert [text for text, *_ in documents] == [
        "one",
        "two",
        "three\u2028still\u2029\x85\x0b\x0c\x1c",
        "\x00nul\x00",
        "last",
    ]
    assert [line for *_, line in documents] == [1, 2, 3, 4, 5]
    assert notes == "x=a.txt: lines, utf-8; 5 texts"


def test_line_ends_in_tables(of: Of) -> None:
    documents, _ = of("a.csv", "label,text\r\na,x\u2028y\r\nb,\x00z\r\nc,last".encode())
    assert documents == [("x\u2028y", "a", 2), ("\x00z", "b", 3), ("last", "c", 4)]
    assert of("a.csv", b"label,text\ra,x\rb,y")[0] == [("x", "a", 2), ("y", "b", 3)]
    assert of("a.jsonl", '{"label":"a","text":"x\u2028y\u0085"}'.encode())[0] == [("x\u2028y\u0085", "a", 1)]
    assert of("a.tsv", b"a\tx\x00\rb\ty")[0] == [("x\x00", "a", 1), ("y", "b", 2)]


@pytest.mark.parametrize("name", ["a.csv", "a.tsv", "a.jsonl"])
def test_an_empty_file(of: Of, name: str) -> None:
    assert of(name, b"") == ([], f"{name}: {name[2:]}, utf-8; 0 texts")
    assert of(name, b"\n\n")[0] == []


def test_an_empty_file_of_lines(of: Of) -> None:
    assert of("a.txt", b"", "x") == ([], "x=a.txt: lines, utf-8; 0 texts")
    assert of("a.txt", b"\xef\xbb\xbf", "x")[0] == []
    assert "no labels were found in it" in error(of, "a.txt", b"")


def test_blank_lines_are_skipped_and_counted(of: Of) -> None:
    documents, notes = of("a.txt", "one\n\n \n\u3000\t\ntwo\n\n".encode(), "x")
    assert documents == [("one", "x", 1), ("two", "x", 5)]
    assert notes == "x=a.txt: lines, utf-8; 2 texts; skipped 4 without text (line 2, 3, 4, ...)"


def test_a_bom_inside_a_field(of: Of) -> None:
    documents, _ = of("a.csv", "\ufefflabel,text\na,x\ufeffy\n\ufeffb,z\n".encode())
    assert documents == [("xy", "a", 2), ("z", "b", 3)]
    assert of("a.csv", "label,\ufefftext\na,x\n".encode())[0] == [("x", "a", 2)]
    assert of("a.txt", "\ufeffone\ntw\ufeffo\n\ufeff\n".encode(), "x")[0] == [("one", "x", 1), ("two", "x", 2)]


@pytest.mark.parametrize("name", ["a.txt", "a.csv", "a.tsv", "a.jsonl"])
def test_a_very_long_line(of: Of, name: str) -> None:
    long = "优惠 free " * 500_000
    line = {"a.csv": f"a,{long}\nb,x\n", "a.tsv": f"a\t{long}\nb\tx\n", "a.txt": f"{long}\nx\n"}
    data = line.get(name) or "".join(json.dumps({"label": n, "text": t}) + "\n" for n, t in (("a", long), ("b", "x")))
    documents, notes = of(name, data.encode(), "a" if name == "a.txt" else "")
    assert [text for text, *_ in documents] == [long, "x"]
    assert notes.endswith("; 2 texts")


# Labels


def test_labels_are_as_they_are_written(of: Of) -> None:
    assert [label for _, label, _ in of("a.csv", b'label,text\n1.0,x\n" a b ",y\n"t\tu",z\nNA,w\n')[0]] == [
        "1.0",
        " a b ",
        "t\tu",
        "NA",
    ]
    assert look_alikes(["Spam", "ham", "spam ", "x"]) == [("Spam", "spam ")]


def test_the_notes_are_what_train_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "a.csv"
    table.write_text('label,text\nspam,free money\n"Spam ",free cash\nham,see you\nham\n,lost\nham,see me\n')
    status = cli.run(["train", str(table), "--name", str(tmp_path / "m.nb"), "--tokenizer", "chars"])
    said = capsys.readouterr().err
    assert status == 0
    assert (
        f"{table}: csv, utf-8, header, label from label, text from text; 4 texts; skipped 1 without text (line 5); "
        "skipped 1 without label (line 6)"
    ) in said
    assert "warning: labels 'Spam ' and 'spam' differ by case or spaces only" in said


# All of it


@given(st.binary(max_size=200), st.sampled_from(["a.txt", "a.csv", "a.tsv", "a.jsonl", "a.gz", "a"]), st.booleans())
@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_bytes_are_read_or_refused(of: Of, data: bytes, name: str, labelled: bool) -> None:
    try:
        documents, notes = of(name, data, "x" if labelled else "")
    except NbError as refused:
        assert "\n" not in str(refused)
    else:
        assert f"; {len(documents)} text" in notes


words = st.text(st.characters(codec="utf-8", exclude_characters="\0\r\n\ufeff"), min_size=1).filter(str.strip)


@given(st.lists(words, min_size=1, max_size=8), st.sampled_from(["\n", "\r\n", "\r"]), st.booleans())
@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_line_is_lost(of: Of, texts: list[str], end: str, ended: bool) -> None:
    data = end.join(texts) + end * ended
    for encoding in ("utf-8", "utf-8-sig", "utf-16"):
        assert [text for text, *_ in of("a.txt", data.encode(encoding), "x")[0]] == texts


# The corpora that are there


@pytest.mark.corpus
def test_the_sms_corpus_as_it_lies_there() -> None:
    documents, notes = found(str(CORPORA / "sms-en/SMSSpamCollection"))
    assert Counter(label for _, label, _ in documents) == {"ham": 4827, "spam": 747}
    assert notes.endswith("SMSSpamCollection: tsv, utf-8, header, label from Label, text from SMS; 5,574 texts")


@pytest.mark.corpus
def test_the_shopping_corpus_as_it_lies_there() -> None:
    how = How(label_column="cat", text_columns=("review",))
    documents, notes = found(str(CORPORA / "shopping-zh/online_shopping_10_cats.csv"), how=how)
    assert len(documents) == 62773
    assert len({label for _, label, _ in documents}) == 10
    assert "csv, utf-8, header, label from cat, text from review; 62,773 texts; skipped 1 without text (line " in notes
