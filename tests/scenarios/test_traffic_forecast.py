"""The program traffic-forecast: the predictors of the simulation give what those of Python give."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scenario_bench import Program

from spark_analysis.prediction.models.exponential_smoothing import smoothed_levels
from spark_analysis.prediction.models.moving_mean import MovingMean
from spark_analysis.prediction.models.naive import LastValue
from spark_analysis.prediction.models.paper_network import NetworkForecaster
from spark_analysis.prediction.network.feed_forward import random_network
from spark_analysis.prediction.network.network_file import write_network
from spark_analysis.prediction.network.trained_network import TrainedNetwork, train_on_series
from spark_analysis.prediction.series.link_series import LinkSeries
from spark_analysis.prediction.series.paper_inputs import FIRST_TARGET, INPUTS, inputs_for
from spark_analysis.prediction.series.scaling import Scaling, training_extremes

TOLERANCE = 1e-9
SEEDS = range(6)
TYPES = "--ns3::pubsub::broker::"


def drawn_series(seed: int) -> LinkSeries:
    """Counts of any size, with changes of both signs; some series stand still for a while."""
    random = np.random.default_rng(seed)
    steps = int(random.integers(40, 300))
    traffic = random.poisson(10.0 ** random.integers(0, 6), steps).astype(float)
    traffic[: steps // 4] = traffic[0] if seed % 2 else traffic[: steps // 4]
    changes = random.integers(-1000, 1000, (2, steps)) * (random.random((2, steps)) < 0.3)
    return LinkSeries(traffic, changes[0], changes[1])


def written(series: LinkSeries, folder: Path) -> Path:
    columns = (series.traffic, series.subscription_change, series.advertisement_change)
    lines = [",".join(str(int(value)) for value in row) for row in zip(*columns, strict=True)]
    path = folder / "series.csv"
    path.write_text("\n".join(["notifications,dS,dA", *lines]) + "\n")
    return path


def forecast(program: Program, series: LinkSeries, folder: Path, *arguments: str) -> dict[int, float]:
    done = program("traffic-forecast", f"--series={written(series, folder)}", *arguments)
    assert done.returncode == 0, done.stderr
    return {int(step): float(value) for step, value in map(str.split, done.stdout.splitlines())}


def assert_equal(found: dict[int, float], first: int, expected: np.ndarray) -> None:
    """`expected` are the predictions from step `first` on, to the one after the series."""
    assert list(found) == list(range(first, first + len(expected)))
    np.testing.assert_allclose(list(found.values()), expected, rtol=TOLERANCE, atol=TOLERANCE)


@pytest.mark.parametrize("seed", SEEDS)
def test_last_value(program: Program, tmp_path: Path, seed: int) -> None:
    series = drawn_series(seed)
    expected = LastValue().fit(series).one_step_ahead(series, 1)
    assert_equal(forecast(program, series, tmp_path, "--predictor=last-value"), 1, expected)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("window", [1, 3, 10])
def test_moving_mean(program: Program, tmp_path: Path, seed: int, window: int) -> None:
    series = drawn_series(seed)
    expected = MovingMean(window).fit(series).one_step_ahead(series, window)
    steps = f"{TYPES}MovingMeanPredictor::Steps={window}"
    assert_equal(forecast(program, series, tmp_path, "--predictor=moving-mean", steps), window, expected)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("alpha", [0.0, 0.07, 0.5, 1.0])
def test_exponential_smoothing(program: Program, tmp_path: Path, seed: int, alpha: float) -> None:
    series = drawn_series(seed)
    weight = f"{TYPES}ExponentialSmoothingPredictor::Alpha={alpha!r}"
    found = forecast(program, series, tmp_path, "--predictor=exponential-smoothing", weight)
    assert_equal(found, 1, smoothed_levels(series.traffic, alpha))


def some_network(kind: str, seed: int, series: LinkSeries) -> TrainedNetwork:
    inputs = 2 if seed % 3 == 2 else 4
    if kind == "trained":
        return train_on_series(series, with_changes=inputs == 4, seed=seed).trained
    random = np.random.default_rng(1000 + seed)
    network = random_network(inputs, seed, hidden=int(random.integers(1, 9)))
    large = network.with_parameters(network.parameters() * 10.0 ** random.integers(0, 3))
    scalings = tuple(Scaling(*np.sort(random.normal(0, 1000, 2)).tolist()) for _ in range(inputs + 1))
    return TrainedNetwork(large, INPUTS[:inputs], scalings[:-1], scalings[-1])


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["random", "trained"])
def test_network_with_the_extremes_of_its_file(program: Program, tmp_path: Path, kind: str, seed: int) -> None:
    series = drawn_series(seed)
    trained = some_network(kind, seed, series)
    expected = NetworkForecaster(trained).one_step_ahead(series, FIRST_TARGET)
    assert_equal(network_forecast(program, series, trained, tmp_path), FIRST_TARGET, expected)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("kind", ["random", "trained"])
def test_network_with_the_extremes_of_the_link_so_far(program: Program, tmp_path: Path, kind: str, seed: int) -> None:
    series = drawn_series(seed)
    trained = some_network(kind, seed, drawn_series(seed + 1))
    expected = []
    for end in range(FIRST_TARGET, len(series) + 1):
        before = series.until(end)
        traffic = training_extremes(before.traffic)
        changes = (training_extremes(before.subscription_change), training_extremes(before.advertisement_change))
        scalings = (traffic, traffic, *changes)[: len(trained.inputs)]
        scaled = replace(trained, input_scalings=scalings, output_scaling=traffic)
        expected.append(scaled.predictions(inputs_for(before, end, len(trained.inputs) == 4))[0])
    found = network_forecast(program, series, trained, tmp_path, f"{TYPES}NetworkPredictor::Extremes=link")
    assert_equal(found, FIRST_TARGET, np.array(expected))


def network_forecast(
    program: Program, series: LinkSeries, trained: TrainedNetwork, folder: Path, *arguments: str
) -> dict[int, float]:
    write_network(trained, folder / "network.json")
    file = f"--network_file={folder / 'network.json'}"
    return forecast(program, series, folder, "--predictor=network", file, *arguments)


def changed(**keys: Any) -> Any:
    return lambda content: content | keys


WRONG = {
    "no JSON": (lambda content: "network", "is no JSON text: character 1; expected a value"),
    "cut short": (lambda content: json.dumps(content)[:-1], "is no JSON text"),
    "a key twice": (lambda content: json.dumps(content)[:-1] + ', "version": 1}', "expected each key once"),
    "more behind it": (lambda content: json.dumps(content) + "{}", "expected nothing more"),
    "not a number": (lambda content: json.dumps(content | {"output_bias": float("nan")}), "is no JSON text"),
    "beyond a double": (lambda content: json.dumps(content).replace('"version": 1', '"version": 1e999'), "of a double"),
    "many lists": (lambda content: "[" * 100_000, "is no JSON text"),
    "a list": (lambda content: [content], "is no trained network"),
    "another format": (changed(format="other"), "is no trained network: its format is missing or another"),
    "another version": (changed(version=2), "has another version; expected 1"),
    "an unknown key": (changed(more=1), "has missing or unknown keys: 'more'"),
    "another function": (changed(hidden_function="relu"), "has other functions than tanh and logistic"),
    "other inputs": (changed(inputs=["traffic"]), "has other inputs; expected traffic, previous_traffic"),
    "ragged weights": (changed(hidden_weights=[[1, 2, 3, 4], [1], [1]]), "has no 3x4 finite numbers in hidden_weights"),
    "a text": (changed(hidden_biases=["1", 2, 3]), "has no 3 finite numbers in hidden_biases"),
    "a truth": (changed(output_bias=True), "has no single finite numbers in output_bias"),
    "no neuron": (changed(hidden_weights=[], hidden_biases=[], output_weights=[]), "numbers in hidden_weights"),
    "low above high": (changed(output_low=1e9), "has a scaling whose low is above its high"),
}


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("name", ["traffic-forecast", "overlay"])
def test_a_file_that_is_no_network_is_refused(program: Program, tmp_path: Path, case: str, name: str) -> None:
    change, sentence = WRONG[case]
    write_network(some_network("random", 0, drawn_series(0)), tmp_path / "right.json")
    right = json.loads((tmp_path / "right.json").read_text())
    right |= {"hidden_weights": [[0.5] * 4] * 3, "hidden_biases": [0.5] * 3, "output_weights": [0.5] * 3}
    wrong = change(right)
    file = tmp_path / "wrong.json"
    file.write_text(wrong if isinstance(wrong, str) else json.dumps(wrong))
    done = program(name, "--predictor=network", f"--network_file={file}", f"--out={tmp_path / 'run'}")
    assert done.returncode == 2 and not done.stdout
    assert done.stderr.count("\n") == 1 and f"{file} " in done.stderr and sentence in done.stderr, done.stderr
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is no series"),
        ("notifications\n1\n", "is no series"),
        ("notifications,dS,dA\n1,2\n", "line 2: '1,2'; expected three whole numbers"),
        ("notifications,dS,dA\n1,2,3\n-1,0,0\n", "line 3: '-1,0,0'"),
        ("notifications,dS,dA\n1,2,3,4\n", "line 2: '1,2,3,4'"),
        ("notifications,dS,dA\n1.5,0,0\n", "line 2: '1.5,0,0'"),
    ],
)
def test_a_file_that_is_no_series_is_refused(program: Program, tmp_path: Path, text: str, sentence: str) -> None:
    (tmp_path / "series.csv").write_text(text)
    done = program("traffic-forecast", f"--series={tmp_path / 'series.csv'}")
    assert done.returncode == 2 and not done.stdout
    assert sentence in done.stderr and done.stderr.count("\n") == 1
