"""Tab-separated text as spreadsheets save it: a cell that needs quotes has them, and doubles those inside it."""

import re

from nbcli.corpus._reading.decode import head_lines
from nbcli.corpus._reading.source import Source

# Possessive: where a quote does not close, that is found in one pass.
_CELL = re.compile(r'(?:"((?:[^"]|"")*+)"|([^"\t\n]*+))(\t|\n|\Z)')
_NEEDS_QUOTES = re.compile(r'[\t\n]|""')
# Of a cell that the first bytes cut short.
_MOST_LINES = 50


def is_quoted_tsv(source: Source) -> bool:
    """Say whether quotes in a tab-separated file are those of a spreadsheet, and not characters like any other.

    All of its first cells are quoted whole or have no quote, rows are as wide as the first, and there is a cell that
    could not do without: with a line break, a tab or a quote in it; or, as Excel has it, just those with a comma have
    quotes.
    """
    if source.path.is_dir() or source.how.delimiter not in (None, "\t") or b'"' not in source.head:
        return False
    text = "\n".join(head_lines(source))
    sure, commas, bare_commas, widths = False, 0, 0, [1]
    at = 0
    while at < len(text):
        cell = _CELL.match(text, at)
        if cell is None:
            break
        quoted, bare, end = cell.groups()
        sure = sure or (quoted is not None and _NEEDS_QUOTES.search(quoted) is not None)
        commas += quoted is not None and "," in quoted
        bare_commas += bare is not None and "," in bare
        widths += [1] if end == "\n" else []
        widths[-1] += end == "\t"
        at = cell.end()
    cut_short = text.startswith('"', at) and text.count("\n", at) <= _MOST_LINES and source.is_long
    if at < len(text) and not cut_short:
        return False
    rows = widths[: -1 if cut_short or widths[-1] == 1 else None]
    return len(rows) > 1 and rows[0] > 1 and len(set(rows)) == 1 and (sure or (commas > 0 and not bare_commas))
