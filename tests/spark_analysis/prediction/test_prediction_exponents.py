"""Largest Lyapunov exponents of known systems, and what the saturation check makes of noise."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest
from known_systems import henon, logistic, lorenz, roessler
from scipy.spatial.distance import euclidean

from spark_analysis.prediction.chaos.divergence import Norm, divergence_curve
from spark_analysis.prediction.chaos.embedding import Embedding, embedded
from spark_analysis.prediction.chaos.lyapunov import FitRange, largest_exponent, range_before_saturation
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

Series = Callable[[], np.ndarray]

# The delays of the flows are lags at which the autocorrelation has fallen below 1 - 1/e, the windows about a period. A
# fit of a flow begins behind the first steps, in which neighbours turn into the direction of growth, and ends before
# saturation: 0.2 to 1.2 units of time for Lorenz, one to four periods for Rössler.
LORENZ = (lambda: lorenz(5000), Embedding(3, 11), 50, FitRange(20, 120), 0.01, 1.50)
ROESSLER = (lambda: roessler(2000), Embedding(3, 8), 60, FitRange(60, 240), 0.1, 0.090)
MAPS = {
    "logistic": (lambda: logistic(500), Embedding(2, 1), 1, FitRange(0, 5), 1.0, math.log(2)),
    "henon": (lambda: henon(2000), Embedding(2, 1), 1, FitRange(0, 7), 1.0, 0.4192),
}


@pytest.mark.parametrize(
    ("case", "tolerance"),
    [(MAPS["logistic"], 0.05), (MAPS["henon"], 0.05), (LORENZ, 0.15), (ROESSLER, 0.15)],
    ids=["logistic", "henon", "lorenz", "roessler"],
)
def test_the_exponent_is_that_of_theory(
    case: tuple[Series, Embedding, int, FitRange, float, float], tolerance: float
) -> None:
    series, embedding, window, fit, time_step, theory = case
    curve = divergence_curve(series(), embedding, window, fit.last + 40)
    found = largest_exponent(curve, fit, time_step)
    assert found.exponent == pytest.approx(theory, rel=tolerance)
    assert not found.is_saturated and found.r_squared > 0.9


@pytest.mark.long
def test_the_exponents_of_flows_over_longer_records() -> None:
    """Exponents over 50 units of time differ by a fifth from record to record, so here are five, and a long one."""
    whole = lorenz(25_000)
    lorenz_exponents = [
        largest_exponent(
            divergence_curve(whole[start : start + 5000], Embedding(3, 11), 98, 160), FitRange(20, 120), 0.01
        )
        for start in range(0, 25_000, 5000)
    ]
    mean = np.mean([found.exponent for found in lorenz_exponents])
    curve = divergence_curve(roessler(20_000, step=0.05), Embedding(3, 16), 120, 840)
    found = largest_exponent(curve, FitRange(240, 720), 0.05)
    print(f"Lorenz {mean:.3f} of 1.50, Rössler {found.exponent:.4f} of 0.090")
    assert mean == pytest.approx(1.50, rel=0.15)
    assert found.exponent == pytest.approx(0.090, rel=0.15)


def test_logistic_exponents_from_many_starts() -> None:
    starts = np.linspace(0.11, 0.43, 15)
    fits = [
        largest_exponent(divergence_curve(logistic(500, start), Embedding(2, 1), 1, 20), FitRange(0, 5)).exponent
        for start in starts
    ]
    assert np.mean(fits) == pytest.approx(math.log(2), rel=0.02)
    assert np.abs(np.array(fits) / math.log(2) - 1).max() < 0.05


@pytest.mark.parametrize("norm", Norm)
def test_the_curve_is_that_of_plain_loops(norm: Norm) -> None:
    values = np.random.default_rng(4).poisson(6, 90).astype(float)
    embedding, window, steps = Embedding(2, 3), 4, 6
    vectors = embedded(values, embedding)
    distance = euclidean if norm is Norm.EUCLIDEAN else lambda a, b: float(np.abs(a - b).max())
    usable = len(vectors) - steps
    logs: list[list[float]] = [[] for _ in range(steps + 1)]
    for i in range(usable):
        others = [j for j in range(usable) if abs(i - j) > window and distance(vectors[i], vectors[j]) > 0]
        nearest = min(others, key=lambda j: distance(vectors[i], vectors[j]))
        for step in range(steps + 1):
            apart = distance(vectors[i + step], vectors[nearest + step])
            if apart > 0:
                logs[step].append(math.log(apart))
    curve = divergence_curve(values, embedding, window, steps, norm)
    assert curve.pairs.tolist() == list(map(len, logs))
    assert curve.mean_log_distance == pytest.approx(list(map(np.mean, logs)), abs=1e-12)
    level = [
        math.log(distance(vectors[i], vectors[j]))
        for i in range(usable)
        for j in range(usable)
        if abs(i - j) > window and distance(vectors[i], vectors[j]) > 0
    ]
    assert curve.saturation_level == pytest.approx(np.mean(level), abs=1e-12)


def test_a_fit_beyond_saturation_is_marked() -> None:
    curve = divergence_curve(logistic(500), Embedding(2, 1), 1, 30)
    assert curve.saturation_step is not None and curve.saturation_step > 5
    assert largest_exponent(curve, FitRange(0, curve.saturation_step), 1.0).is_saturated
    assert not largest_exponent(curve, FitRange(0, curve.saturation_step - 1), 1.0).is_saturated
    fit = range_before_saturation(curve)
    assert fit is not None and largest_exponent(curve, fit).exponent == pytest.approx(math.log(2), rel=0.05)


def test_noise_saturates_at_once() -> None:
    curve = divergence_curve(np.random.default_rng(1).normal(size=1000), Embedding(3, 2), 2, 20)
    assert curve.saturation_step == 1
    assert range_before_saturation(curve) is None
    assert largest_exponent(curve, FitRange(0, 4)).is_saturated


def test_the_unit_of_time_scales_the_exponent() -> None:
    curve = divergence_curve(logistic(300), Embedding(2, 1), 1, 10)
    steps, seconds = (largest_exponent(curve, FitRange(0, 4), unit) for unit in (1.0, 300.0))
    assert seconds.exponent == pytest.approx(steps.exponent / 300)
    assert seconds.standard_error == pytest.approx(steps.standard_error / 300)


def test_scaling_a_series_keeps_its_exponent() -> None:
    plain, scaled = (
        divergence_curve(series, Embedding(2, 1), 1, 10) for series in (logistic(300), 1000 * logistic(300) - 7)
    )
    assert plain.mean_log_distance + math.log(1000) == pytest.approx(scaled.mean_log_distance)


def test_what_has_no_curve() -> None:
    with pytest.raises(UnusableSeries, match="the series is constant: all 100 values are 3") as constant:
        divergence_curve(np.full(100, 3.0), Embedding(2, 1), 1, 5)
    assert constant.value.fault is Fault.CONSTANT
    with pytest.raises(UnusableSeries, match="has 12 values, needed are at least 19"):
        divergence_curve(logistic(12), Embedding(2, 1), 1, 5)
    with pytest.raises(UnusableSeries, match="pairs of neighbours differ after 0 steps: 10 needed"):
        divergence_curve([0.0] * 99 + [1.0], Embedding(2, 1), 1, 5)
    with pytest.raises(UnusableSeries, match="the divergence curve ends at step 5, the fit at step 9"):
        largest_exponent(divergence_curve(logistic(100), Embedding(2, 1), 1, 5), FitRange(0, 9))
    with pytest.raises(ValueError, match="steps 3 to 3 are no range"):
        FitRange(3, 3)
    with pytest.raises(ValueError, match="dimension 0 and delay 1 does not exist"):
        Embedding(0, 1)
