"""What each class makes of the values of a column, to be drawn with the value of one row marked."""

from dataclasses import dataclass

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_view import ColumnView
from nbcli.explaining.explanation import Explanation
from nbcli.schema import NUMBER
from nbcli.system.arrays import Array
from nbcli.system.elementary import exp

_POINTS, _MOST_CATEGORIES = 160, 12


@dataclass(frozen=True)
class Curve:
    """A column: `density` (K, V) at its values `x` (V,), of numbers with an area of 1 a class, or of `categories` (V,).

    at: the value of the row, a number or the place of its category; None where it is missing or never seen.
    """

    column: str
    x: Array
    density: Array
    categories: list[str]
    at: float | None


def curves(classifier: Classifier, explanation: Explanation, most: int) -> list[Curve]:
    """Return the curves of the `most` columns that decide most, those first."""
    terms = [term.spelling for term in explanation.deciding()]
    both = zip(classifier.views, explanation.rows, strict=False)
    found = [(view, float(row[0])) for view, row in both if isinstance(view, ColumnView)]
    order = {spelling: place for place, spelling in enumerate(terms)}
    ranked = sorted(found, key=lambda one: order.get(f"{one[0].name} = {one[0].value(one[1])}", len(terms)))
    drawn = (_curve(view, x) for view, x in ranked)
    return [one for one in drawn if one is not None][:most]


def _curve(view: ColumnView, at: float) -> Curve | None:
    column, there = view.recipe.column, not np.isnan(at)
    if column.kind != NUMBER:
        places = np.arange(len(view.categories), dtype=np.float64)[:_MOST_CATEGORIES]
        shares = exp(view.joint_log_likelihood(places)).T
        return Curve(
            view.name, places, shares, view.categories[:_MOST_CATEGORIES], at if 0 <= at < len(places) else None
        )
    low, high = column.low, column.high
    if low is None or high is None or low >= high:
        return None
    ends = [low, high, at] if there else [low, high]
    margin = 0.05 * (max(ends) - min(ends))
    x = np.linspace(min(ends) - margin, max(ends) + margin, _POINTS)
    logs = view.joint_log_likelihood(x).T
    if not (logs != logs[:, :1]).any():  # what is learned of single values says nothing between them
        return None
    heights = exp(logs - logs.max(axis=1, keepdims=True))
    area = (heights.sum(axis=1) * (x[1] - x[0]))[:, None]
    return Curve(view.name, x, heights / area, [], at if there else None)
