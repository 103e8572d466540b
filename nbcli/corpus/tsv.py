"""Tab-separated values: a row a line, quotes being characters like any other."""

from collections.abc import Iterator

from nbcli.corpus import Document, Source
from nbcli.corpus._decode import head_lines, lines
from nbcli.corpus._table import documents

_LOOK_AT = 50


def sniff(source: Source) -> int:
    """A file named so, or one without a label of its own whose first lines all have the same number of tabs."""
    if source.path.is_dir():
        return 0
    if source.suffix in (".tsv", ".tab"):
        return 6
    tabs = {line.count("\t") for line in head_lines(source)[:_LOOK_AT]} if source.label is None else {0}
    # Above csv's surety by the suffix: what is tab-separated and has stray quotes is not CSV, whatever its name.
    return 7 * (len(tabs) == 1 and 0 not in tabs)


def read(source: Source) -> Iterator[Document]:
    """Yield a document a row."""
    rows = ((number, line.split("\t")) for number, line in enumerate(lines(source), 1))
    yield from documents(source, rows, "\t")
