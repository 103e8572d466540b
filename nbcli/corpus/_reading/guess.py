"""What the encoding of bytes is that are no UTF-8: the one in which they make text that people write."""

import re
from collections.abc import Callable
from typing import NamedTuple

# So much of what stands beyond ASCII has to be usual in a language.
_USUAL, _SURELY = 0.6, 0.9
_NEARLY_ALL, _FEW, _LETTERS = 0.97, 12, 5
# Japanese has kana in every sentence.
_LEAST_KANA = 0.15
_NOT_ASCII, _HIGH = re.compile("[^\x00-\x7f]+"), re.compile(rb"[\x80-\xff]+")
_KANA = re.compile("[\u3040-\u30ff]")
# The 2,350 syllables of KS X 1001, which nearly all text is written in.
_SYLLABLE = re.compile(rb"[\xb0-\xc8][\xa1-\xfe]")
_KANJI = re.compile("[\u4e00-\u9fff]")
# Letters of cp1252, its dashes and quotes, and what stands before and after numbers.
_LETTER = re.compile(rb"[\xc0-\xfe\x80\x85\x8a\x8c\x8e\x91-\x97\x99\x9a\x9c\x9e\x9f\xa0\xa3\xa7\xab\xb0\xbb]")
_IN_WORD = re.compile(rb"[A-Za-z][\xc0-\xfe]|[\xc0-\xfe][A-Za-z]")
_CYRILLIC = re.compile("[а-яёіїєґ]")
_PUNCTUATION = re.compile("[\u2010-\u203b\u3000-\u303f\uff01-\uff65\u00b7«»№]")
# What people write: Latin, Greek and Cyrillic, kana, Han and Hangul, with their marks; four characters at least.
_WRITTEN = re.compile(
    "[\t\n\r -~\u00a0-\u024f\u0370-\u04ff\u2010-\u203b\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uffe6]{4,}"
)
_SAMPLE, _SHOWN = 1 << 16, 24


class Guess(NamedTuple):
    """A codec's name and what people call the text."""

    encoding: str
    language: str


def _of_rows(encoding: str, first: int, last: int) -> Callable[[str], float]:
    """Return what says how much of a text stands in the rows `first` to `last` of a charset: its usual characters."""

    def share(foreign: str) -> float:
        data = foreign.encode(encoding, "ignore")
        pairs = data[::2] if len(data) == 2 * len(foreign) else b""
        return sum(first <= lead <= last for lead in pairs) / max(len(pairs), 1) if pairs else 0.0

    return share


def _japanese(foreign: str) -> float:
    kana = len(_KANA.findall(foreign)) / len(foreign)
    # Kana of half the width are what anything else looks like in Japanese.
    others = len(_KANJI.findall(foreign)) / len(foreign)
    return kana + others if kana >= _LEAST_KANA else 0.0


def _korean(foreign: str) -> float:
    # Half of the usual characters of Chinese would be syllables too, but not nearly all.
    share = len(_SYLLABLE.findall(foreign.encode("cp949", "ignore"))) / len(foreign)
    return share if share > _NEARLY_ALL and len(foreign) >= _FEW else 0.0


def _cyrillic(foreign: str) -> float:
    # Any bytes are letters there, a few damaged ones too.
    return len(_CYRILLIC.findall(foreign)) / len(foreign) if len(set(foreign)) >= _LETTERS else 0.0


# In the order of their likelihood beforehand: of two that are as usual the first is taken.
_CANDIDATES: tuple[tuple[Guess, Callable[[str], float]], ...] = (
    (Guess("cp949", "Korean"), _korean),
    (Guess("gb18030", "Chinese"), _of_rows("gb2312", 0xB0, 0xD7)),
    (Guess("cp932", "Japanese"), _japanese),
    (Guess("euc_jp", "Japanese"), _japanese),
    (Guess("big5hkscs", "Chinese in traditional characters"), _of_rows("big5", 0xA4, 0xC6)),
    (Guess("cp1251", "Cyrillic"), _cyrillic),
    (Guess("koi8-r", "Cyrillic"), _cyrillic),
)
_WESTERN = Guess("cp1252", "Western")
_FALLBACK = Guess("gb18030", "no language that is known")


def guessed(data: bytes) -> Guess:
    """Return the encoding of bytes, of which some are beyond ASCII and no UTF-8, by what they make in each."""
    sample = data[:_SAMPLE]
    runs = _HIGH.findall(sample)
    if not runs:
        return _FALLBACK
    # One letter of a word stands alone in western text, and half of a character in no other.
    alone = [run for run in runs if len(run) == 1]
    letters = [run for run in alone if _LETTER.match(run)]
    western = len(alone) > _USUAL * len(runs) and len(letters) > _SURELY * len(alone)
    if western and _IN_WORD.search(sample) and _decodes(sample, "cp1252"):
        return _WESTERN
    best, most = _FALLBACK, _USUAL
    for guess, share in _CANDIDATES:
        text = _decoded(sample, guess.encoding)
        foreign = "".join(_NOT_ASCII.findall(text or ""))
        plain = _PUNCTUATION.sub("", foreign)
        usual = share(plain) if plain else 0.0
        if usual > most:
            best, most = guess, usual
        if most > _SURELY:
            break
    return best


def without_mark(head: bytes) -> str | None:
    """Return "utf-16-le" or "utf-16-be" where bytes are that without a BOM, by the zeros in them, else None."""
    head = head[: min(len(head), _SAMPLE) & ~1]
    if b"\0" not in head:
        return None
    # Zeros stand in the high bytes of spaces and line ends at least, and now and then in a low one.
    high = {"utf-16-le": head[1::2].count(0), "utf-16-be": head[::2].count(0)}
    likely = max(high, key=lambda encoding: high[encoding])
    return likely if _WRITTEN.fullmatch(_decoded(head, likely) or "") else None


def sample_of(data: bytes, encoding: str) -> str:
    """Return some of the first text beyond ASCII, with what stands before and after it."""
    text = _decoded(data[:_SAMPLE], encoding) or ""
    found = _NOT_ASCII.search(text)
    start = max(found.start() - _SHOWN // 2, 0) if found else 0
    return " ".join(text[start : start + _SHOWN].split())


def _decodes(data: bytes, encoding: str) -> bool:
    return _decoded(data, encoding) is not None


def _decoded(data: bytes, encoding: str) -> str | None:
    """Return the text, None where it is none; the last character may be cut."""
    for end in range(4):
        try:
            return data[: len(data) - end].decode(encoding)
        except UnicodeDecodeError as error:
            if error.start < len(data) - 4:
                return None
    return None
