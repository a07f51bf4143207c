"""Rolling origin, scores and tests of differences: by hand, against scipy, and how often the test is right."""

from __future__ import annotations

import math

import numpy as np
import pytest
from known_systems import autoregressive
from scipy import stats

from spark_analysis.prediction.evaluation.comparison import compare_predictors, evaluate_series
from spark_analysis.prediction.evaluation.diebold_mariano import diebold_mariano
from spark_analysis.prediction.evaluation.rolling_origin import RollingOrigin, rolling_predictions
from spark_analysis.prediction.evaluation.scores import scored
from spark_analysis.prediction.models.autoregression import Autoregression
from spark_analysis.prediction.models.moving_mean import MovingMean
from spark_analysis.prediction.models.naive import LastValue
from spark_analysis.prediction.models.predictor import Forecaster, Predictor
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.statistics.intervals import holm


class _Recorder(Predictor):
    """Predicts the last value and notes what it was given."""

    name = "recorder"
    least_steps = 2

    def __init__(self) -> None:
        self.fitted: list[int] = []
        self.given: list[tuple[int, int]] = []

    def _fit(self, training: LinkSeries) -> Forecaster:
        self.fitted.append(len(training))
        recorder = self

        class Noted(Forecaster):
            def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
                recorder.given.append((len(series), first))
                return series.traffic[first - 1 :]

        return Noted()


def test_a_rolling_origin_never_hands_over_a_step_that_it_predicts() -> None:
    series = traffic_only(np.random.default_rng(1).normal(size=30))
    recorder = _Recorder()
    predictions = rolling_predictions(recorder, series, RollingOrigin(20, refit_every=4))
    assert recorder.fitted == [20, 24, 28]
    assert recorder.given == [(23, 20), (27, 24), (29, 28)], "the last step of a block is predicted and not given"
    assert predictions.tolist() == series.traffic[19:-1].tolist()
    once = _Recorder()
    assert rolling_predictions(once, series, RollingOrigin(20)).tolist() == predictions.tolist()
    assert once.fitted == [20]


def test_the_future_changes_no_earlier_prediction_with_refits() -> None:
    draw = np.random.default_rng(2)
    values = autoregressive(120, 0.8, draw)
    later = values.copy()
    later[110:] += 100
    before, after = (
        rolling_predictions(Autoregression(), traffic_only(v), RollingOrigin(80, refit_every=5))
        for v in (values, later)
    )
    assert np.array_equal(before[:31], after[:31]) and not np.array_equal(before[31:], after[31:])


def test_scores_by_hand() -> None:
    series = np.array([1.0, 3.0, 2.0, 4.0, 8.0])  # training differences 2 and 1, later ones 2 and 4
    scores = scored(np.array([5.0, 5.0]), series, 3)
    assert (scores.steps, scores.rmse, scores.mae) == (2, math.sqrt((1 + 9) / 2), 2.0)
    assert scores.mase == 2.0 / 1.5 and scores.skill == 1 - 5 / ((4 + 16) / 2)
    assert scored(series[2:4], series, 3).skill == 0, "the last value"
    assert scored(series[3:], series, 3).skill == 1


def test_a_score_that_is_divided_by_zero_is_none() -> None:
    scores = scored(np.array([2.0, 2.0]), np.array([1.0, 1.0, 1.0, 1.0, 1.0]), 3)
    assert (scores.mase, scores.skill, scores.rmse) == (None, None, 1.0)
    with pytest.raises(UnusableSeries, match="the predictions has the value nan"):
        scored(np.array([math.nan, 1.0]), np.arange(5.0), 3)
    with pytest.raises(UnusableSeries, match="3 predictions do not fit 2 steps after 3"):
        scored(np.ones(3), np.arange(5.0), 3)


def test_one_step_ahead_the_corrected_test_is_students() -> None:
    draw = np.random.default_rng(3)
    one, other = draw.normal(size=(2, 40))
    for power in (1, 2):
        found = diebold_mariano(one, other, power=power)
        student = stats.ttest_1samp(np.abs(one) ** power - np.abs(other) ** power, 0)
        assert (found.statistic, found.p_value) == pytest.approx((student.statistic, student.pvalue))


def test_two_steps_ahead_by_hand() -> None:
    one, other = np.random.default_rng(4).normal(size=(2, 12))
    loss = one**2 - other**2
    centred = loss - loss.mean()
    variance = (np.sum(centred**2) + 2 * np.sum(centred[1:] * centred[:-1])) / 12 / 12
    statistic = loss.mean() / math.sqrt(variance) * math.sqrt((12 + 1 - 4 + 2 / 12) / 12)
    assert diebold_mariano(one, other, steps_ahead=2).statistic == pytest.approx(statistic)


def test_the_test_of_equal_predictors_rejects_at_its_level() -> None:
    draw = np.random.default_rng(5)
    p_values = [diebold_mariano(*draw.normal(size=(2, 50))).p_value for _ in range(2000)]
    assert 0.03 < np.mean(np.array(p_values) < 0.05) < 0.065


def test_there_is_no_test_without_variance() -> None:
    same = np.random.default_rng(6).normal(size=20)
    assert all(map(math.isnan, diebold_mariano(same, same)))
    assert all(map(math.isnan, diebold_mariano(np.full(20, 2.0), np.full(20, 1.0))))
    with pytest.raises(UnusableSeries, match="the first errors has 7 values, needed are at least 8"):
        diebold_mariano(same[:7], same[:7])
    with pytest.raises(UnusableSeries, match="20 and 19 errors are not of the same steps"):
        diebold_mariano(same, same[:19])


def test_an_evaluation_and_its_adjusted_p_values() -> None:
    series = traffic_only(100 + 10 * autoregressive(400, 0.3, np.random.default_rng(7)))
    predictors = [LastValue(), MovingMean(5), MovingMean(20), Autoregression()]
    found = evaluate_series(series, predictors, RollingOrigin(300))
    assert [one.predictor for one in found] == ["last-value", "moving-mean", "moving-mean", "ar"]
    assert found[0].scores.skill == 0 and math.isnan(found[0].test.p_value) and math.isnan(found[0].p_holm)
    assert [one.p_holm for one in found[1:]] == holm([one.test.p_value for one in found[1:]])
    assert found[3].scores.skill is not None and found[3].scores.skill > 0.1
    assert found[3].test.statistic < 0 and found[3].p_holm < 0.05


def test_unusable_links_are_counted() -> None:
    draw = np.random.default_rng(8)
    links = {
        "good": traffic_only(draw.normal(size=60)),
        "constant": traffic_only(np.ones(60)),
        "constant in training": traffic_only(np.append(np.ones(50), draw.normal(size=10))),
        "short": traffic_only(draw.normal(size=50)),
    }
    found = compare_predictors(links, [LastValue(), Autoregression()], RollingOrigin(50))
    assert list(found.evaluations) == ["good"]
    assert found.exclusions == {Fault.CONSTANT: 2, Fault.TOO_SHORT: 1}
    assert str(found.excluded["short"]) == "the series has 50 steps, none are left to predict after 50 for training"
    with pytest.raises(ValueError, match="at least 1"):
        RollingOrigin(50, refit_every=0)
