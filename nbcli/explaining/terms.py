"""One term of each model's sum, filled with numbers."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from nbcli.explaining.notation import Plain
from nbcli.system.elementary import log


@dataclass(frozen=True)
class At:
    """A place in a model: class number c and feature number i with the value x, and the names of the two."""

    c: int
    i: int
    x: float
    label: str
    name: str


# (what the parameters are, the steps to the term's value, which itself is left to the model)
Steps = tuple[list[str], list[str]]


def prior(m: Plain, model: Any, c: int) -> str:
    """Return P(c) written out."""
    if model.class_prior is not None:
        return m.value(float(model.class_prior[c]))
    k, count = len(model.classes_), model.class_count_
    if model.prior == "uniform":
        return m.frac("1", str(k))
    if model.prior == "words":
        return m.frac(m.value(model.word_count_[c]), m.value(model.word_count_.sum()))
    alpha = model.alpha if hasattr(model, "cells_") else 0.0
    return m.frac(_plus(m, count[c], alpha), _plus(m, count.sum(), alpha, k))


def multinomial(m: Plain, model: Any, at: At) -> Steps:
    """Return the steps of a term of multinomial naive Bayes."""
    definition, theta = _theta(m, model, at, model.feature_count_[at.c], m.sub("theta", at.label, at.name))
    return [definition], [f"{m.value(at.x)}{m.times}{m.call('log', theta)}"]


def complement(m: Plain, model: Any, at: At) -> Steps:
    """Return the steps of a term of complement naive Bayes."""
    others = np.maximum(model.feature_count_.sum(axis=0) - model.feature_count_[at.c], 0.0)
    name = m.sub("theta", f"{m.text('not ')}{at.label}", at.name)
    definition, theta = _theta(m, model, at, others, name)
    score = f"-{m.value(at.x)}{m.times}{m.call('log', theta)}"
    if not model.norm:
        return [definition], [score]
    p = (others + model.alpha) / (others + model.alpha).sum()
    return [definition], [m.frac(score, m.value(-log(np.maximum(p, np.finfo(np.float64).tiny)).sum()))]


def _theta(m: Plain, model: Any, at: At, count: Any, name: str) -> tuple[str, str]:
    alpha, total, d = model.alpha, count.sum(), model.n_features_in_
    filled = m.frac(_plus(m, count[at.i], alpha), _plus(m, total, alpha, d))
    value = m.value(_over(count[at.i] + alpha, total + alpha * d))
    return f"{name} = {filled} = {value}", value


def bernoulli(m: Plain, model: Any, at: At) -> Steps:
    """Return the steps of a term of bernoulli naive Bayes."""
    count, n, alpha = model.feature_count_[at.c, at.i], model.class_count_[at.c], model.alpha
    q = m.value(_over(count + alpha, n + 2 * alpha))
    filled = m.frac(_plus(m, count, alpha), _plus(m, n, alpha, 2))
    return [f"{m.sub('q', at.label, at.name)} = {filled} = {q}"], [m.call("log", q if at.x else f"1 - {q}")]


def categorical(m: Plain, model: Any, at: At) -> Steps:
    """Return the steps of a term of categorical naive Bayes."""
    own = model.cells_ >> 32 == at.i
    counts = model.cell_count_[at.c][own]
    here = model.cells_[own] & ((1 << 31) - 1) == int(at.x)
    count = counts[here].sum() if at.x else model.class_count_[at.c] - counts.sum()
    n, alpha, n_values = model.class_count_[at.c], model.alpha, int(model.n_values_[at.i])
    p = m.value(_over(count + alpha, n + alpha * n_values))
    filled = m.frac(_plus(m, count, alpha), _plus(m, n, alpha, n_values))
    return [f"{m.sub('p', at.label, at.name, m.value(at.x))} = {filled} = {p}"], [m.call("log", p)]


def gaussian(m: Plain, model: Any, at: At) -> Steps:
    """Return the steps of a term of gaussian naive Bayes."""
    mu, s2 = float(model.theta_[at.c, at.i]), float(model.var_[at.c, at.i])
    names = [f"{m.sub(name, at.label, at.name)} = {m.value(v)}" for name, v in (("mu", mu), ("s2", s2))]
    shown_mu, shown_s2 = (m.value(abs(mu)), m.value(s2))
    off = f"{m.value(at.x)} {'+' if mu < 0 else '-'} {shown_mu}"
    square = m.frac(f"0.5{m.thin}{m.squared(off)}", shown_s2, flat=True)
    steps = m.sum([-0.5 * math.log(2 * math.pi * s2), -0.5 * (at.x - mu) ** 2 / s2], digits=4)
    return names, [f"-0.5{m.thin}{m.call('log', m.two_pi(shown_s2))} - {square}", steps]


def _plus(m: Plain, count: float, alpha: float, times: int | None = None) -> str:
    """Return count + alpha (times a number), or the count alone where alpha is 0."""
    if not alpha:
        return m.value(count)
    return f"{m.value(count)} + {m.value(alpha)}" + ("" if times is None else f"{m.times}{times}")


def _over(a: float, b: float) -> float:
    return a / b if b else 0.0
