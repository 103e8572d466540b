r"""Fields of a text: stretches whose words count apart from the same words elsewhere, as those of a mail's subject.

A field is OPEN name NAMED text CLOSE. The marks are noncharacters, which Unicode keeps for a program's own use and no
charset maps to; private-use characters would not do, for GB18030 and Big5 have some that people do use.
"""

import re

OPEN, NAMED, CLOSE = "\ufdd0", "\ufdd1", "\ufdd2"

FIELD = re.compile(f"{OPEN}([a-z]{{1,20}}){NAMED}([^{OPEN}{NAMED}{CLOSE}]*){CLOSE}")
MARK = re.compile(f"[{OPEN}{NAMED}{CLOSE}]")


def field(name: str, text: str) -> str:
    """Return the text as a field of that name, in a line of its own; "" for a blank text."""
    return f"{OPEN}{name}{NAMED}{text}{CLOSE}\n" if text.strip() else ""


def escaped(text: str) -> str:
    r"""Return the text with a backslash, tab or line end in it as \\, \t, \n, \r."""
    for char, spelled in (("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(char, spelled)
    return text


def readable(text: str) -> str:
    """Return a text with its fields as `name: text`, to be shown to people."""
    return MARK.sub("", FIELD.sub(r"\1: \2", text)) if MARK.search(text) else text


def readable_places(text: str) -> list[int]:
    """Return where each character of a text, and its end, stands in `readable(text)`, shape (len(text) + 1,)."""
    inside = {i for found in FIELD.finditer(text) for i in range(*found.span())}
    places = [0]
    for i, char in enumerate(text):
        width = 0 if MARK.match(char) else 1
        places.append(places[-1] + (2 if char == NAMED and i in inside else width))
    return places
