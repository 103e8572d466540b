"""The terms that speak for each class as a report."""

from collections.abc import Sequence

from nbcli.explaining import ClassTerm
from nbcli.explaining.log_odds import TEXTS
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.figures import clipped

_LOG_ODDS = "log-odds: against all other classes, a half added to every count; "
_RANKED = (
    f"{_LOG_ODDS}ranked by the lower end of its 95 % interval (at least), so that a term needs texts to bear it out"
)
_BY_THE_WHOLE = (
    f"{_LOG_ODDS}ranked by what a term adds in a text of mean length: the lower end of their 95 % interval (at least), "
    "weighted as in the blend, and its linear correction"
)


def report(found: Sequence[ClassTerm], labels: Sequence[str], views: Sequence[str]) -> Report:
    """Return a table for each label and view; `views` are the views' names."""
    tables = []
    for label in labels:
        for view in views:
            own = [one for one in found if (one.label, one.view) == (label, view)]
            tables += [_table(own, named=len(views) > 1)] if own else []
    return Report(list(found), tables, [Note(_BY_THE_WHOLE if any(one.whole for one in found) else _RANKED)], "words")


def _table(own: list[ClassTerm], *, named: bool) -> Table:
    """Return the table of one label and view, the view named where there are several."""
    first = own[0]
    heading = clipped(first.label) + (f", {first.view}" if named else "")
    of_texts = first.counted == TEXTS
    wholes = ["correction", "adds"] if first.whole else []
    columns = [*wholes, f"{first.counted} here", "elsewhere", *([] if of_texts else ["texts"])]
    rows = [
        [
            clipped(one.shown),
            f"{one.log_odds:.2f}",
            f"{one.at_least:.2f}",
            *([f"{one.whole.correction:+.2f}", f"{one.whole.adds:.2f}"] if one.whole else []),
            _count(one.here),
            _count(one.elsewhere),
            *([] if of_texts else [f"{one.texts:,}"]),
        ]
        for one in own
    ]
    return Table([heading, "log-odds", "at least", *columns], rows)


def _count(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"
