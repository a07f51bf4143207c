"""Over simulated data: intervals cover the truth as often as they say, and how much of that a stopping rule leaves."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from scipy import stats

from benchmarks.stopping_coverage import ended_by
from pyharness.experiment.stopping_rule import StoppingRule
from schema.intervals import estimate

TRIALS = 8000
NODES = 50
Draw = Callable[[np.random.Generator, int], np.ndarray]
"""Trials of so many replications each."""


def normal(draw: np.random.Generator, n: int) -> np.ndarray:
    return draw.normal(0.8, 0.1, (TRIALS, n))


def delivery_ratio(draw: np.random.Generator, n: int) -> np.ndarray:
    """Of 50 due deliveries so many as a network lets through that is now good, now bad: skewed, and in steps."""
    return draw.binomial(NODES, draw.beta(8, 2, (TRIALS, n))) / NODES


def normal_pairs(draw: np.random.Generator, n: int) -> np.ndarray:
    """Differences of two variants that share their mobility, and with it most of their variance."""
    mobility = draw.normal(0, 0.2, (TRIALS, n))
    return (mobility + draw.normal(0.84, 0.05, (TRIALS, n))) - (mobility + draw.normal(0.8, 0.05, (TRIALS, n)))


def delivery_pairs(draw: np.random.Generator, n: int) -> np.ndarray:
    """The same of delivery ratios: one protocol gets 95 % through of what the network lets through, the other 90 %."""
    network = draw.beta(8, 2, (TRIALS, n))
    return (draw.binomial(NODES, 0.95 * network) - draw.binomial(NODES, 0.9 * network)) / NODES


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.99])
@pytest.mark.parametrize(
    ("of", "truth", "n"),
    [(normal, 0.8, 5), (normal_pairs, 0.04, 5), (delivery_ratio, 0.8, 60), (delivery_pairs, 0.04, 20)],
)
def test_an_interval_covers_the_truth_as_often_as_it_says(of: Draw, truth: float, n: int, confidence: float) -> None:
    covered = narrow = 0
    for sample in of(np.random.default_rng(4), n).tolist():
        about = estimate(sample, confidence)
        off = abs(truth - about.mean)
        covered += off <= about.half_width
        narrow += off <= 0.8 * about.half_width
    low, high = stats.binom.interval(0.999, TRIALS, confidence)
    assert low <= covered <= high, covered / TRIALS
    assert narrow < low, "an interval a fifth too narrow would be found out"


@pytest.mark.parametrize("half_width", [0.5, 0.6])  # as 17 and 12 replications have: where stopping harms most
def test_a_stopping_rule_leaves_nearly_all_of_the_coverage(half_width: float) -> None:
    rule = StoppingRule(metric="delivery_ratio", half_width=half_width, maximum=60)
    draw = np.random.default_rng(5)
    ends = [ended_by(rule, draw.normal(0, 1, rule.maximum)) for _ in range(2000)]
    covered = sum(end.low <= 0 <= end.high for end in ends)
    low, _ = stats.binom.interval(0.999, len(ends), 0.935)
    assert covered >= low, covered / len(ends)
    assert all(rule.minimum <= end.n < rule.maximum for end in ends)


@pytest.mark.parametrize(("difference", "least", "most"), [(0.0, 0.0, 0.05), (1.0, 0.99, 1.0)])
def test_a_difference_is_called_clear_where_there_is_one(difference: float, least: float, most: float) -> None:
    """In standard deviations of the differences. Eleven looks at no difference: no more false alarms than promised."""
    rule = StoppingRule(metric="delivery_ratio", between={"protocol": ["a", "b"]}, clear=True, maximum=60)
    draw = np.random.default_rng(6)
    ends = [ended_by(rule, draw.normal(difference, 1, rule.maximum)) for _ in range(1000)]
    assert least <= sum(end.clear for end in ends) / len(ends) <= most
    assert all(end.clear or end.n == rule.maximum for end in ends)
    if difference:
        assert np.mean([end.n for end in ends]) < 25
