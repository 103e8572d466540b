"""A comparison of what serves the columns of a table, as a report."""

from dataclasses import asdict, dataclass

from nbcli.evaluation.tables import Compared, TableComparison
from nbcli.reports import Kind, Note, Report, Table

_NAMES = {"auc": "ROC AUC", "logloss": "log loss", "macro-f1": "macro F1"}


@dataclass(frozen=True)
class Line:
    """One line, as programs have it; `seconds` is None where they are not wanted."""

    name: str
    baseline: bool
    accuracy: float
    correct: int
    tested: int
    score: float
    interval: tuple[float, float]
    best: bool
    tied: bool
    p: float
    log_loss: float
    seconds: tuple[float, float] | None
    train: str | None


def report(result: TableComparison, corpus: str, *, times: bool) -> Report:
    """Return the report; `corpus` are words of a shell that have a command read it."""
    lines = [_line(one, corpus, times=times) for one in result.lines]
    name = _NAMES.get(result.metric, result.metric.replace("f1:", "F1 of ").replace("recall:", "recall of "))
    counted = result.metric == "accuracy" and not result.folds
    heads = ["density", f"{name}  ", "95 %  ", *(["log loss"] if result.metric != "logloss" else [])]
    rows = [[one.name, *_figures(one, counted=counted)] for one in lines]
    if result.metric == "logloss":
        rows = [row[:3] for row in rows]
    if times:
        heads.append("train + predict, s")
        rows = [[*row, "{:.3f} + {:.3f}".format(*one.seconds or (0, 0))] for row, one in zip(rows, lines, strict=True)]
    data = {
        "metric": result.metric,
        "folds": result.folds,
        "repeats": result.repeats,
        "n_train": result.n_train,
        "n_test": result.n_test,
        "columns": result.columns,
        "seed": result.seed,
        "dropped": result.dropped,
        "lines": [asdict(one) for one in lines],
    }
    return Report(data, [Table(heads, rows)], _notes(result, corpus))


def _line(one: Compared, corpus: str, *, times: bool) -> Line:
    judged, contestant = one.judged, one.contestant
    return Line(
        contestant.name,
        not contestant.own,
        judged.correct / judged.tested,
        judged.correct,
        judged.tested,
        judged.score,
        (judged.low, judged.high),
        judged.best,
        judged.tied,
        judged.p,
        one.log_loss,
        (judged.train, judged.predict) if times else None,
        f"nb train {corpus}{contestant.options}" if contestant.own else None,
    )


def _figures(one: Line, *, counted: bool) -> list[str]:
    mark = "*" if one.best else "=" if one.tied else " "
    correct = f" ({one.correct})" if counted else ""
    low, high = one.interval
    return [f"{one.score:.4f}{correct} {mark}", f"{low:.4f}-{high:.4f}  ", f"{one.log_loss:.4f}"]


def _notes(result: TableComparison, corpus: str) -> list[Note]:
    on_folds = bool(result.folds)
    share = result.metric.startswith(("accuracy", "recall"))
    test = "a corrected resampled t test" if on_folds else "McNemar's test" if share else "a paired bootstrap"
    sizes = f"{result.n_train:,} rows to train on, {result.n_test:,} to test on, {result.columns} columns"
    if on_folds:
        times = f", {result.repeats} times" if result.repeats > 1 else ""
        sizes = f"{result.folds} folds{times}; {result.n_train + result.n_test:,} rows, {result.columns} columns"
    best, own = result.best, result.best_own
    line = f"to train it: nb train {corpus}{own.contestant.options}"
    told = f"best: {best.contestant.name}, {best.judged.score:.4f}"
    if not best.contestant.own:
        told += f", a baseline; the best that nb train makes: {own.contestant.name}, {own.judged.score:.4f}"
    notes = [
        Note(f"*: the best; =: {test} cannot tell it from the best", Kind.LEGEND),
        Note(f"{sizes}, seed {result.seed}", Kind.SUMMARY),
        Note(f"{told}; {line}", Kind.SUMMARY),
    ]
    if result.dropped:
        notes.append(Note(f"{result.dropped:,} rows were left out, whose values stand in one before"))
    return notes
