"""A mail in a file of its own."""

from collections.abc import Iterator

from nbcli.corpus import Record, Source
from nbcli.corpus.mail.headers import begins_as_mail


def sniff(source: Source) -> int:
    """A file named so, or one that begins with the headers of a mail."""
    if source.path.is_dir():
        return 0
    return 8 if source.suffix == ".eml" else 6 * begins_as_mail(source.head)


def read(source: Source) -> Iterator[Record]:
    """Yield the mail as one record."""
    from nbcli.corpus.mail.message import MOST_BYTES, mail_record  # the `email` package, for mails only

    with source.open() as file:
        yield mail_record(source, file.read(MOST_BYTES))
