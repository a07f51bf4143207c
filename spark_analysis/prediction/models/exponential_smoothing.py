"""Simple exponential smoothing; statsmodels fits alpha by least squares of the one-step errors."""

from __future__ import annotations

import numpy as np
from scipy.signal import lfilter
from statsmodels.tsa.holtwinters import SimpleExpSmoothing

from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


def fitted_alpha(training: np.ndarray) -> float:
    """The weight of the newest value; the level before the first value is the first value."""
    model = SimpleExpSmoothing(training, initialization_method="known", initial_level=float(training[0]))
    return float(model.fit().params["smoothing_level"])


def smoothed_levels(traffic: np.ndarray, alpha: float) -> np.ndarray:
    """The level after each value: level + alpha (value - level), from the first value on."""
    levels, _ = lfilter([alpha], [1.0, alpha - 1.0], traffic, zi=[(1.0 - alpha) * traffic[0]])
    return np.asarray(levels)


class _Smoothed(Forecaster):
    def __init__(self, alpha: float) -> None:
        self.alpha = alpha

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        check_first(series, first, 1)
        return smoothed_levels(series.traffic, self.alpha)[first - 1 :]


class ExponentialSmoothing(Predictor):
    name = "exponential-smoothing"
    least_steps = 10

    def _fit(self, training: LinkSeries) -> Forecaster:
        return _Smoothed(fitted_alpha(training.traffic))
