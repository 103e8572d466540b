"""`nb agree`: how far two people who labelled the same texts agree."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reading import ReadingOptions
from nbcli.commands._shared.reporting import ReportOptions


def run(
    first: Annotated[str, typer.Argument(metavar="FIRST", help="The labels of one: a corpus, as nb train takes it.")],
    second: Annotated[str, typer.Argument(metavar="SECOND", help="The labels of the other.")],
    *,
    disputes: Annotated[int, typer.Option(metavar="N", help="Show N of the texts that have two labels.")] = 20,
    reading: ReadingOptions,
    reporting: ReportOptions,
) -> None:
    """Say how far two labellings of the same texts agree.

    The share of texts with one label, Cohen's kappa (what is left of it beyond chance), each with its 95 % interval,
    and the texts in dispute. Of a text that stands twice in a file the last label counts.

    nb agree anna.jsonl ben.jsonl
    """
    reporting.check()
    opt.at_least(0, "--disputes", disputes)
    from nbcli.corpus import Log, read
    from nbcli.evaluation.agreement import agreement
    from nbcli.reports.contents import agreement as _agreement

    how = reading.how()
    found = agreement(read([first], how, Log()), read([second], how, Log()))
    reporting.show(_agreement.report((first, second), found, disputes))
