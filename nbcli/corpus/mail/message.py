"""A mail as text: its subject and its sender's domain as fields, then its body.

The `email` package takes the message apart. Its headers are read here (see `_headers`), and nothing a sender may
write is an error: what cannot be taken apart is read as plain text.
"""

import re
from email import message_from_bytes
from typing import NamedTuple, cast

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.record import LOSSY
from nbcli.corpus.mail.charsets import decoded
from nbcli.corpus.mail.disguised import undisguised
from nbcli.corpus.mail.fields import CLOSE, NAMED, OPEN, field
from nbcli.corpus.mail.headers import KNOWN, domain_of, envelope_end, header_text
from nbcli.corpus.mail.part import Part
from nbcli.errors import NbError

# What is longer has attachments, which are not read anyway; the text comes before them.
MOST_BYTES = 4 << 20
_NO_TEXT = re.compile(f"[\0\ud800-\udfff{OPEN}{NAMED}{CLOSE}\u200b\u2060\ufeff\u00ad]")
_HTML_START = re.compile(rb"\s*<(?:!doctype html|html|head|body|meta|title|font|center|table|div)\b", re.I)
_TAG = re.compile(rb"<(?:/?(?:html|body|table|tr|td|font|p|div|center|b)|br|a href=[^<>]{1,200})>", re.I)
# Parts that no header announces.
_PARTS_START = re.compile(rb"(?:\A|\n)--([^\s\"]{1,70})\r?\nContent-[A-Za-z-]{1,30}:", re.I)
_META_CHARSET = re.compile(rb"<meta[^>]{1,200}charset=[\"']?([\w-]{1,40})", re.I)


class MailText(NamedTuple):
    """The text of a mail; whether it could be taken apart, and whether some bytes of its text fit no charset."""

    text: str
    parsed: bool
    undecodable: bool


class _Reading:
    """One mail being read; `whole` turns False at the first byte that fits no charset."""

    def __init__(self, otherwise: str) -> None:
        self.otherwise = otherwise
        self.whole = True

    def header(self, part: Part, name: str) -> str:
        text, good = header_text(part.raw(name), self.otherwise)
        self.whole = self.whole and good
        return " ".join(text.split())

    def body(self, part: Part, attached: bool = False) -> str:
        """Return the text of a part and of the parts in it; of alternatives one, plain text rather than HTML."""
        if not part.is_multipart():
            return self._leaf(part, attached)
        parts, kind = cast(list[Part], part.get_payload()), part.get_content_type()
        if kind == "message/rfc822" and (data := part.encoded_message()):
            parts = [message_from_bytes(data, Part)]
        if kind == "multipart/alternative":
            plain_first = sorted(parts, key=lambda child: child.get_content_type() == "text/html")
            return next((text for child in plain_first if (text := self.body(child, attached)).strip()), "")
        texts = [self.body(child, attached) for child in parts]
        if kind == "message/rfc822":
            texts = [self.header(parts[0], "subject"), *texts]
        return "\n".join(text for text in texts if text.strip())

    def _leaf(self, part: Part, attached: bool) -> str:
        # A multipart without a part in it is broken, and shown as text by mail readers.
        kind = part.get_content_type()
        if not kind.startswith(("text/", "multipart/", "message/")):
            return ""
        if not attached and part.get("content-disposition", "").lower().startswith("attachment"):
            return ""
        data = undisguised(part.content())
        html = kind == "text/html" or _is_html(data, declared="content-type" in part)
        meta = _META_CHARSET.search(data[:4096]) if html else None
        charset = part.get_content_charset() or (meta[1].decode("ascii") if meta else "")
        text, good = decoded(data, charset, self.otherwise)
        self.whole = self.whole and good
        if not html:
            return text
        from nbcli.corpus.mail.html import html_text  # half of the cold start of a mail without HTML

        return html_text(text)


def _is_html(data: bytes, declared: bool) -> bool:
    """Say whether text that is not said to be HTML is HTML: by its beginning, or, of no declared type, by its tags."""
    return _HTML_START.match(data) is not None or (not declared and len(_TAG.findall(data[:20000])) > 4)


def message_text(data: bytes, encoding: str | None = None) -> MailText:
    """Return the text of a message; `encoding` is that of bytes without a charset that are not UTF-8."""
    otherwise = encoding or "gb18030"
    data = data[:MOST_BYTES]
    try:
        found = _taken_apart(data[envelope_end(data) :], otherwise)
    except Exception:  # of whatever kind a sender may provoke in the parsers
        found = None
    if found is None:
        text, whole = decoded(data, "", otherwise)
        return MailText(_NO_TEXT.sub("", text), False, not whole)
    return found


def _taken_apart(data: bytes, otherwise: str) -> MailText | None:
    message = message_from_bytes(data, Part)
    if KNOWN.isdisjoint(key.lower().encode("ascii", "replace") for key in message.keys()):  # noqa: SIM118
        return None
    reading = _Reading(otherwise)
    subject, domain = reading.header(message, "subject"), domain_of(reading.header(message, "from"))
    body = reading.body(_with_parts(message))
    if not body.strip():
        body = reading.body(message, attached=True)
    fields = field("subject", _NO_TEXT.sub("", subject)) + field("from", domain and f"@{domain}")
    return MailText(fields + _NO_TEXT.sub("", body).replace("\r\n", "\n"), True, not reading.whole)


def _with_parts(message: Part) -> Part:
    """Return the message; where its body is parts that its headers do not announce, these as a message."""
    if message.is_multipart() or message.get("content-type", "multipart/").lower()[:10] != "multipart/":
        return message
    body = message.content()
    start = _PARTS_START.search(body[:4096])
    if start is None:
        return message
    return message_from_bytes(b'Content-Type: multipart/alternative; boundary="%s"\n\n%s' % (start[1], body), Part)


def mail_record(source: Source, data: bytes, line: int = 1) -> Record:
    """Return the record of one message of a source, what was odd about it noted in the source's log."""
    if source.label is None:
        what, remedy = "a mail has no label of its own", f"name its class: LABEL={source.path}"
        raise NbError(what, where=str(source.path), remedy=remedy)
    source.log.holds("mail")
    text, parsed, undecodable = message_text(data, source.how.encoding)
    if not parsed:
        source.log.detail("mails read as plain text")
    if undecodable:
        source.log.detail("mails with bytes of no charset")
    status = LOSSY if undecodable and not source.strict else ""
    return Record(text, source.label, str(source.path), line, status=status)
