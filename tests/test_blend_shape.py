"""The ridge on a blend's weights and the shape of its scores: bounded, least by brute force, and the order stays."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nbcli.classifier.blend import margins, shaped, stretches
from nbcli.models import log_posterior
from nbcli.training.fitting import fit_blend, fit_shape

finite = st.floats(-50, 50, width=32)


def log_loss(z, codes):
    return -log_posterior(z, np.zeros(z.shape[1]))[np.arange(len(codes)), codes].mean()


@given(
    st.integers(2, 5).flatmap(lambda k: st.lists(st.lists(finite, min_size=k, max_size=k), min_size=1, max_size=8)),
    st.tuples(st.floats(0.001, 5), st.floats(0.001, 5)),
)
def test_a_shape_keeps_the_likeliest_class_and_the_shift_of_a_row(rows, shape):
    z, shape = np.array(rows), np.array(shape)
    moved = shaped(z, shape)
    ordered = np.sort(z, axis=1)
    np.testing.assert_allclose(margins(z), ordered[:, -1] - ordered[:, -2])
    factor = (shape[0] + shape[1] * margins(z)) / (1 + margins(z))
    np.testing.assert_allclose(moved, z * factor[:, None], rtol=1e-12)
    at = np.arange(len(z)), z.argmax(axis=1)
    assert (moved[at] == moved.max(axis=1)).all()
    prior = np.zeros(z.shape[1])
    np.testing.assert_allclose(log_posterior(moved, prior), log_posterior(shaped(z + 3, shape), prior), atol=1e-9)


def test_what_is_impossible_stays_so_and_gives_no_nan():
    z, shape = np.array([[0.0, -np.inf], [-np.inf, -np.inf], [1.0, 2.0]]), np.array([2.0, 0.5])
    assert stretches(z, shape).tolist() == [0.5, 2.0, 1.25]
    assert shaped(z, shape)[0].tolist() == [0.0, -np.inf] and not np.isnan(shaped(z, shape)).any()


@pytest.mark.parametrize("truth", [(1.0, 1.0), (2.0, 0.5), (0.4, 1.3)])
def test_a_shape_is_where_the_loss_is_least(truth):
    rng = np.random.default_rng(0)
    z = rng.normal(size=(4000, 3)) * 3
    p = np.exp(log_posterior(shaped(z, np.array(truth)), np.zeros(3)))
    codes = (rng.random(4000)[:, None] > p.cumsum(axis=1)).sum(axis=1)

    def penalised(shape):
        return log_loss(shaped(z, np.array(shape)), codes) + 5 / 4000 * ((np.array(shape) - 1) ** 2).sum()

    found = fit_shape(z, codes)
    np.testing.assert_allclose(found, truth, atol=0.25)
    best = penalised(found)
    for dx in (-0.02, 0.0, 0.02):
        for dy in (-0.02, 0.0, 0.02):
            assert penalised(found + np.array([dx, dy])) >= best - 1e-9


@settings(max_examples=20, deadline=None)
@given(st.integers(0, 1000), st.integers(2, 4))
def test_the_ridge_is_the_formula_and_keeps_weights_of_what_is_told_apart_small(seed, k):
    """Without it a view that tells all texts apart has a weight without end."""
    rng = np.random.default_rng(seed)
    codes = np.arange(60) % k
    view = np.full((60, k), -4.0) + rng.normal(size=(60, k)) * 0.1
    view[np.arange(60), codes] = 4.0
    fit = fit_blend([view], [np.ones(60)], codes, [0.0])
    a, b = fit.blend.weights[0], fit.blend.bias
    assert a < 10
    z = view - view.max(axis=1, keepdims=True)
    spread = ((z - z.mean(axis=1, keepdims=True)) ** 2).mean()

    def penalised(a, b):
        return log_loss(a * z + b, codes) + (a * a * (spread / 60 + 1e-6) + 1e-3 * (b * b).sum()) / 2

    for step in (0.01, -0.01):
        assert penalised(a + step, b) > penalised(a, b)
        for c in range(k):
            assert penalised(a, b + step * np.eye(k)[c]) > penalised(a, b)
