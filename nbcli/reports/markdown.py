"""Markdown tables, to paste into a README or an issue."""

from nbcli import reports
from nbcli.reports import Report, Table
from nbcli.system.display import printable


class Form(reports.Form):
    """The tables, and the notes as a list."""

    suffix = ".md"

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the tables and the notes as a list."""
        lines = [line for table in report.tables for line in [*_lines(table), ""]]
        lines += [f"- {_escaped(str(note))}" for note in report.notes]
        return "".join(f"{line}\n" for line in lines)


def _lines(table: Table) -> list[str]:
    rule = ["---", *["---:" if table.numbers else "---"] * (len(table.headings) - 1)]
    return [
        _row([_escaped(cell) for cell in table.headings]),
        _row(rule),
        *(_row([_escaped(cell) for cell in row]) for row in table.rows),
    ]


def _row(cells: list[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return printable(text).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;")
