"""`nb regions`: which label models give to each point of the plane of two columns."""

from pathlib import Path
from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import check_drawing
from nbcli.commands._shared.reading import ReadingOptions, documents_of
from nbcli.commands._shared.reporting import ReportOptions
from nbcli.errors import NbError
from nbcli.system.timing import stage


def run(
    corpus: opt.Corpus,
    *,
    x: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column across; the first of numbers if not given.")
    ] = None,
    y: Annotated[
        str | None, typer.Option(metavar="NAME", help="The column up; the next of numbers if not given.")
    ] = None,
    densities: Annotated[
        str,
        typer.Option(metavar="NAME,...", help=f"A panel each, from {opt.names('densities')}; or default."),
    ] = "gaussian,bins,default",
    svg: Annotated[str | None, typer.Option("--svg", metavar="FILE", help="Write the drawing as SVG.")] = None,
    png: Annotated[str | None, typer.Option("--png", metavar="FILE", help="Write the drawing as PNG.")] = None,
    reading: ReadingOptions,
    reporting: ReportOptions,
) -> None:
    """Draw what models make of two columns of a table.

    Each learns these two columns alone; the drawing has the points that were learned, the regions of the labels, and
    lines of equal posterior. --svg, --png and --html need matplotlib (pip install nbcli[report]).

    nb regions iris.csv --label-column class --html iris.html
    """
    reporting.check()
    drawings = [(form, path) for form, path in (("svg", svg), ("png", png)) if path is not None]
    for form, path in drawings:
        check_drawing(f"--{form}", path)
    from nbcli.corpus import Log
    from nbcli.evaluation.regions import regions
    from nbcli.evaluation.tables import ours_of
    from nbcli.reports.contents import plane as _plane
    from nbcli.schema import survey
    from nbcli.system.replacing import write_named

    contestants = ours_of(densities.split(","))
    how, log = reading.how(), Log()
    schema, records = survey(documents_of(corpus, how, log), log, how.columns)
    if schema is None:
        raise NbError("regions are of tables with columns of numbers", remedy="name the label: --label-column NAME")
    with stage("learn"):
        found = regions(records, schema, (x, y), contestants)
    for form, path in drawings:
        from nbcli.reports._page.regions import drawn_alone

        with stage("render"):
            data = drawn_alone(found, form)
        write_named(f"--{form}", Path(path), data)
    reporting.show(_plane.report(found))
