"""Aligned columns for a terminal, in colour where that is wanted."""

from nbcli import reports
from nbcli.reports import Report, Table, Tone
from nbcli.system.display import padded, printable, width

_ANSI = {Tone.FOR: "\x1b[32m", Tone.AGAINST: "\x1b[31m", Tone.STRONG: "\x1b[1m"}
_END = "\x1b[0m"


class Form(reports.Form):
    """The title, the tables with an empty line after each, and the notes."""

    lines = clean = True

    def render(self, report: Report, *, colour: bool = False) -> str:
        """Return the report; of one that has a title, with an empty line after it and at the end."""
        lines = [line for table in report.tables for line in [*_painted(table, colour=colour), ""]]
        lines += [_in_tone(printable(str(note)), note.tone if colour else None) for note in report.notes]
        if report.title:
            lines = [printable(report.title), "", *lines, ""]
        return "".join(f"{line}\n" for line in lines)


def _painted(table: Table, *, colour: bool) -> list[str]:
    tones = table.tones if colour else {}
    return [_in_tone(line, tones.get(n)) for n, line in enumerate(_lines(table))]


def _in_tone(line: str, tone: Tone | None) -> str:
    return f"{_ANSI[tone]}{line}{_END}" if tone and line else line


def _lines(table: Table) -> list[str]:
    cells = [[printable(cell) for cell in row] for row in [table.headings, *table.rows]]
    columns = [max(width(row[j]) for row in cells) for j in range(len(table.headings))]
    return [
        "  ".join(padded(cell, columns[j], right=j > 0 and table.numbers) for j, cell in enumerate(row)).rstrip()
        for row in cells
    ]
