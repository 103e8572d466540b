"""`nb words`: the terms that speak most for each class."""

from typing import Annotated

import typer

from nbcli.commands._shared import options as opt
from nbcli.commands._shared.reporting import ReportOptions
from nbcli.commands._shared.unlabelled import say_shares
from nbcli.errors import NbError
from nbcli.system.timing import stage


def run(
    stored: opt.Model = None,
    *,
    name: opt.Named = None,
    label: Annotated[
        list[str] | None, typer.Option(metavar="LABEL", help="This class only; may be given again.")
    ] = None,
    top: Annotated[int, typer.Option(metavar="N", help="How many terms for each class.")] = 10,
    reporting: ReportOptions,
) -> None:
    """Show the terms that speak most for each class.

    Beside them stand the texts that bear them out. Log-odds: how much more common the term is in the class than in
    all others together, as the logarithm of a ratio of odds, a half added to every count; so a term that only one
    class has is there too. The terms are ranked by the lower end of its 95 % interval, which grows with the number
    of texts: a word of one text is not the first; of a model with a linear correction, by all that the term adds to the
    sum in a text of mean length, that correction included.

    nb words --name mail --label spam
    """
    opt.at_least(1, "--top", top)
    reporting.check()
    from nbcli import store
    from nbcli.explaining import class_terms, has_terms
    from nbcli.reports.contents import log_odds as _log_odds

    classifier = store.load(opt.name_of(stored, name))
    say_shares(classifier)
    labels = list(dict.fromkeys(label)) if label else classifier.labels
    for one in labels:
        opt.check_label(one, classifier.labels)
    views = [view.name for view in classifier.views if has_terms(view)]
    if not views:
        what = "the model has learned a table without a text, and so has no words"
        raise NbError(what, remedy="its columns are in info and explain")
    with stage("explain"):
        found = _log_odds.report(class_terms(classifier, labels, top), labels, views)
    reporting.show(found)
