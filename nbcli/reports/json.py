"""JSON on one line, for programs."""

import json

from nbcli.reports import Report


def render(report: Report) -> str:
    """Return the data of the report."""
    return json.dumps(report.data, ensure_ascii=False) + "\n"
