"""`nb explain`: why a text gets its label."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import Html, Open, Page, show, together
from nbcli.errors import NbError
from nbcli.system.timing import each, stage

if TYPE_CHECKING:
    from nbcli.classifier.classifier import Classifier
    from nbcli.reports import Report


def run(
    text: Annotated[
        list[str] | None, typer.Argument(metavar="[TEXT...]", help="The text; without any, every line of stdin.")
    ] = None,
    name: opt.Name = "default",
    top: Annotated[
        int | None, typer.Option(metavar="N", help="Show the N terms that decide most; the others are added up.")
    ] = None,
    all_classes: Annotated[bool, typer.Option("--all-classes", help="Show every class, not the likeliest 3.")] = False,
    formula: Annotated[
        bool, typer.Option("--formula", help="Print the model's equation, filled with this text's numbers.")
    ] = False,
    latex: Annotated[bool, typer.Option("--latex", help="The same for a LaTeX document (amsmath).")] = False,
    report: Annotated[str, typer.Option(metavar=opt.names("reports"), help="The form of what is printed.")] = "text",
    as_json: opt.Json = False,
    html: Html = None,
    open_: Open = False,
) -> None:
    """Show the whole sum that labels a text: the log prior, what each term adds to each class, and the posterior.

    The last column is what decides: how much more a row adds to the likeliest class than to the second. All rows
    together are the joint log-likelihood. Logarithms are natural: +0.7 doubles the odds, +2.3 makes them ten times
    as high.

    nb explain 公司代开发票，优惠 --name mail
    """
    form = opt.form_of(report, json=as_json)
    opt.at_least_one("--top", top)
    page = Page(html, open_).check()
    from nbcli import reports, store

    lines, one_document = reports.form(form).lines, reports.form(form).most is not None
    if (formula or latex) and not lines:
        raise NbError("--formula is text or --latex", remedy="leave out --json and --report")
    classifier = store.load(name)
    kept: list[Report] = []
    for one in [" ".join(text)] if text else each("read", _lines()):
        title = "" if text else _heading(one)
        found = None
        if page.wanted or not (formula or latex):
            found = _explained(classifier, one, top, all_classes, title)
            kept += [found] if page.wanted or one_document else []
        if formula or latex:
            with stage("explain"):
                found = _formula(classifier, one, top, all_classes, latex, title)
        if found and not one_document:
            show(found, form)
    if one_document:
        show(together(kept, "explain", form), form)
    page.write(together(kept, "explain"))


def _explained(classifier: "Classifier", text: str, top: int | None, all_classes: bool, title: str) -> "Report":
    from nbcli.explaining import explain
    from nbcli.reports.contents import explanation as _explanation

    with stage("explain"):
        explanation = explain(classifier, text)
    line = classifier.facts.get("threshold")
    return _explanation.report(explanation, top, all_classes=all_classes, threshold=line, title=title)


def _formula(
    classifier: "Classifier", text: str, top: int | None, all_classes: bool, latex: bool, title: str
) -> "Report":
    from nbcli.reports import Note, Report

    lines = _equations(classifier, text, top, all_classes, latex).removesuffix("\n").split("\n")
    return Report(lines, notes=[Note(line) for line in lines], title=title)


def _equations(classifier: "Classifier", text: str, top: int | None, all_classes: bool, latex: bool) -> str:
    from nbcli.classifier.classifier import OK
    from nbcli.explaining import derivation, explain, mixture, prior_alone
    from nbcli.reports.contents.explanation import TERMS, columns
    from nbcli.reports.contents.figures import clipped, visible

    explanation = explain(classifier, text)
    labels, classes = [clipped(label) for label in classifier.labels], columns(explanation, all_classes=all_classes)
    if explanation.status != OK:
        return prior_alone(classifier, labels, classes, latex=latex)
    parts, rows_of = [], classifier.rows(classifier.batch([text]))
    for view, rows, seen in zip(classifier.views, rows_of, explanation.views, strict=True):
        terms = rows.indices.tolist()
        names = {j: clipped(visible(term, seen.unit)) for j, term in zip(terms, view.spell(terms), strict=True)}
        parts.append(
            derivation(view.model, rows, names=names, labels=labels, top=top or TERMS, classes=classes, latex=latex)
        )
    blended = mixture(classifier, text, labels, classes, latex=latex)
    return "\n".join([*parts, blended] if blended else parts)


def _heading(text: str) -> str:
    from nbcli.reports.contents.figures import clipped

    return clipped(text, 78)


def _lines() -> Iterator[str]:
    from nbcli.corpus import How, Source, decoded, raw_lines

    for lines in raw_lines(Source.to_answer("-", How())):
        yield from (text or "" for text in decoded(lines))
