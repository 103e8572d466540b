"""The equation of a classifier, filled with the numbers of one text, as a report of lines."""

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.status import OK
from nbcli.classifier.text_view import TextView
from nbcli.explaining import Explanation, derivation, mixture, prior_alone, row_derivation
from nbcli.reports import Note, Report
from nbcli.reports.contents.explanation import TERMS, columns
from nbcli.reports.contents.figures import clipped


def report(
    classifier: Classifier,
    explanation: Explanation,
    top: int | None = None,
    *,
    all_classes: bool = False,
    latex: bool = False,
    title: str = "",
) -> Report:
    """Return the lines of the derivation, of `top` terms and the likeliest classes; `title` as for an explanation."""
    classes = columns(explanation, all_classes=all_classes)
    lines = _derived(classifier, explanation, top or TERMS, classes, latex).removesuffix("\n").split("\n")
    return Report(lines, notes=[Note(line) for line in lines], title=title)


def _derived(classifier: Classifier, explanation: Explanation, top: int, classes: list[int], latex: bool) -> str:
    text, labels = explanation.text, [clipped(label) for label in classifier.labels]
    if explanation.status != OK:
        return prior_alone(classifier, labels, classes, latex=latex)
    if explanation.rows:
        return row_derivation(classifier, explanation, explanation.rows, labels, classes, latex=latex)
    parts, rows_of = [], classifier.rows(classifier.batch([text]))
    # Views without a weight are there for the terms of a correction alone.
    weights = [1.0] if classifier.blend is None else classifier.blend.weights.tolist()
    both = zip(classifier.views, rows_of, weights, strict=True)
    for view, rows in ((view, rows) for view, rows, weight in both if weight):
        assert isinstance(view, TextView), "a text is explained by views of texts"
        terms = rows.indices.tolist()
        names = {j: clipped(view.shown(term)) for j, term in zip(terms, view.spell(terms), strict=True)}
        parts.append(derivation(view.model, rows, names=names, labels=labels, top=top, classes=classes, latex=latex))
    blended = mixture(classifier, text, labels, classes, latex=latex)
    return "\n".join([*parts, blended] if blended else parts)
