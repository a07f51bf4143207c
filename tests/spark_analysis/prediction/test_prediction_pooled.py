"""The paper's network trained on many series, its file, and the command that writes it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from known_systems import autoregressive

from pyharness.programs.checkout import Checkout
from spark_analysis.commands.command_line import main
from spark_analysis.prediction.models.pretrained import Pretrained
from spark_analysis.prediction.network.network_file import read_network
from spark_analysis.prediction.network.pooled_training import (
    PooledScaling,
    PooledTraining,
    train_pooled_network,
    with_scaling,
)
from spark_analysis.prediction.network.trained_network import train_on_series
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.prediction.series.paper_inputs import INPUTS
from spark_analysis.prediction.series.scaling import Scaling
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SETTINGS = PooledTraining()


def drawn(seed: int, level: float = 100.0, steps: int = 300, memory: float = 0.8) -> LinkSeries:
    draw = np.random.default_rng(seed)
    return LinkSeries(level * (1 + 0.1 * autoregressive(steps, memory, draw)), *draw.normal(size=(2, steps)))


def test_one_series_is_trained_as_alone() -> None:
    for with_changes in (True, False):
        pooled = train_pooled_network([drawn(1)], PooledTraining(with_changes))
        alone = train_on_series(drawn(1), with_changes)
        assert pooled.trained.network.parameters().tolist() == alone.trained.network.parameters().tolist()
        assert pooled.trained.input_scalings == alone.trained.input_scalings
        assert pooled.trained.inputs == alone.trained.inputs


def test_the_file_has_the_extremes_of_all_series() -> None:
    series = [drawn(1), drawn(2, 500.0)]
    trained = train_pooled_network(series, SETTINGS).trained
    traffic = np.concatenate([each.traffic for each in series])
    assert trained.output_scaling == Scaling(traffic.min(), traffic.max()) == trained.input_scalings[0]
    errors = {}
    for each in (drawn(3), drawn(4, 500.0)):  # other seeds
        predictions = Pretrained("pooled", trained).fit(each).one_step_ahead(each, 2)[:-1]
        errors[each] = np.mean((predictions - each.traffic[2:]) ** 2) / np.var(each.traffic)
    assert max(errors.values()) < 0.7, "it has learnt what a link's next value is"


def test_each_link_scaled_by_its_own_extremes() -> None:
    series = [drawn(1), drawn(1, 1e6)]
    settings = replace(SETTINGS, scaling=PooledScaling.LINK)
    found = train_pooled_network(series, settings)
    assert set((*found.trained.input_scalings, found.trained.output_scaling)) == {Scaling(0.0, 1.0)}
    alone = train_on_series(drawn(1))
    twice = train_pooled_network([drawn(1), drawn(1)], settings)
    assert found.training.loss == pytest.approx(twice.training.loss, rel=1e-6), "the level of a link is no matter"
    assert twice.training.epochs[0].loss == pytest.approx(alone.training.epochs[0].loss)
    with pytest.raises(UnusableSeries, match="a series to train on is constant") as constant:
        train_pooled_network([drawn(1), traffic_only(np.ones(300))], settings)
    assert constant.value.fault is Fault.CONSTANT


def test_a_series_that_never_varies_has_no_scaling_of_its_own() -> None:
    constant, varying = traffic_only([5.0] * 40), drawn(2)
    assert with_scaling([constant, varying], PooledScaling.LINK) == [varying]
    assert with_scaling([constant, varying], PooledScaling.FILE) == [constant, varying]


def test_the_network_of_the_experiments_has_the_paper_s_inputs() -> None:
    found = read_network(Checkout.here().scenarios / "prediction/network.json")
    assert found.inputs == INPUTS and found.network.inputs == 4
    assert {(each.low, each.high) for each in (*found.input_scalings, found.output_scaling)} == {(0, 1)}


def test_parts_of_each_series_and_the_most_examples() -> None:
    series = [drawn(1, steps=102), drawn(2, steps=202)]
    division = train_pooled_network(series, SETTINGS).division
    assert [len(part) for part in division] == [210, 45, 45]
    assert division.training.tolist() == [*range(70), *range(100, 240)], "the first 70 % of each"
    assert division.validation.tolist() == [*range(70, 85), *range(240, 270)]
    fewer = train_pooled_network(series, replace(SETTINGS, most_examples=100)).division
    assert [len(part) for part in fewer] == [70, 15, 15] and set(fewer.training) <= set(division.training)


def test_series_that_train_no_network() -> None:
    with pytest.raises(UnusableSeries, match="there is no series to train"):
        train_pooled_network([], SETTINGS)
    with pytest.raises(UnusableSeries, match="are too few for three parts"):
        train_pooled_network([drawn(1), drawn(2, steps=10)], SETTINGS)


def test_the_command_writes_a_file_that_predict_reads(
    spark: SparkSession, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, seeds in (("train", (1, 2)), ("other", (3, 4, 5))):
        columns = {f"link {seed}": drawn(seed, memory=0.2).traffic for seed in seeds}
        others = {"constant": 7.0} if name == "other" else {}
        pd.DataFrame({**columns, **others}).to_csv(tmp_path / f"{name}.csv", index=False)
    network = tmp_path / "pooled.json"
    assert main(["train", str(tmp_path / "train.csv"), "--out", str(network), "--without-changes"]) == 0
    said = capsys.readouterr().out
    assert "Trained on 2 series: loss 0.0" in said and f"Network: {network}" in said
    found = train_pooled_network([drawn(seed, memory=0.2) for seed in (1, 2)], PooledTraining(with_changes=False))
    assert read_network(network).network.parameters() == pytest.approx(found.trained.network.parameters())
    out = tmp_path / "out"
    arguments = ["--network", str(network), "--predictor", "last-value", "--predictor", "pooled"]
    assert main(["predict", str(tmp_path / "other.csv"), "--out", str(out), *arguments]) == 0
    skill = pd.read_csv(out / "skill.csv").set_index("predictor")
    assert skill.loc["pooled", "links"] == 3 and skill.loc["pooled", "mean"] > 0.2
    excluded = pd.read_csv(out / "excluded.csv")
    assert excluded["fault"].tolist() == ["constant"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["short.csv"], "are too few for three parts"),
        (["short.csv", "--scaling", "none"], "--scaling: 'none' is neither file nor link"),
        (["none.csv"], "none.csv does not exist"),
    ],
)
def test_bad_input_is_one_sentence(
    spark: SparkSession,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("short.csv").write_text("u\n1\n2\n3\n")
    assert main(["train", *arguments, "--out", "network.json"]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1 and not list(tmp_path.glob("*network*"))
