"""JSON on one line, for programs; numbers with ten digits, which is what they are worth and all processors agree on."""

import json

from nbcli import reports
from nbcli.reports import Report
from nbcli.system.digits import rounded


class Form(reports.Form):
    """The data."""

    suffix = ".json"

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the data of the report."""
        return json.dumps(rounded(report.data), ensure_ascii=False) + "\n"
