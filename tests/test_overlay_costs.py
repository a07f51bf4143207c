"""Costs of real runs of an overlay, by their traces and by their captures: two ways to one number."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spark_analysis.run.measurement import Measurement, measure_run
from spark_analysis.run.runs import read_plan

ROOT = Path(__file__).parents[1]
SMALL = """\
name = "small"
question = "?"
program = "overlay"
replications = 1
[parameters]
brokers = 24
routers = 60
duration = 315
warmup = 10
drain = 5
stage_ticks = 100
[vary]
strategy = ["static", "ocbr", "psoo-fcat"]
"""


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Measurement]:
    """Strategy -> its run, measured."""
    file = tmp_path_factory.mktemp("overlay") / "small.toml"
    file.write_text(SMALL)
    results = file.parent / "results"
    arguments = ["sweep", str(file), "--no-report", "--results", str(results)]
    done = subprocess.run(
        [sys.executable, "-m", "pyharness", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {str(run.varying["strategy"]): measure_run(results, run) for run in read_plan(results).finished}


def values(found: Measurement) -> dict[str, float]:
    return {row["metric"]: row["value"] for row in found.metrics}


@pytest.mark.parametrize("strategy", ["static", "ocbr", "psoo-fcat"])
def test_costs_from_captures_are_those_from_traces(measured: dict[str, Measurement], strategy: str) -> None:
    found = measured[strategy]
    assert not found.damage
    checks = {row["check"]: (row["trace_value"], row["pcap_value"]) for row in found.checks}
    for part in ("notifications", "advertisements", "subscriptions", "other messages"):
        trace, capture = checks[f"cost of {part} on overlay links"]
        assert trace == capture > 0, part
    assert all(trace == capture for trace, capture in checks.values()), checks


def test_control_costs_what_a_static_overlay_has_not(measured: dict[str, Measurement]) -> None:
    for strategy in ("ocbr", "psoo-fcat"):
        found = values(measured[strategy])
        parts = found["overlay_cost_n"] + found["overlay_cost_a"] + found["overlay_cost_s"]
        assert found["reconfigurations"] > 0 and found["overlay_cost_with_control"] > parts


def test_steps_have_the_bytes_of_control(measured: dict[str, Measurement]) -> None:
    for found in measured.values():
        assert sum(row["control_bytes"] for row in found.overlay_costs) == values(found)["control_bytes"] > 0
