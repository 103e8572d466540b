"""A mail passed through with its label: one header more, no forged one, and every other byte as it was."""

import re
from email import message_from_bytes
from email.header import decode_header, make_header

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nbcli.corpus.mail.passthrough import with_header

OURS = b"X-Nb: spam 0.9987"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"A: b\n\nx", b"A: b\n%s\n\nx"),
        (b"A: b\r\n c\r\n\r\nx\r\n", b"A: b\r\n c\r\n%s\r\n\r\nx\r\n"),
        (b"From a Mon\nA: b\n\nx", b"From a Mon\nA: b\n%s\n\nx"),
        (b"From a Mon\n\nx", b"From a Mon\n%s\n\nx"),
        (b"\nx", b"%s\n\nx"),
        (b"no headers\n", b"%s\nno headers\n"),
        (b"  indented", b"%s\n\n  indented"),
        (b"", b"%s\n"),
        (b"A: b", b"%s\nA: b"),
        (b"A: b\nC: d", b"A: b\n%s\nC: d"),
        (b"A: b\nbody without a blank line\n", b"A: b\n%s\nbody without a blank line\n"),
        # forged ones
        (b"X-Nb: ham 1.0\nA: b\n\nx", b"A: b\n%s\n\nx"),
        (b"A: b\nx-NB : ham\n folded\n\tagain\nC: d\n\nx", b"A: b\nC: d\n%s\n\nx"),
        (b"A: b\r\nX-Nb: ham\r\n\r\nX-Nb: in the body\r\n", b"A: b\r\n%s\r\n\r\nX-Nb: in the body\r\n"),
        (b"A: b\ngarbage\nX-Nb: ham\n\nx", b"A: b\n%s\ngarbage\n\nx"),
        (b"A: b\rX-Nb: ham\nC: d\n\nx", b"A: b\nC: d\n%s\n\nx"),
        (b"X-Nb: ham", b"%s\n"),
        (b"X-Nbx: y\n\n", b"X-Nbx: y\n%s\n\n"),
    ],
)
def test_the_header_is_the_last_and_the_only_one(before: bytes, after: bytes) -> None:
    assert with_header(before, "spam 0.9987") == after.replace(b"%s", OURS)


@given(st.lists(st.sampled_from([b"A: b", b" c", b"x-nb: ham", b"From x", b"", b"text", b"\t", b"\r", b"X-NB:"])))
def test_all_else_is_as_it_was(lines: list[bytes]) -> None:
    check(b"\n".join(lines))
    check(b"\r\n".join(lines))


@given(st.binary(max_size=300))
def test_all_else_is_as_it_was_in_any_bytes(data: bytes) -> None:
    check(data)
    check(b"A: b\n" + data)


def check(message: bytes) -> None:
    marked = with_header(message, "spam 0.9987")
    newline = b"\r\n" if OURS + b"\r\n" in marked else b"\n"
    before, ours, after = marked.partition(OURS + newline)
    assert ours
    head, blank, _ = re.split(rb"((?:\A|\n)\r?\n|\Z)", message, maxsplit=1)
    if not re.search(rb"(?i)(?:\A|[\r\n])x-nb[ \t]*:", head + blank):
        assert message in (before + after, before + after.removeprefix(newline))
    assert with_header(marked, "spam 0.9987") == marked
    found = message_from_bytes(marked)
    # A lone CR ends a line for the email package alone: what we put after it, it may not see.
    if b"\r" not in message.replace(b"\r\n", b""):
        assert found.get_all("X-Nb") == ["spam 0.9987"]


@pytest.mark.parametrize(
    "label", ["垃圾", "a\nb: c", "a\r\n\r\nx", "=?utf-8?q?a?=", " a", "é" * 300, "x" * 2000, "\ud800"]
)
@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_label_of_any_characters_is_safe(label: str, newline: bytes) -> None:
    message = b"A: b" + newline + newline + b"body"
    marked = with_header(message, f"{label} 0.9987")
    assert marked.isascii()
    assert marked.endswith(newline + newline + b"body")
    assert newline == b"\n" or marked.count(b"\n") == marked.count(b"\r\n")
    assert max(map(len, marked.splitlines())) < 998
    found = message_from_bytes(marked)
    assert found.keys() == ["A", "X-Nb"]
    said = str(make_header(decode_header(found["X-Nb"])))
    assert said.rpartition(" ")[2] == "0.9987"
    assert label == "\ud800" or "".join(said.split()) == "".join(f"{label}0.9987".split())
