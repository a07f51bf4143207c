"""A network that was trained before, on other series: nothing is fitted."""

from __future__ import annotations

from spark_analysis.prediction.models.paper_network import NetworkForecaster
from spark_analysis.prediction.models.predictor import Forecaster, Predictor
from spark_analysis.prediction.network.trained_network import TrainedNetwork
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.paper_inputs import FIRST_TARGET


class Pretrained(Predictor):
    """Predicts with `trained` and its own scaling, whatever the training part is."""

    least_steps = FIRST_TARGET

    def __init__(self, name: str, trained: TrainedNetwork) -> None:
        self.name = name
        self.trained = trained

    def _fit(self, training: LinkSeries) -> Forecaster:
        return NetworkForecaster(self.trained)
