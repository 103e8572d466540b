"""What the page of `nb words` shows beside the result: the terms by class and view, and the largest log-odds."""

from typing import Any

from nbcli.reports import Report
from nbcli.reports.contents.log_odds import Word


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given."""
    data: list[Word] = report.data
    classes: dict[str, dict[str, list[Word]]] = {}
    for one in data:
        classes.setdefault(one.label, {}).setdefault(one.view, []).append(one)
    return {"classes": classes, "largest": max((abs(one.log_odds) for one in data), default=1.0) or 1.0}
