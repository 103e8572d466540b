"""What each page needs beside the report's data: drawings, texts cut into shaded words, rows put in order."""

import math
from typing import Any

from nbcli.checking import KINDS
from nbcli.corpus.mail.fields import readable
from nbcli.reports import Kind, Report
from nbcli.reports._page import evaluate as _evaluate
from nbcli.reports._page.highlights import pieces
from nbcli.reports._page.matrix import compared

# Beyond these a page is no easier to read than the JSON.
_CLASSES, _FINDINGS, _FOCUS = 4, 100, 40


def of(report: Report) -> dict[str, Any]:
    """Return what the template of the report's kind is given."""
    makers = {"explain": _explain, "evaluate": _evaluate.shown, "check": _check, "words": _words, "compare": _compare}
    # A page has a key to marks of its own, and sums up at its head.
    notes = [note for note in report.notes if note.kind not in (Kind.LEGEND, Kind.SUMMARY)]
    return {"notes": notes} | (makers[report.kind](report.data) if report.kind else {})


def _explain(data: Any) -> dict[str, Any]:
    return {"texts": [_explained(one) for one in (data if isinstance(data, list) else [data])]}


def _explained(data: dict[str, Any]) -> dict[str, Any]:
    def rank(label: str) -> tuple[bool, float, float]:
        joint = data["joint"][label]
        return (label != data["label"], -data["posterior"][label], -joint if joint is not None else math.inf)

    labels = list(data["posterior"])
    ranking = sorted(labels, key=rank)
    best, second = ranking[:2]

    def weight(parts: dict[str, float | None]) -> float:
        a, b = parts[best], parts[second]
        if a is None or b is None:
            return 0.0 if a == b else math.inf if b is None else -math.inf
        return a - b

    terms = [{**term, "weight": weight(term["parts"])} for term in data["terms"]]
    finite = [t["weight"] for t in terms if math.isfinite(t["weight"])]
    cap = max(map(abs, finite), default=1.0) or 1.0
    found = pieces(
        readable(data["text"]),
        [(t["term"], t["view"], t["count"], max(-3 * cap, min(3 * cap, t["weight"]))) for t in terms],
    )
    largest = max((abs(piece.weight) for piece in found), default=0.0) or 1.0
    strongest = sorted((abs(p.weight) for p in found if p.word and p.terms), reverse=True)[:_FOCUS]
    return {
        "data": data,
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
        "first": "bias" if len(data["known"]) > 1 and data["status"] == "ok" else "log prior",
        "features": any(t["x"] != t["count"] for t in terms),
    }


def _check(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "kinds": KINDS,
        "limit": _FINDINGS,
        "largest": max((one["texts"] for one in data["labels"].values()), default=1),
        "readable": readable,
    }


def _words(data: list[dict[str, Any]]) -> dict[str, Any]:
    classes: dict[str, dict[str, list[dict[str, Any]]]] = {}
    for one in data:
        classes.setdefault(one["label"], {}).setdefault(one["view"], []).append(one)
    return {"classes": classes, "largest": max((abs(one["log_odds"]) for one in data), default=1.0) or 1.0}


def _compare(data: dict[str, Any]) -> dict[str, Any]:
    sides = [compared(one) for one in (data, data["distinct"]) if one]
    return {"sides": sides}
