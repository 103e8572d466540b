"""What the page of `nb explain` shows beside the result: the texts cut into shaded words, rows and classes in order."""

import math
from typing import Any

from nbcli.reports import Report
from nbcli.reports._page.columns import of_column
from nbcli.reports._page.drawing import SERIES
from nbcli.reports._page.highlights import pieces
from nbcli.reports.contents.explanation import Explained, first_row

# Beyond these a page is no easier to read than the JSON.
_CLASSES, _FOCUS = 4, 40


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given, of one text or a list of them."""
    both = report.data, report.beside
    several = zip(*both, strict=True) if isinstance(report.data, list) else [both]
    return {"texts": [_explained(*one) for one in several]}


def _explained(data: dict[str, Any], beside: Explained) -> dict[str, Any]:
    explanation, own = beside.explanation, beside.terms
    labels = explanation.labels
    ranking = [labels[c] for c in explanation.ranking]
    best, second = ranking[:2]

    def weight(parts: dict[str, float | None]) -> float:
        a, b = parts[best], parts[second]
        if a is None or b is None:
            return 0.0 if a == b else math.inf if b is None else -math.inf
        return a - b

    spelled = [explanation.views[term.view].shown(term.spelling) for term in own]
    listed = zip(data["terms"], spelled, strict=True)
    terms = [{**term, "shown": spelling, "weight": weight(term["parts"])} for term, spelling in listed]
    finite = [t["weight"] for t in terms if math.isfinite(t["weight"])]
    cap = max(map(abs, finite), default=1.0) or 1.0
    shares = [max(-3 * cap, min(3 * cap, term["weight"])) for term in terms]
    places = zip(explanation.places(own), shares, strict=True)
    found = pieces(explanation.text, explanation.words(), list(places))
    largest = max((abs(piece.weight) for piece in found), default=0.0) or 1.0
    strongest = sorted((abs(p.weight) for p in found if p.word and p.terms), reverse=True)[:_FOCUS]
    return {
        "data": data,
        "drawings": [(one.column, of_column(one, explanation.ranking)) for one in beside.curves],
        "drawn_labels": ranking[: len(SERIES)],
        "best": best,
        "second": second,
        "classes": labels if len(labels) <= _CLASSES else ranking[:_CLASSES],
        "left_out": max(0, len(labels) - _CLASSES),
        "terms": terms,
        "weight": weight,
        "pieces": found,
        "largest": largest,
        "reach": strongest[-1] if strongest else 0.0,
        "views": len(data["known"]) > 1,
        "first": first_row(explanation),
        "features": any(t["x"] != t["count"] for t in terms),
        "corrected": explanation.corrected,
    }
