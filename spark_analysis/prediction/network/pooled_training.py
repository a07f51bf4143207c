"""The paper's network trained on many series together, for the file that the simulation reads."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from spark_analysis.prediction.network.division import Division, contiguous_division
from spark_analysis.prediction.network.feed_forward import random_network
from spark_analysis.prediction.network.levenberg_marquardt import LabelledPart, TrainingRules, train
from spark_analysis.prediction.network.trained_network import NetworkTraining, TrainedNetwork
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.paper_inputs import INPUTS, TRAFFIC_INPUTS, Examples, examples
from spark_analysis.prediction.series.scaling import Scaling, training_extremes
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries, varying_values


class PooledScaling(StrEnum):
    """The extremes by which the examples of a link are scaled."""

    FILE = "file"
    """Those of all series together, which the file has: the network predicts any link as it is."""
    LINK = "link"
    """Those of the link's own series. The file has 0 and 1, and its reader scales each link by extremes of its own."""


@dataclass(frozen=True)
class PooledTraining:
    """How to train. Validation and test part are of each series its last ones, as for one series."""

    with_changes: bool = True
    seed: int = 1
    scaling: PooledScaling = PooledScaling.FILE
    rules: TrainingRules | None = None
    most_examples: int = 50_000
    """With more, examples are left out evenly, the same share of each part."""


_UNIT = Scaling(0.0, 1.0)


def with_scaling(series: Sequence[LinkSeries], scaling: PooledScaling) -> list[LinkSeries]:
    """The series that have a scaling: all with PooledScaling.FILE, those that vary with PooledScaling.LINK."""
    return [each for each in series if scaling is PooledScaling.FILE or np.ptp(each.traffic) > 0]


def train_pooled_network(series: Sequence[LinkSeries], settings: PooledTraining) -> NetworkTraining:
    """Train one network on all `series`. Raises UnusableSeries without a series, and for one that is too short.

    A constant series has no scaling of its own: with PooledScaling.LINK it raises UnusableSeries.
    """
    if not series:
        raise UnusableSeries(Fault.EMPTY, "there is no series to train a network on")
    found = [examples(each, settings.with_changes) for each in series]
    scalings = [_scalings([each], [one]) for each, one in zip(series, found, strict=True)]
    shared = _scalings(series, found)
    if settings.scaling is PooledScaling.LINK:
        for each in series:
            varying_values(each.traffic, name="a series to train on")
        written = (_UNIT,) * len(shared)
    else:
        scalings = [shared] * len(found)
        written = shared
    inputs = np.vstack([_scaled(one.inputs, each[:-1]) for one, each in zip(found, scalings, strict=True)])
    targets = np.concatenate([each[-1].scaled(one.targets) for one, each in zip(found, scalings, strict=True)])
    division = _division([len(one.targets) for one in found], settings.most_examples)
    start = random_network(inputs.shape[1], settings.seed)
    fitted, held_out = (LabelledPart(inputs[part], targets[part]) for part in (division.training, division.validation))
    training = train(start, fitted, held_out, settings.rules)
    names = INPUTS[: inputs.shape[1]]
    return NetworkTraining(TrainedNetwork(training.network, names, written[:-1], written[-1]), training, division)


def _scalings(series: Sequence[LinkSeries], found: Sequence[Examples]) -> tuple[Scaling, ...]:
    """The extremes of each input, then those of the output."""
    traffic = training_extremes(np.concatenate([each.traffic for each in series]))
    inputs = np.vstack([one.inputs for one in found])
    changes = (training_extremes(column) for column in inputs.T[len(TRAFFIC_INPUTS) :])
    return (traffic, traffic, *changes, traffic)


def _scaled(inputs: np.ndarray, scalings: Sequence[Scaling]) -> np.ndarray:
    return np.column_stack([scaling.scaled(column) for scaling, column in zip(scalings, inputs.T, strict=True)])


def _division(counts: Sequence[int], most: int) -> Division:
    """The contiguous division of each series, as indices of all examples behind each other."""
    starts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(int)
    divisions = [contiguous_division(count) for count in counts]
    every = max(1, -(-sum(counts) // most))
    return Division(
        *(
            np.concatenate([start + each[part] for start, each in zip(starts, divisions, strict=True)])[::every]
            for part in range(3)
        )
    )
