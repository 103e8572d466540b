"""What was found in a corpus, as a report."""

from collections.abc import Callable, Sequence
from typing import Any

from nbcli.checking import Check
from nbcli.checking.findings import (
    KINDS_OF_TABLES,
    Found,
    Giveaway,
    LeftOut,
    Long,
    LookAlike,
    Odd,
    OfColumn,
    Place,
    Repeated,
    Small,
    Suspect,
)
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.figures import percent, shortened


def report(result: Check, top: int) -> Report:
    """Return the report of what `check` found: the classes, then the first `top` findings of each kind."""
    tables, notes = [_classes(result)], []
    for kind, found in result.findings.items():
        if found:
            headings, row = _SHAPES[type(found[0])]
            rows = [row(one) for one in found[:top]]
            tables.append(Table([f"{kind} ({len(found):,})", *headings], rows, False))
            notes.append(f"{len(found):,} {kind}: {KINDS_OF_TABLES[kind]}{_again(found)}{_more(len(found), top)}")
    if result.leave_one_out:
        notes.append(_left_out(result.leave_one_out))
    notes.append("clean: nothing was found" if result.clean else f"{result.found:,} findings")
    return Report(result, tables, [Note(note) for note in notes], "check")


def _left_out(found: LeftOut) -> str:
    agreeing = f"left out one at a time, {percent(found.accuracy)} of the texts are labelled as they are"
    return f"{agreeing}; by this estimate {percent(found.mistaken)} of the labels are mistaken"


def _again(found: Sequence[Any]) -> str:
    """Return how many places the texts stand in beside the first of each."""
    again = [len(one.places) - 1 for one in found if isinstance(one, Repeated)]
    return f", {sum(again):,} times" if again else ""


def _more(found: int, top: int) -> str:
    return f" (the first {top} above; --top {found} shows all)" if found > top else ""


def _classes(result: Check) -> Table:
    rows = [
        [label, f"{one.texts:,}", percent(one.share), f"{one.median_length:g}", f"{one.longest:,}"]
        for label, one in result.labels.items()
    ]
    return Table(["label", "texts", "share", "median length", "longest"], rows)


def _repeated(one: Repeated) -> list[str]:
    first, *others = one.places
    again = ", ".join(_near(place, first) for place in others[:3])
    more = f" and {len(others) - 3:,} more" if len(others) > 3 else ""
    return [_where(first), ", ".join(one.labels), again + more, shortened(one.text)]


def _suspect(one: Suspect) -> list[str]:
    return [_where(one), one.label or "", one.predicted, f"{one.proba:.4f}", shortened(one.text)]


def _giveaway(one: Giveaway) -> list[str]:
    return [one.term, one.label, f"{one.here:,}", f"{one.elsewhere:,}"]


def _small(one: Small) -> list[str]:
    return [one.label, f"{one.texts:,}", f"{one.largest:,}"]


def _found(one: Found) -> list[str]:
    what = "-"
    if isinstance(one, Long):
        what = f"{one.length:,} characters"
    elif isinstance(one, Odd):
        what = "; ".join(one.what)
    return [_where(one), one.label or "-", what, shortened(one.text)]


# The headings of a table of findings after the first, and what makes a row of one.
_TEXTS = (["label", "what", "text"], _found)
_SHAPES: dict[type, tuple[list[str], Callable[[Any], list[str]]]] = {
    Repeated: (["labels", "again at", "text"], _repeated),
    Suspect: (["label", "predicted", "sure", "text"], _suspect),
    Giveaway: (["label", "texts with it", "elsewhere"], _giveaway),
    OfColumn: (["what"], lambda one: [one.column, one.what]),
    LookAlike: (["other", "texts", "other's"], lambda one: [one.label, one.other, f"{one.texts:,}", f"{one.others:,}"]),
    Small: (["texts", "the largest has"], _small),
    Found: _TEXTS,
    Long: _TEXTS,
    Odd: _TEXTS,
}


def _near(place: Place, first: Place) -> str:
    """Return file:line, the file left out where it is the first one's."""
    return str(place.line) if place.source == first.source else _where(place)


def _where(one: Place) -> str:
    return f"{one.source}:{one.line}"
