"""An autoregression AR(p) with a constant; statsmodels fits it and chooses p by the Bayesian information criterion."""

from __future__ import annotations

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from statsmodels.tsa.ar_model import AutoReg, ar_select_order

from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


class _Lags(Forecaster):
    def __init__(self, constant: float, coefficients: np.ndarray) -> None:
        self.constant = constant
        self.coefficients = coefficients

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        order = len(self.coefficients)
        check_first(series, first, order)
        if order == 0:
            return np.full(len(series) - first + 1, self.constant)
        windows = sliding_window_view(series.traffic[first - order :], order)
        return np.asarray(self.constant + windows[:, ::-1] @ self.coefficients)


class Autoregression(Predictor):
    """With `order` None, the order is the best of 0 to `most_lags`."""

    name = "ar"

    def __init__(self, order: int | None = None, most_lags: int = 12) -> None:
        self.order = order
        self.most_lags = most_lags
        self.least_steps = 3 * (most_lags if order is None else order) + 5

    def _fit(self, training: LinkSeries) -> Forecaster:
        if self.order is None:
            model = ar_select_order(training.traffic, self.most_lags, ic="bic", trend="c").model
        else:
            model = AutoReg(training.traffic, self.order, trend="c")
        constant, *coefficients = model.fit().params
        return _Lags(float(constant), np.array(coefficients, dtype=np.float64))
