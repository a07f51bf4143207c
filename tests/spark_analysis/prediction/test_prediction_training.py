"""The network and its training: derivatives, minima and stopping rules, compared with scipy."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from known_systems import logistic
from scipy import optimize

from spark_analysis.prediction.network.division import Division, contiguous_division, random_division
from spark_analysis.prediction.network.feed_forward import FeedForward, random_network
from spark_analysis.prediction.network.jacobian import jacobian
from spark_analysis.prediction.network.levenberg_marquardt import (
    LabelledPart,
    StopReason,
    TrainingRules,
    mean_squared_error,
    train,
)
from spark_analysis.prediction.network.trained_network import train_on_series
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.prediction.series.unusable import UnusableSeries

ENDLESS = TrainingRules(goal=0.0, most_epochs=1000, least_gradient=1e-12)


def logistic_part(count: int = 300) -> LabelledPart:
    """Two past values and two inputs of noise; the target is a function of the first."""
    series = logistic(count + 2)
    noise = np.random.default_rng(9).uniform(size=(count, 2))
    return LabelledPart(np.column_stack([series[1:-1], series[:-2], noise]), series[2:])


def noisy_part(count: int = 150) -> LabelledPart:
    draw = np.random.default_rng(8)
    inputs = draw.uniform(size=(count, 4))
    return LabelledPart(inputs, np.clip(0.3 + 0.3 * np.sin(5 * inputs[:, 0]) + 0.05 * draw.normal(size=count), 0, 1))


def test_a_network_by_hand() -> None:
    network = FeedForward(np.array([[1.0, -2.0]]), np.array([0.5]), np.array([3.0]), -1.0)
    output = 1 / (1 + np.exp(-(3 * np.tanh(0.3 - 2 * 0.2 + 0.5) - 1)))
    assert network.outputs(np.array([[0.3, 0.2]])) == pytest.approx([output])
    assert network.parameters().tolist() == [1, -2, 0.5, 3, -1]


def test_the_papers_network_has_19_weights_within_one() -> None:
    weights = random_network(4, seed=1).parameters()
    assert len(weights) == 19 and np.abs(weights).max() < 1 and weights.min() < -0.5 and weights.max() > 0.5
    assert np.array_equal(weights, random_network(4, seed=1).parameters())
    assert not np.array_equal(weights, random_network(4, seed=2).parameters())


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 4), st.floats(0.1, 4))
def test_the_jacobian_is_that_of_central_differences(seed: int, inputs: int, hidden: int, scale: float) -> None:
    start = random_network(inputs, seed, hidden)
    network = start.with_parameters(scale * start.parameters())
    examples = np.random.default_rng(seed).uniform(-1, 2, (7, inputs))
    weights = network.parameters()
    step = 1e-5
    differences = np.column_stack(
        [
            (
                network.with_parameters(weights + d).outputs(examples)
                - network.with_parameters(weights - d).outputs(examples)
            )
            / (2 * step)
            for d in step * np.eye(len(weights))
        ]
    )
    assert np.abs(jacobian(network, examples) - differences).max() <= 1e-8


def scipys_loss(start: FeedForward, part: LabelledPart) -> float:
    found = optimize.least_squares(
        lambda weights: start.with_parameters(weights).outputs(part.inputs) - part.targets,
        start.parameters(),
        jac=lambda weights: jacobian(start.with_parameters(weights), part.inputs),
        method="lm",
        max_nfev=2000,
        xtol=1e-12,
        ftol=1e-12,
    )
    return float(2 * found.cost / len(part.targets))


@pytest.mark.parametrize("seed", range(4))
def test_the_end_loss_is_scipys(seed: int) -> None:
    """One hidden neuron on two inputs: few local minima, and both methods reach the same one from the same start."""
    draw = np.random.default_rng(6)
    inputs = draw.uniform(-1, 1, (80, 2))
    part = LabelledPart(inputs, 0.5 + 0.3 * np.tanh(inputs @ [1.0, -2.0]) + 0.02 * draw.normal(size=80))
    start = random_network(2, seed, hidden=1)
    trained = train(start, part, rules=ENDLESS)
    assert trained.loss == pytest.approx(scipys_loss(start, part), rel=1e-8)
    assert trained.epochs[-1].gradient < 1e-8


@pytest.mark.long
@pytest.mark.parametrize("part", [logistic_part(), noisy_part()], ids=["logistic", "noisy"])
def test_the_best_of_ten_end_losses_is_scipys(part: LabelledPart) -> None:
    """The 4-3-1 network has many local minima: a start can end in another one, so the best and the median count."""
    starts = [random_network(4, seed) for seed in range(10)]
    ours = [train(start, part, rules=ENDLESS).loss for start in starts]
    theirs = [scipys_loss(start, part) for start in starts]
    print(f"best {min(ours):.6g} and {min(theirs):.6g}, median {np.median(ours):.6g} and {np.median(theirs):.6g}")
    assert min(ours) <= 1.01 * min(theirs)
    assert np.median(ours) <= 1.1 * np.median(theirs)


def planted_part() -> tuple[FeedForward, LabelledPart]:
    start = random_network(4, seed=5)
    planted = start.with_parameters(2 * start.parameters())
    inputs = np.random.default_rng(3).uniform(-1, 1, (400, 4))
    return planted, LabelledPart(inputs, planted.outputs(inputs))


def test_a_planted_network_is_recovered_from_a_near_start() -> None:
    planted, part = planted_part()
    start = planted.with_parameters(planted.parameters() + np.random.default_rng(2).uniform(-0.3, 0.3, 19))
    trained = train(start, part, rules=TrainingRules(goal=1e-30, least_gradient=0.0, most_epochs=300))
    assert np.abs(trained.network.parameters() - planted.parameters()).max() < 1e-8


@pytest.mark.long
def test_a_planted_network_is_recovered_from_random_starts() -> None:
    """Its outputs to 1e-8, and its weights up to the order and the signs of the hidden neurons."""
    planted, part = planted_part()
    rules = TrainingRules(goal=1e-28, most_epochs=2000, least_gradient=0.0)
    found = min((train(random_network(4, seed), part, rules=rules) for seed in range(10)), key=lambda one: one.loss)
    fresh = np.random.default_rng(4).uniform(-1, 1, (100, 4))
    assert np.abs(found.network.outputs(fresh) - planted.outputs(fresh)).max() < 1e-8
    assert canonical(found.network) == pytest.approx(canonical(planted), abs=1e-6)


def canonical(network: FeedForward) -> np.ndarray:
    """Weights of hidden neurons with positive output weights, in ascending order of these: tanh is odd."""
    signs = np.sign(network.output_weights)
    order = np.argsort(np.abs(network.output_weights))
    rows = np.column_stack([network.hidden_weights, network.hidden_biases]) * signs[:, np.newaxis]
    return np.concatenate([rows[order].ravel(), np.abs(network.output_weights)[order], [network.output_bias]])


def test_every_epoch_lowers_the_loss_and_mu_follows_the_rules() -> None:
    trained = train(random_network(4, 1), noisy_part(), rules=TrainingRules(goal=0, most_epochs=60))
    losses = [epoch.loss for epoch in trained.epochs]
    assert all(after < before for before, after in itertools.pairwise(losses))
    factors = np.log10([b.mu / a.mu for a, b in itertools.pairwise(trained.epochs)])
    assert trained.epochs[0].mu == 0.001
    assert factors == pytest.approx(np.round(factors)) and (np.round(factors) >= -1).all()


def test_the_first_step_solves_the_damped_equations() -> None:
    part, start = noisy_part(50), random_network(4, 2)
    derivatives = jacobian(start, part.inputs)
    error = start.outputs(part.inputs) - part.targets
    step = np.linalg.solve(derivatives.T @ derivatives + 0.001 * np.eye(19), derivatives.T @ error)
    trained = train(start, part, rules=TrainingRules(goal=0, most_epochs=1))
    assert trained.stop is StopReason.EPOCHS and trained.epochs[1].mu == pytest.approx(0.0001)
    assert trained.network.parameters() == pytest.approx(start.parameters() - step, rel=1e-9)


def test_the_gradient_is_that_of_the_mean_squared_error() -> None:
    part, start = noisy_part(40), random_network(4, 3)
    gradient = optimize.approx_fprime(
        start.parameters(), lambda weights: mean_squared_error(start.with_parameters(weights), part)
    )
    assert train(start, part, rules=TrainingRules(most_epochs=0)).epochs[0].gradient == pytest.approx(
        np.linalg.norm(gradient), rel=1e-5
    )


@pytest.mark.parametrize(
    ("rules", "stop"),
    [
        (TrainingRules(goal=0.05), StopReason.GOAL),
        (TrainingRules(goal=0, most_epochs=3), StopReason.EPOCHS),
        (TrainingRules(goal=0, least_gradient=1e3), StopReason.GRADIENT),
    ],
)
def test_training_stops_by_each_rule(rules: TrainingRules, stop: StopReason) -> None:
    trained = train(random_network(4, 1), noisy_part(), rules=rules)
    assert trained.stop is stop
    if stop is StopReason.GOAL:
        assert trained.loss <= 0.05 < trained.epochs[-2].loss
    if stop is StopReason.EPOCHS:
        assert len(trained.epochs) == 4


def test_training_stops_where_no_step_lowers_the_loss() -> None:
    part = LabelledPart(np.array([[0.0], [1.0]]), np.array([0.5, 0.5]))
    flat = FeedForward(np.zeros((1, 1)), np.zeros(1), np.zeros(1), 0.0)
    rules = TrainingRules(goal=-1.0, least_gradient=0.0, greatest_mu=10.0)
    trained = train(flat, part, rules=rules)
    assert (trained.stop, trained.loss, len(trained.epochs)) == (StopReason.MU, 0.0, 1)


def test_validation_failures_stop_training_and_the_best_network_is_kept() -> None:
    draw = np.random.default_rng(4)
    part, held_out = (LabelledPart(draw.uniform(size=(count, 4)), draw.uniform(size=count)) for count in (30, 30))
    trained = train(random_network(4, 1), part, held_out)
    losses = [epoch.validation_loss for epoch in trained.epochs]
    assert trained.stop is StopReason.VALIDATION
    best = int(np.argmin(losses))
    assert best == len(losses) - 7, "six failures after the best epoch"
    assert mean_squared_error(trained.network, held_out) == losses[best] < losses[-1]
    assert mean_squared_error(trained.last_network, held_out) == losses[-1]


def test_divisions() -> None:
    contiguous, drawn = contiguous_division(948), random_division(948, seed=1)
    for division in (contiguous, drawn):
        assert list(map(len, division)) == [664, 142, 142]
        assert sorted(np.concatenate(division).tolist()) == list(range(948))
    assert contiguous.training[-1] < contiguous.validation[0] < contiguous.test[0]
    assert drawn.validation[0] < drawn.training[-1]
    assert isinstance(random_division(20, 1), Division)
    with pytest.raises(UnusableSeries, match="19 examples are too few"):
        contiguous_division(19)


def test_a_network_of_a_constant_link_predicts_the_constant() -> None:
    """The evaluation excludes such links; a simulation may still hold their networks."""
    changes = np.random.default_rng(1).normal(size=100)
    trained = train_on_series(LinkSeries(np.full(100, 7.0), changes, -changes)).trained
    assert trained.predictions(np.array([[7.0, 7.0, 1.0, 1.0], [50.0, 7.0, 0.0, -9.0]])).tolist() == [7.0, 7.0]


def test_predictions_stay_within_the_training_extremes() -> None:
    series = traffic_only(100 + 20 * np.random.default_rng(2).normal(size=200))
    trained = train_on_series(series).trained
    far = trained.predictions(np.array([[1e6, -1e6, 0, 0], [-1e6, 1e6, 0, 0]]))
    assert (series.traffic.min() <= far).all() and (far <= series.traffic.max()).all()


def test_a_network_of_another_shape() -> None:
    with pytest.raises(ValueError, match="one row per hidden neuron"):
        FeedForward(np.zeros((2, 4)), np.zeros(3), np.zeros(3), 0.0)
    with pytest.raises(ValueError, match="one hidden bias and one output weight"):
        FeedForward(np.zeros((3, 4)), np.zeros(3), np.zeros(2), 0.0)
