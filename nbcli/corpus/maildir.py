"""A Maildir: a folder with `cur` and `new` in it, a mail a file."""

from collections.abc import Iterator

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.folder import entries
from nbcli.errors import NbError


def sniff(source: Source) -> int:
    """A folder with these two folders."""
    return 9 * ((source.path / "cur").is_dir() and (source.path / "new").is_dir())


def read(source: Source) -> Iterator[Record]:
    """Yield a record a mail, the new ones after the others, sorted by name; those marked as trashed too."""
    if not sniff(source):
        raise NbError("not a Maildir", where=str(source.path), remedy="name the folder that has `cur` and `new` in it")
    if source.label is None:
        remedy = f"name the class of its mails: LABEL={source.path}"
        raise NbError("a Maildir has no labels of its own", where=str(source.path), remedy=remedy)
    from nbcli.corpus import eml

    for name in ("cur", "new"):
        for path in entries(source.path / name):
            # A mail reader at work renames files, from `new` to `cur` above all.
            if path.is_file():
                yield from eml.read(source.child(path, source.label))
