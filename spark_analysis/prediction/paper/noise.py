"""The paper's training on noise: what its mean squared error is worth.

The traffic is independent from step to step, so that no model can predict it better than its mean. All changes of the
traffic are changes of dS and dA: dS(n) + dA(n) = T(n) - T(n - 1). Known at step n they are of no use for step n + 1;
leaked from step n + 1 they are the answer, and training stops at the first loss below its goal.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.prediction.network.division import random_division
from spark_analysis.prediction.network.trained_network import NetworkTraining, train_on_series
from spark_analysis.prediction.paper.exponent import PAPER_STEPS
from spark_analysis.prediction.series.link_series import LinkSeries, leak_future_changes
from spark_analysis.prediction.series.scaling import extremes

PAPER_TRAINING_STEPS = 950
"""Of 1,000 steps; the paper predicts the other 50."""
PAPER_GOAL = 0.001
PAPER_LOSSES = (0.0009964, 0.00099969)
"""Reported for an inner broker after 140 epochs and for a border broker after 73."""


def noise_series(traffic: np.ndarray, seed: int) -> LinkSeries:
    """`traffic` with its changes divided at random between subscriptions and advertisements."""
    change = np.diff(traffic, prepend=traffic[0])
    share = np.random.default_rng(seed).uniform(size=len(traffic))
    return LinkSeries(traffic, share * change, (1 - share) * change)


def train_on_noise(traffic: np.ndarray, seed: int, leak: bool) -> NetworkTraining:
    """Train on noise of PAPER_STEPS steps as the paper trains, with a random division as MATLAB has it by default.

    LEAK, only to reproduce the paper: with `leak` the changes are those of the step that is predicted, and the extremes
    are those of the whole series.
    """
    series = noise_series(traffic[:PAPER_STEPS], seed)
    if leak:
        series = leak_future_changes(series)
    scaling = extremes(series.traffic, PAPER_TRAINING_STEPS, leak_whole_series_extremes=leak)
    training = series.until(PAPER_TRAINING_STEPS)
    division = random_division(PAPER_TRAINING_STEPS - 2, seed)
    return train_on_series(training, seed=seed, division=division, leaked_traffic_extremes=scaling)
