"""Fields of texts (a mail's subject, its sender) at the tokenizer: a word in a field is the token `field:word`."""

import re
from collections.abc import Callable, Sequence

import numpy as np

from nbcli.corpus.mail.fields import CLOSE, FIELD, MARK, NAMED, OPEN
from nbcli.tokenizers import Span, Symbols, Tokens, offsets_of

Tokenize = Callable[[Sequence[str], Symbols, str], Tokens]


class _Named(Symbols):
    """The table as a field sees it: a look-up of `word` is one of `name:word` in the table behind."""

    def __init__(self, name: str, table: Symbols) -> None:
        super().__init__()
        self._prefix = f"{name}:"
        self._table = table

    def __missing__(self, word: str) -> int:
        self[word] = number = self._table[self._prefix + word]
        return number


def with_fields(tokenize: Tokenize, texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Tokenize texts that may have fields: these come first, by name, and then the rest of each text.

    `tokenize` cuts plain texts. Marks that make no field are dropped. Where no text has a mark, this costs a look.
    """
    if not any(map(_has_mark, texts)):
        return tokenize(texts, symbols, user_dict)
    fields = [dict(FIELD.findall(text)) for text in texts]
    parts = [
        tokenize([of_text.get(name, "") for of_text in fields], _Named(name, symbols), user_dict)
        for name in sorted(set().union(*fields))
    ]
    parts.append(tokenize([without_marks(FIELD.sub("", text)) for text in texts], symbols, user_dict))
    return _side_by_side(parts, symbols)


def without_marks(text: str) -> str:
    """Return the text of a tokenizer that knows no fields: what they say, without the marks and names."""
    return MARK.sub("", FIELD.sub(r"\2", text)) if _has_mark(text) else text


def kept_places(text: str) -> tuple[str, list[int]]:
    """Return what `without_marks` does, and where each of its characters stands in the text."""
    if not _has_mark(text):
        return text, list(range(len(text)))
    dropped = {i for field in FIELD.finditer(text) for a, b in _around(field) for i in range(a, b)}
    kept = [i for i, char in enumerate(text) if i not in dropped and not MARK.match(char)]
    return "".join(text[i] for i in kept), kept


def places_in_fields(places: Callable[[str, str], list[Span]], text: str, user_dict: str) -> list[Span]:
    """Return where the tokens that `with_fields` makes stand, `places` being what is for a plain text."""
    if not _has_mark(text):
        return places(text, user_dict)
    fields = {field[1]: field for field in FIELD.finditer(text)}
    found: list[Span] = []
    for name in sorted(fields):
        start = fields[name].start(2)
        found += [(start + a, start + b) for a, b in places(fields[name][2], user_dict)]
    inside = {i for field in FIELD.finditer(text) for i in range(*field.span())}
    kept = [i for i in range(len(text)) if i not in inside]
    rest, own = kept_places("".join(text[i] for i in kept))
    return found + [(kept[own[a]], kept[own[b - 1]] + 1) for a, b in places(rest, user_dict)]


def _around(field: "re.Match[str]") -> list[Span]:
    """Return what of a field is not what it says."""
    return [(field.start(), field.start(2)), (field.end(2), field.end())]


def _has_mark(text: str) -> bool:
    return OPEN in text or NAMED in text or CLOSE in text  # no look at all at a text of Latin letters


def _side_by_side(parts: Sequence[Tokens], symbols: Symbols) -> Tokens:
    """Lay several tokenizations of the same n texts one after the other in each text."""
    lengths = [np.diff(part.offsets) for part in parts]
    rows = np.concatenate([np.repeat(np.arange(len(counts)), counts) for counts in lengths])
    ids = np.concatenate([part.ids for part in parts])[np.argsort(rows, kind="stable")]
    return Tokens(ids, offsets_of(np.sum(lengths, axis=0)), symbols)
