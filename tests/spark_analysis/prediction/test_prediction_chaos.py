"""The whole test: white noise, AR(1) and Poisson counts are told from chaos; wrong verdicts are counted."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from known_systems import autoregressive, henon, logistic, lorenz
from scipy import stats

from spark_analysis.prediction.chaos.chaos_test import ChaosSettings, ChaosTest, Verdict, chaos_test
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.chaos.lyapunov import FitRange
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

Draw = Callable[[np.random.Generator], np.ndarray]

STEPS = 400
SETTINGS = ChaosSettings(Embedding(dimension=3, delay=1), theiler_window=2, steps=20, surrogates=19)
NOISE: dict[str, Draw] = {
    "white": lambda draw: draw.normal(size=STEPS),
    "poisson": lambda draw: draw.poisson(100, STEPS).astype(float),
    "few counts": lambda draw: draw.poisson(3, STEPS).astype(float),
    "ar 0.8": lambda draw: autoregressive(STEPS, 0.8, draw),
    "ar -0.8": lambda draw: autoregressive(STEPS, -0.8, draw),
}
CHAOS: dict[str, Draw] = {
    "logistic": lambda draw: logistic(STEPS, draw.uniform(0.1, 0.4)),
    "logistic counts": lambda draw: np.round(1000 * logistic(STEPS, draw.uniform(0.1, 0.4))),
    "henon": lambda draw: henon(STEPS + int(draw.integers(1, 500)))[-STEPS:],
}


def results_of(kind: Draw, count: int) -> list[ChaosTest]:
    return [chaos_test(kind(np.random.default_rng([7, number])), SETTINGS) for number in range(count)]


@pytest.mark.parametrize("kind", NOISE)
def test_noise_is_not_called_chaotic(kind: str) -> None:
    tests = results_of(NOISE[kind], 4)
    assert [test.verdict for test in tests] == [Verdict.NOT_SHOWN] * 4, [test.reason for test in tests]


@pytest.mark.parametrize("kind", CHAOS)
def test_chaos_is_called_chaotic(kind: str) -> None:
    for test in results_of(CHAOS[kind], 3):
        assert test.verdict is Verdict.CHAOTIC, test.reason
        assert test.prediction_p_value == 0.05 and test.exponent is not None and test.exponent.exponent > 0


@pytest.mark.long
@pytest.mark.parametrize("kind", NOISE)
def test_false_positives_among_200_series(kind: str) -> None:
    """The rank test may reject 5 %; the verdict needs a range before saturation as well, and is wrong no more often."""
    tests = results_of(NOISE[kind], 200)
    wrong = sum(test.verdict is Verdict.CHAOTIC for test in tests)
    rejected = sum(test.prediction_p_value <= SETTINGS.level for test in tests)
    print(f"{kind}: {wrong} of 200 called chaotic, the rank test alone rejects {rejected}")
    assert wrong <= 10
    assert stats.binomtest(rejected, 200, SETTINGS.level, alternative="greater").pvalue > 0.01


@pytest.mark.long
@pytest.mark.parametrize("kind", CHAOS)
def test_misses_among_200_chaotic_series(kind: str) -> None:
    tests = results_of(CHAOS[kind], 200)
    missed = [test.reason for test in tests if test.verdict is not Verdict.CHAOTIC]
    print(f"{kind}: {len(missed)} of 200 missed")
    assert len(missed) <= 10, missed


def test_a_flow_is_called_chaotic_before_saturation() -> None:
    settings = ChaosSettings(Embedding(3, 11), 50, 120, FitRange(20, 100), time_step=0.01, surrogates=19)
    test = chaos_test(lorenz(1000), settings)
    assert test.verdict is Verdict.CHAOTIC, test.reason
    assert len(test.surrogate_exponents) == 19 and test.exponent_p_value is not None


def test_a_forced_fit_beyond_saturation_is_refused() -> None:
    """As the paper fits: the slope is positive, but neighbours are unrelated from the first step on."""
    settings = ChaosSettings(Embedding(3, 2), 2, 20, FitRange(0, 4), surrogates=19)
    test = chaos_test(np.random.default_rng(1).poisson(100, 1000), settings)
    assert test.exponent is not None and test.exponent.exponent > 0.3
    assert test.verdict is Verdict.NOT_SHOWN
    assert test.reason == "the divergence is saturated from step 1 on, inside the fit"
    assert test.exponent_p_value is not None and test.exponent_p_value > 0.05, "surrogates have the same exponent"


def test_a_periodic_series_is_not_called_chaotic() -> None:
    """The surrogates cannot tell: a cycle is no Gaussian process. Its neighbours do not part, though."""
    noise = 0.01 * np.random.default_rng(2).normal(size=STEPS)
    test = chaos_test(np.sin(np.arange(STEPS)) + noise, SETTINGS)
    assert test.prediction_p_value == 0.05
    assert test.verdict is Verdict.NOT_SHOWN, test.reason


def test_the_same_seed_gives_the_same_test() -> None:
    one, other = (chaos_test(logistic(300), SETTINGS) for _ in range(2))
    assert one.surrogate_prediction_errors.tobytes() == other.surrogate_prediction_errors.tobytes()
    assert one.surrogate_exponents.tobytes() == other.surrogate_exponents.tobytes()
    assert (one.reason, one.prediction_error) == (other.reason, other.prediction_error)


@pytest.mark.parametrize(
    ("values", "fault"),
    [
        (np.empty(0), Fault.EMPTY),
        (np.ones(500), Fault.CONSTANT),
        (np.append(logistic(300), np.nan), Fault.NOT_FINITE),
        (logistic(20), Fault.TOO_SHORT),
        (np.ones((20, 2)), Fault.SHAPE),
        (["many", "few"], Fault.SHAPE),
    ],
)
def test_a_series_without_a_test(values: object, fault: Fault) -> None:
    with pytest.raises(UnusableSeries) as error:
        chaos_test(values, SETTINGS)
    assert error.value.fault is fault and "\n" not in str(error.value)
