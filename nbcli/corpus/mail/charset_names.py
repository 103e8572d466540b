"""What the names of charsets mean: as browsers take them, and some that mails have beside these.

WHATWG, Encoding Standard, chapter 4.2: https://encoding.spec.whatwg.org/#names-and-labels
"""

import codecs
import re
from functools import lru_cache

# Codecs, and names of theirs that Python does not know, or takes for a smaller charset.
_NAMES = """
utf-8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8 utf8mb4 utf8mb3
utf-7 unicode-1-1-utf-7
utf-16-be unicodefffe
utf-16-le csunicode iso-10646-ucs-2 ucs-2 unicode unicodefeff
iso8859-6 csiso88596e csiso88596i iso-8859-6-e iso-8859-6-i
iso8859-7 sun_eu_greek
iso8859-8 csiso88598e csiso88598i iso-8859-8-e iso-8859-8-i visual logical
iso8859-15 csisolatin9
koi8-r koi koi8
koi8-u koi8-ru
mac-roman csmacintosh mac x-mac-roman
mac-cyrillic x-mac-cyrillic x-mac-ukrainian
cp874 dos-874 tis-620 iso8859-11 iso-8859-11 iso885911 iso_8859-11
cp1252 iso8859-1 iso-8859-1
cp1254 iso8859-9 iso-8859-9
gb18030 gb2312 gbk csgb2312 gb_2312 gb_2312-80
big5hkscs big5 cp950 cn-big5 x-x-big5
cp932 shift_jis
euc_jp cseucpkdfmtjapanese
cp949 euc_kr ks_c_5601 cseuckr csksc56011987 iso-ir-149 ks_c_5601-1989 ksc_5601
"""
_MEANT = {name: codec for codec, *names in map(str.split, _NAMES.strip().splitlines()) for name in names}
# A name that says nothing: whoever writes it writes whatever he has.
_NOTHING = "ascii"
# Other ways in which the same names are written: cp-850, windows-31j, iso88591.
_CODE_PAGE = re.compile("(?:cp|ibm|windows|win|ms|dos)[-_ ]?([0-9]+)j?")
_ISO = re.compile("iso[-_ ]?8859[-_ ]?([0-9]{1,2})")
# Python's own escapes are no charsets, and some take time in the square of the length.
NOT_CHARSETS = {"idna", "punycode", "undefined", "unicode-escape", "raw-unicode-escape", "unicode_escape"}


@lru_cache(maxsize=256)
def codec_of(charset: str) -> str:
    """Return Python's name of what is meant by a charset's name, "" where nothing is."""
    name = charset.strip().strip("'\"").lower()[:40]
    bare = name.removeprefix("x-")
    tried = name, bare, _CODE_PAGE.sub(r"cp\1", bare, 1), _ISO.sub(r"iso8859-\1", bare, 1)
    return next((codec for one in tried if (codec := _known(one)) is not None), "")


def _known(name: str) -> str | None:
    name = "cp932" if name == "cp31" else _MEANT.get(name, name)
    try:
        found = codecs.lookup(name).name
        "".encode(found)
    except (LookupError, UnicodeError, ValueError):
        return None
    return "" if found in NOT_CHARSETS or found == _NOTHING else _MEANT.get(found, found)
