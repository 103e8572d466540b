"""ARFF, Weka's form: attributes with their types, then a row a line, dense or sparse.

https://waikato.github.io/weka-wiki/formats_and_processing/arff_stable/
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

from nbcli.corpus import Reading, Source, Stream
from nbcli.corpus._reading.arff_lines import Attribute, attribute_of, cells_of
from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.lines import Lines
from nbcli.corpus._reading.stream import is_as_read
from nbcli.corpus._reading.table import CutRow, Table
from nbcli.corpus.csv import Writer
from nbcli.errors import NbError

_COMMENT = "%"
_HEAD = re.compile(r"@(?:relation|attribute)\b", re.IGNORECASE)


def sniff(source: Source) -> int:
    """A file named so, or one whose first line that is no comment declares something."""
    if source.path.is_dir():
        return 0
    if source.suffix == ".arff":
        return 8
    lines = (line.strip() for line in head_lines(source))
    first = next((line for line in lines if line and not line.startswith(_COMMENT)), "")
    return 8 * bool(_HEAD.match(first))


def stream(source: Source) -> Stream:
    """Return a record a row; rows are written as CSV. The label is the last attribute where none is named.

    NbError for a line that does not belong where it stands.
    """
    lines = Lines(source)
    batches, attributes = lines.numbered(), list[Attribute]()
    rest = next((rest for rest in map(iter, batches) if _declared(source, rest, attributes)), None)
    if rest is None:
        raise NbError("no @data line ends its head", where=str(source.path), remedy="get it again whole")
    label = source.how.label_column or attributes[-1].name
    how = replace(source.how, header=True, delimiter=None, label_column=label)
    table = Table(replace(source, how=how), "arff", ",")
    _note(source, attributes, label)
    rows = _rows(source, attributes, rest, batches)
    return Stream(table.records(rows, lines.undecodable), Writer(","))


def _declared(source: Source, lines: Iterator[tuple[int, str]], attributes: list[Attribute]) -> bool:
    """Add the attributes that the lines declare up to @data; say whether that came."""
    for number, line in lines:
        text = line.strip().lstrip("\ufeff")
        word = text.split(None, 1)[0].casefold() if text else ""
        where = f"{source.path}:{number}"
        if word == "@data":
            if not attributes:
                raise NbError("no attribute is declared before @data", where=where, remedy="get it again whole")
            return True
        if word == "@attribute":
            attributes.append(attribute_of(text, where))
        elif word and word != "@relation" and not word.startswith(_COMMENT):
            raise NbError(
                "neither @relation, @attribute nor @data", where=where, remedy="mend the line, or --format csv"
            )
    return False


def _note(source: Source, attributes: list[Attribute], label: str) -> None:
    """Note the kinds that are declared, where not all of them are texts."""
    others = [attribute for attribute in attributes if attribute.name != label]
    if any(attribute.kind for attribute in others):
        source.log.declared.update({one.name: one.kind for one in others if one.kind})


def _rows(
    source: Source,
    attributes: list[Attribute],
    rest: Iterator[tuple[int, str]],
    batches: Iterator[list[tuple[int, str]]],
) -> Iterator[list[CutRow]]:
    """Yield the rows, the names of the attributes before them as row 0; `rest` are lines of a batch that has begun."""
    yield [(0, 0, [attribute.name for attribute in attributes])]
    for batch in chain([list(rest)], batches):
        yield _cut(source, attributes, batch)


def _cut(source: Source, attributes: list[Attribute], lines: list[tuple[int, str]]) -> list[CutRow]:
    found = []
    for number, line in lines:
        text = line.strip()
        if text and not text.startswith(_COMMENT):
            found.append((number, number, cells_of(text, attributes, f"{source.path}:{number}")))
    return found


def recognised(source: Source, reading: Reading) -> bool:
    """Say whether a file is such a table as was read so."""
    if not sniff(source):
        return False
    heads = [line.strip() for line in head_lines(source) if line.strip()[:10].casefold() == "@attribute"]
    names = [attribute_of(line, str(source.path)).name for line in heads]
    return bool(names) and is_as_read([names], reading, sure=True)
