"""Aligned columns for a terminal."""

from nbcli.reports import Report, Table
from nbcli.system.width import padded, printable, width


def render(report: Report) -> str:
    """Return the tables, an empty line after each, and the notes."""
    lines = [line for table in report.tables for line in [*_lines(table), ""]]
    lines += [printable(note) for note in report.notes]
    return "".join(f"{line}\n" for line in lines)


def _lines(table: Table) -> list[str]:
    cells = [[printable(cell) for cell in row] for row in [table.headings, *table.rows]]
    columns = [max(width(row[j]) for row in cells) for j in range(len(table.headings))]
    return [
        "  ".join(padded(cell, columns[j], right=j > 0 and table.numbers) for j, cell in enumerate(row)).rstrip()
        for row in cells
    ]
