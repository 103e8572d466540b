"""A comparison as a report: the matrix, and under it what a reader must know before believing it."""

from dataclasses import dataclass, replace

from nbcli.evaluation import Cell, Comparison
from nbcli.evaluation.baselines import whole_of
from nbcli.reports import Report, Table
from nbcli.reports.contents.called import called, metric_of
from nbcli.reports.contents.compared import Comparisons
from nbcli.reports.contents.comparison_data import compared
from nbcli.reports.contents.comparison_notes import notes

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
    """Return the report of a comparison, and, where there is one, beside it that of the same without copies."""
    tables = _tables(result, layout) + (_tables(without, layout) if without else [])
    beside = compared(without, layout.corpus) if without else None
    data = Comparisons(compared(result, layout.corpus), beside)
    return Report(data, tables, notes(result, without, layout.features, layout.columns, layout.corpus), "compare")


def without_times(found: Report) -> Report:
    """Return the report without seconds in its data: the same input, the same bytes."""
    data: Comparisons = found.data
    distinct = data.distinct and data.distinct.without_times()
    return replace(found, data=Comparisons(data.everything.without_times(), distinct))


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
    others = [cell for cell in result.cells if whole_of(cell.recipe.model)]
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
    """Return the score with its mark, and behind it the number of correct texts where they are `counted`."""
    if cell is None:
        return "-  "
    mark = "*" if cell.best else "=" if cell.tied else " "
    if cell.score != cell.score:
        return f"not defined {mark}"
    correct = f" ({cell.correct})" if counted else ""
    return f"{cell.score:.4f}{correct} {mark}"


def _interval(cell: Cell | None) -> str:
    return "" if cell is None or cell.low != cell.low else f"{cell.low:.4f}-{cell.high:.4f}  "


def _seconds(cell: Cell | None) -> str:
    return "-" if cell is None else f"{cell.train:.3f} + {cell.predict:.3f}"
