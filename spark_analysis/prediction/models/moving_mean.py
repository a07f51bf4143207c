"""The mean of the last k values."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


class _MeanOfWindow(Forecaster):
    def __init__(self, window: int) -> None:
        self.window = window

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        check_first(series, first, self.window)
        return np.asarray(sliding_window_view(series.traffic[first - self.window :], self.window).mean(axis=1))


class MovingMean(Predictor):
    """Raises ValueError for a window below one step."""

    name = "moving-mean"

    def __init__(self, window: int = 10) -> None:
        if window < 1:
            raise ValueError(f"a mean of {window} values does not exist")
        self.window = window
        self.least_steps = max(2, window)

    def _fit(self, training: LinkSeries) -> Forecaster:
        return _MeanOfWindow(self.window)
