"""Charsets as browsers name them, escapes that no header names, and bytes in a mail that no reader shows as text."""

import base64
import binascii
import codecs
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.corpus.mail.charset_names import codec_of
from nbcli.corpus.mail.charsets import decoded
from nbcli.corpus.mail.message import message_text
from tests.conftest import Nb
from tests.test_mail import body_of, mail, shown, typed

# WHATWG's labels, those of one encoding in a line; what this project takes for it; and others that mails have.
LABELS = """
utf-8: unicode-1-1-utf-8 unicode11utf8 unicode20utf8 utf-8 utf8 x-unicode20utf8 utf8mb4
cp866: 866 cp866 csibm866 ibm866
iso8859-2: csisolatin2 iso-8859-2 iso-ir-101 iso8859-2 iso88592 iso_8859-2 iso_8859-2:1987 l2 latin2
iso8859-5: csisolatincyrillic cyrillic iso-8859-5 iso-ir-144 iso8859-5 iso88595 iso_8859-5 iso_8859-5:1988
iso8859-6: arabic asmo-708 csiso88596e csiso88596i csisolatinarabic ecma-114 iso-8859-6-e iso-8859-6-i iso88596
iso8859-7: csisolatingreek ecma-118 elot_928 greek greek8 iso-ir-126 iso88597 iso_8859-7:1987 sun_eu_greek
iso8859-8: csiso88598e csisolatinhebrew hebrew iso-8859-8-e iso88598 visual csiso88598i iso-8859-8-i logical
iso8859-10: csisolatin6 iso-8859-10 iso-ir-157 iso885910 l6 latin6
iso8859-15: csisolatin9 iso-8859-15 iso885915 iso_8859-15 l9
koi8-r: cskoi8r koi koi8 koi8-r koi8_r
koi8-u: koi8-ru koi8-u
mac-roman: csmacintosh mac macintosh x-mac-roman
cp874: dos-874 iso-8859-11 iso8859-11 iso885911 tis-620 windows-874
cp1250: cp1250 windows-1250 x-cp1250
cp1251: cp1251 windows-1251 x-cp1251 win-1251
cp1252: cp1252 cp819 csisolatin1 ibm819 iso-8859-1 iso-ir-100 iso88591 iso_8859-1:1987 l1 latin1 windows-1252 x-cp1252
cp1254: cp1254 csisolatin5 iso-8859-9 iso-ir-148 iso88599 iso_8859-9:1989 l5 latin5 windows-1254 x-cp1254
mac-cyrillic: x-mac-cyrillic x-mac-ukrainian
gb18030: chinese csgb2312 csiso58gb231280 gb2312 gb_2312 gb_2312-80 gbk iso-ir-58 x-gbk gb18030 cp936
big5hkscs: big5 big5-hkscs cn-big5 csbig5 x-x-big5
euc_jp: cseucpkdfmtjapanese euc-jp x-euc-jp
iso2022_jp: csiso2022jp iso-2022-jp
cp932: csshiftjis ms932 ms_kanji shift-jis shift_jis sjis windows-31j x-sjis
cp949: cseuckr csksc56011987 euc-kr iso-ir-149 korean ks_c_5601-1987 ks_c_5601-1989 ksc5601 ksc_5601 windows-949
utf-16-be: unicodefffe utf-16be
utf-16-le: csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff utf-16le
cp850: cp-850 ibm850 cp850
"""
MEANT = {
    name: line.partition(":")[0] for line in LABELS.strip().splitlines() for name in line.partition(": ")[2].split()
}


@pytest.mark.parametrize("name", sorted(MEANT))
def test_a_charset_is_what_browsers_take_its_name_for(name: str) -> None:
    for written in (name, name.upper(), f' "{name}" '):
        assert codec_of(written) == codecs.lookup(MEANT[name]).name


@given(st.text(max_size=50))
def test_any_name_is_some_codec_or_none(name: str) -> None:
    assert codec_of(name) == "" or codecs.lookup(codec_of(name))


@pytest.mark.parametrize(
    "name", ["us-ascii", "ascii", "x-unknown", "idna", "punycode", "unicode_escape", "rot13", "zip", ""]
)
def test_a_name_that_says_nothing_is_none(name: str) -> None:
    assert codec_of(name) == ""


JA = ["お金がすぐに手に入ります", "無料のご案内です", "会議は明日の十時から"]


@given(st.sampled_from(JA), st.sampled_from(["", "us-ascii", "utf-8", "iso-8859-1", "x-unknown", "gb2312"]))
def test_escapes_of_iso_2022_are_known_whatever_the_header_says(text: str, charset: str) -> None:
    assert decoded(text.encode("iso2022_jp"), charset) == (text, True)
    assert decoded("안녕하세요 무료".encode("iso2022_kr"), charset) == ("안녕하세요 무료", True)
    assert message_text(mail(text.encode("iso2022_jp"), subject=text.encode("iso2022_jp"))).text.count(text) == 2


def test_an_escape_that_is_none_of_these_stays() -> None:
    assert decoded(b"red \x1b[31m text", "") == ("red \x1b[31m text", True)
    assert decoded(b"\x1b$B\x7f\x7f", "us-ascii") == ("\x1b$B\x7f\x7f", True)


# Disguises

words = st.lists(st.sampled_from(["free", "money", "now", "cash prize", "win", "lunch"]), min_size=30, max_size=99)


@given(words.map(" ".join))
def test_base64_that_no_header_names_is_the_text_in_it(text: str) -> None:
    found = body_of(mail(b"Hello,\n\n" + base64.encodebytes(text.encode()) + b"\nbye\n"))
    assert " ".join(found.split()) == f"Hello, {text} bye"


@given(st.integers(0, 1 << 30), st.sampled_from([3000, 300]))
def test_a_file_in_base64_or_uuencode_is_no_text(seed: int, size: int) -> None:
    data = random.Random(seed).randbytes(size)
    body = b"see the file\n" + base64.encodebytes(data) + b"\nregards\n"
    assert body_of(mail(body)).split() == ["see", "the", "file", "regards"]
    lines = b"".join(binascii.b2a_uu(data[i : i + 45]) for i in range(0, size, 45))
    for end in (b"`\nend\n", b" \nend\n", b"end\n"):
        body = b"see the file\nbegin 644 a.zip\n" + lines + end + b"regards\n"
        assert body_of(mail(body)).split() == ["see", "the", "file", "regards"]


@pytest.mark.parametrize("kind", ["SIGNATURE", "MESSAGE", "PUBLIC KEY BLOCK"])
@pytest.mark.parametrize("end", [True, False])
def test_a_block_of_pgp_is_no_text(kind: str, end: bool) -> None:
    block = f"-----BEGIN PGP {kind}-----\nVersion: x\n\niQEcBAEBAgAGBQJ\n=abcd\n" + f"-----END PGP {kind}-----\n" * end
    found = body_of(mail(f"hello there\n{block}{'regards' * end}\n".encode()))
    assert found.split() == ["hello", "there", *["regards"] * end]


@given(st.text(st.sampled_from("abcdefghij klmno\npqrstuvwxyz.ABC"), max_size=400))
def test_what_a_person_writes_stays(text: str) -> None:
    body = f"begin 5 days from now\n{text}\nthe end\n-----BEGIN of it-----\n"
    assert body_of(mail(body.encode())).split() == body.split()
    assert (
        body_of(mail(b"wwwwwwwwwwwwwww" * 5 + b"\n" + b"haha" * 19 + b"\n" + b"haha" * 19 + b"\n")).count("haha") == 38
    )


@pytest.mark.parametrize("encoding", ["base64", "BASE64", "uuencode"])
def test_a_message_in_a_transfer_encoding_is_read(encoding: str) -> None:
    inner = mail(b"free money\n", subject=b"secret subject")
    coded = base64.encodebytes(inner)
    if encoding == "uuencode":
        coded = (
            b"begin 644 m\n"
            + b"".join(binascii.b2a_uu(inner[i : i + 45]) for i in range(0, len(inner), 45))
            + b"`\nend\n"
        )
    found = shown(typed("message/rfc822", coded, encoding))
    assert "secret subject" in found and "free money" in found
    # Messages in messages come to an end, too.
    for _ in range(30):
        inner = typed("message/rfc822", base64.encodebytes(inner), "base64")
    assert message_text(inner).parsed


def test_a_mail_that_lost_bytes_is_answered_and_says_so(tmp_path: Path, run_nb: Nb) -> None:
    for label, text in (("ham", "lunch at ten today"), ("spam", "free money now")):
        (tmp_path / f"{label}.txt").write_text(f"{text}\n" * 4)
    corpus = [f"{label}={tmp_path}/{label}.txt" for label in ("ham", "spam")]
    assert run_nb(["train", *corpus, "--name", tmp_path / "m.nb"]).returncode == 0
    lost = typed("text/plain; charset=utf-8", "free money now für ä ö ü Geld über alles".encode() + b" \xff\xfe x")
    (tmp_path / "a.eml").write_bytes(lost)
    named = ["--name", tmp_path / "m.nb", "--columns", "label,status"]
    assert message_text(lost).undecodable
    for arguments, data in (["--mail"], lost), (["--input", "eml", tmp_path / "a.eml"], b""):
        assert run_nb(["predict", *named, *arguments], data).stdout == b"spam\tlossy\n"
    assert run_nb(["predict", *named, "--mail"], mail(b"free money")).stdout == b"spam\tok\n"
