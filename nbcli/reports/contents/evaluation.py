"""A stored model on labelled texts, as a report."""

from typing import Any

from nbcli.reports import Kind, Note, Report, Table
from nbcli.reports.contents.figures import share
from nbcli.system.width import cut

_LABELS = 15
# Of more classes the JSON has the figures, and the text the averages.
_CLASSES = 200
_TEXT = 60
_FIGURES = (
    ("macro F1", "macro", "f1"),
    ("weighted F1", "weighted", "f1"),
    ("ROC AUC", "roc_auc", None),
    ("average precision", "average_precision", None),
    ("log loss", "log_loss", None),
    ("Brier score", "brier", None),
    ("calibration error", "ece", None),
)


def report(data: dict[str, Any]) -> Report:
    """Return the report of what `evaluate` found, `data`, with the model's name in it."""
    tables = [_overall(data), _classes(data), *_confusion(data), _reliability(data)]
    return Report(data, tables + ([_errors(data)] if data["errors"] else []), _notes(data), "evaluate")


def _overall(data: dict[str, Any]) -> Table:
    """Return the figures of all texts, and beside them those of the texts that the model had not learned."""
    sides = [data] + ([data["unseen"]] if data["unseen"] else [])
    names = ["all texts", "not learned"] if data["unseen"] else ["value"]
    rows = [
        ["texts", *(f"{side['texts']:,}" for side in sides)],
        ["right", *(f"{side['right']:,}" for side in sides)],
        ["accuracy", *(_number(side["accuracy"]) for side in sides)],
        ["  95 % interval", *("-".join(map(_number, side["interval"])) for side in sides)],
    ]
    for title, key, part in _FIGURES:
        rows.append([title, *(_number(side[key][part] if part else side[key]) for side in sides)])
    return Table(["figure", *names], rows)


def _classes(data: dict[str, Any]) -> Table:
    keys, areas = ("precision", "recall", "f1"), ("roc_auc", "average_precision")
    rows = [
        [label, *(_number(one[key]) for key in keys), f"{one['support']:,}", *(_number(one[key]) for key in areas)]
        for label, one in list(data["classes"].items())[:_CLASSES]
    ]
    if len(data["classes"]) > _CLASSES:
        rows.append([f"(and {len(data['classes']) - _CLASSES:,} more)", *([""] * 6)])
    for name, ends in (("macro", [data[key] for key in areas]), ("weighted", [None, None])):
        numbers = [*(_number(data[name][key]) for key in keys), f"{data['texts']:,}", *map(_number, ends)]
        rows.append([f"({name})", *numbers])
    return Table(["label", "precision", "recall", "F1", "texts", "ROC AUC", "avg. prec."], rows)


def _confusion(data: dict[str, Any]) -> list[Table]:
    """Return the confusion matrix; of many labels, the pairs that were confused most."""
    labels, matrix = data["labels"], data["confusion"]
    if len(labels) <= _LABELS:
        rows = [[label, *(f"{n:,}" for n in row)] for label, row in zip(labels, matrix, strict=True)]
        return [Table(["is \\ was called", *labels], rows)]
    worst = data["confused"][:_LABELS]
    return [Table(["texts", "is", "was called"], [[f"{n:,}", a, b] for n, a, b in worst], numbers=False)]


def _reliability(data: dict[str, Any]) -> Table:
    rows = [
        [
            f"{row['from']:.3f}-{row['to']:.3f}",
            f"{row['texts']:,}",
            _number(row["said"]),
            _number(row["right"]),
            "-".join(map(_number, row["interval"])),
        ]
        for row in data["reliability"]
    ]
    return Table(["posterior", "texts", "said", "right", "95 % interval"], rows)


def _errors(data: dict[str, Any]) -> Table:
    rows = []
    for one in data["errors"]:
        misled = ", ".join(f"{_visible(term['term'])} {_nats(term['weight'])}" for term in one["misled"])
        where = f"{one['source']}:{one['line']}" + (" (learned)" if one["learned"] else "")
        rows.append([where, one["label"], f"{one['said']} {one['proba']:.4f}", misled or "-", shortened(one["text"])])
    return Table(["mistake", "is", "was called", "misled by", "text"], rows, numbers=False)


def shortened(text: str, columns: int = _TEXT) -> str:
    """Return the text on one line, cut to so many columns of a terminal."""
    return cut(" ".join(text.split()), columns, "...")


def _notes(data: dict[str, Any]) -> list[Note]:
    notes, learned, n = list[Note](), data["learned"], data["texts"]
    if data["strange"]:
        notes.append(Note(f"the model has no label {', '.join(data['strange'])}: their texts count as wrong"))
    odd = {name: count for name, count in data["status"].items() if name != "ok"}
    if odd:
        said = " and ".join(f"{count:,} are {name}" for name, count in sorted(odd.items()))
        notes.append(Note(f"of the texts {said} (no term that the model knows): the prior answered"))
    if learned is None:
        notes.append(Note("the model keeps no digests: whether it had learned these texts is not known"))
    elif learned == n:
        what = f"the model has learned all {n:,} texts; these figures say nothing of new ones"
        notes.append(Note(what, Kind.WARNING))
    elif learned:
        part = share(learned, n)
        shown = f" ({part})" if part.endswith("%") else ""
        what = f"the model has learned {learned:,} of the {n:,} texts{shown}; believe the figures of those not learned"
        notes.append(Note(what, Kind.WARNING))
    else:
        notes.append(Note(f"none of the {n:,} texts had been learned"))
    wrong = n - data["right"]
    if wrong > len(data["errors"]):
        shown = f"{wrong:,} mistakes, {len(data['errors'])} shown"
        notes.append(Note(f"{shown}; --errors {wrong} shows all, the most confident first"))
    return notes


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.4f}"


def _nats(weight: float) -> str:
    """Return what a term weighs; without smoothing one may rule a class out."""
    return f"{weight:+.1f}" if weight < 1e9 else "ruled it out"


def _visible(term: str) -> str:
    """Return the term with a space at its ends shown: of characters, it is a part of the term."""
    bare = term.strip(" ")
    left = len(term) - len(term.lstrip(" "))
    return "␣" * left + bare + "␣" * (len(term) - len(bare) - left)
