"""Intervals and tests against closed forms and against what they promise."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from schema.intervals import estimate
from spark_analysis.statistics.intervals import differences, holm, means, welch


def test_an_interval_by_hand() -> None:
    about = estimate([1.0, 2.0, 3.0])
    half = 4.302652729911275 / math.sqrt(3)  # Student's t, 2 degrees of freedom, 97.5 %; sd is 1
    assert about.mean == 2.0
    assert about.sd == 1.0
    assert about.ci_low == pytest.approx(2 - half)
    assert about.ci_high == pytest.approx(2 + half)


def test_one_value_has_no_interval_and_equal_ones_a_point() -> None:
    assert math.isnan(estimate([5.0]).ci_low)
    assert (estimate([5.0, 5.0]).ci_low, estimate([5.0, 5.0]).ci_high) == (5.0, 5.0)


def test_the_interval_covers_the_truth_as_often_as_it_says() -> None:
    draw = np.random.default_rng(1)
    covered = 0
    for _ in range(4000):
        about = estimate(draw.normal(3, 2, size=10).tolist())
        covered += about.ci_low <= 3 <= about.ci_high
    assert 0.94 < covered / 4000 < 0.96


def test_differences_are_scipys_row_by_row() -> None:
    samples = np.random.default_rng(2).normal(0.3, 1, (6, 12))
    samples[1, 4:] = math.nan  # four differences
    samples[2, [0, 3, 7]] = math.nan  # nine
    found = differences(samples)
    for row, sample in enumerate(samples):
        values = sample[np.isfinite(sample)]
        about = estimate(values.tolist())
        assert found["n"][row] == len(values)
        assert [found[name][row] for name in ("mean", "sd", "ci_low", "ci_high")] == pytest.approx(
            [about.mean, about.sd, about.ci_low, about.ci_high]
        )
        assert found["p_value"][row] == pytest.approx(stats.ttest_1samp(values, 0).pvalue)
        alone = differences(values[np.newaxis])
        assert all(found[name][row : row + 1].tobytes() == alone[name].tobytes() for name in found)


def test_a_bootstrap_interval_is_scipys_and_mirrors_with_its_values() -> None:
    sample = np.random.default_rng(3).exponential(size=(1, 10))
    found, mirrored = means(sample), means(-sample)
    level = 1 - 2 * stats.norm.sf(math.sqrt(10 / 9) * stats.t.ppf(0.975, 9))
    assert 0.98 < level < 0.985
    drawn = np.random.default_rng(7)
    other = stats.bootstrap(sample, np.mean, confidence_level=level, n_resamples=40_000, rng=drawn).confidence_interval
    width = other.high - other.low
    assert found["boot_low"][0] == pytest.approx(other.low, abs=0.06 * width)
    assert found["boot_high"][0] == pytest.approx(other.high, abs=0.06 * width)
    for end, other_end in (("boot_low", "boot_high"), ("boot_high", "boot_low")):
        assert mirrored[end] == pytest.approx(-found[other_end])


def test_few_values_have_no_bootstrap_interval() -> None:
    assert math.isnan(means(np.arange(7.0)[np.newaxis])["boot_low"][0])
    assert math.isfinite(means(np.arange(8.0)[np.newaxis])["boot_low"][0])


def test_the_effect_size_of_nearly_equal_differences_has_an_interval() -> None:
    """Student's t is so large that scipy's inverse of the noncentral t would not end."""
    found = differences(np.array([[1.0, 1.0 + 1e-5, 1.0 - 1e-5], [-1.0, -1.0 - 1e-5, -1.0 + 1e-5]]))
    for end, other, share in (("effect_low", "effect_high", 0.975), ("effect_high", "effect_low", 0.025)):
        expected = 1e5 * math.sqrt(stats.chi2.isf(share, 2) / 2)
        assert found[end][0] == pytest.approx(expected) and found[other][1] == pytest.approx(-expected)


def test_an_effect_size_by_hand() -> None:
    """Mean 3, deviation 2, five differences; J(4) = Γ(2) / (√2 Γ(1.5)) = 0.7979."""
    found = differences(np.array([[3 - math.sqrt(8), 3.0, 3.0, 3.0, 3 + math.sqrt(8)]]))
    assert found["sd"][0] == pytest.approx(2)
    assert found["effect_size"][0] == pytest.approx(1.5 * 0.7978845608)
    for end, share in (("effect_low", 0.975), ("effect_high", 0.025)):
        t = 1.5 * math.sqrt(5)
        assert stats.nct.cdf(t, 4, found[end][0] * math.sqrt(5)) == pytest.approx(share, abs=1e-6)


@pytest.mark.parametrize("value", [0.0, 0.1, -1e9])
def test_the_same_difference_everywhere_is_a_point_without_a_test(value: float) -> None:
    """Also where floating point makes equal values differ in their last digits."""
    samples = np.full((1, 10), value)
    samples[0, 3:6] *= 1 + 4e-16
    found = differences(samples)
    assert found["sd"][0] == 0
    assert {found[name][0] for name in ("ci_low", "ci_high", "boot_low", "boot_high")} == {found["mean"][0]}
    assert all(math.isnan(found[name][0]) for name in ("p_value", "effect_size", "effect_low", "effect_high"))
    about = estimate(samples[0].tolist())
    assert (about.sd, about.ci_low) == (0.0, about.mean)


def test_what_cannot_be_said_is_nan() -> None:
    found = differences(np.array([[math.nan, math.nan, math.nan], [math.nan, 2.0, math.nan], [1.0, 2.0, math.nan]]))
    assert found["n"].tolist() == [0, 1, 2]
    assert np.isnan(found["mean"]).tolist() == [True, False, False]
    assert np.isnan(found["ci_low"]).tolist() == np.isnan(found["p_value"]).tolist() == [True, True, False]
    assert np.isnan(found["effect_size"]).all() and np.isnan(found["boot_low"]).all()


def test_welch_is_scipys_and_says_nothing_of_too_little() -> None:
    none = math.nan
    a = np.array([[1.0, 2.0, none, 4.0], [1.0, none, none, none], [1.0, 1.0, none, none], [1.0, 1.0, none, none]])
    b = np.array([[2.5, none, 7.0, 3.0], [2.5, 7.0, 3.0, none], [3.0, 3.0, none, none], [2.5, 7.0, 3.0, none]])
    found = welch(a, b)
    test = stats.ttest_ind([2.5, 7, 3], [1, 2, 4], equal_var=False)
    expected = (25 / 6 - 7 / 3, *test.confidence_interval(), test.pvalue)
    assert tuple(values[0] for values in found.values()) == pytest.approx(expected)
    assert found["mean"][1] == pytest.approx(19 / 6) and math.isnan(found["ci_low"][1])
    assert [values[2] for values in found.values()] == pytest.approx([2.0, 2.0, 2.0, none], nan_ok=True)
    assert found["p_value"][3] == pytest.approx(stats.ttest_1samp([2.5, 7, 3], 1).pvalue), "a side without noise"


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    adjusted = holm([0.6, math.nan, 0.5])
    assert adjusted[0] == pytest.approx(1.0)
    assert math.isnan(adjusted[1])


def test_a_row_has_the_same_bits_in_any_table() -> None:
    """A variant more must not move the last digit of another's interval."""
    samples = np.random.default_rng(5).normal(0, 1, (520, 11))
    whole, some, last = differences(samples), differences(samples[3:6]), differences(samples[519:])
    for name, values in whole.items():
        assert values[3:6].tobytes() == some[name].tobytes(), name
        assert values[519:].tobytes() == last[name].tobytes(), name


@settings(max_examples=60)
@given(st.lists(st.floats(0, 1) | st.sampled_from([0.01, 0.02, math.nan]), min_size=1, max_size=7))
def test_holm_is_the_closure_of_bonferroni(p_values: list[float]) -> None:
    """A hypothesis falls where every set with it falls, each by Bonferroni (Marcus, Peritz and Gabriel 1976)."""
    tested = [index for index, p in enumerate(p_values) if not math.isnan(p)]
    closed = [math.nan] * len(p_values)
    for index in tested:
        others = [other for other in tested if other != index]
        sets = [(index, *chosen) for size in range(len(tested)) for chosen in itertools.combinations(others, size)]
        closed[index] = max(min(1.0, len(chosen) * min(p_values[i] for i in chosen)) for chosen in sets)
    assert holm(p_values) == pytest.approx(closed, nan_ok=True)
