"""The derivatives of a network's outputs with respect to its parameters, in closed form."""

from __future__ import annotations

import numpy as np

from spark_analysis.prediction.network.feed_forward import FeedForward


def jacobian(network: FeedForward, inputs: np.ndarray) -> np.ndarray:
    """One row per row of `inputs`, one column per parameter in the order of `parameters()`."""
    hidden = network.hidden_outputs(inputs)
    output = network.outputs(inputs)
    slope = (output * (1 - output))[:, np.newaxis]
    by_bias = slope * network.output_weights * (1 - hidden**2)
    by_weight = by_bias[:, :, np.newaxis] * inputs[:, np.newaxis, :]
    return np.hstack([by_weight.reshape(len(inputs), -1), by_bias, slope * hidden, slope])
