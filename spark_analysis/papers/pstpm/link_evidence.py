"""What the series of one link shows: the paper's two numbers, the tests behind them, and what a prediction is worth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from spark_analysis.prediction.chaos.chaos_test import ChaosSettings, Verdict, chaos_test
from spark_analysis.prediction.chaos.embedding import Embedding
from spark_analysis.prediction.evaluation.comparison import evaluate_series
from spark_analysis.prediction.evaluation.rolling_origin import RollingOrigin
from spark_analysis.prediction.models.catalogue import all_predictors
from spark_analysis.prediction.network.division import random_division
from spark_analysis.prediction.network.trained_network import NetworkTraining, train_on_series
from spark_analysis.prediction.paper.exponent import PAPER_STEPS, paper_exponent
from spark_analysis.prediction.paper.noise import PAPER_TRAINING_STEPS, train_on_noise
from spark_analysis.prediction.series.link_series import LinkSeries, leak_future_changes
from spark_analysis.prediction.series.paper_inputs import examples
from spark_analysis.prediction.series.scaling import extremes

_TEST = ChaosSettings(Embedding(dimension=3, delay=2), theiler_window=2, steps=20)
"""The paper's delay, dimension and period, with our fit range, saturation check and surrogates."""


@dataclass(frozen=True)
class LinkEvidence:
    """One series of PAPER_STEPS steps, and independent random numbers beside it.

    `noise` are Poisson numbers of the series' mean.
    """

    exponent: float
    """With the paper's parameters."""
    noise_exponent: float
    uniform_exponent: float
    """Of uniform random numbers."""
    is_chaotic: bool
    """By the whole test of docs/prediction.md."""
    loss: float
    """Mean squared error of scaled values at the end of training, with no leak."""
    leaked_loss: float
    noise_loss: float
    leaked_noise_loss: float
    correlation: float
    """Of outputs and targets of all training examples, with no leak."""
    skills: Mapping[str, float]
    """Predictor -> skill over the steps after PAPER_TRAINING_STEPS."""
    p_values: Mapping[str, float]
    """Predictor -> p of its difference from the last value, after Holm."""


def link_evidence(series: LinkSeries, seed: int) -> LinkEvidence:
    """Compute all of it. Raises UnusableSeries."""
    random = np.random.default_rng(seed)
    noise = random.poisson(max(1.0, float(series.traffic.mean())), PAPER_STEPS).astype(float)
    chaos = chaos_test(series.traffic, _TEST)
    honest, leaked = train_as_paper(series, seed, leak=False), train_as_paper(series, seed, leak=True)
    evaluations = evaluate_series(series, all_predictors(seed=seed), RollingOrigin(PAPER_TRAINING_STEPS))
    return LinkEvidence(
        exponent=paper_exponent(series.traffic).exponent,
        noise_exponent=paper_exponent(noise).exponent,
        uniform_exponent=paper_exponent(random.uniform(size=PAPER_STEPS)).exponent,
        is_chaotic=chaos.verdict is Verdict.CHAOTIC,
        loss=honest.training.loss,
        leaked_loss=leaked.training.loss,
        noise_loss=train_on_noise(noise, seed, leak=False).training.loss,
        leaked_noise_loss=train_on_noise(noise, seed, leak=True).training.loss,
        correlation=_correlation(honest, series.until(PAPER_TRAINING_STEPS)),
        skills={
            each.predictor: float("nan") if each.scores.skill is None else each.scores.skill for each in evaluations
        },
        p_values={each.predictor: each.p_holm for each in evaluations},
    )


def train_as_paper(series: LinkSeries, seed: int, leak: bool) -> NetworkTraining:
    """Train on the first PAPER_TRAINING_STEPS steps, with a random division as MATLAB has it by default.

    LEAK, only to reproduce the paper: as in train_on_noise. Raises UnusableSeries.
    """
    used = leak_future_changes(series) if leak else series
    training = used.until(PAPER_TRAINING_STEPS)
    return train_on_series(
        training,
        seed=seed,
        division=random_division(PAPER_TRAINING_STEPS - 2, seed),
        leaked_traffic_extremes=extremes(series.traffic, PAPER_TRAINING_STEPS, leak_whole_series_extremes=leak),
    )


def _correlation(found: NetworkTraining, training: LinkSeries) -> float:
    inputs, targets = examples(training)
    outputs = found.trained.predictions(inputs)
    if np.ptp(outputs) == 0 or np.ptp(targets) == 0:
        return 0.0
    return float(np.corrcoef(outputs, targets)[0, 1])
