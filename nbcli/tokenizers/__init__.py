"""Tokenizers: texts become integers here, once, and everything after is array work.

The contract of a tokenizer (one file in this folder):

    Table                                            the class of its symbol table, `Symbols` or a subclass; its `blank`
                                                     are the ids of tokens of which, alone, no term is made
    def tokenize(texts, symbols, user_dict="") -> Tokens
    def places(text, user_dict="") -> list[Span]     where each token of `tokenize([text], ...)` stands, in its order
    UNIT: str                                        what a token is called, "word"
    JOINER: str                                      what stands between the tokens of a term as it is spelled
    SPACE: str                                       how a space in a term is shown, where it is part of a token
    TAKES_DICT: bool                                 whether a user's dictionary is of use

`user_dict`: the content of a user's jieba dictionary, "" for none; what does not cut Han text ignores it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from nbcli.system.arrays import Ints

# Ids below zero are no tokens of the text: UNKNOWN holds the place of a symbol that a frozen table does not know
# (an n-gram across it is unknown too); the others are taken out before anybody sees them.
UNKNOWN, SKIP, RUN_END, TEXT_END = -1, -2, -3, -4

# Where a token stands: text[start:end].
Span = tuple[int, int]

# Marks put between runs and texts when many are cut in one call. Input that has them is cleaned first.
RUN_MARK, TEXT_MARK = "\x1f", "\x1e"


class Symbols(dict[str, int]):
    """The symbol table: each distinct token and its id, counted from 0 in the order first seen.

    A look-up of a new token gives it the next id; in a frozen table it gives UNKNOWN and changes nothing.
    """

    blank: ClassVar[tuple[int, ...]] = ()

    def __init__(self, words: Iterable[str] = (), *, frozen: bool = False) -> None:
        super().__init__(zip(words := list(words), range(len(words)), strict=True))
        self.size = len(self)
        self.frozen = frozen
        self.update({"\n": RUN_END, RUN_MARK: RUN_END, TEXT_MARK: TEXT_END, " ": SKIP})

    def __missing__(self, word: str) -> int:
        if self.frozen:
            return UNKNOWN
        self[word] = number = self.size
        self.size += 1
        return number

    @property
    def limit(self) -> int:
        """What every id is below."""
        return self.size

    def words(self) -> list[str]:
        """Return the tokens by id: `words()[i]` is the spelling of i."""
        found = [""] * self.size
        for word, number in self.items():
            if number >= 0:
                found[number] = word
        return found

    def spelled(self, ids: Sequence[int]) -> list[str]:
        """Return the spelling of tokens."""
        words = self.words()
        return [words[i] for i in ids]

    def ids(self, words: Sequence[str]) -> NDArray[np.int32]:
        """Return the id of every word, shape (len(words),)."""
        return np.fromiter(map(self.__getitem__, words), dtype=np.int32, count=len(words))


@dataclass(frozen=True)
class Tokens:
    """The tokens of n texts: text i has `ids[offsets[i]:offsets[i + 1]]`.

    ids: (tokens,) int32, each an id in `symbols` or UNKNOWN. offsets: (n + 1,) int64, the first 0.
    """

    ids: NDArray[np.int32]
    offsets: Ints
    symbols: Symbols

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def take(self, rows: Ints) -> "Tokens":
        """Return the texts `rows`, in that order."""
        lengths = np.diff(self.offsets)[rows]
        offsets = offsets_of(lengths)
        shift = np.repeat(self.offsets[:-1][rows] - offsets[:-1], lengths)
        return Tokens(self.ids[np.arange(offsets[-1]) + shift], offsets, self.symbols)

    def in_order(self) -> "Tokens":
        """Return the same tokens with ids in the order of their spelling.

        What is learned then does not depend on the order of the texts, and models of parts merge to that of the whole.
        """
        words = self.symbols.words()
        symbols = type(self.symbols)(sorted(words))
        return Tokens(symbols.ids(words)[self.ids], self.offsets, symbols) if words else self


def segmenters() -> ModuleType:
    """Return what cuts runs of Han: it is for exports, and predicting, which passes by here, does not wait for it."""
    from nbcli.tokenizers._cutting import segmenter

    return segmenter


def offsets_of(lengths: Ints) -> Ints:
    """Return where each of the pieces of these lengths begins and the last ends, shape (n + 1,)."""
    offsets = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=offsets[1:])
    return offsets


def tokenize_once(module: ModuleType, texts: Sequence[str], symbols: Symbols, user_dict: str = "") -> Tokens:
    """Return `module.tokenize` of the texts, copies being cut once."""
    number = {text: i for i, text in enumerate(dict.fromkeys(texts))}
    tokens: Tokens = module.tokenize(list(number), symbols, user_dict)
    if len(number) == len(texts):
        return tokens
    return tokens.take(np.fromiter(map(number.__getitem__, texts), np.int64, len(texts)))


def joined(batches: Sequence[Tokens]) -> Tokens:
    """Return the texts of several batches as one; all must share the symbol table of the first."""
    ids = np.concatenate([batch.ids for batch in batches])
    lengths = np.concatenate([np.diff(batch.offsets) for batch in batches])
    return Tokens(ids, offsets_of(lengths), batches[0].symbols)


def join_texts(texts: Sequence[str]) -> str:
    """Return the texts as one string, TEXT_MARK between them and no other mark in it."""
    whole = TEXT_MARK.join(texts)
    if whole.count(TEXT_MARK) >= len(texts) or RUN_MARK in whole:
        whole = TEXT_MARK.join(text.replace(TEXT_MARK, " ").replace(RUN_MARK, " ") for text in texts)
    return whole


def split_texts(stream: NDArray[np.int32], symbols: Symbols) -> Tokens:
    """Cut a stream of ids into texts at its TEXT_ENDs, dropping what is no token."""
    ends = np.flatnonzero(stream == TEXT_END)
    kept = stream >= UNKNOWN
    before = offsets_of(kept.astype(np.int64))
    offsets = np.concatenate(([0], before[ends], before[-1:]))
    return Tokens(stream[kept], offsets, symbols)
