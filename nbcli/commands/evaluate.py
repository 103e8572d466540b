"""`nb evaluate`: how good a stored model is on labelled texts."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.of_model import documents_for
from nbcli.commands._shared.reading import ReadingOptions
from nbcli.commands._shared.reporting import ReportOptions
from nbcli.system.timing import stage


def run(
    corpus: opt.Corpus,
    *,
    name: opt.Name = "default",
    errors: Annotated[
        int, typer.Option(metavar="N", help="Show the N most confident mistakes, and the terms that misled.")
    ] = 5,
    reading: ReadingOptions,
    reporting: ReportOptions,
) -> None:
    """Judge a stored model on labelled texts.

    Accuracy and its interval, figures by class, calibration, mistakes.

    Texts that the model has learned are counted, and the figures without them stand beside. Needs scikit-learn.
    """
    reporting.check()
    opt.at_least(0, "--errors", errors)
    from nbcli import store
    from nbcli.corpus import Log
    from nbcli.evaluation.stored import evaluate
    from nbcli.reports.contents import evaluation as _evaluation

    how = reading.how()
    classifier = store.load(name)
    with stage("score"):
        result = evaluate(classifier, documents_for(classifier.facts, corpus, how, Log()), errors)
    reporting.show(_evaluation.report(name, result))
