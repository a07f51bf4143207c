"""The theta method without seasons, by statsmodels (Assimakopoulos and Nikolopoulos, Int. J. Forecasting 16, 2000).

The forecast is that of simple exponential smoothing plus half the slope b of the line through the training part:
b / 2 (1 - (1 - alpha)^T) / alpha at origin T (Hyndman and Billah, Int. J. Forecasting 19, 2003).
"""

from __future__ import annotations

import numpy as np
from statsmodels.tsa.forecasting.theta import ThetaModel

from spark_analysis.prediction.models.exponential_smoothing import smoothed_levels
from spark_analysis.prediction.models.predictor import Forecaster, Predictor, check_first
from spark_analysis.prediction.series.link_series import LinkSeries


class _ThetaLines(Forecaster):
    def __init__(self, alpha: float, slope: float) -> None:
        self.alpha = alpha
        self.slope = slope

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        check_first(series, first, 1)
        origins = np.arange(first, len(series) + 1)
        levels = smoothed_levels(series.traffic, self.alpha)[first - 1 :]
        if self.alpha == 0:
            return levels  # as statsmodels: a level that no value changes has no slope either
        return np.asarray(levels + self.slope / 2 * (1 - (1 - self.alpha) ** origins) / self.alpha)


class Theta(Predictor):
    name = "theta"
    least_steps = 10

    def _fit(self, training: LinkSeries) -> Forecaster:
        results = ThetaModel(training.traffic, period=1, deseasonalize=False).fit()
        return _ThetaLines(float(results.params["alpha"]), float(results.params["b0"]))
