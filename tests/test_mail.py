"""Mail as people have it, and as senders of spam make it: what is read, and that nothing stops the reader."""

import base64
import bz2
import gzip
import mailbox
import subprocess
import sys
import time
from email.message import EmailMessage
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.corpus import How, Log, Source, read
from nbcli.corpus.mail.charsets import decoded
from nbcli.corpus.mail.fields import FIELD, MARK, field, readable
from nbcli.corpus.mail.headers import begins_as_mail, domain_of, header_text
from nbcli.corpus.mail.html import html_text
from nbcli.corpus.mail.message import MOST_BYTES, message_text
from nbcli.corpus.mail.transfer import unbase64, unuu
from nbcli.corpus.mbox import messages
from nbcli.errors import NbError

ZH = "公司代开发票，优惠多多"


def mail(body: bytes, headers: bytes = b"", subject: bytes = b"hello") -> bytes:
    return b"From: Ann <ann@example.org>\nSubject: " + subject + b"\n" + headers + b"\n" + body


def shown(data: bytes) -> str:
    return readable(message_text(data).text)


def body_of(data: bytes) -> str:
    return FIELD.sub("", message_text(data).text).strip("\n")


def typed(content_type: str, body: bytes, encoding: str = "8bit") -> bytes:
    headers = f"Content-Type: {content_type}\nContent-Transfer-Encoding: {encoding}\n"
    return mail(body, headers.encode())


# The text


def test_the_text_is_the_subject_the_senders_domain_and_the_body() -> None:
    assert shown(mail(b"buy now\n")) == "subject: hello\nfrom: @example.org\nbuy now\n"
    assert message_text(mail(b"buy now\n"))[1:] == (True, False)


def test_a_mail_without_subject_or_sender_is_its_body() -> None:
    assert message_text(b"Date: now\nTo: x\n\nbody").text == "body"


def test_marks_in_a_mail_are_taken_out() -> None:
    data = mail("a \ufdd0subject\ufdd1b\ufdd2 c".encode(), subject="x\ufdd2y\ufdd0".encode())
    text = message_text(data).text
    assert FIELD.findall(text) == [("subject", "xy"), ("from", "@example.org")]
    assert not MARK.search(FIELD.sub("", text))


@pytest.mark.parametrize(
    ("sender", "domain"),
    [
        ("Ann <ann@Example.org>", "example.org"),
        ("ann@mail.example.org (Ann)", "mail.example.org"),
        ('"bank@bank.com" <x@spam.example>', "spam.example"),
        ("nobody", ""),
        ("", ""),
        ("<a@b", "b"),
        ("用户 <x@例子.测试>", "例子.测试"),
    ],
)
def test_the_domain_of_a_sender(sender: str, domain: str) -> None:
    assert domain_of(sender) == domain


# Headers


def word(text: str, charset: str, said: str = "") -> bytes:
    return b"=?%s?B?%s?=" % ((said or charset).encode(), base64.b64encode(text.encode(charset)))


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (word(ZH, "utf-8"), ZH),
        (word("镕基", "gb18030", "gb2312"), "镕基"),
        (word("優惠", "big5"), "優惠"),
        (b"=?utf-8*en?Q?caf=C3=A9_au_lait?=", "café au lait"),
        (b"=?iso-8859-1?q?a?= =?iso-8859-1?q?b?=", "ab"),
        (b"Re: =?utf-8?q?a?= b", "Re: a b"),
        # a character cut in two by its sender
        (b"=?utf-8?B?5Y8=?=\r\n =?utf-8?B?kQ==?=", "发"),
        # broken: no end, spaces inside, no padding, a stray letter, an unknown charset, an empty word
        (b"=?gb2312?B?" + base64.b64encode(ZH.encode("gb18030")), ZH),
        (b"=?utf-8?Q?two words?=", "two words"),
        (b"=?utf-8?B?5Y+R5Y+?=", "发\ufffd"),
        (b"=?utf-8?B?aGk=x?=", "hi"),
        (b"=?x-nothing?B?aGk=?=", "hi"),
        (b"=?utf-8?B??=", ""),
        (b"=?utf-8?X?hi?=", "=?utf-8?X?hi?="),
        # raw bytes
        (ZH.encode(), ZH),
        (ZH.encode("gb18030"), ZH),
        ("für über".encode("latin-1"), "für über"),
    ],
)
def test_header_text(raw: bytes, text: str) -> None:
    assert header_text(raw)[0] == text


def test_a_folded_subject_is_one_line() -> None:
    assert shown(mail(b"", subject=b"one\n two\r\n\tthree")).splitlines()[0] == "subject: one two three"


@pytest.mark.parametrize(
    ("head", "is_mail"),
    [
        (b"From: a\nSubject: b\n\nx", True),
        (b"From a@b Mon Jan  1 10:00:00 2001\nReturn-Path: <x>\nTo: b\n\n", True),
        (b"\xef\xbb\xbfReceived: by x\n\tfor y\r\nTo: b\r\n\r\n", True),
        (b"Subject: one header of one text\nhas no mate", False),
        (b"Subject: a\nSubject: b\nSubject: c\n", False),
        (b"Name: a\nAge: 3\n\n", False),
        (b"Hello\nFrom: a\nTo: b\n", False),
        (b"", False),
    ],
)
def test_what_begins_as_a_mail(head: bytes, is_mail: bool) -> None:
    assert begins_as_mail(head) is is_mail


# Charsets


@pytest.mark.parametrize(
    ("text", "real", "said"),
    [
        (ZH, "utf-8", "utf-8"),
        (ZH, "gb18030", "gb2312"),
        ("镕 㐀 𠀀", "gb18030", "gb2312"),
        (ZH, "gb18030", "x-gbk"),
        (ZH, "utf-8", "gb2312"),
        (ZH, "utf-8", "iso-8859-1"),
        (ZH, "gb18030", "us-ascii"),
        (ZH, "gb18030", ""),
        (ZH, "gb18030", "utf-8"),
        (ZH, "gb18030", "no-such-charset"),
        (ZH, "gb18030", "\0\n"),
        ("優惠價格", "big5", "big5"),
        ("如果确实需要，请全部回复我们", "gb18030", "big5"),
        ("“smart”", "cp1252", "iso-8859-1"),
        ("für über schön", "latin-1", "iso-8859-1"),
        ("für über schön", "latin-1", ""),
        ("für über schön", "latin-1", "us-ascii"),
        ("привет", "koi8-r", "koi8-r"),
        ("こんにちは", "iso2022_jp", "iso-2022-jp"),
        ("こんにちは", "cp932", "shift_jis"),
        ("안녕하세요", "cp949", "ks_c_5601-1987"),
        ("hi 你好", "utf-7", "unicode-1-1-utf-7"),
        ("plain", "ascii", "punycode"),
    ],
)
def test_a_declared_charset_and_its_lies(text: str, real: str, said: str) -> None:
    assert decoded(text.encode(real), said)[0] == text


def test_one_damaged_byte_leaves_the_rest_readable() -> None:
    for charset in ("utf-8", "gb18030", "big5"):
        data = ("優惠" * 20).encode(charset)
        text, whole = decoded(data[:40] + b"\xff" + data[40:], charset)
        assert not whole
        assert text.count("優惠") >= 18


def test_bytes_of_no_charset_are_noted() -> None:
    assert message_text(mail(b"\xe9t\xe9")).undecodable
    assert not message_text(typed("text/plain; charset=iso-8859-1", b"\xe9t\xe9")).undecodable


def test_an_encoding_asked_for_reads_what_names_none() -> None:
    data = mail("優惠價格".encode("big5"))
    assert "優惠價格" in message_text(data, "big5").text


# Bodies


def test_transfer_encodings_are_undone() -> None:
    raw = ZH.encode()
    assert body_of(typed("text/plain; charset=utf-8", base64.encodebytes(raw), "base64")) == ZH
    assert body_of(typed("text/plain; charset=utf-8", b"=E5=8F=91", "Quoted-Printable")) == "发"
    assert body_of(typed("text/plain", b"begin 644 x\n%:&5L;&\\\n`\nend\n", "x-uuencode")) == "hello"


@pytest.mark.parametrize(
    ("encoded", "plain"),
    [
        (b"aGVsbG8", b"hello"),
        (b"aGVs\nbG8=\n", b"hello"),
        (b"aGVsbG8!sIGhlbGxv", b"hello, hello"),
        (b"aGVsbG8=aGVsbG8=", b"hellohello"),
        (b"a", b""),
        (b"", b""),
        (b"not base64 at all, but words.", b"not base64 at all, but words."),
    ],
)
def test_broken_base64(encoded: bytes, plain: bytes) -> None:
    assert unbase64(encoded) == plain


def test_broken_quoted_printable_and_uuencode() -> None:
    assert body_of(typed("text/plain", b"a=ZZ b= \nc=4", "quoted-printable")).startswith("a=ZZ b")
    assert unuu(b"begin 644 x\n\xff\xff\n%:&5L;&\\\n") == b"hello"
    assert unuu(b"nothing") == b""


def multipart(kind: str, *parts: bytes) -> bytes:
    body = b"".join(b"--B\n" + part + b"\n" for part in parts) + b"--B--\n"
    return typed(f'multipart/{kind}; boundary="B"', body)


PLAIN = b"Content-Type: text/plain\n\nplain"
HTML = b"Content-Type: text/html\n\n<p>rich</p>"


def test_of_alternatives_the_plain_one_unless_it_is_empty() -> None:
    assert body_of(multipart("alternative", HTML, PLAIN)) == "plain"
    assert body_of(multipart("alternative", b"Content-Type: text/plain\n\n \n", HTML)) == "rich"


def test_of_mixed_parts_all_texts_but_no_attachments() -> None:
    attached = b"Content-Type: text/plain\nContent-Disposition: attachment\n\nattached"
    image = b"Content-Type: image/png\n\npng"
    assert body_of(multipart("mixed", PLAIN, HTML, attached, image)).split() == ["plain", "rich"]
    assert body_of(multipart("mixed", attached, image)) == "attached"


def test_a_forwarded_mail_counts_with_its_subject() -> None:
    inner = b"Content-Type: message/rfc822\n\nSubject: inner subject\n\ninner body"
    assert body_of(multipart("mixed", PLAIN, inner)).split("\n") == ["plain", "inner subject", "inner body"]


def test_parts_that_no_header_announces() -> None:
    assert body_of(mail(b"--X\nContent-Type: text/html\n\n<b>rich</b>\n--X--\n")) == "rich"
    assert body_of(typed("multipart/mixed; boundary=other", b"--X\nContent-Type: text/plain\n\nhi\n--X--\n")) == "hi"
    assert body_of(typed("multipart/mixed", b"no parts")) == "no parts"
    assert body_of(typed("multipart/mixed; boundary=B", b"--B\nContent-Type: text/plain\n\ncut")) == "cut"


def test_html_that_is_not_said_to_be_html() -> None:
    assert body_of(typed("text/plain", b"<html><body>a<br>b</body></html>")) == "a\nb"
    assert body_of(mail(b"x<br><b>a</b><br><p>b</p>")).split() == ["x", "a", "b"]
    assert body_of(typed("text/plain", b"write <b> for bold")) == "write <b> for bold"


def test_the_charset_of_a_meta_tag() -> None:
    html = "<meta charset=big5><p>優惠</p>".encode("big5")
    assert body_of(typed("text/html", html)) == "優惠"


def test_what_has_no_headers_is_plain_text() -> None:
    assert message_text(b"just\ntext") == ("just\ntext", False, False)
    assert message_text(b"Note: this is no header that mails have") == (
        "Note: this is no header that mails have",
        False,
        False,
    )
    assert message_text(b"") == ("", False, False)


# HTML


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<p>a</p><p>b</p>", "a\nb"),
        ("V<b>i</b>ag<!-- x -->ra", "Viagra"),
        ("<style>p {}</style><script>x < y</script>text", "text"),
        ("a &amp; b &lt;c&gt; &#x4f18;&#24800;&nbsp;d&copy", "a & b <c> 优惠 d©"),
        ("&#99999999999999999999;a", "\ufffda"),
        ("a<br>b<td>c", "a\nb\nc"),
        ("one\n line", "one line"),
        ("<!DOCTYPE html><![if !mso]>a<![endif]><![CDATA[x]]>b<?php c ?>d", "abd"),
        ("<a href='x>y'>z</a>", "z"),
        ("a < b", "a < b"),
        ('<p title="unclosed', ""),
        ("a<!-- unclosed", "a"),
        ("a<script>unclosed", "a"),
        ("a<", "a<"),
        ("&", "&"),
        ("", ""),
    ],
)
def test_html(html: str, text: str) -> None:
    assert html_text(html) == text


OPENERS = [
    "<a ",
    "<a b='",
    '<a b="',
    "<!--",
    "<!x",
    "<![if ",
    "</",
    "<?",
    "<script>",
    "&#",
    "<a/",
    "<a b='x>",
    "<",
    "<a\0",
]


@pytest.mark.parametrize("opener", OPENERS)
def test_html_takes_time_in_proportion(opener: str) -> None:
    """Ten times the length in a hundred times the time would be the parser's own blow-up; there is room for noise."""

    def once(length: int) -> float:
        start = time.process_time()
        html_text(opener * (length // len(opener)))
        return time.process_time() - start

    def seconds(length: int) -> float:
        return min(once(length) for _ in range(3))

    assert seconds(200_000) < 40 * max(seconds(20_000), 0.005)


# Hostile mails


def nested(depth: int) -> bytes:
    return b"From: a@b\n" + b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n" % (i, i) for i in range(depth)
    )


HOSTILE = {
    "nested parts": nested(5000),
    "nested mails": b"From: a@b\nContent-Type: message/rfc822\n\n" * 5000,
    "nested reports": b"From: a@b\nContent-Type: message/delivery-status\n\n" * 5000,
    "many parts": typed("multipart/mixed; boundary=b", b"--b\nX: y\n\nz\n" * 20000),
    "many headers": b"To: x\n" * 50000,
    "a long subject": mail(b"x", subject=b"=?a?q?" * 50000),
    "a long sender": b"From: " + b"@a." * 100000 + b"\n\nx",
    "semicolons": typed("text/plain" + ";" * 200000, b"x"),
    "percent": typed("text/plain; charset*0*=punycode''%FF%FF" + "; charset*1*=%" * 900, b"x\xff"),
    "a slow codec": typed("text/plain; charset=punycode", b"a-\xff9" * 50000),
    "another": typed("text/plain; charset=idna", b"xn--\xff." * 50000),
    "utf-7": typed("text/plain; charset=utf-7", b"+2AA-" * 1000),
    "uuencode": typed("text/plain", b"begin 644 x\n" + b"M\n" * 50000, "uuencode"),
    "no line": b"x" * 1000000,
    "lines": b"\n" * 1000000,
    "envelopes": b"From x\n" * 100000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_mail_is_read_all_the_same(name: str) -> None:
    message_text(HOSTILE[name]).text.encode()


def test_of_a_huge_mail_the_first_part_is_read() -> None:
    assert len(message_text(mail(b"word " * (MOST_BYTES // 4))).text) <= MOST_BYTES


MAILS = [
    multipart("alternative", PLAIN, HTML),
    typed("text/html; charset=gb2312", f"<p>{ZH}</p>".encode("gb18030")),
    typed("text/plain; charset=utf-8", base64.encodebytes(ZH.encode()), "base64"),
    mail(b"=E5=8F=91", b"Content-Transfer-Encoding: quoted-printable\n", word(ZH, "gb18030", "gb2312")),
    multipart("mixed", b"Content-Type: message/rfc822\n\n" + mail(b"in"), PLAIN),
]


def check_any(data: bytes) -> None:
    text = message_text(data).text
    text.encode()
    assert not MARK.search(FIELD.sub("", text))


@given(st.binary(max_size=2000))
def test_any_bytes_are_read(data: bytes) -> None:
    check_any(data)
    check_any(b"From: a@b\n" + data)


@settings(deadline=2000)
@given(st.sampled_from(MAILS), st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 30), st.binary(max_size=30))))
def test_any_damaged_mail_is_read(data: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    for at, removed, put in edits:
        at %= len(data) + 1
        data = data[:at] + put + data[at + removed :]
    check_any(data)


@given(st.text(max_size=300))
def test_any_text_of_a_well_made_mail_comes_back(text: str) -> None:
    message = EmailMessage()
    message["From"] = "a@b.example"
    message.set_content(text)
    kept = "".join(char for char in text if char not in "\0\u200b\u2060\ufeff\xad\ufdd0\ufdd1\ufdd2")
    # Looks of HTML are believed; the email package itself has its way with line ends.
    if "<" not in kept:
        assert body_of(message.as_bytes()).split() == kept.split()


# Folders and files


def documents(*specs: str, log: Log | None = None, how: How | None = None) -> list[tuple[str, str | None, int]]:
    found = read(specs, how, log)
    return [(readable(document.text).splitlines()[0], document.label, document.line) for document in found]


def test_an_eml_file(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(mail(b"x"))
    (tmp_path / "b").write_bytes(b"From a Mon Jan  1 10:00:00 2001\n" + mail(b"x"))
    (tmp_path / "c.eml.gz").write_bytes(gzip.compress(mail(b"x")))
    log = Log()
    specs = [f"ham={tmp_path / name}" for name in ("a.eml", "b", "c.eml.gz")]
    assert documents(*specs, log=log) == [("subject: hello", "ham", 1)] * 3
    assert log.notes()[0].endswith("a.eml: eml; 1 text")


def test_files_in_a_folder_are_mails_where_they_look_so(tmp_path: Path) -> None:
    (tmp_path / "1.txt").write_bytes(mail(b"x"))
    (tmp_path / "2.txt").write_text("no mail\n")
    (tmp_path / "3.eml").write_text("no mail either\n")
    log = Log()
    found = documents(f"ham={tmp_path}", log=log)
    assert [first for first, _, _ in found] == ["subject: hello", "no mail", "no mail either"]
    assert "mails read as plain text" in log.notes()[0]


MBOX = b"""From a@b Mon Jan  1 10:00:00 2001
From: a@b
Subject: one

>From here on
From nowhere
>>From twice

From now on, no time is given

From c@d Mon Jan  1 10:00:01 2001
Subject: two
From: c@d

body
"""


def test_an_mbox(tmp_path: Path) -> None:
    path = tmp_path / "mail.mbox"
    path.write_bytes(MBOX)
    assert documents(f"ham={path}") == [("subject: one", "ham", 1), ("subject: two", "ham", 11)]
    first = next(read([f"ham={path}"])).text
    assert "\nFrom here on\nFrom nowhere\n>From twice\n\nFrom now on" in first


@pytest.mark.parametrize(
    ("name", "pack"), [("inbox", bytes), ("inbox.gz", gzip.compress), ("inbox.mbox.bz2", bz2.compress)]
)
def test_an_mbox_is_known_by_its_beginning_and_read_compressed(tmp_path: Path, name: str, pack: type[bytes]) -> None:
    path = tmp_path / name
    path.write_bytes(pack(MBOX.replace(b"\n", b"\r\n")))
    log = Log()
    assert [first for first, _, _ in documents(f"ham={path}", log=log)] == ["subject: one", "subject: two"]
    assert ": mbox; 2 texts" in log.notes()[0]


def test_a_folder_of_mboxes(tmp_path: Path) -> None:
    (tmp_path / "jan").write_bytes(MBOX)
    (tmp_path / "feb").write_bytes(MBOX)
    assert len(documents(f"ham={tmp_path}")) == 4


def test_an_mbox_without_a_from_line_is_one_mail_and_an_empty_one_none(tmp_path: Path) -> None:
    (tmp_path / "a.mbox").write_bytes(mail(b"x"))
    (tmp_path / "b.mbox").write_bytes(b"")
    assert documents(f"ham={tmp_path / 'a.mbox'}") == [("subject: hello", "ham", 1)]
    assert documents(f"ham={tmp_path / 'b.mbox'}") == []


def test_an_mbox_is_read_as_a_stream(tmp_path: Path) -> None:
    path = tmp_path / "big.mbox"
    path.write_bytes(b"From a 10:00\n" + mail(b"x" * (3 * MOST_BYTES)) + b"\n\nFrom b 10:00\n" + mail(b"y"))
    with path.open("rb") as file:
        sizes = [(line, len(data)) for line, data in messages(file)]
    assert sizes[0][1] < 2 * MOST_BYTES
    assert sizes[1][0] == 7


def test_mbox_and_maildir_and_mh_as_python_writes_them(tmp_path: Path) -> None:
    boxes: list[mailbox.Mailbox[mailbox.Message]] = [
        mailbox.mbox(tmp_path / "box.mbox"),  # type: ignore[list-item]
        mailbox.Maildir(tmp_path / "maildir"),  # type: ignore[list-item]
        mailbox.MH(tmp_path / "mh"),  # type: ignore[list-item]
    ]
    for box in boxes:
        for name in ("one", "two"):
            box.add(mail(b"From here\n\nFrom there\n", subject=name.encode()))
        box.flush()
        box.close()
    for name, form in (("box.mbox", "mbox"), ("maildir", "maildir"), ("mh", "mh")):
        log = Log()
        found = documents(f"ham={tmp_path / name}", log=log)
        assert sorted(first for first, _, _ in found) == ["subject: one", "subject: two"]
        assert f": {form}; 2 texts" in log.notes()[0]


def test_an_mh_folder_without_sequences_in_the_order_of_numbers(tmp_path: Path) -> None:
    for number in (10, 9):
        (tmp_path / str(number)).write_bytes(mail(b"x", subject=str(number).encode()))
    (tmp_path / ",8").write_bytes(mail(b"deleted"))
    (tmp_path / ".mh_sequences").write_text("unseen: 9\n")
    assert [first for first, _, _ in documents(f"ham={tmp_path}")] == ["subject: 9", "subject: 10"]


def test_numbered_files_that_are_no_mails_are_texts(tmp_path: Path) -> None:
    (tmp_path / "1").write_text("text\n")
    assert [first for first, _, _ in documents(f"ham={tmp_path}")] == ["text"]


def test_a_folder_of_mail_folders_has_the_folders_names_as_labels(tmp_path: Path) -> None:
    for label in ("ham", "spam"):
        mailbox.Maildir(tmp_path / label).add(mail(b"x"))
    assert [label for _, label, _ in documents(str(tmp_path))] == ["ham", "spam"]


@pytest.mark.parametrize("form", ["maildir", "mh"])
def test_a_mail_folder_without_a_label_is_an_error_with_a_remedy(tmp_path: Path, form: str) -> None:
    box = mailbox.Maildir(tmp_path / "x") if form == "maildir" else mailbox.MH(tmp_path / "x")
    box.add(mail(b"x"))
    with pytest.raises(NbError, match="LABEL="):
        documents(str(tmp_path / "x"))
    (tmp_path / "file").write_bytes(mail(b"x"))
    with pytest.raises(NbError, match="LABEL="):
        documents(str(tmp_path / "file"))
    with pytest.raises(NbError, match="not a"):
        documents(f"ham={tmp_path / 'file'}", how=How(format=form))


def test_the_email_package_is_imported_for_mails_only(tmp_path: Path) -> None:
    (tmp_path / "ham.txt").write_text("a\n")
    code = (
        "import sys; from nbcli.corpus import read;"
        f"list(read([{str(tmp_path)!r}])); sys.exit('email.message' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-S", "-c", code], env=_path(), check=False).returncode == 0


def _path() -> dict[str, str]:
    return {"PYTHONPATH": str(Path(__file__).parent.parent)}


def test_notes_tell_what_was_odd(tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(b"no mail")
    (tmp_path / "b.eml").write_bytes(mail(b"\xff\xfe\xfd"))
    log = Log()
    list(read([f"ham={tmp_path}"], log=log))
    assert "mails read as plain text, mails with bytes of no charset; 2 texts" in log.notes()[0]


def test_a_field_is_shown_with_its_name() -> None:
    assert readable(field("subject", "a") + "b") == "subject: a\nb"
    assert field("from", "") == ""
    assert Source("x", Path("x"), None, How(), Log()).label is None
