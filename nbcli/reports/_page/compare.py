"""What the page of `nb compare` shows beside the result: rows and columns, how good each cell is, the drawings."""

from typing import Any

from nbcli.evaluation.baselines import whole_of
from nbcli.reports import Report
from nbcli.reports._page import charts as _charts
from nbcli.reports.contents.compared import Compared, ComparedCell, Comparisons


def shown(report: Report) -> dict[str, Any]:
    """Return what the template is given; `honest` is the comparison that copies do not flatter, where there is one."""
    data: Comparisons = report.data
    everything, distinct = data.everything, data.distinct
    return {
        "data": everything,
        "honest": distinct if everything.flattered and distinct else everything,
        "sides": [_side(one) for one in (everything, distinct) if one],
    }


def _side(data: Compared) -> dict[str, Any]:
    """Return what the page shows of one comparison; `heat` is how good a cell is beside the others, from 0 to 1."""
    inside = [cell for cell in data.cells if not whole_of(cell.model)]
    several = len({(cell.tokenizer, cell.ngrams) for cell in inside}) > 1
    rows: dict[str, dict[str, ComparedCell]] = {}
    for cell in inside:
        rows.setdefault(_row(cell, several), {})[cell.model] = cell
    known = {i: cell.score for i, cell in enumerate(data.cells) if cell.score is not None}
    low, high = (min(known.values()), max(known.values())) if known else (0.0, 1.0)
    down = data.metric == "logloss"
    worst = high if down else low
    metric = "log loss" if down else data.metric
    order = sorted(known, key=lambda i: (known[i] * (1 if down else -1), not data.cells[i].best))
    drawn = [data.cells[i] for i in order]
    return {
        "data": data,
        "columns": list(dict.fromkeys(cell.model for cell in inside)),
        "rows": rows,
        "whole": [(_short(cell.model), cell) for cell in data.cells if whole_of(cell.model)],
        "heat": lambda cell: abs(worst - cell.score) / ((high - low) or 1.0),
        "dots": _charts.dots([_called(cell, several) for cell in drawn], drawn, metric) if drawn else "",
        **_timed([data.cells[i] for i in known], metric),
        "metric": metric,
        "several": several,
    }


def _timed(cells: list[ComparedCell], metric: str) -> dict[str, Any]:
    """Return the drawing of scores over seconds, where they were asked for, and the names of its key."""
    models, timed = list(dict.fromkeys(cell.model for cell in cells)), all(cell.seconds for cell in cells)
    groups = [models.index(cell.model) for cell in cells]
    return {
        "timed": timed,
        "time": _charts.against_time(cells, groups, metric) if cells and timed else "",
        "models": [_short(model) for model in models],
    }


def _row(cell: ComparedCell, several: bool) -> str:
    cut = f"{cell.tokenizer} {'-'.join(map(str, cell.ngrams))} " if several else ""
    return f"{cut}{cell.features}"


def _short(model: str) -> str:
    whole = whole_of(model)
    return whole.short if whole else model


def _called(cell: ComparedCell, several: bool) -> str:
    return _short(cell.model) if whole_of(cell.model) else f"{_row(cell, several)} {cell.model}"
