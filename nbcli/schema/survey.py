"""Whether records are those of a table, and if so what its columns are."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, islice

from nbcli.corpus import Log, Record
from nbcli.errors import NbError
from nbcli.schema.asked import asked_of
from nbcli.schema.kinds import MOST_ROWS, found
from nbcli.schema.schema import Schema

_MIXED = "give tables alone, or name the text's column (--text-column)"


def survey(records: Iterable[Record], log: Log, columns: str | None = None) -> tuple[Schema | None, Iterator[Record]]:
    """Return the schema of records of which all columns are taken, and the same records; None where they are texts.

    The first rows are looked at, and the kinds that the file declares, which the log has. `columns`: those asked for,
    as --columns has them. NbError as `found`, and, when they come, for records of the other sort among them.
    """
    asked = asked_of([columns] if columns else [])
    stream = iter(records)
    first = next(stream, None)
    if first is None:
        return None, iter(())
    if not first.others:
        if asked:
            raise NbError("--columns goes with a table", where=first.source, remedy="leave it out, or add --format csv")
        return None, _alike(chain([first], stream), of_table=False)
    rows = [first, *islice(stream, MOST_ROWS - 1)]
    label = next((reading.label for reading, _ in log.tables), None)
    schema = found(rows, asked, label, first.source, log.declared)
    return schema, _alike(chain(_given_away(rows), stream), of_table=True)


def _given_away(records: list[Record]) -> Iterator[Record]:
    """Yield the records and keep none of them: they may be read for as long as the stream."""
    records.reverse()
    while records:
        yield records.pop()


def _alike(records: Iterable[Record], *, of_table: bool) -> Iterator[Record]:
    for record in records:
        if bool(record.others) != of_table:
            where = f"{record.source}:{record.line}"
            raise NbError("texts and tables of other columns do not go together", where=where, remedy=_MIXED)
        yield record


def brought(records: Iterable[Record], schema: Schema | None) -> Iterator[Record]:
    """Yield records as a classifier takes them that has learned a table of this schema, or texts where there is none.

    NbError for one of the other sort.
    """
    for record in records:
        where = f"{record.source}:{record.line}"
        if schema is None and record.others:
            remedy = "name the text's column: --text-column NAME"
            raise NbError(
                "the model has learned texts, and which column is the text is not said", where=where, remedy=remedy
            )
        if schema is not None and not record.others:
            what = "the model has learned a table, and this is a text"
            raise NbError(what, where=where, remedy=f"give a table with the columns {', '.join(schema.fields)[:200]}")
        yield record if schema is None else schema.record(record)


def kinds_said(schema: Schema, said: Mapping[str, str] | None = None) -> list[str]:
    """Return a line a column, with what is `said` of some of them behind; and how many rows were looked at.

    What else is said, of columns that are made of others, comes last.
    """
    said = said or {}
    lines = [
        f"  {column.described()}{', ' + said[column.name] if column.name in said else ''}" for column in schema.columns
    ]
    looked = f"columns, by the first {schema.rows:,} rows:" if schema.rows >= MOST_ROWS else "columns:"
    names = {column.name for column in schema.columns}
    return [looked, *lines, *(f"  {name}: {text}" for name, text in said.items() if name not in names)]
