"""Bytes of a mail as text, in whatever charset they are said to be, and whatever they are instead."""

import re

from nbcli.corpus.mail.charset_names import codec_of

# In these, plain ASCII bytes can stand for other characters.
_SHIFTED = ("utf-7", "utf-16", "utf-32", "iso2022", "hz")
# What switches to a charset of two bytes; mails often have it, and no charset's name.
_ESCAPES = re.compile(rb"\x1b\$(?:[@AB]|[()][ABCD])")
_ISO_2022_JP, _ISO_2022_KR = ("iso2022_jp_2", "iso2022_jp_ext"), ("iso2022_kr",)
_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_SURROGATE = re.compile("[\ud800-\udfff]")


# The share of characters of GB 2312 among those beyond ASCII.
_SOME, _NEARLY_ALL = 0.49, 0.9


def decoded(data: bytes, charset: str = "", otherwise: str = "gb18030") -> tuple[str, bool]:
    """Return the text, and whether every byte found its meaning.

    The charset is honoured where the bytes bear it out; else they are UTF-8, else `otherwise`, else Latin-1.
    """
    codec = codec_of(charset)
    if codec.startswith(_SHIFTED) and (text := _strict(data, codec)) is not None:
        return _SURROGATE.sub("\ufffd", text), True
    if b"\x1b" in data and (text := _with_escapes(data)) is not None:
        return text, True
    if data.isascii():
        return data.decode("ascii"), True
    for guess in (_utf8, _as_declared, _otherwise, _western):
        if (text := guess(data, codec, otherwise)) is not None:
            return text, True
    for name in (codec, "utf-8", otherwise):
        text = _with_few_losses(data, name) if name else None
        if text is not None and (name == codec or name != "gb18030" or _chinese(text) > _SOME):
            return text, False
    return _windows(data), False


def _with_escapes(data: bytes) -> str | None:
    """Return text in one of ISO 2022's charsets, None where its escapes are not there or not all of them known."""
    if not data.isascii() or not _ESCAPES.search(data):
        return None
    # What shifts in and out is Korean.
    names = _ISO_2022_KR if b"\x0e" in data else _ISO_2022_JP
    return next((text for name in names if (text := _strict(data, name)) is not None), None)


def _utf8(data: bytes, codec: str, otherwise: str) -> str | None:
    """UTF-8 by declaration, or by its looks: three bytes in its order are hardly ever something else by chance."""
    text = _strict(data, "utf-8")
    return text if text and (codec in ("", "utf-8", "cp1252") or max(text) >= "\u0800") else None


def _as_declared(data: bytes, codec: str, otherwise: str) -> str | None:
    return _strict(data, codec) if codec not in ("", "utf-8", "cp1252") else None


def _otherwise(data: bytes, codec: str, otherwise: str) -> str | None:
    """The charset of those that name none or a wrong one; Chinese only if the characters are in use.

    Nearly any bytes are GB18030 somehow, `f\xfcr` too; but only Chinese gives the characters of GB 2312.
    """
    if codec in ("", "utf-8") and _with_few_losses(data, "utf-8") is not None:
        return None
    text = _strict(data, otherwise)
    if text is None or otherwise != "gb18030":
        return text if codec != "cp1252" else None
    # Half of the characters of Big5 look so too.
    return text if _chinese(text) > (_NEARLY_ALL if codec == "big5hkscs" else _SOME) else None


def _chinese(text: str) -> float:
    foreign = "".join(_NOT_ASCII.findall(text))
    return len(foreign.encode("gb2312", "ignore")) / (2 * len(foreign))


def _western(data: bytes, codec: str, otherwise: str) -> str | None:
    """Latin-1 as declared."""
    return _windows(data) if codec == "cp1252" else None


def _windows(data: bytes) -> str:
    text = _strict(data, "cp1252")
    return data.decode("latin-1") if text is None else text


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, LookupError):
        return None


def _with_few_losses(data: bytes, codec: str) -> str | None:
    """Return the text with U+FFFD for what does not decode, if that is little beside what does."""
    try:
        text = data.decode(codec, "replace")
    except (UnicodeError, LookupError):
        return None
    # A text cut short ends in the middle of a character: no sign of another charset.
    text = _SURROGATE.sub("\ufffd", text)
    lost = text.rstrip("\ufffd").count("\ufffd")
    good = sum(map(len, _NOT_ASCII.findall(text))) - text.count("\ufffd")
    return text if good and 4 * lost <= good else None
