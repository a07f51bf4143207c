"""The evaluation of many series: in workers, from the cache, after a kill, and its tables of errors and skill."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
import pytest
from known_systems import autoregressive
from rich.console import Console

from spark_analysis.commands.command_line import main
from spark_analysis.prediction.campaign.evaluate_all import evaluate_all, search_order
from spark_analysis.prediction.campaign.result_cache import ResultCache
from spark_analysis.prediction.campaign.score_tables import excluded_table, predictions_table, scores_table
from spark_analysis.prediction.campaign.series_result import SeriesResult, evaluated, result_key
from spark_analysis.prediction.campaign.settings import EvaluationSettings
from spark_analysis.prediction.campaign.skill_tables import skill_pairs_table, skill_table
from spark_analysis.prediction.models.order_search import chosen_order, order_criteria, sampled
from spark_analysis.prediction.series.collection import NamedSeries, Place, SeriesCollection, SeriesName
from spark_analysis.prediction.series.link_series import LinkSeries, traffic_only
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.statistics.intervals import holm, means

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FEW = EvaluationSettings(test_steps=20, only=("last-value", "moving-mean", "linear"))


def drawn(seed: int, steps: int = 120) -> LinkSeries:
    draw = np.random.default_rng(seed)
    return LinkSeries(100 + 10 * autoregressive(steps, 0.5, draw), *draw.normal(size=(2, steps)))


def named(link: str, series: LinkSeries, replication: int = 1, traffic: str = "steady", place: str = "") -> NamedSeries:
    return NamedSeries(SeriesName("test", "v", replication, link), series, traffic, Place(place))


def evaluate(
    spark: SparkSession,
    series: Iterable[NamedSeries],
    folder: Path,
    settings: EvaluationSettings = FEW,
    at_once: int = 4,
) -> tuple[dict[SeriesName, SeriesResult], str]:
    """The results, and what was printed."""
    text = io.StringIO()
    found = evaluate_all(spark, tuple(series), settings, ResultCache(folder), Console(file=text), at_once)
    return found, text.getvalue()


def test_the_same_in_workers_in_groups_and_alone(spark: SparkSession, tmp_path: Path) -> None:
    series = [named(str(seed), drawn(seed)) for seed in range(6)]
    settings = EvaluationSettings(test_steps=20)
    alone = {each.name: evaluated(each.series, settings).to_json() for each in series}
    for at_once in (1, 4, 64):
        found, said = evaluate(spark, series, tmp_path / str(at_once), settings, at_once)
        assert {name: result.to_json() for name, result in found.items()} == alone
        assert list(found) == [each.name for each in series]
        assert said.startswith("evaluating 6 series\n") and said.rstrip().endswith("6/6 evaluated, 0 left")
    one = SeriesResult.from_json(alone[series[0].name])
    assert [each.predictor for each in one.results][:3] == ["last-value", "moving-mean", "exponential-smoothing"]
    assert len(one.results) == 10 and all(len(each.predictions) == 20 for each in one.results)
    assert one.training_steps == 100 and one.results[0].skill == 0 and one.results[0].p_value is None


def test_what_the_cache_has_is_not_evaluated_again(spark: SparkSession, tmp_path: Path) -> None:
    series = [named(str(seed), drawn(seed)) for seed in range(5)]
    first, _ = evaluate(spark, series[:3], tmp_path)
    again, said = evaluate(spark, [*series, named("same content", drawn(0))], tmp_path)
    assert said.startswith("evaluating 6 series, 4 of them evaluated before\n")
    assert {name: again[name] for name in first} == first
    renamed = again[SeriesName("test", "v", 1, "same content")]
    assert renamed == first[series[0].name], "the content identifies a result, not the name"
    _, other = evaluate(spark, series, tmp_path, EvaluationSettings(test_steps=21, only=FEW.only))
    assert other.startswith("evaluating 5 series\n"), "other settings"
    file = tmp_path / "evaluations.sqlite"
    file.write_bytes(file.read_bytes()[:3000])
    repaired, said = evaluate(spark, series, tmp_path)
    assert said.startswith("evaluating 5 series\n") and repaired[series[0].name] == first[series[0].name]
    keys = [result_key(each.series, FEW.digest()) for each in series]
    assert len(set(keys)) == 5 and set(ResultCache(tmp_path).recall(keys)) == set(keys)


def test_series_that_are_left_out_are_counted(spark: SparkSession, tmp_path: Path) -> None:
    spike = np.append(np.full(100, 3.0), np.arange(20.0))
    series = [
        named("constant", traffic_only(np.ones(120))),
        named("constant in training", traffic_only(spike)),
        named("good", drawn(1)),
        named("short", traffic_only(np.arange(20.0))),
        named("shorter training", traffic_only(np.arange(25.0))),
    ]
    found, _ = evaluate(spark, series, tmp_path)
    collection = SeriesCollection(tuple(series))
    table = excluded_table(collection, found)
    assert dict(zip(table["link"], table["fault"], strict=True)) == {
        "constant": Fault.CONSTANT,
        "constant in training": Fault.CONSTANT,
        "short": Fault.TOO_SHORT,
        "shorter training": Fault.TOO_SHORT,
    }
    sentences = dict(zip(table["link"], table["sentence"], strict=True))
    assert sentences["short"] == (
        "series short of v/1 of test: the series has 20 steps, of which 20 are to be predicted"
    )
    assert set(scores_table(collection, found)["link"]) == {"good"}
    predictions = predictions_table(collection, found)
    assert predictions["step"].tolist() == [*range(100, 120)] * 3
    last = predictions[predictions["predictor"] == "last-value"]
    assert last["prediction"].tolist() == drawn(1).traffic[99:-1].tolist()
    assert last["actual"].tolist() == drawn(1).traffic[100:].tolist()
    evaluate(spark, series, tmp_path)
    empty, _ = evaluate(spark, series[:1], tmp_path)
    none = SeriesCollection(tuple(series[:1]))
    scores = scores_table(none, empty)
    assert not len(scores) and not len(skill_table(scores)) and not len(skill_pairs_table(scores))
    assert not len(predictions_table(none, empty))


def scores_by_hand() -> pd.DataFrame:
    """Two kinds of traffic, three replications, two links each; the skill of one is undefined once."""
    rows = []
    for traffic, offset in (("churn", 0.5), ("steady", 0.0)):
        for replication in (1, 2, 3):
            for link, place in (("0-1", "interior"), ("1-0", "border")):
                for predictor, skill in (("last-value", 0.0), ("linear", 0.1), ("network", 0.3)):
                    value = 0.0 if predictor == "last-value" else skill + offset + replication / 100
                    value += 0.1 if place == "border" and predictor == "network" else 0
                    is_perfect = (traffic, replication, link) == ("steady", 2, "1-0")
                    rows.append((traffic, place, predictor, replication, link, np.nan if is_perfect else value, ""))
    columns = ["traffic", "place", "predictor", "replication", "link", "skill", "verdict"]
    return pd.DataFrame(rows, columns=columns)


def test_skill_by_traffic_and_place_over_replications() -> None:
    table = skill_table(scores_by_hand()).set_index(["traffic", "place", "predictor"])
    assert len(table) == 2 * 3 * 3
    row = table.loc["churn", "all", "network"]
    values = np.array([[0.86, 0.87, 0.88]])  # of each replication the mean of 0.8 + k/100 and 0.9 + k/100
    expected = {name: float(found[0]) for name, found in means(values, resample=False).items()}
    assert {name: row[name] for name in ("n", "mean", "sd", "ci_low", "ci_high")} == pytest.approx(
        {name: expected[name] for name in ("n", "mean", "sd", "ci_low", "ci_high")}
    )
    assert (row["links"], row["without_skill"]) == (6, 0)
    border = table.loc["steady", "border", "network"]
    assert (border["n"], border["links"], border["without_skill"]) == (2, 3, 1), "one replication has no value"
    assert table.loc["steady", "all", "last-value"]["mean"] == 0


def test_differences_of_skill_are_paired_by_replication() -> None:
    table = skill_pairs_table(scores_by_hand()).set_index(["traffic", "place"])
    row = table.loc["churn", "interior"]
    assert (row["predictor_a"], row["predictor_b"], row["n"]) == ("linear", "network", 3)
    assert row["mean_difference"] == pytest.approx(-0.2) and row["ci_low"] == pytest.approx(row["ci_high"])
    assert len(table) == 2 * 3


def test_the_tests_of_all_series_are_one_family(spark: SparkSession, tmp_path: Path) -> None:
    series = [named(str(seed), drawn(seed), seed) for seed in range(1, 9)]
    found, _ = evaluate(spark, series, tmp_path)
    table = scores_table(SeriesCollection(tuple(series)), found)
    assert table["p_value"].notna().sum() == 16, "the last value is not tested against itself"
    adjusted = holm(table["p_value"].tolist())
    assert table["p_holm"].tolist() == pytest.approx(adjusted, nan_ok=True)
    better = table[table["verdict"] == "better"]
    assert ((better["p_holm"] < 0.05) & (better["dm_statistic"] < 0)).all()
    assert set(table["verdict"]) <= {"better", "worse", ""}


def test_the_order_of_arima_is_found_on_training_parts(spark: SparkSession) -> None:
    rng = np.random.default_rng(3)
    walks = [np.cumsum(rng.normal(size=300)) for _ in range(3)]
    noise = [autoregressive(300, 0.8, rng) for _ in range(3)]
    assert chosen_order([order_criteria(walk) for walk in walks])[1] == 1
    order = chosen_order([order_criteria(each) for each in noise])
    assert order[1] == 0 and order[0] >= 1
    series = [named(str(index), traffic_only(each)) for index, each in enumerate(noise)]
    assert search_order(spark, series, 0) == order
    later = [named(each.name.link, traffic_only(np.append(each.series.traffic, np.arange(50.0)))) for each in series]
    assert search_order(spark, later, 50) == order, "the steps that are predicted do not enter"
    with pytest.raises(UnusableSeries, match="no series is left"):
        search_order(spark, [named("constant", traffic_only(np.ones(300)))], 50)
    assert sampled(1000, 3) == [0, 500, 999] and sampled(2) == [0, 1] and sampled(0) == []
    assert EvaluationSettings(arima_order=(2, 0, 1)).predictors()[5].order == (2, 0, 1)  # type: ignore[attr-defined]


# ---- The command


LINKS = 150


def traffic_file(folder: Path, links: int = LINKS) -> Path:
    columns = {f"link {index}": drawn(index, 80).traffic.round(3) for index in range(links)}
    pd.DataFrame(columns).to_csv(folder / "traffic.csv", index=False)
    return folder / "traffic.csv"


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir()) if path.is_file()}


ARGUMENTS = ("--test-steps", "20", "--predictor", "last-value", "--predictor", "ar")
TABLES = ("excluded", "predictions", "scores", "series", "skill", "skill_pairs")


def test_a_killed_evaluation_goes_on_where_it_was(
    spark: SparkSession, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    file, killed, whole = traffic_file(tmp_path), tmp_path / "killed", tmp_path / "whole"
    command = [sys.executable, "-m", "spark_analysis", "predict", str(file), "--out", str(killed), *ARGUMENTS]
    child = subprocess.Popen([*command, "--master", "local[1]"], stderr=subprocess.PIPE, text=True)
    assert child.stderr is not None
    for line in child.stderr:
        if re.match(r"64/150 evaluated, 86 left, about .* s, done at \d\d:\d\d:\d\d", line):
            break
    os.kill(child.pid, signal.SIGKILL)
    child.communicate()
    assert not (killed / "scores.csv").exists()
    capfd.readouterr()
    assert main(["predict", str(file), "--out", str(killed), *ARGUMENTS]) == 0
    said = capfd.readouterr()
    before = re.match(r"evaluating 150 series, (\d+) of them evaluated before\n", said.err)
    assert before is not None and 64 <= int(before[1]) < 150
    assert "150 series evaluated, 0 left out." in said.out and f"Tables: {killed}" in said.out
    assert "150 series have no dS and dA; 0 stands for them." in said.out
    assert main(["predict", str(file), "--out", str(whole), *ARGUMENTS]) == 0
    assert files_in(killed) == files_in(whole), "the same bytes, with one worker and with two"
    assert list(files_in(whole)) == sorted(f"{name}.{ending}" for name in TABLES for ending in ("csv", "parquet"))
    for name in TABLES:
        csv, parquet = pd.read_csv(whole / f"{name}.csv"), pd.read_parquet(whole / f"{name}.parquet")
        assert list(csv.columns) == list(parquet.columns) and len(csv) == len(parquet)
    started = time.monotonic()
    assert main(["predict", str(file), "--out", str(whole), *ARGUMENTS]) == 0
    assert "150 of them evaluated before" in capfd.readouterr().err and time.monotonic() - started < 60


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nowhere"], "nowhere does not exist, expected the folder of an experiment or a run, a CSV or Parquet file"),
        (["notes.md"], "notes.md is no source of series, expected the folder"),
        (["bad.csv"], "column 'u' of bad.csv has values that are no numbers"),
        (["short.csv"], "no usable series in short.csv: notifications of u of short.csv has 1 values, needed"),
        (["u.csv", "--predictor", "magic"], "--predictor: no predictor 'magic', there are last-value, moving-mean"),
        (["u.csv", "--network", "u.csv"], "--network: u.csv is no JSON text"),
        (["u.csv", "--network", "none"], "--network: none cannot be read (No such file or directory)"),
        (["u.csv", "--replications", "2-1"], "--replications: '2-1' is no list of replications"),
        (["u.csv", "--step", "-1"], "--step: -1 s is no length of a step"),
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
    for name, text in {"notes.md": "x", "bad.csv": "u\nx\n", "short.csv": "u\n1\n", "u.csv": "u\n1\n2\n"}.items():
        Path(name).write_text(text)
    assert main(["predict", *arguments, "--out", "out"]) == 2
    said = capsys.readouterr().err
    assert sentence in said and said.count("\n") == 1
    assert not Path("out").exists(), "nothing is written"
