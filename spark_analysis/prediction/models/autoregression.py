"""An autoregression AR(p) with a constant; statsmodels fits it and chooses p by the Bayesian information criterion."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view
from statsmodels.tools.sm_exceptions import SingularMatrixWarning
from statsmodels.tsa.ar_model import AutoReg, ar_select_order

from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


class _Lags(Forecaster):
    """x(n + 1) = mean + constant + the sum of coefficients times (value - mean), the newest value first."""

    def __init__(self, mean: float, constant: float, coefficients: np.ndarray) -> None:
        self.mean = mean
        self.constant = constant
        self.coefficients = coefficients

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        order = len(self.coefficients)
        check_first(series, first, order)
        if order == 0:
            return np.full(len(series) - first + 1, self.mean + self.constant)
        windows = sliding_window_view(series.traffic[first - order :] - self.mean, order)
        return np.asarray(self.mean + self.constant + windows[:, ::-1] @ self.coefficients)


class Autoregression(Predictor):
    """With `order` None, the order is the best of 0 to `most_lags`."""

    name = "ar"

    def __init__(self, order: int | None = None, most_lags: int = 12) -> None:
        self.order = order
        self.most_lags = most_lags
        self.least_steps = 3 * (most_lags if order is None else order) + 5

    def _fit(self, training: LinkSeries) -> Forecaster:
        mean, deviation = float(training.traffic.mean()), float(training.traffic.std())
        standard = (training.traffic - mean) / deviation  # large counts would make the equations ill-conditioned
        with warnings.catch_warnings(), np.errstate(divide="ignore"):  # the likelihood of a perfect fit is infinite
            # lags of a ramp or a cycle depend on each other: of the equal solutions the one of least norm is taken
            warnings.simplefilter("ignore", SingularMatrixWarning)
            if self.order is None:
                model = ar_select_order(standard, self.most_lags, ic="bic", trend="c").model
            else:
                model = AutoReg(standard, self.order, trend="c")
            constant, *coefficients = model.fit().params
        return _Lags(mean, float(constant) * deviation, np.array(coefficients, dtype=np.float64))
