"""CSV, a table after the other, an empty line between; the notes are left out."""

import csv
import io

from nbcli import reports
from nbcli.reports import Report


class Form(reports.Form):
    """The tables, for a spreadsheet."""

    suffix = ".csv"

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the tables."""
        parts = []
        for table in report.tables:
            out = io.StringIO()
            csv.writer(out, lineterminator="\n").writerows([table.headings, *table.rows])
            parts.append(out.getvalue())
        return "\n".join(parts)
