"""What holds of every density of a column: its contract, and each against what defines it."""

import itertools
import math
from copy import deepcopy

import numpy as np
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from scipy import stats

from nbcli.choices import choices, load
from nbcli.densities import Density, Options, equal_frequency
from nbcli.densities.mdl import entropy_cuts
from nbcli.models import At, Latex, Plain

NAMES = choices("densities")
every = pytest.mark.parametrize("name", NAMES)
quick = settings(max_examples=30, deadline=None)
OPTIONS = Options(alpha=0.5, var_smoothing=1e-3, bins=4)


def all_of(name, x, codes, k):
    """Return the plain density and all candidates of a choice, none of which has learned."""
    kind = load("densities", name).Density
    return [kind.plain(x, codes, k, OPTIONS), *kind.candidates(x, codes, k)]


@st.composite
def columns(draw, min_size=2):
    """x (n,) with copies and missing values, codes (n,) of up to 3 classes, all of them there."""
    n = draw(st.integers(min_size, 14))
    number = st.sampled_from([0.0, 1.0, 2.0, 3.0, 7.0, 2.5, -1.25, math.nan])
    x = np.array(draw(st.lists(number, min_size=n, max_size=n)))
    codes = np.array(draw(st.lists(st.integers(0, 2), min_size=n, max_size=n)))
    return x, np.unique(codes, return_inverse=True)[1]


def assert_same(a: Density, b: Density) -> None:
    left, right = a.state(), b.state()
    assert left.keys() == right.keys()
    for key, value in left.items():
        if isinstance(value, np.ndarray):
            np.testing.assert_allclose(value, right[key], rtol=1e-9, atol=1e-9, err_msg=key)
        else:
            assert value == right[key]


def learned(density: Density, x, codes) -> Density:
    density = deepcopy(density)
    density.learn(x, codes)
    return density


@every
@quick
@given(column=columns(), data=st.data())
def test_batches_in_any_order_and_parts_merged_are_the_whole(name, column, data):
    x, codes = column
    k = codes.max() + 1
    for empty in all_of(name, x, codes, k):
        whole, batches, merged = learned(empty, x, codes), deepcopy(empty), deepcopy(empty)
        order = np.array(data.draw(st.permutations(range(len(x)))))
        for rows in np.split(order, sorted(data.draw(st.lists(st.integers(0, len(x)), max_size=3)))):
            batches.learn(x[rows], codes[rows])
            merged.merge(learned(empty, x[rows], codes[rows]))
        assert_same(whole, batches)
        assert_same(whole, merged)


@every
@quick
@given(column=columns(), more=columns())
def test_what_is_taken_back_was_never_there(name, column, more):
    (x, codes), (x2, codes2) = column, more
    k = max(codes.max(), codes2.max()) + 1
    for empty in all_of(name, x, codes, k):
        density = learned(empty, x, codes)
        density.learn(x2, codes2)
        density.unlearn(x2, codes2)
        assert_same(density, learned(empty, x, codes))
        with pytest.raises(ValueError):
            density.unlearn(np.full(len(x) + 1, 3.0), np.zeros(len(x) + 1, dtype=int))


@every
@settings(max_examples=60, deadline=None)
@given(column=columns(), data=st.data())
def test_leaving_out_is_training_again_without(name, column, data):
    """Each record alone, or with all records of its class and value: as n trainings give it."""
    x, codes = column
    k, copies = codes.max() + 1, data.draw(st.booleans())
    same = np.eye(len(x), dtype=bool)
    if copies:
        same = ((x[:, None] == x) | (np.isnan(x)[:, None] & np.isnan(x))) & (codes[:, None] == codes)
    own = np.array([np.bincount(codes[row], minlength=k) for row in same]).astype(float)
    for empty in all_of(name, x, codes, k):
        found = learned(empty, x, codes).without(x, own)
        for i, gone in enumerate(same):
            rest = learned(empty, x[~gone], codes[~gone])
            np.testing.assert_allclose(found[i], rest.log_density(x[i : i + 1])[0], rtol=1e-7, atol=1e-7)


@every
@quick
@given(column=columns())
def test_a_missing_value_says_nothing_and_scores_are_finite(name, column):
    x, codes = column
    for empty in all_of(name, x, codes, codes.max() + 1):
        density = learned(empty, x, codes)
        found = density.log_density(np.array([math.nan, *x, 1e6, -1e6]))
        assert not found[0].any() and density.silent(np.array([math.nan]))[0]
        assert np.isfinite(found).all()


@every
@quick
@given(column=columns())
def test_the_state_comes_back(name, column):
    x, codes = column
    k = codes.max() + 1
    for empty in all_of(name, x, codes, k):
        density = learned(empty, x, codes)
        again = type(density).from_state(density.state(), k)
        assert_same(density, again)
        assert again.described == density.described
        np.testing.assert_array_equal(again.log_density(x), density.log_density(x))
        with pytest.raises((ValueError, KeyError)):
            type(density).from_state(density.state(), k + 1)


@every
@quick
@given(column=columns())
def test_classes_change_places(name, column):
    x, codes = column
    k = codes.max() + 1
    for empty in all_of(name, x, codes, k):
        density = learned(empty, x, codes)
        before = density.log_density(x)
        place = np.arange(k)[::-1] + 1
        density.relabel(place, k + 1)
        np.testing.assert_allclose(density.log_density(x)[:, place], before, rtol=1e-12)


@every
@quick
@given(column=columns())
def test_steps_come_to_the_log_density(name, column):
    """The last step of a derivation, in plain text, is a sum or a logarithm of the term's value."""
    x, codes = column
    density = learned(all_of(name, x, codes, codes.max() + 1)[0], x, codes)
    for value in x[~np.isnan(x)].tolist():
        expected = density.log_density(np.array([value]))[0]
        for c in range(codes.max() + 1):
            at = At(c, 0, value, "a", "age")
            _, steps = density.steps(Plain(), at)
            assert all(density.steps(Latex(), at)[1])
            if steps[-1] in ("never seen", "no count"):
                assert expected[c] == 0
            else:
                shown = steps[-1].replace(" - -", " + ")
                assert eval(shown, {"log": math.log}) == pytest.approx(expected[c], abs=2e-3, rel=2e-3)


@every
def test_its_file_says_what_it_is(name):
    module = load("densities", name)
    assert "=" in module.__doc__ and issubclass(module.Density, Density)
    assert module.Density.equation.plain and module.Density.equation.latex
    assert set(module.Density.takes) <= {"number", "category"}


# Each against what defines it

X = np.array([1.0, 1.5, 2.0, 2.0, 5.0, 5.5, 7.0, 6.0])
Y = np.array([0, 0, 0, 0, 1, 1, 1, 1])
ASKED = np.array([0.0, 1.7, 4.0, 9.0])


def test_gaussian_is_the_textbooks():
    density = learned(load("densities", "gaussian").Density.plain(X, Y, 2, Options(var_smoothing=0.0)), X, Y)
    for c in (0, 1):
        own = X[c == Y]
        expected = stats.norm.logpdf(ASKED, own.mean(), own.std())
        np.testing.assert_allclose(density.log_density(ASKED)[:, c], expected, rtol=1e-12)


def test_gaussian_is_shrunk_by_one_observation():
    density = learned(load("densities", "gaussian").Density(2), X, Y)
    m, v = X.mean(), sum(((X[c == Y] - X[c == Y].mean()) ** 2).sum() for c in (0, 1)) / len(X)
    for c, (mu, s2) in enumerate(zip(*density.parameters(), strict=True)):
        own = X[c == Y]
        assert mu == pytest.approx((own.sum() + m) / 5)
        assert s2 == pytest.approx((((own - mu) ** 2).sum() + v) / 5 + 1e-6 * X.var())


@pytest.mark.parametrize("width", ["range", "silverman"])
def test_kernel_is_a_mean_of_normals(width):
    density = learned(load("densities", "kernel").Density(2, width), X, Y)
    gap = np.diff(np.unique(X)).mean()
    h = 6 / math.sqrt(4) if width == "range" else 1.06 * X.std() * 4**-0.2
    for c in (0, 1):
        normals = np.array([stats.norm.pdf(ASKED, v, max(h, gap / 6)) for v in X[c == Y]]).sum(axis=0)
        expected = np.log((normals + 1 / (6 + gap)) / 5)
        np.testing.assert_allclose(density.log_density(ASKED)[:, c], expected, rtol=1e-10)


def test_poisson_is_smoothed_by_one_observation():
    x = np.array([0.0, 1, 0, 40, 60, 33, math.nan, 2.5])
    codes = np.array([0, 0, 0, 1, 1, 1, 0, 1])
    density = learned(load("densities", "poisson").Density(2), x, codes)
    mean = x[:6].mean()
    asked = np.array([0.0, 1, 31, 32, 33, 500])
    for c in (0, 1):
        rate = (x[:6][codes[:6] == c].sum() + mean) / 4
        np.testing.assert_allclose(density.log_density(asked)[:, c], stats.poisson.logpmf(asked, rate), rtol=1e-11)


def test_bins_have_as_many_each_and_no_more_than_values():
    x = np.arange(100.0)
    cuts = equal_frequency(x, 10)
    assert np.bincount(np.searchsorted(cuts, x, "right")).tolist() == [10] * 10
    assert equal_frequency(np.array([1.0, 1, 1, 1]), 5).tolist() == []
    assert equal_frequency(np.array([1.0, 1, 1, 2]), 2).tolist() == []
    assert len(equal_frequency(np.array([1.0, 2, 3]), 20)) == 2


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(st.lists(st.tuples(st.integers(0, 12), st.integers(0, 2)), min_size=2, max_size=40))
def test_mdl_cuts_are_those_of_the_definition(rows):
    """Fayyad and Irani's criterion, written down record by record."""
    x, codes = (np.array(part) for part in zip(*rows, strict=True))

    def entropy(some):
        p = np.bincount(some) / max(len(some), 1)
        return -(p[p > 0] * np.log2(p[p > 0])).sum()

    def cuts(x, codes):
        values, n = np.unique(x), len(x)
        tried = []
        for low, high in itertools.pairwise(values):
            left, right = codes[x <= low], codes[x > low]
            tried.append(((len(left) * entropy(left) + len(right) * entropy(right)) / n, (low + high) / 2))
        if not tried:
            return []
        least = min(e for e, _ in tried)
        # Of cuts that are equally good either may be taken.
        assume(sum(e <= least + 1e-12 for e, _ in tried) == 1)
        mixed, cut = min(tried)
        left, right = codes[x < cut], codes[x > cut]
        k, k1, k2 = (len(set(some.tolist())) for some in (codes, left, right))
        delta = math.log2(3**k - 2) - (k * entropy(codes) - k1 * entropy(left) - k2 * entropy(right))
        if entropy(codes) - mixed <= (math.log2(n - 1) + delta) / n:
            return []
        return [*cuts(x[x < cut], left), cut, *cuts(x[x > cut], right)]

    assert entropy_cuts(x.astype(float), codes, 3).tolist() == cuts(x, codes)
