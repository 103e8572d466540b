"""A posterior worked out on paper: the model's equation, filled with the numbers of one row, line by line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from nbcli.models import At, Latex, NaiveBayes, Plain, log_posterior
from nbcli.system.arrays import Array
from nbcli.system.elementary import exp, log
from nbcli.vectorizers import Rows

Names = Sequence[str] | Mapping[int, str]

# A row of so few features is written out whole, the zeros too.
_FEW = 20


@dataclass(frozen=True)
class _Sheet:
    """What goes on the paper: features `shown`, each with its x and its terms (K,); how many others, and their sums.

    `row` is x as a list where it is short.
    """

    model: NaiveBayes
    row: list[float] | None
    shown: list[tuple[int, float, Array]]
    more: tuple[int, Array]
    absent: tuple[int, Array]
    jll: Array
    labels: list[str]
    names: Names | None

    def name(self, i: int) -> str:
        return str(i + 1) if self.names is None else self.names[i]


def derivation(
    model: NaiveBayes,
    row: Any,
    *,
    names: Names | None = None,
    labels: Sequence[str] | None = None,
    top: int | None = None,
    classes: Sequence[int] | None = None,
    latex: bool = False,
) -> str:
    """Return how a fitted model comes to the posterior of one row, as a textbook works it out, ending in a line end.

    row: (d,) or (1, d) numbers, dense or sparse. names: what the features are called (else 1, 2, ...); labels: what
    the classes are called (else as in `classes_`). top: write out the `top` features that decide most and add up the
    others; else all, in their order. classes: the numbers of the classes to work out, else all. latex: for a document
    with amsmath, in place of plain text.
    """
    m: Plain = Latex() if latex else Plain()
    sheet = _sheet(model, row, names, [str(c) for c in model.classes_] if labels is None else list(labels), top)
    equation = model.equation
    joint = f"{m.jll('c')} = {m.log_p('P(c)')} + "
    joint += m.log_p(m.given("x", "c")) if equation.likelihood else m.score("c")
    lines = m.block(f"{model.name()} naive Bayes", [joint, *(equation.latex if latex else equation.plain)])
    lines += _row(m, sheet)
    for c in range(len(sheet.labels)) if classes is None else classes:
        lines += m.block(f"class {sheet.labels[c]}", _class(m, sheet, c))
    lines += m.block("posterior", posterior(m, sheet.jll, model.log_prior(), sheet.labels, classes))
    return "\n".join(lines)


def _sheet(model: NaiveBayes, row: Any, names: Names | None, labels: list[str], top: int | None) -> _Sheet:
    dense = not isinstance(row, Rows) and not hasattr(row, "tocsr")
    X = np.atleast_2d(np.asarray(row, dtype=np.float64)) if dense else row
    rows, jll = model.known(X), model.joint_log_likelihood(X)
    if rows.shape[0] != 1:
        raise ValueError(f"expected one row, got {rows.shape[0]}")
    both = list(model.terms(rows))
    at_zero, present = np.array([a for a, _ in both]), np.array([p for _, p in both])
    found = [(int(i), float(x), present[:, j]) for j, (i, x) in enumerate(zip(rows.indices, rows.data, strict=True))]
    missing = np.setdiff1d(np.arange(rows.shape[1]), rows.indices)
    if dense and rows.shape[1] <= _FEW:
        found += [(int(i), 0.0, at_zero[:, i]) for i in missing if at_zero[:, i].any()]
        found.sort(key=lambda item: item[0])
        missing = missing[:0]
    if top is not None:
        best, second = np.argsort(-jll[0], kind="stable")[:2] if len(labels) > 1 else (0, 0)
        # Two terms of -inf decide nothing.
        found.sort(key=lambda f: -abs(f[2][best] - f[2][second]) if f[2][best] != f[2][second] else 0.0)
    rest = found[len(found) if top is None else top :]
    more = len(rest), np.sum([terms for *_, terms in rest], axis=0) if rest else np.zeros(len(labels))
    absent = len(missing), at_zero[:, missing].sum(axis=1)
    short = X[0].tolist() if dense and rows.shape[1] <= _FEW else None
    return _Sheet(model, short, found[: len(found) - len(rest)], more, absent, jll[0], labels, names)


def _row(m: Plain, sheet: _Sheet) -> list[str]:
    """Return the block that says what x is."""
    if sheet.names is None and sheet.row is not None:
        return m.block("the row", [f"x = [{', '.join(map(m.value, sheet.row))}]"])
    parts = [f"x[{m.text(sheet.name(i))}] = {m.value(x)}" for i, x, _ in sheet.shown]
    parts += [m.note(f"and {sheet.more[0]:,} more")] if sheet.more[0] else []
    parts += [m.note(f"{sheet.absent[0]:,} terms are absent, x = 0")] if sheet.absent[0] else []
    return m.block("the row", parts)


def _class(m: Plain, sheet: _Sheet, c: int) -> list[str]:
    """Return the lines that lead to the joint log-likelihood of class number c."""
    label, log_prior = m.text(sheet.labels[c]), float(sheet.model.log_prior()[c])
    lines = [f"{m.log_p(f'P({label})')} = {m.call('log', sheet.model.prior_written(m, c))} = {m.result(log_prior)}"]
    values = []
    for i, x, terms in sheet.shown:
        setup, steps = sheet.model.steps(m, At(c, i, x, label, m.text(sheet.name(i))))
        lines.append(m.gap.join([*setup, " = ".join([*steps, m.result(terms[c], 4)])]))
        values.append(float(terms[c]))
    for (count, sums), words in ((sheet.more, "other terms of the row"), (sheet.absent, "absent terms")):
        if count and sums.any():
            lines.append(f"{m.note(f'{words}, {count:,} together')}: {m.result(sums[c], 4)}")
            values.append(float(sums[c]))
    likelihood = m.log_p(m.given("x", label)) if sheet.model.equation.likelihood else m.score(label)
    # As on paper: the two that make the joint are added up as they are shown.
    total = m.result(sum(values))
    chain = [likelihood, m.sum(values, 4), total] if len(values) > 1 else [likelihood, total]
    paper = m.result(round(log_prior, 3) + round(sum(values), 3))
    end = f"{m.jll(label)} = {m.sum([log_prior, sum(values)])} = {paper}{m.gap}{m.note('unrounded')} "
    return [*lines, " = ".join(chain), end + m.result(float(sheet.jll[c]), 4)]


def posterior(
    m: Plain, jll: Array, log_prior: Array, labels: Sequence[str], classes: Sequence[int] | None, total: str = "P(x)"
) -> list[str]:
    """Return the lines from the joint log-likelihoods (K,) to the posterior; `total` names the sum of all classes."""
    names = [m.text(label) for label in labels]
    p = exp(log_posterior(jll[None], log_prior)[0])
    best = int(np.argmax(p))
    if np.isneginf(jll).all():
        return [m.note(f"no class can have made this row: the prior answers, {labels[best]}")]
    evidence = float(jll.max() + log(exp(jll - jll.max()).sum()))
    shown = list(range(len(jll)) if classes is None else classes)
    parts = [m.call("exp", m.result(jll[c], 4)) for c in shown]
    parts += [m.dots] if len(shown) < len(jll) else []
    lines = [f"{m.log_p(total)} = {m.call('log', ' + '.join(parts))} = {m.result(evidence, 4)}"]
    for c in shown:
        power = m.call("exp", m.sum([float(jll[c]), -evidence], 4))
        lines.append(f"{m.given(names[c], 'x')} = {power} = {m.value(float(p[c]))}")
    return [*lines, m.note(f"the likeliest is {labels[best]}")]
