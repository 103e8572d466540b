"""`LABEL=FOLDER`: every file in the folder, and in the folders inside it, is a text (or a mail) of that class."""

from collections.abc import Iterator

from nbcli.choices import load
from nbcli.corpus import Record, Source
from nbcli.corpus._reading.decode import text_of
from nbcli.corpus._reading.folder import files_below
from nbcli.corpus._reading.judged import judged
from nbcli.corpus._reading.record import UNDECODABLE


def sniff(source: Source) -> int:
    """Any folder with a label."""
    return 3 * (source.label is not None and source.path.is_dir())


def read(source: Source) -> Iterator[Record]:
    """Yield a record a file, sorted by path; a file that begins as a mail does, or as several, is read as that."""
    forms = [load("corpus", name) for name in ("eml", "mbox")]
    files = files_below(source.path)
    others = any(path.suffix.lower() != ".json" for path in files)
    for path in files:
        # What describes a text beside it is no text.
        if others and path.suffix.lower() == ".json":
            source.log.detail("left out a .json beside the texts")
            continue
        child = source.child(path, source.label)
        mail = max(forms, key=lambda form: int(form.sniff(child)))
        if mail.sniff(child):
            yield from mail.read(child)
            continue
        source.log.holds("text")
        encoding, broken = (None, None) if source.strict else judged(child)
        if broken is not None:
            yield Record("", source.label, str(path), 1, status=UNDECODABLE)
            continue
        with text_of(child, encoding=encoding) as file:
            yield Record(file.read(), source.label, str(path), 1)
