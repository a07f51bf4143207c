"""The main job, from a TOML to tables, with nothing replaced: ns-3 runs, captures, Spark, report."""

from __future__ import annotations

import hashlib
import signal
import subprocess
import sys
import time
from pathlib import Path

import pandas as pd
import pytest

from schema.traces import read_trace

OVERHEAD = {"sp-nhop": 6, "sp-ovhd": 5, "sp-combo": 6, "topsim": 5}
"""O(E) per event in the TopSim paper's five nodes; docs/protocols/shop-parent.md has the sums."""


def sweep(checkout: Path, results: Path, *options: str) -> list[str]:
    return [
        sys.executable,
        "-m",
        "pyharness",
        "sweep",
        str(checkout / "scenarios" / "radio" / "topsim-paper.toml"),
        "--results",
        str(results),
        *options,
    ]


@pytest.fixture(scope="module")
def paper(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    results = tmp_path_factory.mktemp("a folder") / "paper"
    done = subprocess.run(sweep(checkout, results, "--jobs", "4"), cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "counts agree between traces and captures" in done.stdout
    return results


@pytest.mark.parametrize("metric", ["relay_overhead_events", "pst_overhead_events"])
@pytest.mark.parametrize("events", [100, 1000])
@pytest.mark.parametrize("protocol", OVERHEAD)
def test_the_papers_sums_are_counted_on_the_air(paper: Path, metric: str, events: int, protocol: str) -> None:
    summary = pd.read_csv(paper / "tables" / "summary.csv")
    row = summary[(summary["metric"] == metric) & (summary["protocol"] == protocol) & (summary["events"] == events)]
    assert row["mean"].tolist() == [OVERHEAD[protocol] * events]
    assert row["sd"].tolist() == [0.0]


def test_traces_and_captures_agree_in_every_count(paper: Path) -> None:
    checks = pd.read_csv(paper / "tables" / "checks.csv")
    assert checks["equal"].all()
    found = checks[checks["check"] == "due deliveries found in a capture"]
    assert sorted(found["trace_value"]) == [200] * 8 + [2000] * 8


def test_every_record_of_every_capture_is_good(paper: Path) -> None:
    captures = pd.read_csv(paper / "tables" / "captures.csv")
    assert captures["good"].min() > 0
    assert captures[["truncated", "oversized", "undecodable", "bytes_skipped"]].to_numpy().sum() == 0


def test_the_report_is_one_file_with_the_question_and_the_numbers(paper: Path) -> None:
    page = (paper / "report" / "index.html").read_text()
    assert "Do the trees of the TopSim paper" in page
    assert "6,000" in page


@pytest.mark.long
def test_killed_and_resumed_one_at_a_time_gives_the_same_tables(checkout: Path, paper: Path, tmp_path: Path) -> None:
    results = tmp_path / "again"
    harness = subprocess.Popen(
        sweep(checkout, results, "--jobs", "1"), cwd=checkout, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    until = time.monotonic() + 60
    while len(list(results.glob("runs/*/*/manifest.json"))) < 3 and time.monotonic() < until:
        time.sleep(0.02)
    harness.send_signal(signal.SIGKILL)
    harness.wait()
    kept = len(list(results.glob("runs/*/*/manifest.json")))
    assert 3 <= kept < 16
    done = subprocess.run(sweep(checkout, results, "--jobs", "1"), cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert digests(results) == digests(paper)


def digests(results: Path) -> dict[str, str]:
    """SHA-256 of every table, capture and trace, by its place in the folder."""
    files = [*results.glob("tables/*"), *results.glob("runs/*/*/*.pcap"), *results.glob("runs/*/*/*.trace")]
    return {str(file.relative_to(results)): hashlib.sha256(file.read_bytes()).hexdigest() for file in sorted(files)}


@pytest.mark.long
def test_counts_agree_on_a_medium_that_is_full(checkout: Path, tmp_path: Path) -> None:
    experiment = tmp_path / "full.toml"
    experiment.write_text(
        'name = "full"\nquestion = "Full?"\nprogram = "manet"\nreplications = 1\n[parameters]\nnodes = 30\n'
        'duration = 25\nwarmup = 10\nstandard = "80211b"\nrate = 1\nevent_rate = 60\npayload_bytes = 1000\n'
    )
    command = [sys.executable, "-m", "pyharness", "sweep", str(experiment), "--results", str(tmp_path / "full")]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    drops = read_trace(tmp_path / "full" / "runs" / "only" / "1" / "drops.trace").column("reason").tolist()
    assert any(reason.startswith("radio gave up event") for reason in drops), "the medium was not full"
    checks = pd.read_csv(tmp_path / "full" / "tables" / "checks.csv")
    assert checks["equal"].all(), checks.to_string()
