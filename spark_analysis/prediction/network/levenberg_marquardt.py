"""Training by Levenberg and Marquardt (Hagan and Menhaj, IEEE Trans. Neural Networks 5, 1994), with MATLAB's rules.

A step solves (J'J + mu I) step = J'(outputs - targets) and subtracts it. If the loss falls, the step is taken and mu is
multiplied by 0.1; otherwise mu is multiplied by 10 and the step is solved again. The paper's "learning rate 0.1" does
not exist in this method; we read it as the factor 0.1 of mu.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from scipy import linalg

from spark_analysis.prediction.network.feed_forward import FeedForward
from spark_analysis.prediction.network.jacobian import jacobian


class StopReason(StrEnum):
    GOAL = "the loss reached the goal"
    EPOCHS = "the most epochs were trained"
    GRADIENT = "the gradient is below the least one"
    MU = "mu is above the greatest one"
    VALIDATION = "the validation loss rose too often"


@dataclass(frozen=True)
class TrainingRules:
    """The defaults are the paper's, and MATLAB's where the paper is silent."""

    goal: float = 0.001
    most_epochs: int = 1000
    least_gradient: float = 1e-7
    first_mu: float = 0.001
    mu_decrease: float = 0.1
    mu_increase: float = 10.0
    greatest_mu: float = 1e10
    validation_failures: int = 6
    """Epochs in succession whose validation loss is above the least one."""


@dataclass(frozen=True, eq=False)
class LabelledPart:
    """Scaled inputs, one row per example, and their scaled targets."""

    inputs: np.ndarray
    targets: np.ndarray


@dataclass(frozen=True)
class Epoch:
    """The state after an epoch; epoch 0 is before the first step. Losses are mean squared errors."""

    loss: float
    validation_loss: float | None
    gradient: float
    mu: float


@dataclass(frozen=True, eq=False)
class Training:
    """`network` has the least validation loss of all epochs; without a validation part it is the last one."""

    network: FeedForward
    last_network: FeedForward
    stop: StopReason
    epochs: tuple[Epoch, ...]

    @property
    def loss(self) -> float:
        """The training loss at the end, which the paper reports."""
        return self.epochs[-1].loss


def mean_squared_error(network: FeedForward, part: LabelledPart) -> float:
    return float(np.mean((network.outputs(part.inputs) - part.targets) ** 2))


def train(
    network: FeedForward, part: LabelledPart, validation: LabelledPart | None = None, rules: TrainingRules | None = None
) -> Training:
    """Train from the weights of `network` until a rule of `rules` stops it."""
    state = _State(network, part, validation, rules or TrainingRules())
    while (stop := state.stop_reason()) is None and (stop := state.take_epoch()) is None:
        pass
    return Training(state.best if validation else state.network, state.network, stop, tuple(state.epochs))


@dataclass(eq=False)
class _State:
    network: FeedForward
    part: LabelledPart
    validation: LabelledPart | None
    rules: TrainingRules
    epochs: list[Epoch] = field(default_factory=list)
    failures: int = 0

    def __post_init__(self) -> None:
        self.mu = self.rules.first_mu
        self.best, self.least_validation_loss = self.network, np.inf
        self._record(mean_squared_error(self.network, self.part))

    def stop_reason(self) -> StopReason | None:
        """The rule that ends training before another epoch."""
        last, rules = self.epochs[-1], self.rules
        if last.loss <= rules.goal:
            return StopReason.GOAL
        if len(self.epochs) > rules.most_epochs:
            return StopReason.EPOCHS
        if last.gradient < rules.least_gradient:
            return StopReason.GRADIENT
        if self.mu > rules.greatest_mu:
            return StopReason.MU
        return StopReason.VALIDATION if self.failures >= rules.validation_failures else None

    def take_epoch(self) -> StopReason | None:
        """Take one step that lowers the loss. Without one mu has grown too large: that is returned."""
        parameters = self.network.parameters()
        while self.mu <= self.rules.greatest_mu:
            step = self._step()
            if step is not None:
                candidate = self.network.with_parameters(parameters - step)
                loss = mean_squared_error(candidate, self.part)
                if loss < self.epochs[-1].loss:
                    self.network = candidate
                    self.mu *= self.rules.mu_decrease
                    self._record(loss)
                    return None
            self.mu *= self.rules.mu_increase
        return StopReason.MU

    def _step(self) -> np.ndarray | None:
        """The step for the present mu; None if the matrix is not positive definite in floating point."""
        try:
            factor = linalg.cho_factor(self.squares + self.mu * np.eye(len(self.squares)), lower=True)
        except linalg.LinAlgError:
            return None
        return np.asarray(linalg.cho_solve(factor, self.slope))

    def _record(self, loss: float) -> None:
        derivatives = jacobian(self.network, self.part.inputs)
        self.squares = derivatives.T @ derivatives
        self.slope = derivatives.T @ (self.network.outputs(self.part.inputs) - self.part.targets)
        validation_loss = mean_squared_error(self.network, self.validation) if self.validation else None
        if validation_loss is not None:
            if validation_loss < self.least_validation_loss:
                self.best, self.least_validation_loss, self.failures = self.network, validation_loss, 0
            elif validation_loss > self.least_validation_loss:
                self.failures += 1
        gradient = 2 * float(np.linalg.norm(self.slope)) / len(self.part.targets)
        self.epochs.append(Epoch(loss, validation_loss, gradient, self.mu))
