"""Tab-separated values: a row a line, quotes being characters like any other."""

from collections.abc import Iterator, Sequence

from nbcli.corpus import Record, Source
from nbcli.corpus._reading.decode import head_lines, lines
from nbcli.corpus._reading.delimiter import SAMPLE
from nbcli.corpus._reading.incoming import Incoming
from nbcli.corpus._reading.read_as import Reading
from nbcli.corpus._reading.table import Row, Table, documents
from nbcli.corpus._reading.to_answer import Answer, ToAnswer, added, is_as_read
from nbcli.corpus.mail.fields import escaped
from nbcli.errors import NbError


def sniff(source: Source) -> int:
    """A file named so, or one without a label of its own whose first lines all have the same number of tabs."""
    if source.path.is_dir() or source.how.delimiter not in (None, "\t"):
        return 0
    if source.suffix in (".tsv", ".tab"):
        return 6
    tabs = {line.count("\t") for line in head_lines(source)[:SAMPLE]} if source.label is None else {0}
    # Above csv's surety by the suffix: what is tab-separated and has stray quotes is not CSV, whatever its name.
    return 7 * (len(tabs) == 1 and 0 not in tabs)


def read(source: Source) -> Iterator[Record]:
    """Yield a document a row."""
    rows = ((number, line.split("\t")) for number, line in enumerate(lines(source), 1))
    yield from documents(rows, _table(source, head_lines(source)), source)


def _table(source: Source, sample: Sequence[str], reading: Reading | None = None) -> Table:
    if source.how.delimiter not in (None, "\t"):
        what = f"--delimiter {source.how.delimiter} does not go with tsv, which tabs separate"
        raise NbError(what, where=str(source.path), remedy="read it as csv")
    known = reading and reading.width
    widths = [known] if known else [line.count("\t") + 1 for line in sample[:SAMPLE]]
    return Table(source, "tsv", "\t", sample, widths, usual="\t")


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    return is_as_read([line.split("\t") for line in head_lines(source)[:SAMPLE]], reading, sure=True)


def to_answer(source: Source, reading: Reading | None) -> ToAnswer:
    """Return the rows as they come."""
    incoming = Incoming(source)
    table = _table(source, incoming.sample(), reading)
    batches = ([(number, number, line.split("\t")) for number, line in batch] for batch in incoming.numbered())
    rows = ([*table.to_answer(batch, incoming.undecodable)] for batch in batches)
    return ToAnswer(rows, written, lambda: "\ufeff" if incoming.bom else "")


def written(row: Row, answer: Answer | None) -> str:
    """Return the row with its answer as a line; the label is escaped, and the tabs of a text with too many cells."""
    cells = [cell.replace("\t", "\\t") for cell in row.cells]
    return "\t".join([*cells, *map(escaped, added(row, answer))]) + "\n"
