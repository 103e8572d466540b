"""A comparison as a report: the matrix, and under it what a reader must know before believing it."""

from dataclasses import dataclass, replace
from typing import Any

from nbcli.evaluation import Cell, Comparison, applicable
from nbcli.evaluation.baselines import WHOLE
from nbcli.reports import Kind, Note, Report, Table
from nbcli.reports.contents.comparison_data import called, data_of, metric_of, train_line
from nbcli.reports.contents.figures import share

_OFFSET = (
    "The categorical and bernoulli models take presence only here: "
    "a count or a tfidf weight is a quantity, not a category."
)
_TIMES = "train + predict, s"


@dataclass(frozen=True)
class Layout:
    """The rows (tokenizers with their n-grams, and features) and columns, and what the user typed to name the corpus.

    `corpus` are words of a shell, with the options to read it. `times`: whether the seconds are shown.
    """

    cuts: list[tuple[str, tuple[int, int]]]
    features: list[str]
    columns: list[str]
    corpus: str
    times: bool = False

    def rows(self) -> list[tuple[str, tuple[str, tuple[int, int]], str]]:
        """Return the name of each row of the matrix, its tokenizer and its features."""
        several = len(self.cuts) > 1
        return [
            (f"{cut[0]} {cut[1][0]}-{cut[1][1]} {f}" if several else f, cut, f)
            for cut in self.cuts
            for f in self.features
        ]


def report(result: Comparison, without: Comparison | None, layout: Layout) -> Report:
    """Return the report of a comparison, and, where there are any, beside it that of the same without copies."""
    data = data_of(result, layout.corpus)
    data["distinct"] = data_of(without, layout.corpus) if without else None
    tables = _tables(result, layout)
    tables += _tables(without, layout) if without else []
    return Report(data, tables, _notes(result, without, layout), "compare")


def without_times(found: Report) -> Report:
    """Return the report without seconds in its data: the same input, the same bytes."""
    data = _untimed(found.data)
    return replace(found, data=data | {"distinct": data["distinct"] and _untimed(data["distinct"])})


def _untimed(data: dict[str, Any]) -> dict[str, Any]:
    cells = [{name: v for name, v in cell.items() if not name.endswith("_seconds")} for cell in data["cells"]]
    return data | {"cells": cells}


def _tables(result: Comparison, layout: Layout) -> list[Table]:
    """Return the matrix with an interval under each score, what stands beside it, and the seconds if asked for."""
    name = metric_of(result)
    head = f"{name}, copies dropped" if result.dedup else name
    at = {(c.recipe.tokenizer, c.recipe.ngrams, c.recipe.features, c.recipe.model): c for c in result.cells}
    counted = result.metric == "accuracy" and not result.folds
    rows, seconds = [], []
    for title, cut, features in layout.rows():
        cells = [at.get((*cut, features, model)) for model in layout.columns]
        rows += [[title, *(_score(cell, counted) for cell in cells)], ["", *(_interval(cell) for cell in cells)]]
        seconds.append([title, *(_seconds(cell) for cell in cells)])
    tables = [Table([head, *(f"{model}  " for model in layout.columns)], rows)] if layout.columns else []
    others = [cell for cell in result.cells if cell.recipe.model in WHOLE]
    if others:
        lines = [[called(cell.recipe), _score(cell, counted), _interval(cell), _seconds(cell)] for cell in others]
        # Without --times the same input gives the same bytes.
        shown = 4 if layout.times else 3
        heads = ["beside it", f"{name}  ", "95 %  ", _TIMES]
        tables.append(Table(heads[:shown], [line[:shown] for line in lines]))
    if layout.times and layout.columns:
        tables.append(Table([_TIMES, *layout.columns], seconds))
    return tables


def _score(cell: Cell | None, counted: bool) -> str:
    """Return the score with its mark, and with the number right behind where it is one of `counted` texts."""
    if cell is None:
        return "-  "
    mark = "*" if cell.best else "=" if cell.tied else " "
    if cell.score != cell.score:
        return f"not defined {mark}"
    right = f" ({cell.right})" if counted else ""
    return f"{cell.score:.4f}{right} {mark}"


def _interval(cell: Cell | None) -> str:
    return "" if cell is None or cell.low != cell.low else f"{cell.low:.4f}-{cell.high:.4f}  "


def _seconds(cell: Cell | None) -> str:
    return "-" if cell is None else f"{cell.train:.3f} + {cell.predict:.3f}"


def _notes(result: Comparison, without: Comparison | None, layout: Layout) -> list[Note]:
    marks = f"*: the best; =: {_test(result)} cannot tell it from the best; under each score its 95 % interval"
    notes = [Note(marks, Kind.LEGEND)]
    if not all(applicable(f, m) for f in layout.features for m in layout.columns):
        notes.append(Note(f"-: not applicable. {_OFFSET}"))
    notes += [Note(_sizes(result), Kind.SUMMARY), Note(_best(result, layout), Kind.SUMMARY)]
    if result.dropped:
        notes.append(Note(f"{result.dropped:,} copies were left out (texts alike but for case and spaces)"))
    if result.flattered:
        notes.append(Note(f"{_leak(result)}, which flatters every cell", Kind.WARNING))
    elif result.leaked:
        notes.append(Note(f"{_leak(result)}; at most {result.leaked:,} answers are right because of it"))
    if without:
        sizes = f"{without.n_train:,} texts to train on, {without.n_test:,} to test on"
        copies = f"without its {without.dropped:,} copies (lower table)"
        notes.append(Note(f"{copies}: {sizes}; {_best(without, layout)}", Kind.SUMMARY))
    if not any(cell.recipe.model in WHOLE for cell in result.cells):
        other = "the default of nb train blends a recipe of its own: --models all,default shows it beside these"
        notes.append(Note(other))
    return notes


def _test(result: Comparison) -> str:
    if result.folds:
        return "a corrected resampled t test"
    return "McNemar's test" if result.metric.startswith(("accuracy", "recall")) else "a paired bootstrap"


def _sizes(result: Comparison) -> str:
    counted = f"{result.terms:,} terms, seed {result.seed}"
    if result.folds:
        times = f", {result.repeats} times" if result.repeats > 1 else ""
        return (
            f"{result.folds} folds{times}, copies kept in one fold; {result.n_train + result.n_test:,} texts, {counted}"
        )
    right = " (the number right in brackets)" if result.metric == "accuracy" else ""
    return f"{result.n_train:,} texts to train on, {result.n_test:,} to test on{right}, {counted}"


def _best(result: Comparison, layout: Layout) -> str:
    """Return what is best and how to train it; where that is a baseline, the best that `nb train` makes, too."""
    top, own = result.best, result.best_trainable
    best = f"best: {_figured(top, result)}"
    line = f"to train it: {train_line(own.recipe, layout.corpus)}"
    if not top.baseline:
        return f"{best}; {line}"
    told = f"{_test(result)} {'cannot tell' if own.tied else 'tells'} it from the best"
    return f"{best}, a baseline; the best that nb train makes: {_figured(own, result)} ({told}); {line}"


def _figured(cell: Cell, result: Comparison) -> str:
    """Return what a cell is called and its score, never without a word on copies where they flatter it."""
    flattered = ", flattered by copies" if result.flattered else ""
    return f"{called(cell.recipe, result.several)}, {cell.score:.4f}{flattered}"


def _leak(result: Comparison) -> str:
    """Return the sentence on test texts that were trained on, the label with the largest share of them named."""
    label, (leaked, total) = max(result.leaked_of_label.items(), key=lambda item: item[1][0] / max(item[1][1], 1))
    part = share(leaked, total)
    own = f"{part} of the {label}" if part.endswith("%") else f"{part} of the {total:,} {label}"
    return f"{share(result.leaked, result.n_test)} of the {result.n_test:,} test texts, {own}, also stand in training"
