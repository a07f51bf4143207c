"""Every predictor: no later value enters a prediction, and each predicts what its definition or its library does."""

from __future__ import annotations

import warnings

import numpy as np
import pytest
from known_systems import autoregressive
from statsmodels.tsa.ar_model import AutoReg
from statsmodels.tsa.arima.model import ARIMA
from statsmodels.tsa.forecasting.theta import ThetaModel
from statsmodels.tsa.holtwinters import SimpleExpSmoothing

from spark_analysis.prediction.models.arima import Arima
from spark_analysis.prediction.models.autoregression import Autoregression
from spark_analysis.prediction.models.catalogue import all_predictors
from spark_analysis.prediction.models.exponential_smoothing import ExponentialSmoothing
from spark_analysis.prediction.models.linear_inputs import LinearInputs
from spark_analysis.prediction.models.moving_mean import MovingMean
from spark_analysis.prediction.models.naive import LastValue, SeasonalNaive
from spark_analysis.prediction.models.paper_network import PaperNetwork
from spark_analysis.prediction.models.predictor import Predictor
from spark_analysis.prediction.models.theta import Theta
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

PREDICTORS = {predictor.name: predictor for predictor in all_predictors(season=24)}
TRAINING, STEPS = 160, 200


def link(steps: int = STEPS) -> LinkSeries:
    draw = np.random.default_rng(1)
    day = 20 * np.sin(2 * np.pi * np.arange(steps) / 24)
    return LinkSeries(
        100 + day + autoregressive(steps, 0.6, draw), draw.normal(size=steps), draw.poisson(2, steps).astype(float)
    )


def changed(series: LinkSeries, step: int) -> LinkSeries:
    """The series with everything from `step` on replaced."""
    draw = np.random.default_rng(2)
    parts = [part.copy() for part in (series.traffic, series.subscription_change, series.advertisement_change)]
    for part in parts:
        part[step:] = draw.normal(500, 100, len(part) - step)
    return LinkSeries(*parts)


@pytest.mark.parametrize("name", PREDICTORS)
def test_the_future_changes_no_earlier_prediction(name: str) -> None:
    series = link()
    forecaster = PREDICTORS[name].fit(series.until(TRAINING))
    before = forecaster.one_step_ahead(series, TRAINING)
    assert before.shape == (STEPS - TRAINING + 1,) and np.isfinite(before).all()
    for step in (TRAINING, TRAINING + 7, STEPS - 1):
        after = forecaster.one_step_ahead(changed(series, step), TRAINING)
        untouched = step - TRAINING + 1
        assert np.array_equal(after[:untouched], before[:untouched]), f"step {step} changes an earlier prediction"
        assert not np.array_equal(after[untouched:], before[untouched:]) or name == "seasonal-naive"
        cut = forecaster.one_step_ahead(series.until(step), TRAINING)
        # but for the order of BLAS's sums, which depends on the number of rows
        assert cut == pytest.approx(before[:untouched], rel=1e-12), "whether the series continues makes no difference"


@pytest.mark.parametrize("name", PREDICTORS)
def test_a_fit_is_repeatable_and_a_number_of_steps_is_no_state(name: str) -> None:
    series = link()
    one, other = (PREDICTORS[name].fit(series.until(TRAINING)) for _ in range(2))
    expected = one.one_step_ahead(series, TRAINING)
    assert other.one_step_ahead(series, TRAINING).tobytes() == expected.tobytes()
    assert one.one_step_ahead(series, TRAINING + 30) == pytest.approx(expected[30:], rel=1e-9)
    assert one.one_step_ahead(series, TRAINING).tobytes() == expected.tobytes()


@pytest.mark.parametrize("name", PREDICTORS)
def test_series_that_cannot_be_fitted(name: str) -> None:
    predictor = PREDICTORS[name]
    with pytest.raises(UnusableSeries, match=f"the training part of {name} is constant") as constant:
        predictor.fit(traffic_only(np.full(TRAINING, 4.0)))
    assert constant.value.fault is Fault.CONSTANT
    with pytest.raises(UnusableSeries, match=f"the training part of {name} has {predictor.least_steps - 1} values"):
        predictor.fit(link().until(predictor.least_steps - 1))
    assert len(predictor.fit(link().until(predictor.least_steps)).one_step_ahead(link(), TRAINING)) == 41
    with pytest.raises(UnusableSeries):
        predictor.fit(link()).one_step_ahead(link(), STEPS + 1)


N = 120
AWKWARD = {
    "one spike": np.eye(1, N, 50)[0] * 5,
    "a spike at the end": np.eye(1, N, 99)[0],
    "zeros and ones": np.random.default_rng(5).integers(0, 2, N).astype(float),
    "alternating": np.arange(N) % 2 * 1.0,
    "ramp": 3.0 * np.arange(N),
    "parabola": np.arange(N) ** 2.0,
    "huge": np.random.default_rng(6).normal(1e12, 1e10, N),
    "tiny": np.random.default_rng(7).normal(0, 1e-12, N),
    "stage switch": np.append(np.zeros(60), np.full(N - 60, 100.0)),
    "huge spike": np.eye(1, N, 90)[0] * 1e15,
}


@pytest.mark.parametrize("kind", AWKWARD)
def test_awkward_series_have_finite_predictions_and_no_warning(kind: str) -> None:
    changes = np.random.default_rng(8).normal(size=N)
    for series in (traffic_only(AWKWARD[kind]), LinkSeries(AWKWARD[kind], changes, -changes)):
        for name, predictor in PREDICTORS.items():
            with warnings.catch_warnings():
                warnings.simplefilter("error")
                predictions = predictor.fit(series.until(100)).one_step_ahead(series, 100)
            assert np.isfinite(predictions).all(), name
            assert np.abs(predictions).max() <= 10 * np.abs(series.traffic).max(), name


def next_value(predictor: Predictor, series: LinkSeries) -> float:
    """The prediction of the step after `series`, which is also the training part."""
    return float(predictor.fit(series).one_step_ahead(series, len(series))[0])


def test_the_simple_ones_by_hand() -> None:
    series = traffic_only([5.0, 1.0, 4.0, 2.0, 9.0, 3.0])
    assert LastValue().fit(series).one_step_ahead(series, 4).tolist() == [2, 9, 3]
    assert SeasonalNaive(3).fit(series).one_step_ahead(series, 4).tolist() == [1, 4, 2]
    assert MovingMean(2).fit(series).one_step_ahead(series, 4).tolist() == [3, 5.5, 6]
    with pytest.raises(ValueError, match="a season of 1 steps is none"):
        SeasonalNaive(1)
    with pytest.raises(ValueError, match="a mean of 0 values"):
        MovingMean(0)


def test_the_first_forecast_is_that_of_statsmodels() -> None:
    series = link(TRAINING)
    traffic = series.traffic
    smoothing = SimpleExpSmoothing(traffic, initialization_method="known", initial_level=traffic[0]).fit()
    assert next_value(ExponentialSmoothing(), series) == pytest.approx(smoothing.forecast(1)[0], rel=1e-9)
    theta = ThetaModel(traffic, period=1, deseasonalize=False).fit().forecast(1)
    assert next_value(Theta(), series) == pytest.approx(theta.iloc[0], rel=1e-9)
    assert next_value(Autoregression(order=4), series) == pytest.approx(AutoReg(traffic, 4).fit().forecast(1)[0])
    assert next_value(Arima(), series) == pytest.approx(ARIMA(traffic, order=(1, 1, 1)).fit().forecast(1)[0])


def test_later_forecasts_are_those_of_statsmodels_with_the_same_parameters() -> None:
    series = link()
    fitted = ARIMA(series.traffic[:TRAINING], order=(2, 0, 1)).fit()
    expected = [fitted.apply(series.traffic[:end]).forecast(1)[0] for end in range(TRAINING, TRAINING + 10)]
    found = Arima((2, 0, 1)).fit(series.until(TRAINING)).one_step_ahead(series, TRAINING)
    assert found[:10] == pytest.approx(expected, rel=1e-9)
    line = traffic_only(3.0 + 0.5 * np.arange(60.0))
    assert Theta().fit(line.until(50)).one_step_ahead(line, 50) == pytest.approx(3 + 0.5 * np.arange(50, 61), rel=0.01)


def test_the_autoregression_finds_its_coefficient_and_order() -> None:
    series = traffic_only(50 + autoregressive(4000, 0.7, np.random.default_rng(3)))
    predictions = Autoregression().fit(series).one_step_ahead(series, 1000)
    assert np.mean((predictions[:-1] - series.traffic[1000:]) ** 2) == pytest.approx(1.0, rel=0.05), "the noise is left"
    assert predictions[:-1] == pytest.approx(50 + 0.7 * (series.traffic[999:-1] - 50), abs=0.3)


def test_what_the_changes_are_worth() -> None:
    """T(n + 1) = T(n) + dS(n) + dA(n): the linear model and the network see it, the network without changes cannot."""
    draw = np.random.default_rng(4)
    subscriptions, advertisements = draw.uniform(-5, 5, (2, 600))
    traffic = np.empty(600)
    traffic[0] = 100
    for n in range(599):
        traffic[n + 1] = 100 + 0.5 * (traffic[n] - 100) + subscriptions[n] + advertisements[n]
    series = LinkSeries(traffic, subscriptions, advertisements)
    errors = {}
    for predictor in (LinearInputs(), PaperNetwork(), PaperNetwork(with_changes=False), LastValue()):
        predictions = predictor.fit(series.until(500)).one_step_ahead(series, 500)[:-1]
        errors[predictor.name] = float(np.sqrt(np.mean((predictions - traffic[500:]) ** 2)))
    assert errors["linear"] < 1e-9
    assert errors["network"] < 0.3 * errors["network-without-changes"]
    assert errors["network-without-changes"] < errors["last-value"]
