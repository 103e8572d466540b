"""The terms that speak for each class as a report."""

from nbcli.explaining import ClassTerm
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.figures import clipped, visible

_RANKED = (
    "log-odds: against all other classes, a half added to every count; ranked by the lower end of its 95 % interval "
    "(at least), so that a term needs texts to bear it out"
)


def report(found: list[ClassTerm], labels: list[str], views: list[str]) -> Report:
    """Return a table for each label and view; `views` are the views' names."""
    tables = []
    for label in labels:
        for number, view in enumerate(views):
            own = [one for one in found if one.label == label and one.view == number]
            tables += [_table(label, view, own, named=len(views) > 1)] if own else []
    data = [
        {
            "label": one.label,
            "view": views[one.view],
            "term": one.term,
            "log_odds": one.log_odds,
            "at_least": one.at_least,
            "counted": one.counted,
            "here": one.here,
            "elsewhere": one.elsewhere,
            "texts": one.texts,
        }
        for one in found
    ]
    return Report(data, tables, [Note(_RANKED)], "words")


def _table(label: str, view: str, own: list[ClassTerm], *, named: bool) -> Table:
    counted = own[0].counted
    heading = clipped(label) + (f", {view}" if named else "")
    columns = [f"{counted} here", "elsewhere", *([] if counted == "texts" else ["texts"])]
    unit = "character" if view.startswith("chars ") else "word"
    rows = [
        [
            clipped(visible(one.term, unit)),
            f"{one.log_odds:.2f}",
            f"{one.at_least:.2f}",
            _count(one.here),
            _count(one.elsewhere),
            *([] if counted == "texts" else [f"{one.texts:,}"]),
        ]
        for one in own
    ]
    return Table([heading, "log-odds", "at least", *columns], rows)


def _count(number: float) -> str:
    return f"{number:,.0f}" if number == int(number) else f"{number:,.1f}"
