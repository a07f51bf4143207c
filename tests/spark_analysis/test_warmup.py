"""The check of the warm-up: what is cut into slices, how often it cries wolf, and that it hears one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from written_run import write_plan, write_run

from benchmarks.statistics_coverage import started_differently
from schema.messages import TYPES
from spark_analysis.run.packet_store import parse_captures
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import Finished, read_plan, read_run
from spark_analysis.run.slices import SLICED, SLICES
from spark_analysis.statistics.intervals import holm
from spark_analysis.statistics.result_tables import write_table
from spark_analysis.statistics.table_columns import RESULT_TABLES
from spark_analysis.statistics.warmup import SERIES, start_and_end, warmup_table, warmup_text

S = 1_000_000_000


def test_a_part_of_which_nothing_is_counted_has_no_value() -> None:
    part, whole = np.ones((2, SLICES)), np.full((2, SLICES), 2.0)
    whole[1, :2] = part[1, :2] = 0
    start, end = start_and_end(part, whole)
    assert start[0] == end[0] == end[1] == 0.5 and math.isnan(start[1])


def written(folder: Path, control_in: dict[int, int]) -> tuple[Finished, ...]:
    """Three runs measured from 10 to 30 s. An event each second, every other one is delivered to one of two nodes;
    `control_in`: second -> control transmissions in it, and two by node 1 before the window."""
    for replication in (1, 2, 3):
        events = range(10, 30)
        tables = {
            "nodes": [(node, f"n{node}", "", "") for node in range(3)],
            "publications": [(at * S, 0, at, "a.b", "", 64) for at in events]
            + [(15 * S, 2, at, "a.b", "", 64) for at in events],  # of another publisher, and due to nobody
            "due": [(0, at, node, 1) for at in events for node in (1, 2)],
            "deliveries": [(at * S + 5 * S, 1, 0, at, 1, 1, 5 * S) for at in events if at % 2]
            + [(11 * S, 1, 0, 11, 1, 1, 5), (12 * S, 2, 0, 12, 0, 1, 5)],  # again, and unwanted
            "transmissions": [(at * S, 0, TYPES["event"], 0, at, 64, 0xFFFFFFFF) for at in events]
            + [(second * S, 1, TYPES["beacon"], 0xFFFFFFFF, 0, 20, 0xFFFFFFFF) for second in (3, 4)]
            + [
                (second * S + i, 1, TYPES["beacon"], 0xFFFFFFFF, 0, 20, 0xFFFFFFFF)
                for second, count in control_in.items()
                for i in range(count + replication)
            ],
        }
        write_run(folder, "protocol=a", replication, tables, {}, {"warmup": 10, "duration": 30, "range": 100})
    write_plan(folder, ["protocol=a"], 3)
    return read_plan(folder).finished


def of_runs(folder: Path, runs: Sequence[Finished]) -> pd.DataFrame:
    parts = []
    for run in runs:
        with closing(RunTables(read_run(run), no_packets(folder))) as tables:
            parts.append(tables.query(SLICED).df().assign(variant=run.variant, replication=run.replication))
    return pd.concat(parts)


def no_packets(folder: Path) -> Path:
    file = folder / "packets.parquet"
    parse_captures(folder, file)
    return file


def test_a_run_in_slices(tmp_path: Path) -> None:
    runs = written(tmp_path, {10: 6, 25: 2, 30: 0})
    first = of_runs(tmp_path, runs[:1]).set_index("series")
    delivered = first.loc["delivery_ratio"]
    assert delivered["slice"].tolist() == list(range(20))
    assert delivered["whole"].tolist() == [2.0] * 20
    assert delivered["part"].tolist() == [0, 1] * 10  # by when they were published, not by when they arrived
    control = first.loc["control_tx_per_node_s"]
    assert control["part"].tolist() == [7, *[0] * 14, 3, *[0] * 3, 1]  # 30 s is the window's last moment
    assert control["whole"].tolist() == [3.0] * 20


def test_the_table_and_its_sentence(tmp_path: Path) -> None:
    runs = written(tmp_path, {10: 60, 25: 2})
    table = warmup_table(read_plan(tmp_path).experiment, runs, of_runs(tmp_path, runs))
    write_table(tmp_path, "warmup", table)
    read = pd.read_parquet(tmp_path / "warmup.parquet").set_index("series")
    assert set(read.columns) == {column.name for column in RESULT_TABLES["warmup"].columns} - {"series"} | {"protocol"}
    ratio, control = read.loc["delivery_ratio"], read.loc["control_tx_per_node_s"]
    assert (ratio["start_mean"], ratio["end_mean"], ratio["verdict"]) == (0.25, 0.25, "no difference found")
    assert control["start_mean"] == pytest.approx(62 / 6) and control["end_mean"] == pytest.approx(4 / 30)
    differences = np.array([(60 + k) / 6 - (2 + k) / 30 for k in (1, 2, 3)])
    assert control["p_value"] == pytest.approx(stats.ttest_1samp(differences, 0).pvalue)
    assert (control["n"], control["verdict"]) == (3, "differs")
    assert warmup_text(table) == (
        "The warm-up may be too short: in 1 of 2 series the first tenth of the measured window differs from its last "
        "half, most in control_tx_per_node_s of protocol=a, 10.33 against 0.1333; see tables/warmup."
    )
    assert warmup_text(table[table["series"] == "delivery_ratio"]) == ""


def test_one_replication_is_not_tested(tmp_path: Path) -> None:
    runs = written(tmp_path, {10: 60})[:1]
    table = warmup_table(read_plan(tmp_path).experiment, runs, of_runs(tmp_path, runs))
    assert set(table["verdict"]) == {"not tested"} and warmup_text(table) == ""


def test_every_variant_and_series_has_its_row_and_holms_correction_is_over_all(tmp_path: Path) -> None:
    write_plan(tmp_path, ["protocol=b", "protocol=a"], 3)
    runs = [Finished(f"protocol={name}", k, "", {"protocol": name}, "") for name in "ba" for k in (1, 2, 3)]
    draw = np.random.default_rng(1)
    rows = [
        (run.variant, run.replication, series, number, draw.poisson(5 if number < 2 else 9), 10.0)
        for run in runs[::-1]
        for series in SERIES
        for number in range(SLICES)
    ]
    sliced = pd.DataFrame(rows, columns=["variant", "replication", "series", "slice", "part", "whole"])
    table = warmup_table(read_plan(tmp_path).experiment, runs, sliced)
    assert table[["variant", "protocol", "series"]].to_numpy().tolist() == [
        [f"protocol={name}", name, series] for name in "ba" for series in SERIES
    ]
    assert table["p_holm"].tolist() == holm(table["p_value"].tolist()) != table["p_value"].tolist()
    of = sliced.query("variant == 'protocol=a' and series == 'delivery_ratio'").pivot(
        index="replication", columns="slice", values="part"
    )
    assert table["start_mean"][2] == pytest.approx((of[[0, 1]].sum(axis=1) / 20).mean())
    assert table["end_mean"][2] == pytest.approx((of[list(range(10, 20))].sum(axis=1) / 100).mean())


def test_without_a_run_the_table_is_empty(tmp_path: Path) -> None:
    write_plan(tmp_path, ["protocol=a"], 3)
    none = pd.DataFrame(columns=["variant", "replication", "series", "slice", "part", "whole"])
    table = warmup_table(read_plan(tmp_path).experiment, (), none)
    write_table(tmp_path, "warmup", table)
    assert len(table) == 0 and warmup_text(table) == ""


TRIALS = 2000


@pytest.mark.parametrize("phi", [0.0, 0.9, 0.98])
def test_false_alarms_are_as_rare_as_promised_however_the_series_depends_on_itself(phi: float) -> None:
    low, high = stats.binom.interval(0.999, TRIALS, 0.05)
    assert low <= started_differently(phi, 0.0, TRIALS).sum() <= high


@pytest.mark.parametrize(("phi", "transient", "power"), [(0.0, 1.0, 0.85), (0.9, 2.0, 0.4), (0.9, 4.0, 0.9)])
def test_a_transient_is_found(phi: float, transient: float, power: float) -> None:
    assert started_differently(phi, transient, TRIALS).mean() > power
