"""An explanation as a report: the sum as a table, what was not known, and the sentence."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nbcli.explaining import Curve, Explanation, Term
from nbcli.reports import Kind, Note, Report, Table, Tone
from nbcli.reports.contents.figures import chance, clipped, counted, shown

# Rows and columns shown to a reader who asks for none in particular.
TERMS, CLASSES = 15, 3
_STRANGERS = 10


@dataclass(frozen=True)
class Explained:
    """What the page needs beside the data: the explanation of which the data has `top` terms, curves of columns."""

    explanation: Explanation
    top: int | None
    curves: Sequence[Curve] = ()

    @property
    def terms(self) -> list[Term]:
        """The terms in the data."""
        return self.explanation.deciding()[: self.top]


def report(
    explanation: Explanation,
    top: int | None = None,
    *,
    all_classes: bool = False,
    threshold: dict[str, Any] | None = None,
    title: str = "",
    curves: Sequence[Curve] = (),
) -> Report:
    """Return the report: as data everything (or `top` terms), to read `top` terms and the likeliest classes.

    `threshold`: a label and the posterior below which the model withholds it. `title`: the text, where it is one of
    several.
    """
    data = explanation.as_dict(top)
    table, notes = _table(explanation, top or TERMS, all_classes), _notes(explanation, data["sentence"])
    label, p = explanation.labels[explanation.ranking[0]], max(explanation.posterior)
    if threshold and label == threshold["label"] and p < threshold["proba"]:
        notes.insert(-1, Note(f"predict withholds it: {label} is given from {threshold['proba']:.4f} on"))
    return Report(data, [table], notes, "explain", title, Explained(explanation, top, curves))


def title_of(text: str) -> str:
    """Return what tells the explanation of a text from those of others: as much of the text as fits a line."""
    return clipped(text, 78)


def columns(explanation: Explanation, *, all_classes: bool = False) -> list[int]:
    """Return the classes to show: all of a few in their order, else the likeliest ones, the likeliest first."""
    k = len(explanation.labels)
    return list(range(k)) if all_classes or k <= CLASSES else explanation.ranking[:CLASSES]


def _table(explanation: Explanation, top: int, all_classes: bool) -> Table:
    classes, terms = columns(explanation, all_classes=all_classes), explanation.deciding()
    best, second = explanation.ranking[:2]
    names = [clipped(label) for label in explanation.labels]
    # The view is a column where there are several, the feature where it is not the count itself.
    extra = ["view"] * (len(explanation.views) > 1) + ["x"] * any(term.x != term.count for term in terms)
    extra += ["correction"] * explanation.corrected

    def corrected(some: list[Term]) -> str:
        return shown(sum(explanation.weight(t.correction) for t in some if t.correction is not None), sign=True)

    def row(name: str, parts: Any, count: str = "", **more: str) -> list[str]:
        cells = [shown(float(parts[c])) for c in classes]
        others = [more.get(column, "") for column in extra]
        return [name, count, *others, *cells, shown(explanation.weight(parts), sign=True)]

    rows = [row(first_row(explanation), explanation.log_prior)]
    for term in terms[:top]:
        view = explanation.views[term.view]
        spelling = clipped(view.shown(term.spelling))
        more = {"x": f"{term.x:.4g}", "view": view.name, "correction": corrected([term])}
        rows.append(row(spelling, term.parts, term.served or f"{term.count:,}", **more))
    if terms[top:]:
        rest = terms[top:]
        total, count = np.sum([term.parts for term in rest], axis=0), f"{sum(term.count for term in rest):,}"
        rows.append(row(counted(len(rest), "more term"), total, count, correction=corrected(rest)))
    for one in explanation.absent:
        rows.append(row(counted(one.count, "absent term"), one.parts, view=explanation.views[one.view].name))
    rows.append(row("sum", explanation.joint, correction=corrected(terms)))
    rows.append(
        ["posterior", "", *([""] * len(extra)), *(chance(float(explanation.posterior[c])) for c in classes), ""]
    )
    of_row = any(term.served for term in explanation.terms)
    heading = [*(["column", "served by"] if of_row else ["term", "count"]), *extra, *(names[c] for c in classes)]
    return Table([*heading, f"{names[best]} - {names[second]}"], rows, tones=_tones(rows))


def _tones(rows: list[list[str]]) -> dict[int, Tone]:
    """Return the tone of each line of the table: by what it decides, the headings and the two rows of sums strong."""
    found = dict.fromkeys((0, len(rows) - 1, len(rows)), Tone.STRONG)
    for n, row in enumerate(rows[:-2], 1):
        if row[-1].strip("+-0."):
            found[n] = Tone.FOR if row[-1].startswith("+") else Tone.AGAINST
    return found


def first_row(explanation: Explanation) -> str:
    """Return what the first row of the sum is called: the views of a blend have their log priors in its bias."""
    if len(explanation.views) == 1 and explanation.biased:
        return "log prior + bias"
    return "bias" if explanation.biased else "log prior"


def _notes(explanation: Explanation, sentence: str) -> list[Note]:
    views = explanation.views
    known = "known: " + ", ".join(f"{v.known:,} of {v.total:,} {v.called(v.total)}" for v in views)
    first = explanation.unknown[0].view if explanation.unknown else 0
    strangers = [one for one in explanation.unknown if one.view == first]
    short = [clipped(views[first].shown(one.spelling)) for one in strangers if one.size == views[first].size]
    line = f"not known: {'  '.join(short[:_STRANGERS])}" if short else ""
    line += f"  and {len(short) - _STRANGERS:,} more" if len(short) > _STRANGERS else ""
    longer = len(strangers) - len(short)
    line += f"{', nor' if line else 'not known:'} {counted(longer, 'longer run')}" if longer else ""
    lines = [known, *([line] if line else [])]
    return [*map(Note, lines), Note(sentence, Kind.SUMMARY, Tone.STRONG)]
