"""Tab-separated values: a row a line, quotes being characters like any other."""

from nbcli.corpus import Answer, Reading, Record, Source, Stream
from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.delimiter import SAMPLE
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.spreadsheet import is_quoted_tsv
from nbcli.corpus._reading.stream import added, is_as_read
from nbcli.corpus._reading.table import Table
from nbcli.corpus.mail.fields import escaped
from nbcli.errors import NbError

DELIMITED = True


def sniff(source: Source) -> int:
    """A file named so, or one without a label of its own whose first lines all have the same number of tabs."""
    if source.path.is_dir() or source.how.delimiter not in (None, "\t") or is_quoted_tsv(source):
        return 0
    if source.suffix in (".tsv", ".tab"):
        return 6
    tabs = {line.count("\t") for line in head_lines(source)[:SAMPLE]} if source.label is None else {0}
    # Above csv's surety by the suffix: what is tab-separated and has stray quotes is not CSV, whatever its name.
    return 7 * (len(tabs) == 1 and 0 not in tabs)


def stream(source: Source) -> Stream:
    """Return a record a row."""
    if source.how.delimiter not in (None, "\t"):
        what = f"--delimiter {source.how.delimiter} does not go with tsv, which tabs separate"
        raise NbError(what, where=str(source.path), remedy="read it as csv")
    lines = Lines(source)
    sample = lines.sample()
    table = Table(source, "tsv", "\t", sample, [line.count("\t") + 1 for line in sample[:SAMPLE]], usual="\t")
    rows = ([(number, number, line.split("\t")) for number, line in batch] for batch in lines.numbered())
    return Stream(table.records(rows, lines.undecodable), written, lambda: "\ufeff" if lines.bom else "")


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    return is_as_read([line.split("\t") for line in head_lines(source)[:SAMPLE]], reading, sure=True)


def written(row: Record, answer: Answer | None) -> str:
    """Return the row with its answer as a line; the label is escaped, and the tabs of a text with too many cells."""
    cells = [cell.replace("\t", "\\t") for cell in row.row]
    return "\t".join([*cells, *map(escaped, added(row, answer))]) + "\n"
