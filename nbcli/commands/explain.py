"""`nb explain`: why a text gets its label."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reporting import ReportOptions
from nbcli.commands._shared.unlabelled import say_shares
from nbcli.system.timing import each, stage

if TYPE_CHECKING:
    from nbcli.reports import Report

# So many columns are drawn on a page.
_DRAWN = 12


def run(
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT...]", help="The text; without any, every line of stdin.")
    ] = None,
    *,
    name: opt.Name = "default",
    top: Annotated[
        int | None, typer.Option(metavar="N", help="Show the N terms that decide most; the others are added up.")
    ] = None,
    all_classes: Annotated[bool, typer.Option("--all-classes", help="Show every class, not the likeliest 3.")] = False,
    formula: Annotated[
        bool, typer.Option("--formula", help="Print the model's equation, filled with this text's numbers.")
    ] = False,
    latex: Annotated[bool, typer.Option("--latex", help="The same for a LaTeX document (amsmath).")] = False,
    reporting: ReportOptions,
) -> None:
    """Show the whole sum that labels a text.

    The log prior, what each term adds to each class, and the posterior.

    The last column is what decides: how much more a row adds to the likeliest class than to the second. All rows
    together are the joint log-likelihood. Logarithms are natural: +0.7 doubles the odds, +2.3 makes them ten times
    as high.

    Of a model that has learned a table, TEXT is a row: NAME=VALUE words, or a JSON object (a line each on stdin).

    nb explain 公司代开发票，优惠 --name mail
    """
    opt.at_least(1, "--top", top)
    reporting.check(of_lines=formula or latex)
    from nbcli import store
    from nbcli.classifier.of_records import schema_of
    from nbcli.corpus import bare
    from nbcli.explaining import curves, explain, explain_row
    from nbcli.reports.contents import explanation as _explanation
    from nbcli.reports.contents import formula as _formula
    from nbcli.schema import row_of

    classifier = store.load(name)
    schema = schema_of(classifier)
    say_shares(classifier)

    def reports(words: list[str]) -> "tuple[Report, Report]":
        one = " ".join(words)
        with stage("explain"):
            found = explain_row(classifier, schema, row_of(words, schema)) if schema else explain(classifier, bare(one))
            title = "" if text else _explanation.title_of(one)
            derived: Report | None = None
            if formula or latex:
                derived = _formula.report(classifier, found, top, all_classes=all_classes, latex=latex, title=title)
                if not reporting.page.wanted:
                    return derived, derived
            line = classifier.facts.get("threshold")
            drawn = curves(classifier, found, _DRAWN) if schema and reporting.page.wanted else []
            whole = _explanation.report(found, top, all_classes=all_classes, threshold=line, title=title, curves=drawn)
            return derived or whole, whole

    texts = [text] if text else ([line] for line in each("read", _lines()))
    reporting.show_each(map(reports, texts), "explain")


def _lines() -> Iterator[str]:
    from nbcli.corpus import How, Source, decoded, raw_lines

    for lines in raw_lines(Source.to_answer("-", How())):
        yield from (text or "" for text in decoded(lines))
