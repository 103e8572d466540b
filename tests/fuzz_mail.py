"""A coverage-guided fuzzer (atheris) of the mail reader: no bytes may raise, or take long, or let a mark through.

pip install atheris && python tests/fuzz_mail.py -max_total_time=600 -timeout=10 CORPUS_FOLDER
"""

import base64
import sys

import atheris
from fuzz_seeds import begin_with

with atheris.instrument_imports(include=["nbcli", "email", "html", "_markupbase"]):
    from nbcli.corpus.mail.fields import FIELD, MARK
    from nbcli.corpus.mail.html import html_text
    from nbcli.corpus.mail.message import message_text
    from nbcli.corpus.mail.passthrough import with_header


def one(data: bytes) -> None:
    html_text(data.decode("utf-8", "replace")).encode()
    text = message_text(data).text
    text.encode()
    if MARK.search(FIELD.sub("", text)):
        raise AssertionError("a mark that makes no field")
    once = with_header(data, "spam 0.9987")
    if with_header(once, "spam 0.9987") != once:
        raise AssertionError("a second pass changes the message")
    if once.replace(b"\r", b"\n").lower().count(b"\nx-nb: spam 0.9987\n") + once.lower().startswith(b"x-nb") < 1:
        raise AssertionError("the header is not a line of its own")


def seeds() -> list[bytes]:
    """Return mails of the kinds that there are."""
    head = b"From: Ann <a@b.c>\nSubject: =?gb2312?b?08W73Q==?= x\n"
    text = b"free money now\n"
    bodies = {
        "Content-Type: text/plain; charset=gb2312\n": "优惠".encode("gb18030"),
        "Content-Type: text/html; charset=x-sjis\n": b"<html><p>free &amp; <!-- x --><br>now<script>x</script></p>",
        "Content-Transfer-Encoding: base64\n": base64.encodebytes(text * 9),
        "Content-Transfer-Encoding: quoted-printable\n": b"fr=65e=\n money",
        "Content-Type: message/rfc822\nContent-Transfer-Encoding: base64\n": base64.encodebytes(head + b"\n" + text),
        "X-Uu: 1\n": b"begin 644 a.zip\n#0V%T\n`\nend\n",
        "X-Pgp: 1\n": b"-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\n",
        "X-Jp: 1\n": "会議".encode("iso2022_jp"),
        'Content-Type: multipart/alternative; boundary="b"\n': b"--b\nContent-Type: text/plain\n\nx\n--b\n"
        b"Content-Type: text/html\n\n<b>y</b>\n--b--\n",
        'Content-Type: multipart/mixed; boundary="b"\n': b"--b\n\nx\n--b\n"
        b"Content-Disposition: attachment\n\ny\n--b--\n",
    }
    return [head + header.encode() + b"\n" + body for header, body in bodies.items()]


if __name__ == "__main__":
    begin_with(seeds())
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
