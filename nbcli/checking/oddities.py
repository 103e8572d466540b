"""Encoding oddities: characters that no author wrote, and text that was decoded as what it was not."""

import re

_CJK = "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_SIGNS = (
    ("U+FFFD, where a character was lost", re.compile("\ufffd")),
    ("U+FEFF, a byte order mark, inside", re.compile("\ufeff")),
    # Spam hides words so. Joiners are left alone: scripts and emoji need them; and so do flags the tags after them.
    (
        "an invisible character",
        re.compile(
            "[\u00ad\u034f\u200b\u2060-\u2064\u2066-\u2069]"
            "|(?<![\U0001f3f4\U000e0020-\U000e007f])[\U000e0000-\U000e007f]"
        ),
    ),
    ("a control character", re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")),
    ("a lone surrogate", re.compile("[\ud800-\udfff]")),
    ("a private-use character", re.compile("[\ue000-\uf8ff]")),
    # What U+FFFD in UTF-8, and memory never written, look like read as GBK.
    ("mojibake", re.compile("锟斤拷|烫烫烫|屯屯屯")),
)
_LATIN_RUN = re.compile(f"[^\x00-\x7f{_CJK}]{{2,}}")
_RUN, _HAN = re.compile("[^\x00-\x7f]+"), re.compile(f"[{_CJK}]{{3}}")
# Of Han characters in UTF-8, the lead bytes.
_HAN_UTF8 = re.compile("[\u3400-\u9fff\u3000-\u303f\uff00-\uffef]+")


def oddities(text: str) -> list[str]:
    """Return what is odd in the text, each with the place of the first (from 1) and what stands there."""
    found = []
    for name, sign in _SIGNS:
        if match := sign.search(text):
            found.append(f"{name} ({_spelled(match[0])} at {match.start() + 1})")
    if not text.isascii() and not any(name.startswith("mojibake") for name in found):
        found += _mojibake(text)
    return found


def _mojibake(text: str) -> list[str]:
    """Return a run that is UTF-8 read as Latin-1, Windows-1252 or GB18030: encoded so, it is valid UTF-8 again."""
    for pattern, encodings in ((_LATIN_RUN, ("cp1252", "latin-1")), (_RUN, ("gb18030",))):
        for match in pattern.finditer(text):
            if pattern is _RUN and not _HAN.search(match[0]):
                continue
            for encoding in encodings:
                meant = _decoded(match[0], encoding)
                # A few Han characters are valid UTF-8 by chance; to be Han again, and fewer, is no chance.
                if meant and (encoding != "gb18030" or (len(meant) > 1 and _HAN_UTF8.fullmatch(meant))):
                    return [f"mojibake ({match[0][:20]} at {match.start() + 1}, meant {meant[:20]})"]
    return []


def _decoded(run: str, encoding: str) -> str:
    try:
        return run.encode(encoding).decode("utf-8")
    except UnicodeError:
        return ""


def _spelled(char: str) -> str:
    return f"U+{ord(char):04X}" if len(char) == 1 else char
