"""The text of HTML: tags, comments, scripts and styles dropped, entities resolved.

The parser is the standard library's: pure Python on hostile input, 3 ms to import (lxml 20 and C on hostile input,
html5lib 100). Its weakness is the end of the input: what does not close is looked for to the end, again and again from
each place where it opens. So the input is given an end that closes everything.
"""

import re
from html.parser import HTMLParser

_MOST = 1 << 19
# Closes a comment, a quoted value and a tag, and is itself a comment where nothing is open.
_END = "<!-- \"'>-->"
_UNSEEN = ("script", "style")
_BREAKS = re.compile(
    "address|article|aside|blockquote|body|br|center|d[dlt]|div|fieldset|footer|form|h[1-6r]|head|header|html|li|main"
    "|nav|[ou]l|option|p|pre|section|select|table|tbody|t[dhr]|tfoot|thead|title"
)
# Python 3.11 reads a number of any length, in time of its square, or refuses it with an error.
_LONG_REFERENCE = re.compile(r"&#[xX]?[0-9a-fA-F]{9,};?")
_BLANKS = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r" ?\n[ \n]*")


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen = ""

    def handle_starttag(self, tag: str, attrs: object) -> None:
        if tag in _UNSEEN:
            self._unseen = tag
        elif _BREAKS.fullmatch(tag):
            self.parts.append("\n")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._unseen:
            self._unseen = ""
        elif _BREAKS.fullmatch(tag):
            self.parts.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            # A line break in the source is a space; only tags break lines.
            self.parts.append(data.replace("\n", " "))

    def parse_html_declaration(self, i: int) -> int:
        """Take `<!...>` and `<![...]>` to the next `>`, as browsers do; the base class raises on what it knows not."""
        end = self.rawdata.find(">", i)
        return end + 1 if end >= 0 else -1


def html_text(html: str) -> str:
    """Return the text of HTML, a line for each block; of more than half a million characters the first."""
    parser = _Text()
    parser.feed(_LONG_REFERENCE.sub("\ufffd", html[:_MOST]) + _END)
    parser.close()
    text = _BLANKS.sub(" ", "".join(parser.parts).removesuffix("-->"))
    return _BLANK_LINES.sub("\n", text).strip()
