"""A linear model of the paper's four inputs: what its network adds is the difference."""

from __future__ import annotations

import numpy as np
from sklearn.linear_model import LinearRegression

from spark_analysis.prediction.models.predictor import Forecaster, Predictor
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.paper_inputs import examples, inputs_for


class _Plane(Forecaster):
    def __init__(self, plane: LinearRegression) -> None:
        self.plane = plane

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        return np.asarray(self.plane.predict(inputs_for(series, first)))


class LinearInputs(Predictor):
    name = "linear"
    least_steps = 10

    def _fit(self, training: LinkSeries) -> Forecaster:
        inputs, targets = examples(training)
        return _Plane(LinearRegression().fit(inputs, targets))
