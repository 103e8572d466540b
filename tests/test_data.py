"""The sample corpora: as many texts as data/README.md says, all different, and no address that could be somebody's."""

import re
from itertools import combinations

import pytest

from tests.conftest import ROOT

FILES = {
    (name, label): (ROOT / "data" / name / f"{label}.txt").read_text(encoding="utf-8")
    for name in ("mail-en", "mail-zh")
    for label in ("ham", "spam")
}
LEAST = {"mail-en": 100, "mail-zh": 200}
# Names that nobody can have (RFC 2606), or documentation's own.
RESERVED = re.compile(r"(^|\.)example(\.(com|net|org|cn|com\.cn))?$|\.(test|invalid|localhost)$", re.ASCII)
HOST = re.compile(
    r"(?:https?://|www\.|@)((?:[a-z0-9-]+\.)+[a-z]{2,})|\b((?:[a-z0-9-]+\.)+(?:com|cn|net|org|info|top|biz))\b"
)


def folded(text: str) -> str:
    """Return a text without case, spaces, digits and punctuation."""
    return "".join(char for char in text.casefold() if char.isalpha())


@pytest.mark.parametrize("name", LEAST)
def test_as_many_different_texts_as_the_readme_says(name: str) -> None:
    texts = {label: FILES[name, label].splitlines() for label in ("ham", "spam")}
    counts = {label: len(lines) for label, lines in texts.items()}
    row = re.search(rf"`{name}/`.*\| (\d+) \+ (\d+) \|", (ROOT / "data/README.md").read_text(encoding="utf-8"))
    assert row and (counts["ham"], counts["spam"]) == tuple(map(int, row.groups()))
    assert min(counts.values()) >= LEAST[name]
    every = [folded(text) for lines in texts.values() for text in lines]
    assert all(every) and len(set(every)) == len(every)


@pytest.mark.parametrize("name", LEAST)
def test_no_two_texts_are_one_sentence_with_slots_filled_in(name: str) -> None:
    """Of the pieces of eight characters of a text, no other text of its class has more than a half."""
    for label in ("ham", "spam"):
        pieces = []
        for text in FILES[name, label].splitlines():
            plain = folded(text)
            pieces.append({plain[i : i + 8] for i in range(max(1, len(plain) - 7))})
        assert [(i, j) for (i, a), (j, b) in combinations(enumerate(pieces), 2) if len(a & b) > len(a) / 2] == []


@pytest.mark.parametrize("file", FILES, ids="/".join)
def test_every_address_is_nobodys(file: tuple[str, str]) -> None:
    hosts = {(one or other) for one, other in HOST.findall(FILES[file].lower())}
    assert hosts and [host for host in sorted(hosts) if not RESERVED.search(host)] == []


@pytest.mark.parametrize("file", FILES, ids="/".join)
def test_a_text_is_a_line_of_printable_characters(file: tuple[str, str]) -> None:
    text = FILES[file]
    assert text.endswith("\n") and not text.endswith("\n\n")
    assert [line for line in text.split("\n")[:-1] if not line.isprintable() or line != line.strip()] == []
