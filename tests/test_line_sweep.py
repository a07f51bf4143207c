"""A wired experiment like any other: `line` is swept, analysed and reported, and its latency is the closed form."""

from __future__ import annotations

import io
import json
from contextlib import redirect_stdout
from pathlib import Path

import pandas as pd
import pytest
from analysis_here import analysis_in_this_process
from pyspark.sql import SparkSession

from pyharness.command_line import main
from schema.traces import read_trace

HOSTS = (2, 4, 8, 16, 32, 64)
OVERHEAD = 8 + 20 + 2
"""Bytes of the headers of UDP, IPv4 and PPP."""
RATE, DELAY_NS = 10_000_000, 1_000_000


@pytest.fixture(scope="module")
def line(checkout: Path, spark: SparkSession, tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = tmp_path_factory.mktemp("wired") / "line"
    experiment = checkout / "scenarios" / "wired" / "line.toml"
    said = io.StringIO()
    with analysis_in_this_process(), redirect_stdout(said):
        assert main(["sweep", str(experiment), "--results", str(results), "--replications", "1"]) == 0
    assert "counts agree between traces and captures" in said.getvalue()
    return results


def run(line: Path, hosts: int) -> Path:
    return line / "runs" / f"hosts={hosts}" / "1"


@pytest.mark.parametrize("hosts", HOSTS)
def test_the_latency_in_the_tables_is_the_closed_form(line: Path, hosts: int) -> None:
    """To the nanosecond. All events are equally long and have one subscriber."""
    (links,) = set(read_trace(run(line, hosts) / "due.trace").column("shortest_hops").tolist())
    (message,) = set(read_trace(run(line, hosts) / "transmissions.trace").column("bytes").tolist())
    expected_ns = links * ((message + OVERHEAD) * 8 * 10**9 // RATE + DELAY_NS)
    runs = pd.read_csv(line / "tables" / "runs.csv")
    values = runs[runs["hosts"] == hosts].set_index("metric")["value"]
    assert values["delivery_ratio"] == 1.0
    for metric in ("latency_p50_s", "latency_p95_s"):
        assert round(values[metric] * 1e9) == expected_ns


@pytest.mark.parametrize("hosts", HOSTS)
def test_there_is_a_capture_for_each_direction_of_each_link(line: Path, hosts: int) -> None:
    names = {path.name for path in run(line, hosts).glob("*.pcap")}
    there = {f"link-{i}-{i + 1}.pcap" for i in range(hosts - 1)}
    assert names == there | {f"link-{i + 1}-{i}.pcap" for i in range(hosts - 1)}


def test_counts_from_captures_are_those_from_traces(line: Path) -> None:
    checks = pd.read_csv(line / "tables" / "checks.csv")
    assert set(checks["variant"]) == {f"hosts={hosts}" for hosts in HOSTS}
    assert checks["equal"].all() and checks["trace_value"].max() > 0


def test_the_manifest_has_the_kind_of_network(line: Path) -> None:
    assert json.loads((run(line, 2) / "manifest.json").read_text())["network_kind"] == "wired"
    assert json.loads((line / "experiment.json").read_text())["network_kind"] == "wired"


def test_the_report_shows_no_radio_section(line: Path) -> None:
    page = (line / "report" / "index.html").read_text().lower()
    assert "latency" in page and "hosts" in page
    for word in ("radio", "airtime", "mobility", "replay", "parent", "802.11"):
        assert word not in page, word
    metrics = set(pd.read_csv(line / "tables" / "runs.csv")["metric"])
    assert not [name for name in metrics if name.startswith(("airtime", "tree", "parent", "mac_", "pst_"))]
