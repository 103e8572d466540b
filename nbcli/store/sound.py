"""Whether what a model file holds can have been learned: beyond the shapes of its parts, their numbers.

A checksum shows that a file is as it was written, and not by whom.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbcli.classifier.blend import Blend
from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_view import ColumnView
from nbcli.classifier.correction import Correction
from nbcli.classifier.text_view import TextView
from nbcli.schema import CATEGORY, NUMBER, Column

# Beyond these, sums of squares would overflow.
_LARGEST, _LARGEST_IDF, _LARGEST_OF_BLEND = 1e100, 1e3, 1e9
_MOST_SHARES = 1e6
# There is an idf for each df up to the texts of a correction.
_MOST_CORRECTED = 1 << 24


def check(classifier: Classifier) -> None:
    """Raise ValueError where it cannot have been learned."""
    if len(classifier.labels) < 2:
        raise ValueError("fewer than two labels")
    if classifier.texts.min() < 0 or not 0 < classifier.texts.sum() < _LARGEST or classifier.copies < 0:
        raise ValueError("the numbers of texts")
    if classifier.blend is not None:
        _check_blend(classifier.blend)
    if classifier.correction is not None:
        _check_correction(classifier.correction)
    schema = classifier.facts.get("columns", {}).get("columns", [])
    columns = {column.name: column for column in map(Column.of, schema)}
    if len(columns) < len(schema):
        raise ValueError("two columns of one name")
    for view in classifier.views:
        if isinstance(view, TextView):
            _check_text_view(view)
        elif isinstance(view, ColumnView):
            _check_column_view(view, columns)


def _check_blend(blend: Blend) -> None:
    parts: Sequence[Any] = (blend.weights, blend.bias, blend.exponents, blend.shape, np.array([*blend.gone.values()]))
    if any(np.abs(part).max(initial=0.0) > _LARGEST_OF_BLEND for part in parts) or np.abs(blend.exponents).max() > 10:
        raise ValueError("the numbers of the blend")


def _check_correction(correction: Correction) -> None:
    _check_blend(correction.without)
    if max(correction.step, correction.weight) > _LARGEST_OF_BLEND or not 0 < correction.n_texts <= _MOST_CORRECTED:
        raise ValueError("the numbers of the correction")


def _check_text_view(view: TextView) -> None:
    vectorizer = view.vectorizer
    if not vectorizer.vocabulary.fits(vectorizer.symbols):
        raise ValueError("terms of tokens that there are not")
    if vectorizer.df.min(initial=0) < 0:
        raise ValueError("the texts of a term")
    idf = vectorizer.idf
    if vectorizer.uses_idf and not 0 < vectorizer.new_idf < _LARGEST_IDF:
        raise ValueError("the idf of a new term")
    if len(idf) and not 0 <= idf.min() <= idf.max() < _LARGEST_IDF:
        raise ValueError("the idf of a term")
    view.model.check_counts(_LARGEST)


def _check_column_view(view: ColumnView, columns: dict[str, Column]) -> None:
    column, pair = view.recipe.column, view.recipe.pair
    # What the columns of a pair are, the first line's check has seen.
    known = pair.column(column.distinct) if pair else columns.get(column.name)
    if column.kind not in (NUMBER, CATEGORY) or known is None or _read_as(known) != _read_as(column):
        raise ValueError("a column that the table has not")
    n_categories = len(view.categories)
    if column.kind == NUMBER and n_categories:
        raise ValueError("categories of numbers")
    for density in view.densities:
        if column.kind not in density.takes:
            raise ValueError("a density of other columns")
        if column.kind == CATEGORY and not set(density.values().tolist()) <= set(range(n_categories)):
            raise ValueError("categories that there are not")
    if not all(0 <= share < _MOST_SHARES for share in view.shares):
        raise ValueError("the shares of densities")


def _read_as(column: Column) -> tuple[str, ...]:
    """Return how values of the column are read."""
    return column.kind, column.source, column.part, column.decimal
