"""The options that say how to read a corpus, and the documents read so."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.groups import Group
from nbcli.system.terminal import Environment

if TYPE_CHECKING:
    from nbcli.corpus import How, Log, Record

Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Their encoding; else a BOM's, UTF-8, GB18030, in that order.")
]
TextColumn = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME|N", help="Tables: the text's column; given again, the columns are joined."),
]
Delimiter = Annotated[
    str | None,
    typer.Option(metavar="CHAR|tab", help="Tables: what separates the cells; found when not given."),
]


@dataclass(frozen=True)
class ReadingOptions(Group):
    """How to read the files of a corpus; what is None is found."""

    format: Annotated[
        str | None, typer.Option(metavar=opt.names("corpus"), help="The form of the files; found when not given.")
    ] = None
    encoding: Encoding = None
    label_column: Annotated[
        str | None, typer.Option(metavar="NAME|N", help="Tables: the label's column, by name, key or number from 1.")
    ] = None
    text_column: TextColumn = None
    delimiter: Delimiter = None
    header: Annotated[
        bool | None, typer.Option("--header/--no-header", help="Tables: row 1 has the columns' names.")
    ] = None

    columns: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME:KIND,...",
            help="Tables: kinds of columns, number, category, text, date or skip; found when not given.",
        ),
    ] = None

    def how(self, label: str | None = None) -> "How":
        """Return how to read, checked; `label` is that of sources that name none."""
        from nbcli.corpus import how_of
        from nbcli.schema.asked import asked_of

        asked_of(self.columns or [])
        return how_of(**vars(self), label=label)


def documents_of(specs: list[str], how: "How", log: "Log") -> "Iterable[Record]":
    """Return the documents of the corpora, with a progress line on a terminal after the first second."""
    from nbcli.corpus import read

    documents = read(specs, how, log)
    if not Environment().shows_progress:
        return documents
    from tqdm import tqdm

    progress: Iterable[Record] = tqdm(documents, desc="reading", unit=" texts", delay=1, leave=False)
    return progress
