"""Files that are no UTF-8: the encoding is the one in which their bytes make text, which is said with some of it."""

import codecs
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.corpus import How, Log, Source, known_encoding, read
from nbcli.corpus._reading.guess import guessed, without_mark
from nbcli.corpus._reading.judged import judged
from nbcli.errors import NbError
from tests.conftest import Nb
from tests.test_tables_in_and_out import inside

WRITTEN = {
    "gb18030": ["公司代开发票，优惠多多。请联系张先生", "我们明天开会讨论论文", "房间很干净，服务也不错，下次还来"],
    "cp932": ["お金がすぐに手に入ります。無料のご案内です", "会議は明日の十時から始まります", "ありがとうございました"],
    "euc_jp": ["お金がすぐに手に入ります。無料のご案内です", "会議は明日の十時から始まります"],
    "cp949": ["안녕하세요 무료로 돈을 드립니다", "회의는 내일 열 시에 시작합니다", "감사합니다 다음에 또 오겠습니다"],
    "big5hkscs": ["公司代開發票，優惠多多。請聯繫張先生", "我們明天開會討論論文", "房間很乾淨，服務也不錯"],
    "cp1252": ["Grüße aus München, schöne Überraschung für Sie", "l'été où ça n'était déjà", "niño mañana, señor"],
    "cp1251": ["Привет, завтра собрание в десять часов", "бесплатные деньги прямо сейчас"],
    "koi8-r": ["Привет, завтра собрание в десять часов", "бесплатные деньги прямо сейчас"],
}
PAIRS = [(encoding, text) for encoding, texts in WRITTEN.items() for text in texts]


@given(st.sampled_from(sorted(WRITTEN)), st.data())
def test_text_is_read_as_what_it_was_written_in(encoding: str, data: st.DataObject) -> None:
    texts = data.draw(st.lists(st.sampled_from(WRITTEN[encoding]), min_size=1, max_size=9))
    plain = data.draw(st.lists(st.sampled_from(["plain words", "x,y", ""]), max_size=5))
    content = "\n".join([*plain, *texts]).encode(encoding)
    assert guessed(content).encoding == encoding
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_bytes(content)
        log = Log()
        found = [one.text for one in read([f"x={path}"], None, log)]
    assert found == [text for text in [*plain, *texts] if text.strip()]
    assert f"{encoding} is a guess (" in log.notes()[0] and "--encoding names another" in log.notes()[0]


@given(
    st.sampled_from([text for texts in WRITTEN.values() for text in texts]), st.sampled_from(["utf-16-le", "utf-16-be"])
)
def test_utf_16_shows_without_a_mark(text: str, encoding: str) -> None:
    content = f"{text}\nwords\n{text}\n".encode(encoding)
    assert without_mark(content) == encoding
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_bytes(content)
        assert [one.text for one in read([f"x={path}"], None, Log())] == [text, "words", text]
        assert judged(Source.to_answer(str(path), How())) == (encoding, None)


@given(st.text(st.characters(codec="utf-8")).map(str.encode))
@settings(max_examples=300)
def test_utf_8_with_zeros_is_no_utf_16(data: bytes) -> None:
    assert judged_bytes(b"words " + data + b" and more words\n") == ("utf-8", None)


def judged_bytes(data: bytes) -> tuple[str, int | None]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.txt"
        path.write_bytes(data)
        encoding, line = judged(Source.to_answer(str(path), How()))
        return encoding.removesuffix("-sig"), line


@pytest.mark.parametrize("damage", [b"\xff", b"\xff\xff", b"\xff\xff\xff", b"\xfe\xff\xff", b"a\xff\xff\xffb"])
def test_a_damaged_line_is_no_encoding(damage: bytes) -> None:
    assert judged_bytes(b"ok\n" + damage + b"\n")[1] == 2


def test_encodings_have_the_names_of_charsets_too_and_some_are_listed() -> None:
    for name, codec in (("windows-874", "cp874"), ("x-sjis", "cp932"), ("utf8mb4", "utf-8"), ("koi8", "koi8-r")):
        assert codecs.lookup(known_encoding(name)).name == codec
    with pytest.raises(NbError, match=r"utf-8, utf-16, gb18030, big5, shift_jis, euc-jp, euc-kr, cp1252"):
        known_encoding("klingon")


@given(st.sampled_from(["iso2022_jp", "iso2022_kr", "cp037", "cp500", "hz", "utf-7", "utf-16"]), st.data())
@settings(max_examples=40)
def test_lines_do_not_depend_on_how_they_come(encoding: str, data: st.DataObject) -> None:
    from nbcli.corpus import decoded
    from nbcli.corpus._reading.arriving import lines_in

    words = {
        "iso2022_jp": "会議 お金",
        "iso2022_kr": "안녕 무료",
        "hz": "公司 发票",
        "utf-7": "für + 公司",
        "utf-16": "für",
    }
    texts = data.draw(st.lists(st.sampled_from([words.get(encoding, "café"), "plain", ""]), min_size=1, max_size=5))
    content = "".join(f"{text}\n" for text in texts).encode(encoding)
    cuts = sorted(data.draw(st.lists(st.integers(0, len(content)), max_size=6)))
    pieces = [content[a:b] for a, b in zip([0, *cuts], [*cuts, len(content)], strict=True) if a < b]
    found = [line for batch in lines_in(iter(pieces), encoding) for line in decoded(batch, encoding)]
    assert found == texts


def test_a_table_in_japanese_is_trained_on_and_answered(tmp_path: Path, run_nb: Nb) -> None:
    path = tmp_path / "c.csv"
    rows = [("spam", WRITTEN["cp932"][0]), ("ham", WRITTEN["cp932"][1])] * 4
    path.write_bytes(("label,text\r\n" + "".join(f"{a},{b}\r\n" for a, b in rows)).encode("cp932"))
    done = run_nb(["train", path, "--name", tmp_path / "m.nb"])
    assert done.returncode == 0 and "cp932 is a guess" in done.stderr.decode()
    out = inside(["predict", path, "--name", tmp_path / "m.nb"]).stdout.decode().splitlines()
    assert [row.split(",")[:3] for row in out[1:]] == [[a, b, a] for a, b in rows]


def test_lines_of_a_file_are_answered_in_the_encoding_that_it_shows(tmp_path: Path, run_nb: Nb) -> None:
    for label, text in (("ham", "schöne Grüße aus München"), ("spam", "günstige Überraschung")):
        (tmp_path / f"{label}.txt").write_bytes(f"{text}\n".encode("cp1252") * 4)
    corpus = [f"{label}={tmp_path}/{label}.txt" for label in ("ham", "spam")]
    assert run_nb(["train", *corpus, "--name", tmp_path / "m.nb"]).returncode == 0
    named = ["--name", tmp_path / "m.nb", "--columns", "label,text"]
    done = run_nb(["predict", tmp_path / "ham.txt", *named])
    assert done.stdout.decode() == "ham\tschöne Grüße aus München\n" * 4
    assert "cp1252 is a guess" in done.stderr.decode()
