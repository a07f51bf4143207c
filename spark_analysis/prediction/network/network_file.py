"""The text file of a trained network, in JSON, which the simulation reads: docs/prediction.md has its keys.

Every number is written with the digits that give the same double again, so reading returns the same network.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np

from spark_analysis.prediction.network.feed_forward import FeedForward
from spark_analysis.prediction.network.trained_network import TrainedNetwork
from spark_analysis.prediction.series.paper_inputs import INPUTS
from spark_analysis.prediction.series.scaling import Scaling

FORMAT = "pubsub-traffic-network"
VERSION = 1
HIDDEN_FUNCTION = "tanh"
OUTPUT_FUNCTION = "logistic"
_KEYS = {
    *("format", "version", "inputs", "hidden_function", "output_function", "hidden_weights", "hidden_biases"),
    *("output_weights", "output_bias", "input_low", "input_high", "output_low", "output_high"),
}


class NotANetworkFile(ValueError):
    """A file that is no trained network; the message is one sentence."""


def write_network(trained: TrainedNetwork, path: Path) -> None:
    """Write the file. Raises OSError, and ValueError for a weight that is not finite."""
    network = trained.network
    content = {
        "format": FORMAT,
        "version": VERSION,
        "inputs": list(trained.inputs),
        "hidden_function": HIDDEN_FUNCTION,
        "output_function": OUTPUT_FUNCTION,
        "hidden_weights": network.hidden_weights.tolist(),
        "hidden_biases": network.hidden_biases.tolist(),
        "output_weights": network.output_weights.tolist(),
        "output_bias": network.output_bias,
        "input_low": [scaling.low for scaling in trained.input_scalings],
        "input_high": [scaling.high for scaling in trained.input_scalings],
        "output_low": trained.output_scaling.low,
        "output_high": trained.output_scaling.high,
    }
    path.write_text(json.dumps(content, indent=1, allow_nan=False) + "\n", encoding="utf-8")


def read_network(path: Path) -> TrainedNetwork:
    """Read a file that `write_network` wrote. Raises NotANetworkFile for any other content, and OSError."""
    try:
        return parse_network(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError as error:
        raise NotANetworkFile(f"{path} is no JSON text") from error
    except NotANetworkFile as error:
        raise NotANetworkFile(f"{path} {error}") from error


def parse_network(text: str) -> TrainedNetwork:
    """The network in the text of a file. Raises NotANetworkFile, with a phrase that follows the file's name."""
    try:
        content = json.loads(text)
    except ValueError as error:
        raise NotANetworkFile("is no JSON text") from error
    return _network(content)


def _network(content: Any) -> TrainedNetwork:
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise NotANetworkFile("is no trained network: its format is missing or another")
    if content.get("version") != VERSION:
        raise NotANetworkFile(f"has version {content.get('version')!r}, expected {VERSION}")
    if content.keys() != _KEYS:
        raise NotANetworkFile(f"has missing or unknown keys: {', '.join(sorted(content.keys() ^ _KEYS))}")
    if (content["hidden_function"], content["output_function"]) != (HIDDEN_FUNCTION, OUTPUT_FUNCTION):
        raise NotANetworkFile(f"has other functions than {HIDDEN_FUNCTION} and {OUTPUT_FUNCTION}")
    inputs = content["inputs"]
    if inputs not in (list(INPUTS), list(INPUTS[:2])):
        raise NotANetworkFile(f"has the inputs {inputs!r}, expected {', '.join(INPUTS)} or the first two")
    hidden = len(content["hidden_biases"]) if isinstance(content["hidden_biases"], list) else 0
    shapes = {
        "hidden_weights": (hidden, len(inputs)),
        "hidden_biases": (hidden,),
        "output_weights": (hidden,),
        "output_bias": (),
        "input_low": (len(inputs),),
        "input_high": (len(inputs),),
        "output_low": (),
        "output_high": (),
    }
    numbers = {key: _numbers(key, content[key], shape) for key, shape in shapes.items()}
    return _assembled(tuple(inputs), numbers)


def _assembled(inputs: tuple[str, ...], numbers: dict[str, np.ndarray]) -> TrainedNetwork:
    lows, highs = ([*numbers[f"input_{end}"], numbers[f"output_{end}"]] for end in ("low", "high"))
    if any(low > high for low, high in zip(lows, highs, strict=True)):
        raise NotANetworkFile("has a scaling whose low is above its high")
    *scalings, output = (Scaling(float(low), float(high)) for low, high in zip(lows, highs, strict=True))
    network = FeedForward(
        numbers["hidden_weights"], numbers["hidden_biases"], numbers["output_weights"], float(numbers["output_bias"])
    )
    return TrainedNetwork(network, inputs, tuple(scalings), output)


def _numbers(key: str, value: Any, shape: tuple[int, ...]) -> np.ndarray:
    """`value` as an array of `shape`, if it is nested lists of finite numbers of that shape."""

    def is_right(part: Any, sizes: tuple[int, ...]) -> bool:
        if not sizes:
            return isinstance(part, int | float) and not isinstance(part, bool) and math.isfinite(part)
        return isinstance(part, list) and len(part) == sizes[0] and all(is_right(one, sizes[1:]) for one in part)

    if not is_right(value, shape) or 0 in shape:
        raise NotANetworkFile(f"has no {'x'.join(map(str, shape)) or 'single'} finite numbers in {key}")
    return np.array(value, dtype=np.float64)
