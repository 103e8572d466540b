"""A coverage-guided fuzzer (atheris) of the mail reader: no bytes may raise, or take long, or let a mark through.

pip install atheris && python tests/fuzz_mail.py -max_total_time=600 -timeout=10 CORPUS_FOLDER
"""

import sys

import atheris

with atheris.instrument_imports(include=["nbcli", "email", "html", "_markupbase"]):
    from nbcli.corpus.mail.fields import FIELD, MARK
    from nbcli.corpus.mail.message import message_text
    from nbcli.corpus.mail.passthrough import with_header


def one(data: bytes) -> None:
    text = message_text(data).text
    text.encode()
    if MARK.search(FIELD.sub("", text)):
        raise AssertionError("a mark that makes no field")
    once = with_header(data, "spam 0.9987")
    if with_header(once, "spam 0.9987") != once:
        raise AssertionError("a second pass changes the message")
    if once.replace(b"\r", b"\n").lower().count(b"\nx-nb: spam 0.9987\n") + once.lower().startswith(b"x-nb") < 1:
        raise AssertionError("the header is not a line of its own")


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
