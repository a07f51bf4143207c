"""Delay, mean period and C-C method compared with closed forms and with published values."""

from __future__ import annotations

import math

import numpy as np
import pytest
from known_systems import autoregressive, lorenz, roessler

from spark_analysis.prediction.chaos.autocorrelation import DelayRule, autocorrelation, autocorrelation_delay
from spark_analysis.prediction.chaos.cc_method import CorrelationStatistics, correlation_statistics
from spark_analysis.prediction.chaos.embedding import Embedding, embedded
from spark_analysis.prediction.chaos.mean_period import mean_period
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries


def test_an_embedding_by_hand() -> None:
    vectors = embedded(np.arange(7.0), Embedding(3, 2))
    assert vectors.tolist() == [[0, 2, 4], [1, 3, 5], [2, 4, 6]]
    with pytest.raises(UnusableSeries, match="has 4 values, an embedding vector spans 5"):
        embedded(np.arange(4.0), Embedding(3, 2))


def test_the_autocorrelation_is_the_sum_of_products() -> None:
    series = np.random.default_rng(1).normal(size=101)
    centred = series - series.mean()
    products = [centred[lag:] @ centred[: len(centred) - lag] / (centred @ centred) for lag in range(101)]
    assert autocorrelation(series) == pytest.approx(products, abs=1e-12)


def test_the_delay_of_an_autoregression() -> None:
    series = autoregressive(100_000, 0.9, np.random.default_rng(2))
    assert autocorrelation(series)[:20] == pytest.approx(0.9 ** np.arange(20), abs=0.03)
    assert autocorrelation_delay(series, DelayRule.ONE_OVER_E) == math.ceil(math.log(1 / math.e) / math.log(0.9))
    assert autocorrelation_delay(series) == math.ceil(math.log(1 - 1 / math.e) / math.log(0.9))


def test_the_first_zero_of_a_cosine_is_a_quarter_of_its_period() -> None:
    wave = np.cos(2 * np.pi * np.arange(4000) / 40)
    assert autocorrelation_delay(wave, DelayRule.FIRST_ZERO) in (10, 11)


def test_a_constant_series_has_no_delay() -> None:
    with pytest.raises(UnusableSeries, match="constant"):
        autocorrelation_delay(np.ones(50))


def test_mean_periods() -> None:
    wave = np.sin(2 * np.pi * np.arange(1200) / 24)
    assert mean_period(wave) == pytest.approx(24)
    assert mean_period(wave + 5) == pytest.approx(24)
    noise = np.random.default_rng(3).normal(size=100_000)
    assert mean_period(noise) == pytest.approx(4, rel=0.01), "all frequencies up to 1/2 have equal power"
    assert mean_period(np.arange(100) % 2) == pytest.approx(2)
    with pytest.raises(UnusableSeries, match="constant"):
        mean_period([1, 1, 1])


def test_the_delay_and_window_of_lorenz_are_near_the_published_ones() -> None:
    """Kim, Eykholt and Salas give about 10 and 100 steps of 0.01 from 3,000 values."""
    whole = lorenz(11_000)
    found = [correlation_statistics(whole[start : start + 3000], 120) for start in (0, 3000, 5000)]
    assert all(9 <= statistics.delay <= 11 for statistics in found)
    assert np.median([statistics.window for statistics in found]) == pytest.approx(100, rel=0.1)
    assert all(statistics.window == pytest.approx(100, rel=0.2) for statistics in found)


def test_the_delay_and_window_of_roessler() -> None:
    """A period is some 120 steps of 0.05: the delay is near a sixth of it, the window one period."""
    series = roessler(3000, step=0.05)
    statistics = correlation_statistics(series, 150)
    assert 19 <= statistics.delay <= 22
    assert statistics.window == pytest.approx(122, abs=4)
    assert statistics.window == pytest.approx(mean_period(series), rel=0.1)
    assert statistics.dimension in (6, 7)


def test_the_statistics_are_those_of_plain_loops() -> None:
    series = np.random.default_rng(5).normal(size=63)
    delay = 3
    expected = np.zeros((4, 4))
    for start in range(delay):
        part = series[start::delay]
        integrals = {}
        for m in (1, 2, 3, 4, 5):
            vectors = embedded(part, Embedding(m, 1))
            for k in (1, 2, 3, 4):
                pairs = [
                    np.abs(vectors[i] - vectors[j]).max() < k * series.std() / 2
                    for i in range(len(vectors))
                    for j in range(i + 1, len(vectors))
                ]
                integrals[m, k] = np.mean(pairs)
        for m in (2, 3, 4, 5):
            for k in (1, 2, 3, 4):
                expected[m - 2, k - 1] += (integrals[m, k] - integrals[1, k] ** m) / delay
    found = correlation_statistics(series, delay)
    assert found.mean[delay - 1] == pytest.approx(expected.mean(), abs=1e-14)
    assert found.spread[delay - 1] == pytest.approx((expected.max(axis=1) - expected.min(axis=1)).mean(), abs=1e-14)


def test_delay_window_and_dimension_of_a_curve() -> None:
    spread = np.array([5.0, 4.0, 2.0, 3.0, 2.5, 1.0, 4.0])
    statistics = CorrelationStatistics(mean=np.array([1.0, 1.0, 0.5, 0.2, -0.1, -0.2, 9.0]), spread=spread)
    assert (statistics.delay, statistics.first_zero, statistics.window, statistics.dimension) == (3, 5, 6, 3)
    falling = CorrelationStatistics(mean=np.ones(4), spread=np.array([4.0, 3.0, 2.0, 1.0]))
    assert falling.first_zero is None
    with pytest.raises(UnusableSeries, match="no delay up to 4 steps"):
        _ = falling.delay


def test_what_the_cc_method_refuses() -> None:
    with pytest.raises(UnusableSeries, match="has 100 values, needed are at least 2000"):
        correlation_statistics(np.arange(100.0))
    with pytest.raises(UnusableSeries) as constant:
        correlation_statistics(np.ones(3000))
    assert constant.value.fault is Fault.CONSTANT
