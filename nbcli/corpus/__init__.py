"""Corpora: what the user names on the command line, read as records one at a time.

The contract of a format (one file in this folder). It has `sniff`, and one of `read` and `stream`:

    def sniff(source: Source) -> int               how sure it is that the source has this form: 0 (not) to 9
    def read(source: Source) -> Iterator[Record]   its records, in order; NbError for what is broken
    def stream(source: Source) -> Stream           its records as they come, where each is a line, or a row of some

The surest format reads the source, unless `--format` names one. What was taken, and what was left out, goes to the
source's log, and whether its texts are lines, files, mails or in a table. A record may lack its label or its text:
`read` below leaves it out and counts it. Every format can be answered, too, a stream as it comes; then the source is
not `strict`, and of what cannot be read there is a record with a status in its place. A format may have more:

    def recognised(source: Source, reading: Reading) -> bool   tables: whether it is one such as was read so
    DELIMITED = True                                           tables: `--delimiter` has a meaning
    def raw(source: Source) -> Iterator[list[bytes]]           a line is a text: lines still bytes, to be answered
    def parts(source: Source) -> list[Source]                  a folder of files that can be read apart
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from types import ModuleType

from nbcli.choices import choices, defines, load
from nbcli.corpus._reading.arriving import decoded, narrowed, raw_lines
from nbcli.corpus._reading.folder import unreadable
from nbcli.corpus._reading.given import how_of
from nbcli.corpus._reading.ids import check_labels, without_ids
from nbcli.corpus._reading.judged import encoding_by_guess, known_encoding
from nbcli.corpus._reading.lines import lines_of
from nbcli.corpus._reading.log import Log
from nbcli.corpus._reading.named import FORMS, expanded, source_of
from nbcli.corpus._reading.pairs import listed, records_of, rows_of, texts_of, unzipped
from nbcli.corpus._reading.record import HEADER, LOSSY, UNREADABLE, Reading, Record, Value, bare
from nbcli.corpus._reading.source import How, Source
from nbcli.corpus._reading.stream import Answer, Stream
from nbcli.errors import NbError

__all__ = [
    "HEADER",
    "LOSSY",
    "UNREADABLE",
    "Answer",
    "How",
    "Log",
    "Reading",
    "Record",
    "Source",
    "Stream",
    "Value",
    "bare",
    "check_labels",
    "decoded",
    "encoding_by_guess",
    "form_of",
    "gives",
    "how_of",
    "known_encoding",
    "lines_of",
    "listed",
    "narrowed",
    "raw_lines",
    "read",
    "read_source",
    "records",
    "records_of",
    "rows_of",
    "texts_of",
    "unreadable",
    "unzipped",
    "without_ids",
]


def read(specs: Iterable[str], how: How | None = None, log: Log | None = None) -> Iterator[Record]:
    """Yield the records with text and label of every corpus named in `specs`, in the order given.

    A spec is a file or folder, `-` for stdin, any of these after `LABEL=`, or the name of a fetched corpus. A U+FEFF
    inside a text is dropped.
    """
    log = log or Log()
    for record in records(specs, how, log):
        if not record.label:
            log.skip(record.line, "without label")
        elif not (text := bare(record.text)).strip() and not record.others:
            log.skip(record.line, "without text")
        else:
            log.texts += 1
            yield record._replace(text=text) if text is not record.text else record


def records(specs: Iterable[str], how: How | None = None, log: Log | None = None) -> Iterator[Record]:
    """Yield all records of every corpus as they stand, those too that `read` leaves out."""
    log = log or Log()
    for spec in expanded(specs):
        source = source_of(spec, how or How(), log)
        log.begin(source.spec)
        for record in read_source(source):
            # A label of blanks is none.
            yield record._replace(label=None) if record.label and record.label.isspace() else record


def read_source(source: Source) -> Iterator[Record]:
    """Return the records of one source, by the format named or found."""
    module = _format_of(source)
    source.log.took(module.__name__.rpartition(".")[2])
    if hasattr(module, "read"):
        found: Iterator[Record] = module.read(source)
        return found
    given = chain.from_iterable(module.stream(source).batches)
    return given if source.strict else (record for record in given if record.status != HEADER)


def gives(form: str, part: str) -> bool:
    """Say whether there is a format of this name that has this part of the contract, such as `recognised`."""
    return defines("corpus", form, part)


def file_by_file(specs: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Yield specs that name the same texts, with absolute paths, a file each where a folder has one a class.

    With the size of each in bytes, 0 for a folder.
    """
    for spec in expanded(specs):
        source = source_of(spec, How(), Log())
        path, label = source.path.absolute(), source.label
        parts = _parts(source.child(path, label)) if path.is_dir() else []
        if parts and not any("=" in part.path.name for part in parts):
            yield from ((f"{part.label}={part.path}", part.path.stat().st_size) for part in parts)
        else:
            yield f"{label}={path}" if label else str(path), 0 if path.is_dir() else path.stat().st_size


def _parts(folder: Source) -> list[Source]:
    module = _format_of(folder)
    return list(module.parts(folder)) if hasattr(module, "parts") else []


def form_of(source: Source) -> str | None:
    """Return the name of the format that is surest of the source, None where none is sure at all."""
    sure = {name: int(load("corpus", name).sniff(source)) for name in choices("corpus")}
    best = max(sure, key=lambda name: sure[name])
    return best if sure[best] else None


def _format_of(source: Source) -> ModuleType:
    if source.how.format and not source.path.is_dir():
        return load("corpus", source.how.format)
    if form := form_of(source):
        return load("corpus", form)
    if source.label is None and not source.path.is_dir():
        remedy = f"name its class (LABEL={source.path}), or its form (--format csv, tsv, jsonl, fasttext)"
        raise NbError("no labels were found in it", where=str(source.path), remedy=remedy)
    raise NbError("not a corpus", where=str(source.path), remedy=FORMS)
