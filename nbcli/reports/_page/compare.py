"""What the page of `nb compare` shows beside the result: rows and columns, how good each cell is, the drawings."""

from typing import Any

from nbcli.reports._page import charts as _charts

_NAMES = {"default": "nb train", "fasttext": "fastText"}


def shown(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the template is given."""
    return {"sides": [_compared(one) for one in (data, data["distinct"]) if one]}


def _compared(data: dict[str, Any]) -> dict[str, Any]:
    """Return what the page shows of one comparison."""
    whole = [cell for cell in data["cells"] if cell["model"] in ("default", "fasttext")]
    inside = [cell for cell in data["cells"] if cell not in whole]
    several = len({(cell["tokenizer"], *cell["ngrams"]) for cell in inside}) > 1

    def row(cell: dict[str, Any]) -> str:
        cut = f"{cell['tokenizer']} {'-'.join(map(str, cell['ngrams']))} " if several else ""
        return f"{cut}{cell['features']}"

    columns = list(dict.fromkeys(cell["model"] for cell in inside))
    rows: dict[str, dict[str, Any]] = {}
    for cell in inside:
        rows.setdefault(row(cell), {})[cell["model"]] = cell
    known = [cell for cell in data["cells"] if cell["score"] is not None]
    scores = [cell["score"] for cell in known]
    low, high = (min(scores), max(scores)) if scores else (0.0, 1.0)
    down = data["metric"] == "logloss"
    called = [_NAMES.get(cell["model"]) or f"{row(cell)} {cell['model']}" for cell in known]
    order = sorted(range(len(known)), key=lambda i: (known[i]["score"] * (1 if down else -1), not known[i]["best"]))
    models = list(dict.fromkeys(cell["model"] for cell in known))
    metric = "log loss" if down else data["metric"]
    # Seconds are in the data only where they were asked for.
    timed = all("train_seconds" in cell for cell in known)
    groups = [models.index(cell["model"]) for cell in known]
    return {
        "data": data,
        "columns": columns,
        "rows": rows,
        "whole": [(_NAMES[cell["model"]], cell) for cell in whole],
        # How good a cell is beside the others, from 0 to 1.
        "heat": lambda cell: abs((low if not down else high) - cell["score"]) / ((high - low) or 1.0),
        "dots": _charts.dots([called[i] for i in order], [known[i] for i in order], metric) if known else "",
        "time": _charts.against_time(known, groups, metric) if known and timed else "",
        "timed": timed,
        "models": [_NAMES.get(model, model) for model in models],
        "metric": metric,
        "several": several,
    }
