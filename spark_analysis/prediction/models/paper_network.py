"""The paper's 4-3-1 network, and the same network without the changes of subscriptions and advertisements."""

from __future__ import annotations

import numpy as np

from spark_analysis.prediction.models.predictor import Forecaster, Predictor
from spark_analysis.prediction.network.division import LEAST_EXAMPLES
from spark_analysis.prediction.network.levenberg_marquardt import TrainingRules
from spark_analysis.prediction.network.trained_network import TrainedNetwork, train_on_series
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.paper_inputs import CHANGE_INPUTS, FIRST_TARGET, inputs_for


class NetworkForecaster(Forecaster):
    """Predictions of a trained network, from whatever file or training it comes."""

    def __init__(self, trained: TrainedNetwork) -> None:
        self.trained = trained

    def one_step_ahead(self, series: LinkSeries, first: int) -> np.ndarray:
        with_changes = set(CHANGE_INPUTS) <= set(self.trained.inputs)
        return self.trained.predictions(inputs_for(series, first, with_changes))


class PaperNetwork(Predictor):
    """`with_changes` False leaves out dS and dA: what these inputs add is the difference."""

    least_steps = LEAST_EXAMPLES + FIRST_TARGET

    def __init__(self, with_changes: bool = True, seed: int = 1, rules: TrainingRules | None = None) -> None:
        self.name = "network" if with_changes else "network-without-changes"
        self.with_changes = with_changes
        self.seed = seed
        self.rules = rules

    def _fit(self, training: LinkSeries) -> Forecaster:
        return NetworkForecaster(train_on_series(training, self.with_changes, self.seed, self.rules).trained)
