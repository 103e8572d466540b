"""A stored model on labelled texts, as a report."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nbcli.evaluation.by_class import Averages, ClassFigures
from nbcli.evaluation.figures import Figures
from nbcli.evaluation.mistakes import Mistake
from nbcli.evaluation.stored import Evaluation
from nbcli.reports import Kind, Note, Report, Table
from nbcli.reports.contents.figures import edged, number, share, shortened

_LABELS = 15
# Of more classes the JSON has the figures, and the text the averages.
_CLASSES = 200


@dataclass(frozen=True)
class Evaluated:
    """The name of a model, and how good it is."""

    model: str
    result: Evaluation


def report(model: str, result: Evaluation) -> Report:
    """Return the report of what `evaluate` found of the model of that name."""
    figures = result.figures
    tables = [_overall(result), _classes(figures), *_confusion(result), _reliability(figures)]
    tables += [_mistakes(result.mistakes)] if result.mistakes else []
    return Report(Evaluated(model, result), tables, _notes(result), "evaluate")


def sides(result: Evaluation) -> list[tuple[str, Figures]]:
    """Return the figures of all texts, and beside them those of the texts that the model had not learned."""
    return [("all texts", result.figures), *([("not learned", result.unseen)] if result.unseen else [])]


def averages(figures: Sequence[Figures]) -> list[tuple[str, list[float | None]]]:
    """Return what the figures of all classes together are called, each with its value in each of `figures`."""
    read: dict[str, Callable[[Figures], float | None]] = {
        "macro F1": lambda one: one.macro.f1,
        "weighted F1": lambda one: one.weighted.f1,
        "ROC AUC": lambda one: one.roc_auc,
        "average precision": lambda one: one.average_precision,
        "log loss": lambda one: one.log_loss,
        "Brier score": lambda one: one.brier,
        "calibration error": lambda one: one.ece,
    }
    return [(title, [value(one) for one in figures]) for title, value in read.items()]


def _overall(result: Evaluation) -> Table:
    names, figures = zip(*sides(result), strict=True)
    rows = [
        ["texts", *(f"{one.texts:,}" for one in figures)],
        ["correct", *(f"{one.correct:,}" for one in figures)],
        ["accuracy", *(number(one.accuracy) for one in figures)],
        ["  95 % interval", *("-".join(map(number, one.interval)) for one in figures)],
    ]
    rows += [[title, *map(number, values)] for title, values in averages(figures)]
    return Table(["figure", *(names if len(names) > 1 else ["value"])], rows)


def _classes(figures: Figures) -> Table:
    rows = [
        [label, *_scores(one), f"{one.support:,}", number(one.roc_auc), number(one.average_precision)]
        for label, one in list(figures.classes.items())[:_CLASSES]
    ]
    if len(figures.classes) > _CLASSES:
        rows.append([f"(and {len(figures.classes) - _CLASSES:,} more)", *([""] * 6)])
    texts, areas = f"{figures.texts:,}", (figures.roc_auc, figures.average_precision)
    rows.append(["(macro)", *_scores(figures.macro), texts, *map(number, areas)])
    rows.append(["(weighted)", *_scores(figures.weighted), texts, "-", "-"])
    return Table(["label", "precision", "recall", "F1", "texts", "ROC AUC", "avg. prec."], rows)


def _scores(one: ClassFigures | Averages) -> list[str]:
    return [number(one.precision), number(one.recall), number(one.f1)]


def _confusion(result: Evaluation) -> list[Table]:
    """Return the confusion matrix; of many labels, the pairs that were confused most."""
    labels, matrix = result.labels, result.figures.confusion
    if matrix and len(labels) <= _LABELS:
        rows = [[label, *(f"{n:,}" for n in row)] for label, row in zip(labels, matrix, strict=True)]
        return [Table(["is \\ was called", *labels], rows)]
    worst = result.figures.confused[:_LABELS]
    rows = [[f"{one.texts:,}", one.label, one.predicted] for one in worst]
    return [Table(["texts", "is", "was called"], rows, numbers=False)]


def _reliability(figures: Figures) -> Table:
    rows = [
        [
            f"{row.from_:.3f}-{row.to:.3f}",
            f"{row.texts:,}",
            number(row.predicted),
            number(row.correct),
            "-".join(map(number, row.interval)),
        ]
        for row in figures.reliability
    ]
    return Table(["posterior", "texts", "predicted", "correct", "95 % interval"], rows)


def _mistakes(mistakes: list[Mistake]) -> Table:
    rows = []
    for one in mistakes:
        misled = ", ".join(f"{edged(term.term)} {_nats(term.weight)}" for term in one.misled)
        where = f"{one.source}:{one.line}" + (" (learned)" if one.learned else "")
        called = f"{one.predicted} {one.proba:.4f}"
        rows.append([where, one.label or "", called, misled or "-", shortened(one.text)])
    return Table(["mistake", "is", "was called", "misled by", "text"], rows, numbers=False)


def _notes(result: Evaluation) -> list[Note]:
    n, wrong = result.figures.texts, result.figures.texts - result.figures.correct
    notes = []
    if result.unknown_labels:
        notes.append(Note(f"the model has no label {', '.join(result.unknown_labels)}: their texts count as wrong"))
    odd = {name: count for name, count in result.status.items() if name != "ok"}
    if odd:
        statuses = " and ".join(f"{count:,} are {name}" for name, count in sorted(odd.items()))
        notes.append(Note(f"of the texts {statuses} (no term that the model knows): the prior answered"))
    notes.append(_learned(result.learned, n))
    if wrong > len(result.mistakes):
        shown = f"{wrong:,} mistakes, {len(result.mistakes)} shown"
        notes.append(Note(f"{shown}; --errors {wrong} shows all, the most confident first"))
    return notes


def _learned(learned: int | None, n: int) -> Note:
    """Return the note on how many of the n texts the model has learned."""
    if learned is None:
        return Note("the model keeps no digests: whether it had learned these texts is not known")
    if not learned:
        return Note(f"none of the {n:,} texts had been learned")
    if learned == n:
        what = f"the model has learned all {n:,} texts; these figures say nothing of new ones"
        return Note(what, Kind.WARNING)
    part = share(learned, n)
    shown = f" ({part})" if part.endswith("%") else ""
    what = f"the model has learned {learned:,} of the {n:,} texts{shown}; believe the figures of those not learned"
    return Note(what, Kind.WARNING)


def _nats(weight: float) -> str:
    """Return what a term weighs; without smoothing one may rule a class out."""
    return f"{weight:+.1f}" if weight < 1e9 else "ruled it out"
