"""An explanation as plain data: what `nb explain --json` prints."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from nbcli.explaining.explanation import Explanation, Term
from nbcli.system.arrays import Array
from nbcli.system.display import rounded


def as_dict(one: Explanation, top: int | None) -> dict[str, Any]:
    """Return the explanation with the parts of all terms, or of the `top` that decide most, by label.

    Numbers have ten digits, and None stands for the logarithm of 0.
    """
    terms, views = one.deciding(), [view.name for view in one.views]
    shown = terms[:top]
    rest = terms[len(shown) :]
    found = {
        "text": one.text,
        "label": one.labels[one.ranking[0]],
        "status": one.status,
        "log_prior": _by_label(one, one.log_prior),
        "terms": [
            {"term": t.spelling, "view": views[t.view], "count": t.count, "x": t.x, **_summed(one, [t])} for t in shown
        ],
        "more": {"count": len(rest), **_summed(one, rest)},
        "absent": [{"view": views[a.view], "count": a.count, "parts": _by_label(one, a.parts)} for a in one.absent],
        "joint": _by_label(one, one.joint),
        "posterior": _by_label(one, one.posterior),
        "known": [{"view": view.name, "known": view.known, "of": view.total} for view in one.views],
        "unknown": list(dict.fromkeys(stranger.spelling for stranger in one.unknown)),
        "sentence": one.sentence(),
    }
    return rounded(found)  # type: ignore[no-any-return]


def _summed(one: Explanation, terms: Sequence[Term]) -> dict[str, Any]:
    """Return what the terms add together, and what of that is the linear correction, where there is one."""
    none = np.zeros(len(one.labels))
    found = {"parts": _by_label(one, np.sum([none, *(term.parts for term in terms)], axis=0))}
    if one.corrected:
        corrections = [term.correction for term in terms if term.correction is not None]
        found["correction"] = _by_label(one, np.sum([none, *corrections], axis=0))
    return found


def _by_label(one: Explanation, values: Array) -> dict[str, float | None]:
    numbers = [float(v) for v in values]
    return {label: v if math.isfinite(v) else None for label, v in zip(one.labels, numbers, strict=True)}
