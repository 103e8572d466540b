"""The posterior of a row worked out on paper: each column's densities filled with its value, and their sum."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from nbcli.classifier.classifier import Classifier
from nbcli.classifier.column_recipe import VALUE
from nbcli.classifier.column_view import ColumnView
from nbcli.explaining.derivation import posterior
from nbcli.explaining.explanation import Explanation
from nbcli.explaining.sum import mixing
from nbcli.models import At, Latex, Plain


def row_derivation(
    classifier: Classifier,
    explanation: Explanation,
    rows: Sequence[Any],
    labels: Sequence[str],
    classes: Sequence[int],
    *,
    latex: bool = False,
) -> str:
    """Return how a classifier of a table comes to the posterior of a row, of which its views read `rows`.

    Columns that say nothing of it, or have no weight, are left out.
    labels are what the classes are called, classes the numbers of those to work out. Texts among the columns have
    equations of their own, of which their sum is taken.
    """
    m: Plain = Latex() if latex else Plain()
    prior, scales, _ = mixing(classifier, rows)
    equation = "score = log P(c) + bias + the sum over the columns of weight * log P(x | c)"
    lines = m.block("naive Bayes of a table", [m.note(equation)])
    parts = []
    for view, x, scale in zip(classifier.views, rows, scales, strict=True):
        of_column = isinstance(view, ColumnView)
        if scale == 0 or (of_column and view.silent(x)[0]):
            continue
        parts.append(scale * view.joint_log_likelihood(x)[0])
        if isinstance(view, ColumnView):
            title = f"{view.name} = {view.value(float(x[0]))}"
            title += "" if scale == 1 else f", weight {scale:.4f}"
            lines += m.block(title, [line for c in classes for line in _column(m, view, x, c, labels[c])])
    lines += m.block("the sum", [_sum(m, labels[c], prior[c], [part[c] for part in parts]) for c in classes])
    lines += m.block("posterior", posterior(m, explanation.joint, classifier.log_prior(), labels, classes))
    return "\n".join(lines)


def _column(m: Plain, view: ColumnView, x: Any, c: int, label: str) -> list[str]:
    """Return the lines to the log density of the column's value in class c."""
    total, name = float(view.joint_log_likelihood(x)[0, c]), m.text(view.name)
    given = m.log_p(m.given(name, m.text(label)))
    if np.isnan(x[0]):
        return [f"{given} = {m.result(total, 4)}{m.gap}{m.note('missing, which counts as a value')}"]
    at, several = At(c, 0, float(x[0]), m.text(label), name), len(view.densities) > 1
    lines, values = [], []
    for density, share in zip(view.densities, view.shares, strict=True):
        setup, steps = density.steps(m, at)
        values.append(share * float(density.log_density(x)[0, c]))
        done = f"{m.note(density.described)}: {share:.4f}{m.times}({steps[0]})" if several else f"{given} = {steps[0]}"
        lines.append(f"{m.gap.join([*setup, done])} = {m.result(values[-1], 4)}")
    if view.recipe.missing == VALUE:
        values.append(total - sum(values))
        lines.append(f"{m.note('not missing')}: {m.result(values[-1], 4)}")
    return [*lines, f"{given} = {m.sum(values, 4)} = {m.result(total, 4)}"] if len(values) > 1 else lines


def _sum(m: Plain, label: str, prior: float, parts: Sequence[float]) -> str:
    total = prior + sum(parts)
    return f"{m.score(m.text(label))} = {m.sum([prior, *parts], 4)} = {m.result(total, 4)}"
