"""ARIMA(p, d, q) by statsmodels: maximum likelihood of the state space form, predictions by its Kalman filter."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
from statsmodels.tools.sm_exceptions import ConvergenceWarning
from statsmodels.tsa.arima.model import ARIMA

from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


class _Filtered(Forecaster):
    def __init__(self, results: Any, least: int) -> None:
        self.results = results
        self.least = least

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        check_first(series, first, self.least)
        filtered = self.results.apply(series.traffic, refit=False)
        return np.asarray(filtered.predict(start=first, end=len(series)))


class Arima(Predictor):
    """The order is fixed; choose it on a sample of links. Raises ValueError for a negative number."""

    name = "arima"

    def __init__(self, order: tuple[int, int, int] = (1, 1, 1)) -> None:
        if min(order) < 0:
            raise ValueError(f"ARIMA{order} does not exist")
        self.order = order
        self.least_steps = 3 * sum(order) + 20

    def _fit(self, training: LinkSeries) -> Forecaster:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)  # the estimate at hand is the forecast's
            warnings.filterwarnings("ignore", "Non-(stationary|invertible) starting", UserWarning)
            results = ARIMA(training.traffic, order=self.order).fit(cov_type="none")  # no errors of parameters
        return _Filtered(results, self.order[1] + 1)
