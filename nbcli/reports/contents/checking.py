"""What was found in a corpus, as a report."""

from typing import Any

from nbcli.checking import KINDS
from nbcli.reports import Note, Report, Table
from nbcli.reports.contents.figures import shortened


def report(data: dict[str, Any], top: int) -> Report:
    """Return the report of what `check` found: the classes, then the first `top` findings of each kind."""
    tables, notes = [_classes(data)], []
    for kind, found in data["findings"].items():
        if found:
            tables.append(Table([f"{kind} ({len(found):,})", *_HEADINGS[_form(kind)]], _rows(kind, found[:top]), False))
            notes.append(f"{len(found):,} {kind}: {KINDS[kind]}" + _again(kind, found) + _more(len(found), top))
    if data["leave_one_out"]:
        accuracy, mistaken = (f"{data['leave_one_out'][name]:.1%}" for name in ("accuracy", "mistaken"))
        notes.append(
            f"left out one at a time, {accuracy} of the texts are labelled as they are; as far as that tells, "
            f"{mistaken} of the labels are mistaken".replace("%", " %")
        )
    notes.append("clean: nothing was found" if data["clean"] else f"{data['found']:,} findings")
    return Report(data, tables, [Note(note) for note in notes], "check")


def _again(kind: str, found: list[dict[str, Any]]) -> str:
    """Return how many texts the groups have beside the first of each."""
    return f", {sum(len(one['places']) - 1 for one in found):,} times" if _form(kind) == "groups" else ""


def _more(found: int, top: int) -> str:
    return f" (the first {top} above; --top {found} shows all)" if found > top else ""


def _classes(data: dict[str, Any]) -> Table:
    rows = [
        [
            label,
            f"{one['texts']:,}",
            f"{one['share']:.1%}".replace("%", " %"),
            f"{one['median_length']:g}",
            f"{one['longest']:,}",
        ]
        for label, one in data["labels"].items()
    ]
    return Table(["label", "texts", "share", "median length", "longest"], rows)


_HEADINGS = {
    "groups": ["labels", "again at", "text"],
    "suspects": ["label", "rather", "sure", "text"],
    "giveaways": ["label", "texts with it", "elsewhere"],
    "balance": ["texts", "the largest has"],
    "texts": ["label", "what", "text"],
}


def _form(kind: str) -> str:
    if kind in ("conflicts", "copies", "near-copies"):
        return "groups"
    return kind if kind in _HEADINGS else "texts"


def _rows(kind: str, found: list[dict[str, Any]]) -> list[list[str]]:
    form = _form(kind)
    if form == "groups":
        return [_group(one) for one in found]
    if form == "suspects":
        return [
            [_where(one), one["label"], one["said"], f"{one['proba']:.4f}", shortened(one["text"])] for one in found
        ]
    if form == "giveaways":
        return [[one["term"], one["label"], f"{one['here']:,}", f"{one['elsewhere']:,}"] for one in found]
    if form == "balance":
        return [[one["label"], f"{one['texts']:,}", f"{one['largest']:,}"] for one in found]
    return [[_where(one), one["label"] or "-", _what(one), shortened(one["text"])] for one in found]


def _group(one: dict[str, Any]) -> list[str]:
    first, *others = one["places"]
    again = ", ".join(_near(place, first) for place in others[:3])
    more = f" and {len(others) - 3:,} more" if len(others) > 3 else ""
    return [_where(first), ", ".join(one["labels"]), again + more, shortened(one["text"])]


def _near(place: dict[str, Any], first: dict[str, Any]) -> str:
    """Return file:line, the file left out where it is the first one's."""
    return str(place["line"]) if place["source"] == first["source"] else _where(place)


def _where(one: dict[str, Any]) -> str:
    return f"{one['source']}:{one['line']}"


def _what(one: dict[str, Any]) -> str:
    if "length" in one:
        return f"{one['length']:,} characters"
    return "; ".join(one.get("what", [])) or "-"
