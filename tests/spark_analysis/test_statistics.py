"""Intervals and tests against closed forms and against what they promise."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy import stats

from spark_analysis.statistics import estimate, holm, paired_p_value


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


def test_the_paired_p_value_is_scipys() -> None:
    a, b = [1.0, 2.0, 4.0, 3.0], [0.5, 2.5, 3.0, 2.0]
    differences = [x - y for x, y in zip(a, b, strict=True)]
    assert paired_p_value(differences) == pytest.approx(stats.ttest_rel(a, b).pvalue)
    assert math.isnan(paired_p_value([1.0, 1.0]))


def test_holm_by_hand() -> None:
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    adjusted = holm([0.6, math.nan, 0.5])
    assert adjusted[0] == pytest.approx(1.0)
    assert math.isnan(adjusted[1])
