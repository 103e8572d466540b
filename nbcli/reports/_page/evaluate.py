"""What the page of `nb evaluate` shows beside the result: drawings, and the mistakes with the terms that misled."""

from typing import Any

from nbcli.evaluation.stored import Evaluation
from nbcli.reports import Report
from nbcli.reports._page import charts as _charts
from nbcli.reports._page.highlights import marked
from nbcli.reports.contents.evaluation import Evaluated, averages, sides

# Beyond these a page is no easier to read than the JSON.
_CURVES, _HISTOGRAMS, _MATRIX = 6, 4, 15


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given."""
    data: Evaluated = report.data
    result = data.result
    figures, labels = result.figures, _drawn(result)
    roc, pr, counts = result.curves.roc, result.curves.precision_recall, result.histogram.labels
    beside = sides(result)
    return {
        "result": result,
        "figures": figures,
        "shown": labels,
        "roc": _charts.curves(
            [(roc[a].fpr, roc[a].tpr) for a in labels], "false positive rate", "true positive rate", diagonal=True
        ),
        "pr": _charts.curves([(pr[a].recall, pr[a].precision) for a in labels], "recall", "precision"),
        "reliability": _charts.reliability(figures.reliability),
        "histograms": [
            (a, _charts.histogram(result.histogram.edges, counts[a].own, counts[a].others))
            for a in labels[:_HISTOGRAMS]
        ],
        "matrix": len(result.labels) <= _MATRIX,
        "confused": figures.confused[:_MATRIX],
        "sides": beside,
        "averages": averages([one for _, one in beside]),
        "mistakes": [(one, marked(one.text, [term.places for term in one.misled])) for one in result.mistakes],
    }


def _drawn(result: Evaluation) -> list[str]:
    """Return the labels whose curves are drawn; of two one says it all, as one side of a coin: the rarer one."""
    drawn, classes = list(result.curves.roc), result.figures.classes
    if len(drawn) == 2:
        return [min(drawn, key=lambda label: classes[label].support)]
    return sorted(drawn, key=lambda label: classes[label].support)[:_CURVES] if len(drawn) > 2 else drawn
