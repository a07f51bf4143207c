"""Runs of the program sdn, analysed: captures and traces agree, and no overlays do better than the exact ones."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest
from analysis_here import analysis_in_this_process
from pyspark.sql import SparkSession

from pyharness.command_line import main
from pyharness.papers.optima import OptimumSolver
from pyharness.papers.overlay_optima import BALANCED_OVERLAYS

PLAN = """
name = "switches"
question = "Do the counters of ports say what the captures say?"
program = "sdn"
replications = 2

[parameters]
topology = "watts-strogatz"
clusters = 8
degree = 4
rate_bps = 1000000
host_rate_bps = 100000000
topic_depth = 2
topic_branching = 2
publishers = 3
subscribers = 1.0
topics_per_node = 2
event_rate = 10
payload_bytes = 200
period_s = 2
warmup = 5
drain = 1
duration = 14
representative_copy = false
control_captures = false

[vary]
strategy = ["sdnps", "flooding", "load-steiner", "spt", "unicast", "brokers"]
"""
SHARED = ("sdnps", "flooding", "load-steiner")
"""Strategies with one overlay for all publishers of a topic."""


@pytest.fixture(scope="module")
def results(spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("switches")
    plan = folder / "switches.toml"
    plan.write_text(PLAN)
    with analysis_in_this_process():
        assert main(["sweep", str(plan), "--results", str(folder / "results")]) == 0
    return folder / "results"


def metric(results: Path, name: str) -> pd.Series:
    """A metric by strategy and replication."""
    runs = pd.read_parquet(results / "tables" / "runs.parquet")
    rows = runs[runs["metric"] == name]
    found: pd.Series = rows.set_index(["strategy", "replication"])["value"]
    return found


def test_captures_agree_with_overlays_and_counters(results: Path) -> None:
    checks = pd.read_parquet(results / "tables" / "checks.parquet")
    assert checks["equal"].all(), checks[~checks["equal"]].to_string()
    kinds = checks.groupby("check")["trace_value"].sum()
    assert kinds["frames of events between clusters"] > 1000 and kinds["events on their overlay alone"] > 500
    assert kinds["loads of edges by the counters of ports"] > 100


def test_everything_is_delivered_and_only_flooding_and_rivals_waste(results: Path) -> None:
    assert (metric(results, "delivery_ratio") == 1).all()
    cost = metric(results, "tree_cost_ratio")
    assert (cost >= 1 - 1e-9).all()
    for replication in (1, 2):
        assert cost["load-steiner", replication] < cost["flooding", replication], "a tree that joins every cluster"
        assert cost["spt", replication] < cost["unicast", replication], "the same paths with a copy for each receiver"
    assert metric(results, "false_deliveries")["sdnps"].sum() == 0


def test_no_shared_overlays_leave_more_than_the_exact_ones(results: Path, tmp_path: Path) -> None:
    solver = OptimumSolver(tmp_path, 60, 0.0, 2, BALANCED_OVERLAYS)
    rows = solver.solve([(results, ("strategy=load-steiner", replication)) for replication in (1, 2)])
    residual = metric(results, "min_residual")
    for row in rows:
        assert row is not None
        for strategy in SHARED:
            assert residual[strategy, row.replication] <= row.bound_residual_bps * (1 + 1e-9)
