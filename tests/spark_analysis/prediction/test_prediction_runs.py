"""Series of runs that are written here: from the table link_steps and from captures, with what is left out."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

sys.path.append(str(Path(__file__).parents[1]))  # the runs that are written by hand
from made_overlays import MS, OverlayRun, S, write_broker
from written_run import seal_files, write_plan, write_run, write_trace

from spark_analysis.prediction.series.collection import Place, SeriesCollection
from spark_analysis.prediction.series.unusable import Fault, UnusableSeries
from spark_analysis.prediction.sources.captured_steps import filled_steps, steps_with_link
from spark_analysis.prediction.sources.measured_steps import MeasuredSteps
from spark_analysis.prediction.sources.run_series import series_of_run, series_of_runs
from spark_analysis.prediction.sources.runs import find_runs
from spark_analysis.run.measurement import measure_run
from spark_analysis.run.overlays.link_history import LinkChange

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VARIANT = "traffic=churn"
PARAMETERS = {"warmup": 2.0, "duration": 13.0, "drain": 1.0, "tick_s": 1.0, "window_ticks": 2}
"""Steps of 2 s: 1 to 5 are measured. The warm-up is step 0, and the drain is in step 6."""
STEPS = range(1, 6)


def overlay() -> OverlayRun:
    """Brokers 0 - 1 - 2; at 6 s 2 leaves 1 for 0. Every second an event of broker 0 goes to 1 and, from 5 s on, to 2.

    It leaves 0 in the middle of the second.
    """
    run = OverlayRun({0: 1, 1: 1, 2: 1}, {})
    run.link(0, 0, 1, 1)
    run.link(0, 1, 2, 1)
    run.link(6 * S, 1, 2, 1, up=0, plan=1)
    run.link(6 * S, 0, 2, 1, up=1, plan=1)
    for second in range(13):
        ways = [(0, 1)]
        if second >= 5:
            ways = [(0, 1), (0, 2)] if second >= 6 else [(0, 1, 2)]
        run.publish(second * S + 500 * MS, 0, second, *ways)
    return run


def link_steps(run: OverlayRun) -> list[tuple[int, int, int, int, int, int]]:
    """What the program writes of `overlay()`: a row for each whole step of a link, from the counts of `run`."""
    lasting = {(0, 1): range(7), (1, 2): range(3), (0, 2): range(3, 7)}
    return [
        (step, a, b, run.steps[step * 2 * S, a, b][0] if (step * 2 * S, a, b) in run.steps else 0, step, -step)
        for link, steps in lasting.items()
        for a, b in (link, link[::-1])
        for step in steps
    ]


def written(results: Path, replications: int = 1) -> Path:
    write_plan(results, [VARIANT], replications, "wired")
    for replication in range(1, replications + 1):
        run = overlay()
        run.tables["link_steps"] = link_steps(run)
        run.write(results, VARIANT, replication, PARAMETERS)
    return results


def read(results: Path, from_captures: bool = False, length_ns: int | None = None) -> SeriesCollection:
    source = find_runs(results).runs[0]
    return series_of_run(source, from_captures, length_ns)


def numbers(found: SeriesCollection) -> dict[str, tuple[int, list[float]]]:
    return {each.name.link: (each.series.first_step, each.series.traffic.tolist()) for each in found.series}


EXPECTED = {
    "0-1": (1, [2, 2, 2, 2, 2]),
    "1-0": (1, [0, 0, 0, 0, 0]),
    "1-2": (1, [0, 1]),
    "2-1": (1, [0, 0]),
    "0-2": (3, [2, 2, 2]),
    "2-0": (3, [0, 0, 0]),
}


def test_the_table_of_a_run(tmp_path: Path) -> None:
    found = read(written(tmp_path))
    assert numbers(found) == EXPECTED and not found.excluded and not found.notes
    first = {each.name.link: each for each in found.series}
    assert first["1-2"].series.subscription_change.tolist() == [1, 2]
    assert first["1-2"].series.advertisement_change.tolist() == [-1, -2]
    assert {each.has_changes for each in found.series} == {True}
    assert {link: each.place for link, each in first.items()} == {
        "0-1": Place.BORDER,
        "1-0": Place.INTERIOR,
        "1-2": Place.INTERIOR,
        "2-1": Place.BORDER,
        "0-2": Place.INTERIOR,
        "2-0": Place.BORDER,
    }, "0 has a second link from 6 s on; a series has the place of its first step"
    assert [link for link, each in first.items() if each.ended_early] == ["1-2", "2-1"]
    assert {each.traffic for each in found.series} == {"written, traffic=churn"}, "what varies of the traffic"
    assert first["0-1"].name == ("written", VARIANT, 1, "0-1")


def test_captures_have_the_traffic_of_the_table(tmp_path: Path) -> None:
    found = read(written(tmp_path), from_captures=True)
    assert numbers(found) == EXPECTED and not found.excluded
    assert {each.has_changes for each in found.series} == {False}
    assert found.notes == ("captures have no filters in the packet store: dS and dA are 0, and only T is counted",)
    assert not found.series[0].series.subscription_change.any()
    finer = numbers(read(tmp_path, from_captures=True, length_ns=S))
    assert finer["0-1"] == (2, [1] * 10) and finer["1-2"] == (2, [0, 0, 0, 1]), "steps of a second"
    with pytest.raises(UnusableSeries, match="is not an experiment's folder"):
        find_runs(tmp_path / "tables")


def test_a_broker_without_a_capture_is_counted(tmp_path: Path) -> None:
    folder = Path(find_runs(written(tmp_path)).runs[0].run.path)
    (folder / "broker-1.pcap").unlink()
    found = read(tmp_path, from_captures=True)
    assert numbers(found) == {link: EXPECTED[link] for link in EXPECTED if not link.startswith("1")}
    assert {each.name.link: each.sentence for each in found.excluded} == dict.fromkeys(
        ("1-0", "1-2"), "broker 1 has no capture"
    )
    for broker in (0, 2):
        (folder / f"broker-{broker}.pcap").unlink()
    none = read(tmp_path, from_captures=True)
    assert not none.series and none.exclusions == {Fault.EMPTY: 1}
    assert none.excluded[0].sentence == f"{VARIANT}/1 of written: the run has no capture of a broker of an overlay"


def test_a_damaged_capture_is_no_silent_number(tmp_path: Path) -> None:
    folder = Path(find_runs(written(tmp_path)).runs[0].run.path)
    seal_files(folder)
    write_broker(folder, 0, overlay().records[0][:3])
    found = read(tmp_path, from_captures=True)
    assert not found.series and "it does not count: broker-0.pcap has" in found.excluded[0].sentence


def test_gaps_and_values_of_a_table(tmp_path: Path) -> None:
    folder = Path(find_runs(written(tmp_path)).runs[0].run.path)
    rows = link_steps(overlay())
    write_trace(folder, "link_steps", [row for row in rows if row[:3] != (3, 0, 1)] + rows[-1:], "wired")
    found = read(tmp_path)
    assert found.exclusions == {Fault.GAP: 1}, "the repeated row is of step 6, which is not measured"
    assert found.excluded[0].sentence == "link 0-1 has step 4 after step 2"
    write_trace(folder, "link_steps", [row for row in rows if row[:3] != (2, 1, 2)], "wired")
    assert read(tmp_path).exclusions == {Fault.TOO_SHORT: 1}
    write_trace(folder, "link_steps", [row for row in rows if row[0] == 0], "wired")
    assert read(tmp_path).excluded[0].fault is Fault.EMPTY, "only the warm-up"


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        ("no table", "the run has no table link_steps, its captures may have the traffic"),
        ("no row", "the table link_steps has no row"),
        ("no overlay", "the run has no overlay"),
        ("cut short", "link_steps.trace cannot be read"),
        ("too long", "the run measures no whole step of 20 s between warm-up and drain"),
    ],
)
def test_a_run_without_series_is_counted_with_its_reason(tmp_path: Path, damage: str, sentence: str) -> None:
    folder = Path(find_runs(written(tmp_path)).runs[0].run.path)
    table = folder / "link_steps.trace"
    if damage == "no table":
        table.unlink()
    elif damage == "no row":
        write_trace(folder, "link_steps", [], "wired")
    elif damage == "no overlay":
        write_trace(folder, "overlay_links", [], "wired")
    elif damage == "cut short":
        table.write_bytes(table.read_bytes()[:-9])
    found = read(tmp_path, length_ns=20 * S if damage == "too long" else None)
    assert not found.series and len(found.excluded) == 1
    assert found.excluded[0].name.link == "" and sentence in found.excluded[0].sentence


def test_failed_runs_are_counted_and_replications_chosen(tmp_path: Path, spark: SparkSession) -> None:
    folder = Path(find_runs(written(tmp_path, 3)).runs[1].run.path)
    (folder / "manifest.json").unlink()
    found = find_runs(tmp_path)
    assert [source.run.replication for source in found.runs] == [1, 3]
    assert [each.sentence for each in found.excluded] == [f"{VARIANT}/2 of written does not count: it has no manifest"]
    assert not find_runs(tmp_path, {1}).excluded
    both = series_of_runs(spark, found.runs)
    assert len(both.series) == 2 * len(EXPECTED)
    assert [each.name.replication for each in both.series] == [1] * 6 + [3] * 6, "one order, by name"
    one = find_runs(Path(found.runs[1].run.path))
    assert one.runs[0].name("0-1") == ("written", VARIANT, 3, "0-1"), "a run's folder of its own"
    with pytest.raises(UnusableSeries, match="no run of written has a parameter 'kind'"):
        find_runs(tmp_path, traffic_parameter="kind")
    assert {source.traffic for source in find_runs(tmp_path, traffic_parameter="window_ticks").runs} == {
        "written, window_ticks=2"
    }


def test_stages_and_churn_are_kinds_of_traffic(tmp_path: Path) -> None:
    write_plan(tmp_path, ["stage_ticks=500", "stage_ticks=0"], 1, "wired")
    for ticks in ("500", "0"):
        overlay().write(tmp_path, f"stage_ticks={ticks}", 1, PARAMETERS)
    assert [source.traffic for source in find_runs(tmp_path).runs] == ["written, stage_ticks=500", "written"]


def test_a_radio_run_has_no_overlay(tmp_path: Path) -> None:
    write_plan(tmp_path, ["protocol=x"], 1)
    write_run(tmp_path, "protocol=x", 1, {}, {}, {"warmup": 0.0, "duration": 300.0})
    found = read(tmp_path)
    assert found.excluded[0].sentence.endswith("the run has no overlay")
    assert found.excluded[0].name.variant == "protocol=x"


def test_steps_of_a_link_that_comes_back() -> None:
    steps = MeasuredSteps(10, 1, 9)
    changes = [LinkChange(0, (0, 1), True), LinkChange(35, (0, 1), False), LinkChange(60, (0, 1), True)]
    assert steps_with_link(changes, steps) == {(0, 1): [1, 2, 6, 7, 8], (1, 0): [1, 2, 6, 7, 8]}, "whole steps only"
    rows = {"step": [1, 3], "a": [0, 0], "b": [1, 1], "notifications": [5, 6]}
    counts = {name: np.array(values) for name, values in rows.items()}
    columns = filled_steps(counts, {(0, 1): [1, 2]})
    assert columns["notifications"].tolist() == [5, 0], "what left in a part of a step is not counted"


# ---- The metrics


def metrics_of_run(results: Path) -> dict[str, float]:
    found = measure_run(results, find_runs(results).runs[0].run)
    assert not found.damage
    return {row["metric"]: row["value"] for row in found.metrics if row["metric"].startswith("prediction_")}


def test_metrics_of_the_last_value_and_of_predictions(tmp_path: Path) -> None:
    folder = Path(find_runs(written(tmp_path)).runs[0].run.path)
    rows = [(step, 0, 1, count, 0, 0) for step, count in enumerate([9, 4, 6, 5, 9, 9, 50])]
    rows += [(step, 1, 0, count, 0, 0) for step, count in ((1, 2), (2, 2), (4, 7), (5, 8))]
    write_trace(folder, "link_steps", rows, "wired")
    errors = np.array([2, -1, 4, 0, 0, 1.0])
    """Of 0 to 1 in steps 2 to 5, which follow a measured one; of 1 to 0 in steps 2 and 5, as 3 is a gap."""
    mse, mae = float(np.mean(errors**2)), float(np.abs(errors).mean())
    last_value = {"prediction_rmse": mse**0.5, "prediction_mae": mae, "prediction_mase": 1, "prediction_skill": 0}
    assert metrics_of_run(tmp_path) == pytest.approx(last_value)

    made = [(2, 0, 1, 5.5), (3, 0, 1, 5.0), (4, 0, 1, 8.0), (5, 1, 0, 9.5), (6, 0, 1, 1.0), (3, 7, 8, 1.0)]
    write_trace(folder, "predictions", made, "wired")
    wrong, naive = np.array([0.5, 0, 1, 1.5]), np.array([2, -1, 4, 1.0])
    assert metrics_of_run(tmp_path) == pytest.approx(
        {
            "prediction_rmse": float(np.mean(wrong**2)) ** 0.5,
            "prediction_mae": wrong.mean(),
            "prediction_mase": wrong.mean() / np.abs(naive).mean(),
            "prediction_skill": 1 - np.mean(wrong**2) / np.mean(naive**2),
        }
    )


def test_no_metric_without_the_table_and_none_that_is_divided_by_nothing(tmp_path: Path) -> None:
    folder = Path(find_runs(written(tmp_path)).runs[0].run.path)
    write_trace(folder, "link_steps", [(step, 0, 1, 4, 0, 0) for step in range(7)], "wired")
    assert metrics_of_run(tmp_path) == {"prediction_rmse": 0, "prediction_mae": 0}
    write_trace(folder, "link_steps", [], "wired")
    assert metrics_of_run(tmp_path) == {}
    (folder / "link_steps.trace").unlink()
    assert metrics_of_run(tmp_path) == {}
