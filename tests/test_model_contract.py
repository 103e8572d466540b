"""What a model says of itself is true: its equation, its linear form, its counts; a new model's file inherits this."""

from inspect import signature

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from nbcli.choices import choices, load
from nbcli.explaining import derivation
from nbcli.models import At, ClassCounts, Equation, Latex, NaiveBayes, Plain, Sums, Takes
from tests.test_models_properties import assert_same, new

every_model = pytest.mark.parametrize("name", choices("models"))
PRESENCE = hnp.arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(1, 5)), elements=st.integers(0, 1))
AMOUNTS = hnp.arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(1, 5)), elements=st.integers(0, 4))


def learned(name: str, X: np.ndarray, **options: object) -> tuple[NaiveBayes, np.ndarray]:
    y = np.arange(len(X)) % 2
    return new(name, **options).fit(X, y), y


@every_model
def test_it_states_its_equation(name: str) -> None:
    model = load("models", name).Model
    assert isinstance(model.equation, Equation) and isinstance(model.takes, Takes) and model.name() == name
    assert model.equation.plain and model.equation.latex
    assert all("\\" in line for line in model.equation.latex), "LaTeX"
    assert set(model.options()) == set(signature(model).parameters) - {"prior", "class_prior"}


@every_model
@settings(max_examples=25, deadline=None)
@given(X=AMOUNTS)
def test_the_steps_are_the_terms(name: str, X: np.ndarray) -> None:
    """The derivation ends in the numbers of the model, and states each parameter of each term."""
    model, _ = learned(name, X)
    row = X[0]
    for m, latex in ((Plain(), False), (Latex(), True)):
        text = derivation(model, row, latex=latex)
        for line in model.equation.latex if latex else model.equation.plain:
            assert line in text
        for value in model.joint_log_likelihood(row[None])[0]:
            assert m.result(float(value), 4) in text
        for i in np.flatnonzero(row).tolist():
            setup, steps = model.steps(m, At(0, i, float(row[i]), "c", str(i)))
            assert setup and steps and all(" = " in line for line in setup)


@every_model
@settings(max_examples=50, deadline=None)
@given(X=AMOUNTS)
def test_its_linear_form_is_its_joint_log_likelihood(name: str, X: np.ndarray) -> None:
    model, _ = learned(name, X)
    form = model.linear()
    if form is None:
        assert model.takes in (Takes.VALUES, Takes.NUMBERS)
        return
    bias, weights = form
    seen = model.seen(X).tocsr().toarray()
    np.testing.assert_allclose(bias + seen @ weights.T, model.joint_log_likelihood(X), rtol=1e-9, atol=1e-9)


@every_model
@settings(max_examples=50, deadline=None)
@given(X=st.one_of(PRESENCE, AMOUNTS))
def test_sums_by_class_are_the_texts(name: str, X: np.ndarray) -> None:
    model, y = learned(name, X)
    by_class = [X[y == c] for c in (0, 1)]
    parts = [(len(x), x.sum(axis=0), (x**2).sum(axis=0), (x > 0).sum(axis=0)) for x in by_class]
    sums = Sums(*(np.array(part, dtype=np.float64) for part in zip(*parts, strict=True)))
    summed = new(name).from_sums(np.array([0, 1]), sums)
    if summed is None:
        assert model.takes is Takes.VALUES and (X > 1).any()
        return
    assert_same(summed, model, "gaussian" if model.takes is Takes.NUMBERS else name)


@every_model
@settings(max_examples=50, deadline=None)
@given(X=AMOUNTS)
def test_it_counts_terms_by_class(name: str, X: np.ndarray) -> None:
    model, y = learned(name, X)
    seen = X > 0 if model.takes.texts else X
    counts = model.term_counts()
    counts = counts.toarray() if isinstance(counts, ClassCounts) else counts
    np.testing.assert_allclose(counts, [seen[y == c].sum(axis=0) for c in (0, 1)], atol=1e-9)
