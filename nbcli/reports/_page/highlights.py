"""Which part of a text each term stands in: what a page shades and marks."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from nbcli.corpus.mail.fields import readable, readable_places
from nbcli.explaining import Span


@dataclass
class Piece:
    """A stretch of the text: a word with its share of the weight and the terms in it, or what lies between words."""

    text: str
    word: bool = False
    weight: float = 0.0
    terms: list[int] = field(default_factory=list)


def pieces(text: str, words: Sequence[Span], terms: Sequence[tuple[Sequence[Span], float]]) -> list[Piece]:
    """Return the text, as people read it, cut into words, each with its share of the terms (places, weight).

    A term's weight is spread evenly over where it stands, character by character, and a word's share is what its
    characters got; all shares together are all weights of terms that stand in words.
    """
    shown, at = readable(text), readable_places(text)
    share = [0.0] * len(shown)
    inside: list[list[int]] = [[] for _ in shown]
    for n, (places, weight) in enumerate(terms):
        cells = [i for a, b in places for i in range(at[a], at[b]) if not shown[i].isspace()]
        for i in cells:
            share[i] += weight / len(cells)
            inside[i].append(n)
    found, end = [], 0
    for a, b in _apart([(at[a], at[b]) for a, b in words]):
        if a > end:
            found.append(Piece(shown[end:a]))
        seen = list(dict.fromkeys(n for i in range(a, b) for n in inside[i]))
        found.append(Piece(shown[a:b], True, sum(share[a:b]), seen))
        end = b
    return [*found, Piece(shown[end:])] if end < len(shown) else found


def marked(text: str, terms: Sequence[Sequence[Span]]) -> list[Piece]:
    """Return the text, as people read it, cut where a term begins or ends; a piece has the terms it is part of."""
    shown, at = readable(text), readable_places(text)
    inside: list[list[int]] = [[] for _ in shown]
    for n, places in enumerate(terms):
        for i in sorted({i for a, b in places for i in range(at[a], at[b])}):
            inside[i].append(n)
    found: list[Piece] = []
    for char, own in zip(shown, inside, strict=True):
        if found and found[-1].terms == own:
            found[-1].text += char
        else:
            found.append(Piece(char, bool(own), terms=own))
    return found


def _apart(spans: Sequence[Span]) -> list[Span]:
    """Return the spans in order, without those that begin inside another: the longest of those that begin together."""
    kept: list[Span] = []
    for a, b in sorted(spans, key=lambda span: (span[0], -span[1])):
        if not kept or a >= kept[-1][1]:
            kept.append((a, b))
    return kept
