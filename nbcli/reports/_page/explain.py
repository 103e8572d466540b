"""What the page of `nb explain` shows beside the result: the texts cut into shaded words, rows and classes in order."""

import math
from typing import Any

from nbcli.corpus.mail.fields import readable
from nbcli.reports._page.highlights import pieces

# Beyond these a page is no easier to read than the JSON.
_CLASSES, _FOCUS = 4, 40


def shown(data: Any) -> dict[str, Any]:
    """Return what the template is given, of one text or a list of them."""
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
