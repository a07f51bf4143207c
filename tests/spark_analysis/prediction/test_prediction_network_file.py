"""The file of a trained network: it returns the same doubles, and anything else is one sentence."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spark_analysis.prediction.network.feed_forward import random_network
from spark_analysis.prediction.network.network_file import NotANetworkFile, read_network, write_network
from spark_analysis.prediction.network.trained_network import TrainedNetwork
from spark_analysis.prediction.series.paper_inputs import INPUTS
from spark_analysis.prediction.series.scaling import Scaling

DOUBLES = st.floats(allow_nan=False, allow_infinity=False)


def network(parameters: np.ndarray | None = None, inputs: int = 4) -> TrainedNetwork:
    start = random_network(inputs, seed=3)
    scalings = tuple(Scaling(-1.0 / 3, 10.0 ** (index + 1) / 7) for index in range(inputs))
    shape = start if parameters is None else start.with_parameters(parameters)
    return TrainedNetwork(shape, INPUTS[:inputs], scalings, Scaling(0.1, 1e300))


@given(st.lists(DOUBLES, min_size=19, max_size=19))
def test_every_double_returns(tmp_path_factory: pytest.TempPathFactory, numbers: list[float]) -> None:
    path = tmp_path_factory.getbasetemp() / "network.json"
    written = network(np.array(numbers))
    write_network(written, path)
    found = read_network(path)
    assert found.network.parameters().tobytes() == written.network.parameters().tobytes()
    assert (found.inputs, found.input_scalings, found.output_scaling) == (
        written.inputs,
        written.input_scalings,
        written.output_scaling,
    )


@pytest.mark.parametrize("inputs", [2, 4])
def test_a_network_read_again_predicts_the_same(tmp_path: Path, inputs: int) -> None:
    written = network(inputs=inputs)
    write_network(written, tmp_path / "one.json")
    found = read_network(tmp_path / "one.json")
    cases = np.random.default_rng(1).normal(100, 50, (200, inputs))
    assert found.predictions(cases).tobytes() == written.predictions(cases).tobytes()
    write_network(found, tmp_path / "two.json")
    assert (tmp_path / "one.json").read_bytes() == (tmp_path / "two.json").read_bytes()


def test_a_weight_that_is_not_finite_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        write_network(network(np.full(19, np.nan)), tmp_path / "network.json")
    assert not (tmp_path / "network.json").exists()


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"format": "other"}, "is no trained network: its format is missing or another"),
        ({"version": 2}, "has version 2, expected 1"),
        ({"extra": 1}, "has missing or unknown keys: extra"),
        ({"hidden_function": "relu"}, "has other functions than tanh and logistic"),
        ({"inputs": ["traffic"]}, "has the inputs"),
        ({"inputs": ["traffic", "previous_traffic"]}, "has no 3x2 finite numbers in hidden_weights"),
        ({"hidden_weights": [[1, 2, 3, 4], [1, 2, 3, 4]]}, "has no 3x4 finite numbers in hidden_weights"),
        ({"hidden_biases": []}, "has no 0x4 finite numbers in hidden_weights"),
        ({"hidden_biases": 3}, "has no 0x4 finite numbers in hidden_weights"),
        ({"output_weights": [1, 2, True]}, "has no 3 finite numbers in output_weights"),
        ({"output_bias": "1"}, "has no single finite numbers in output_bias"),
        ({"output_bias": float("nan")}, "has no single finite numbers in output_bias"),
        ({"input_low": [1e301, 0, 0, 0]}, "has a scaling whose low is above its high"),
    ],
)
def test_a_broken_file_is_one_sentence(tmp_path: Path, change: dict[str, Any], sentence: str) -> None:
    path = tmp_path / "network.json"
    write_network(network(), path)
    path.write_text(json.dumps(json.loads(path.read_text()) | change))
    with pytest.raises(NotANetworkFile) as error:
        read_network(path)
    assert str(error.value).startswith(f"{path} {sentence}")


@pytest.mark.parametrize("content", [b"", b"{", b"[1, 2]", b"null", b"\xff\xfe", b"step,a,b\n1,2,3\n"])
def test_a_file_of_another_shape(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "network.json"
    path.write_bytes(content)
    with pytest.raises(NotANetworkFile):
        read_network(path)
