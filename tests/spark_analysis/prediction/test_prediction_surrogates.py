"""IAAFT surrogates and the rank test."""

from __future__ import annotations

import math

import numpy as np
import pytest
from known_systems import autoregressive, logistic
from scipy import stats

from spark_analysis.prediction.chaos.autocorrelation import autocorrelation
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.chaos.neighbour_prediction import NEIGHBOURS, neighbour_prediction_error
from spark_analysis.prediction.chaos.rank_test import rank_p_value, two_sided_rank_p_value
from spark_analysis.prediction.chaos.surrogates import iaaft_surrogates
from spark_analysis.prediction.series.unusable import UnusableSeries


def test_a_surrogate_has_the_values_and_nearly_the_spectrum_of_the_series() -> None:
    series = np.exp(autoregressive(600, 0.8, np.random.default_rng(1)))
    surrogates = iaaft_surrogates(series, 20, seed=2)
    assert surrogates.shape == (20, 600)
    assert all(np.array_equal(np.sort(surrogate), np.sort(series)) for surrogate in surrogates)
    lags = np.mean([autocorrelation(surrogate)[:15] for surrogate in surrogates], axis=0)
    assert lags == pytest.approx(autocorrelation(series)[:15], abs=0.06)
    shuffled = np.random.default_rng(3).permutation(series)
    assert abs(autocorrelation(shuffled)[1]) < 0.1, "shuffling alone would lose the spectrum"


def test_surrogates_differ_and_repeat() -> None:
    series = logistic(200)
    one = iaaft_surrogates(series, 5, seed=1)
    assert len({surrogate.tobytes() for surrogate in one}) == 5
    assert np.array_equal(one, iaaft_surrogates(series, 5, seed=1))
    assert not np.array_equal(one, iaaft_surrogates(series, 5, seed=2))
    assert np.array_equal(one[:1], iaaft_surrogates(series, 1, seed=1)), "each is iterated on its own"


def test_a_constant_series_has_no_surrogate() -> None:
    with pytest.raises(UnusableSeries, match="constant"):
        iaaft_surrogates(np.ones(50), 3, seed=1)


def test_ranks_by_hand() -> None:
    others = np.array([1.0, 2.0, 3.0, 4.0])
    assert rank_p_value(0.5, others) == 1 / 5
    assert rank_p_value(2.0, others) == 3 / 5, "a tie counts against the series"
    assert rank_p_value(9.0, others) == 1
    assert two_sided_rank_p_value(0.5, others) == 2 / 5
    assert two_sided_rank_p_value(9.0, others) == 2 / 5
    assert two_sided_rank_p_value(2.5, others) == 1
    assert math.isnan(rank_p_value(1.0, np.array([1.0, math.nan])))
    assert math.isnan(rank_p_value(math.nan, others))
    with pytest.raises(ValueError, match="at least one surrogate"):
        rank_p_value(1.0, np.empty(0))


def test_the_rank_test_rejects_true_hypotheses_at_its_level() -> None:
    draw = np.random.default_rng(4)
    values = [rank_p_value(draw.normal(), draw.normal(size=19)) for _ in range(4000)]
    assert stats.binomtest(sum(p <= 0.05 for p in values), 4000, 0.05).pvalue > 0.01


def test_the_prediction_error_is_that_of_plain_loops() -> None:
    series = np.random.default_rng(5).normal(size=70)
    dimension, delay, window = 3, 2, 3
    squares = []
    points = range(70 - (dimension - 1) * delay - 1)
    for i in points:
        others = [j for j in points if abs(i - j) > window]
        others.sort(key=lambda j: sum((series[i + k * delay] - series[j + k * delay]) ** 2 for k in range(dimension)))
        after = [series[j + (dimension - 1) * delay + 1] for j in others[:NEIGHBOURS]]
        squares.append((np.mean(after) - series[i + (dimension - 1) * delay + 1]) ** 2)
    found = neighbour_prediction_error(series, Embedding(dimension, delay), window)
    assert found == pytest.approx(math.sqrt(np.mean(squares)) / series.std())


def test_neighbours_predict_maps_and_not_noise() -> None:
    assert neighbour_prediction_error(logistic(500), Embedding(2, 1), 1) < 0.1
    noise = np.random.default_rng(6).normal(size=500)
    assert neighbour_prediction_error(noise, Embedding(2, 1), 1) > 1
