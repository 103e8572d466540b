"""What the page of `nb words` shows beside the result: the terms by class and view, and the largest log-odds."""

from typing import Any

from nbcli.explaining import ClassTerm
from nbcli.reports import Report


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given."""
    data: list[ClassTerm] = report.data
    classes: dict[str, dict[str, list[ClassTerm]]] = {}
    for one in data:
        classes.setdefault(one.label, {}).setdefault(one.view, []).append(one)
    return {"classes": classes, "largest": max((abs(one.log_odds) for one in data), default=1.0) or 1.0}
