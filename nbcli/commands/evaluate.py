"""`nb evaluate`: how good a stored model is on labelled texts."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.page import Html, Open, Page, show
from nbcli.commands._shared.reading import ReadingOptions, documents_of
from nbcli.errors import NbError
from nbcli.system.timing import stage


def run(
    corpus: opt.Corpus,
    *,
    name: opt.Name = "default",
    errors: Annotated[
        int, typer.Option(metavar="N", help="Show the N most confident mistakes, and the terms that misled.")
    ] = 5,
    reading: ReadingOptions,
    report: Annotated[str, typer.Option(metavar=opt.names("reports"), help="The form of what is printed.")] = "text",
    as_json: opt.Json = False,
    as_markdown: Annotated[bool, typer.Option("--markdown", help="Print Markdown, as --report markdown.")] = False,
    html: Html = None,
    open_: Open = False,
) -> None:
    """Judge a stored model on labelled texts: accuracy and its interval, figures by class, calibration, mistakes.

    Texts that the model has learned are counted, and the figures without them stand beside. Needs scikit-learn.
    """
    form = opt.form_of(report, json=as_json, markdown=as_markdown)
    page = Page(html, open_).check()
    if errors < 0:
        raise NbError(f"--errors {errors} is not a number from 0", remedy="give --errors 0 or more")
    from nbcli import store
    from nbcli.corpus import Log
    from nbcli.evaluation.stored import evaluate
    from nbcli.reports.contents import evaluation as _evaluation

    how = reading.how()
    classifier = store.load(name)
    with stage("score"):
        result = evaluate(classifier, documents_of(corpus, how, Log()), errors)
    found = _evaluation.report(name, result)
    show(found, form)
    page.write(found)
