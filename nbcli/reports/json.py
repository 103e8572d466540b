"""JSON on one line, for programs; numbers with ten digits, which is what they are worth and all processors agree on."""

import json
from typing import Any

from nbcli.reports import Report


def render(report: Report) -> str:
    """Return the data of the report."""
    return json.dumps(rounded(report.data), ensure_ascii=False) + "\n"


def rounded(data: Any) -> Any:
    """Return plain data with every number that is no integer rounded to ten significant digits."""
    if isinstance(data, float):
        return float(f"{data:.10g}")
    if isinstance(data, dict):
        return {key: rounded(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [rounded(value) for value in data]
    return data
