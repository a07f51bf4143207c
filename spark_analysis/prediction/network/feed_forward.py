"""A network of one hidden layer: y = logistic(w2 . tanh(W1 x + b1) + b2). Tan-Sigmoid is tanh, Log-Sigmoid logistic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import expit

HIDDEN = 3
"""Neurons of the paper's hidden layer."""


@dataclass(frozen=True, eq=False)
class FeedForward:
    """`hidden_weights` has one row per hidden neuron and one column per input. Raises ValueError for other shapes."""

    hidden_weights: np.ndarray
    hidden_biases: np.ndarray
    output_weights: np.ndarray
    output_bias: float

    def __post_init__(self) -> None:
        hidden = len(self.hidden_biases)
        if self.hidden_weights.shape[:1] != (hidden,) or self.hidden_weights.ndim != 2:
            raise ValueError("the hidden weights of a network need one row per hidden neuron")
        if self.hidden_biases.shape != (hidden,) or self.output_weights.shape != (hidden,):
            raise ValueError("a network needs one hidden bias and one output weight per hidden neuron")

    @property
    def inputs(self) -> int:
        return int(self.hidden_weights.shape[1])

    def hidden_outputs(self, inputs: np.ndarray) -> np.ndarray:
        return np.asarray(np.tanh(inputs @ self.hidden_weights.T + self.hidden_biases))

    def outputs(self, inputs: np.ndarray) -> np.ndarray:
        """The output for each row of `inputs`."""
        return np.asarray(expit(self.hidden_outputs(inputs) @ self.output_weights + self.output_bias))

    def parameters(self) -> np.ndarray:
        """W1 row by row, b1, w2, b2: 19 numbers for 4 inputs and 3 hidden neurons."""
        return np.concatenate(
            [self.hidden_weights.ravel(), self.hidden_biases, self.output_weights, [self.output_bias]]
        )

    def with_parameters(self, parameters: np.ndarray) -> FeedForward:
        """A network of this shape with the numbers of `parameters`, in the order of `parameters()`."""
        hidden, inputs = self.hidden_weights.shape
        weights, biases, outputs, bias = np.split(parameters, np.cumsum([hidden * inputs, hidden, hidden]))
        return FeedForward(weights.reshape(hidden, inputs), biases, outputs, float(bias[0]))


def random_network(inputs: int, seed: int, hidden: int = HIDDEN) -> FeedForward:
    """Weights uniform in (-1, 1), as in the paper; the same seed gives the same ones."""
    empty = FeedForward(np.zeros((hidden, inputs)), np.zeros(hidden), np.zeros(hidden), 0.0)
    return empty.with_parameters(np.random.default_rng(seed).uniform(-1.0, 1.0, len(empty.parameters())))
