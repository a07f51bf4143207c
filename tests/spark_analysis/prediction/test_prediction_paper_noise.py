"""The paper's two numbers from independent noise: an exponent of 0.41 to 0.44, and errors just below the goal."""

from __future__ import annotations

import numpy as np
import pytest

from spark_analysis.prediction.chaos.divergence import Norm
from spark_analysis.prediction.network.levenberg_marquardt import StopReason
from spark_analysis.prediction.paper.exponent import PAPER_EXPONENT, PAPER_STEPS, paper_exponent
from spark_analysis.prediction.paper.noise import PAPER_GOAL, PAPER_LOSSES, train_on_noise


def uniform(seed: int) -> np.ndarray:
    return np.random.default_rng([11, seed]).uniform(50, 150, PAPER_STEPS)


def poisson(seed: int) -> np.ndarray:
    return np.random.default_rng([12, seed]).poisson(100, PAPER_STEPS).astype(float)


def test_uniform_noise_has_the_papers_exponent() -> None:
    found = [paper_exponent(uniform(seed)) for seed in range(8)]
    exponents = np.array([one.exponent for one in found])
    assert 0.42 < exponents.mean() < 0.44
    assert abs(PAPER_EXPONENT - exponents.mean()) < 2 * exponents.std(ddof=1), "the paper's value is an ordinary draw"
    assert all(one.saturation_step == 1 and one.is_saturated for one in found)


def test_poisson_counts_have_it_nearly_in_either_norm() -> None:
    euclidean, maximum = (np.mean([paper_exponent(poisson(seed), norm).exponent for seed in range(8)]) for norm in Norm)
    assert 0.38 < euclidean < 0.40
    assert 0.40 < maximum < 0.42


@pytest.mark.parametrize("traffic", [uniform, poisson])
def test_with_the_leak_training_on_noise_stops_just_below_the_goal(traffic: object) -> None:
    assert callable(traffic)
    found = [train_on_noise(traffic(seed), seed, leak=True).training for seed in range(8)]
    assert all(one.stop is StopReason.GOAL for one in found)
    assert all(one.loss <= PAPER_GOAL < one.epochs[-2].loss for one in found)
    if traffic is uniform:
        assert np.median([one.loss for one in found]) > 0.0009, "as the paper's values, which are at most the goal"
    assert max(PAPER_LOSSES) <= PAPER_GOAL


@pytest.mark.parametrize(("traffic", "floor"), [(uniform, 0.07), (poisson, 0.015)])
def test_without_the_leak_noise_stays_far_above_the_goal(traffic: object, floor: float) -> None:
    assert callable(traffic)
    found = [train_on_noise(traffic(seed), seed, leak=False).training for seed in range(8)]
    assert all(one.stop is not StopReason.GOAL and one.loss > floor for one in found)
