"""Which part of a text each term stands in: what a page shades and marks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from nbcli.choices import load
from nbcli.errors import NbError

Span = tuple[int, int]


@dataclass
class Piece:
    """A stretch of the text: a word with its share of the weight and the terms in it, or what lies between words."""

    text: str
    word: bool = False
    weight: float = 0.0
    terms: list[int] = field(default_factory=list)


def pieces(text: str, terms: Sequence[tuple[str, str, int, float]]) -> list[Piece]:
    """Return the text cut into words, each with its share of the terms (spelling, view, count, weight).

    A term's weight is spread evenly over where it stands, character by character, and a word's share is what its
    characters got; all shares together are all weights of terms that were found.
    """
    share = [0.0] * len(text)
    inside: list[list[int]] = [[] for _ in text]
    grams = {view: _grams(text, view) for view in dict.fromkeys(view for _, view, _, _ in terms)}
    for n, (spelling, view, _, weight) in enumerate(terms):
        places = grams[view].get(spelling) or find(text, spelling)
        cells = [i for a, b in places for i in range(a, b) if not text[i].isspace()]
        for i in cells:
            share[i] += weight / len(cells)
            inside[i].append(n)
    found, end = [], 0
    for a, b in _apart(_spans(text, "words")):
        if a > end:
            found.append(Piece(text[end:a]))
        seen = list(dict.fromkeys(n for i in range(a, b) for n in inside[i]))
        found.append(Piece(text[a:b], True, sum(share[a:b]), seen))
        end = b
    return [*found, Piece(text[end:])] if end < len(text) else found


def marked(text: str, terms: Sequence[str]) -> list[Piece]:
    """Return the text cut where one of the terms begins or ends; `terms` of a piece are those it is part of."""
    inside: list[list[int]] = [[] for _ in text]
    for n, term in enumerate(terms):
        for a, b in find(text, term):
            for i in range(a, b):
                inside[i].append(n)
    found: list[Piece] = []
    for char, own in zip(text, inside, strict=True):
        if found and found[-1].terms == own:
            found[-1].text += char
        else:
            found.append(Piece(char, bool(own), terms=own))
    return found


def find(text: str, term: str) -> list[Span]:
    """Return where the term stands: as whole words if it does, a space in it being any white space or none."""
    bare = re.sub(r"(^| )[a-z]{1,20}:(?=\w)", r"\1", term)  # a field's word, as `subject:word`
    for spelled in dict.fromkeys((term, bare)):
        body = r"\s*".join(map(re.escape, spelled.split()))
        if not body:
            continue
        for pattern in (rf"(?<![a-z0-9]){body}(?![a-z0-9])", body):
            if places := [match.span() for match in re.finditer(pattern, text, re.IGNORECASE)]:
                return places
    return []


def _grams(text: str, view: str) -> dict[str, list[Span]]:
    """Return where each n-gram of a view, called as `words 1-2`, stands."""
    name, _, size = view.partition(" ")
    low, _, high = size.partition("-")
    if not low.isdigit() or not high.isdigit():
        return {}
    if name == "chars":
        tokens = [(match.start(), match.end()) for match in re.finditer(r"\s+|\S", text.strip())]
        shift = len(text) - len(text.lstrip())
        tokens = [(a + shift, b + shift) for a, b in tokens]
        spelled = [" " if text[a:b].isspace() else text[a:b].lower() for a, b in tokens]
    else:
        tokens = _spans(text, name)
        spelled = [text[a:b] if name == "whitespace" else text[a:b].lower() for a, b in tokens]
    join = ("" if name == "chars" else " ").join
    found: dict[str, list[Span]] = {}
    for n in range(int(low), int(high) + 1):
        for i in range(len(tokens) - n + 1):
            found.setdefault(join(spelled[i : i + n]), []).append((tokens[i][0], tokens[i + n - 1][1]))
    return found


def _spans(text: str, name: str) -> list[Span]:
    """Return where the tokens of a tokenizer stand, those that can be found, in their order."""
    try:
        tokenizer = load("tokenizers", name)
    except NbError:
        return []
    tokens = tokenizer.tokenize([text], tokenizer.Table())
    words, lower = tokens.symbols.words(), text.lower()
    if len(lower) != len(text):  # a letter of two in lower case would shift all after it
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in text)
    found: list[Span] = []
    at = 0
    for i in tokens.ids.tolist():
        word = words[i]
        a = (text if name == "whitespace" else lower).find(word, at)
        if a < 0:
            continue
        found.append((a, a + len(word)))
        # The parts of an address come after it as a whole.
        address = len(word) > 4 and ("@" in word or "://" in word or word.startswith("www."))
        at = a if address else a + len(word)
    return found


def _apart(spans: list[Span]) -> list[Span]:
    """Return the spans without those that begin inside one before."""
    kept: list[Span] = []
    for a, b in spans:
        if not kept or a >= kept[-1][1]:
            kept.append((a, b))
    return kept
