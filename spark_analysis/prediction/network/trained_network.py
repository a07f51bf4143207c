"""A trained network with its scalings: from the inputs of a step to a number of notifications."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.network.division import Division, contiguous_division
from spark_analysis.prediction.network.feed_forward import FeedForward, random_network
from spark_analysis.prediction.network.levenberg_marquardt import LabelledPart, Training, TrainingRules, train
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.paper_inputs import INPUTS, TRAFFIC_INPUTS, examples
from spark_analysis.prediction.series.scaling import Scaling, training_extremes


@dataclass(frozen=True, eq=False)
class TrainedNetwork:
    """A network, the names of its inputs, and the scaling of each input and of the output."""

    network: FeedForward
    inputs: tuple[str, ...]
    input_scalings: tuple[Scaling, ...]
    output_scaling: Scaling

    def __post_init__(self) -> None:
        if not self.network.inputs == len(self.inputs) == len(self.input_scalings):
            raise ValueError("a trained network needs one name and one scaling per input")

    def scaled_inputs(self, inputs: np.ndarray) -> np.ndarray:
        return np.column_stack([s.scaled(column) for s, column in zip(self.input_scalings, inputs.T, strict=True)])

    def predictions(self, inputs: np.ndarray) -> np.ndarray:
        """The prediction for each row of `inputs`. It is within the extremes of the output's scaling."""
        return self.output_scaling.restored(self.network.outputs(self.scaled_inputs(inputs)))


@dataclass(frozen=True, eq=False)
class NetworkTraining:
    """A trained network, how its training went, and which examples were in which part."""

    trained: TrainedNetwork
    training: Training
    division: Division


def train_on_series(
    series: LinkSeries,
    with_changes: bool = True,
    seed: int = 1,
    rules: TrainingRules | None = None,
    division: Division | None = None,
    leaked_traffic_extremes: Scaling | None = None,
) -> NetworkTraining:
    """Train on all examples of `series`, which is the training part of a longer one.

    Validation and test parts are inside it: `division` (contiguous by default). LEAK, only to reproduce the paper:
    `leaked_traffic_extremes` are extremes of a series that continues after this one. Raises UnusableSeries.
    """
    inputs, targets = examples(series, with_changes)
    parts = division or contiguous_division(len(targets))
    traffic = leaked_traffic_extremes or training_extremes(series.traffic)
    scalings = (traffic, traffic, *(training_extremes(column) for column in inputs.T[len(TRAFFIC_INPUTS) :]))
    start = TrainedNetwork(random_network(inputs.shape[1], seed), INPUTS[: inputs.shape[1]], scalings, traffic)
    scaled, wanted = start.scaled_inputs(inputs), traffic.scaled(targets)
    fitted, held_out = (LabelledPart(scaled[part], wanted[part]) for part in (parts.training, parts.validation))
    training = train(start.network, fitted, held_out, rules)
    trained = TrainedNetwork(training.network, start.inputs, scalings, traffic)
    return NetworkTraining(trained, training, parts)
