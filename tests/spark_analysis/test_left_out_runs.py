"""A run whose files are not as its manifest says enters no statistic and is named, with the reason `check` gives."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd
import pytest
from rich.console import Console
from test_metrics import ONE, PARAMETERS, line_of_three
from written_run import seal_files, write_plan, write_run

from pyharness.store.check import check
from spark_analysis import analyse, load

pytestmark = pytest.mark.usefixtures("spark")

REASON = "radio-1.pcap has other bytes than were written"


@pytest.fixture
def two_runs(tmp_path: Path) -> Path:
    write_plan(tmp_path, [ONE], 2)
    for replication in (1, 2):
        seal_files(write_run(tmp_path, ONE, replication, *line_of_three(), PARAMETERS))
    return tmp_path


def change_four_bytes(folder: Path) -> bytes:
    """Of a capture of the second run, in the last record, its length kept; returns what it was."""
    capture = folder / "runs" / ONE / "2" / "radio-1.pcap"
    whole = capture.read_bytes()
    capture.write_bytes(whole[:-4] + bytes(byte ^ 0xFF for byte in whole[-4:]))
    return whole


def replications_counted(folder: Path) -> set[int]:
    return set(pd.read_csv(folder / "tables" / "runs.csv")["replication"])


def test_four_changed_bytes_of_a_capture_leave_the_run_out(two_runs: Path) -> None:
    change_four_bytes(two_runs)
    analysis = analyse(two_runs, "local[1]")
    assert analysis.failed_runs == (f"{ONE}/2: {REASON}",)
    assert f"not counted: {ONE}/2: {REASON}" in analysis.summary_text and "differ" not in analysis.summary_text
    assert replications_counted(two_runs) == {1}
    assert REASON in (two_runs / "report" / "index.html").read_text()
    assert load(two_runs).failed == {(ONE, 2): REASON}
    assert check(two_runs, Console(stderr=True)) == (1, [(f"{ONE}/2", REASON)])


def test_a_run_that_was_counted_and_is_changed_is_not_recalled(two_runs: Path) -> None:
    assert analyse(two_runs, "local[1]", report=False).failed_runs == ()
    whole = change_four_bytes(two_runs)
    assert analyse(two_runs, "local[1]", report=False).failed_runs == (f"{ONE}/2: {REASON}",)
    assert replications_counted(two_runs) == {1}
    (two_runs / "runs" / ONE / "2" / "radio-1.pcap").write_bytes(whole)
    assert analyse(two_runs, "local[1]", report=False).failed_runs == ()
    assert replications_counted(two_runs) == {1, 2}


def test_a_damaged_run_is_read_again_in_case_it_was_mended(two_runs: Path) -> None:
    """Also where its sizes and times are what they were when it was damaged."""
    whole = change_four_bytes(two_runs)
    capture = two_runs / "runs" / ONE / "2" / "radio-1.pcap"
    damaged = capture.stat()
    assert len(analyse(two_runs, "local[1]", report=False).failed_runs) == 1
    capture.write_bytes(whole)
    os.utime(capture, ns=(damaged.st_atime_ns, damaged.st_mtime_ns))
    assert analyse(two_runs, "local[1]", report=False).failed_runs == ()


def test_a_run_that_check_found_corrupt_is_not_recalled_though_its_times_are_the_same(two_runs: Path) -> None:
    assert analyse(two_runs, "local[1]", report=False).failed_runs == ()
    capture = two_runs / "runs" / ONE / "2" / "radio-1.pcap"
    about = capture.stat()
    change_four_bytes(two_runs)
    os.utime(capture, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert check(two_runs, Console(stderr=True))[1] == [(f"{ONE}/2", REASON)]
    assert analyse(two_runs, "local[1]", report=False).failed_runs == (f"{ONE}/2: {REASON}",)
    assert load(two_runs).failed == {(ONE, 2): REASON}
    assert replications_counted(two_runs) == {1}


def test_what_was_measured_is_not_read_again_to_say_what_failed(two_runs: Path) -> None:
    """The report read every byte; who asks a notebook need not wait for that again."""
    analyse(two_runs, "local[1]", report=False)
    capture = two_runs / "runs" / ONE / "2" / "radio-1.pcap"
    about = capture.stat()
    change_four_bytes(two_runs)
    os.utime(capture, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert load(two_runs).failed == {}


def test_damage_that_a_run_wrote_itself_is_counted_and_not_left_out(two_runs: Path) -> None:
    """The capture is as its manifest says: its reader counts what is broken."""
    change_four_bytes(two_runs)
    capture = two_runs / "runs" / ONE / "2" / "radio-1.pcap"
    capture.write_bytes(capture.read_bytes()[:-3])
    seal_files(capture.parent)
    assert analyse(two_runs, "local[1]", report=False).failed_runs == ()
    captures = pd.read_csv(two_runs / "tables" / "captures.csv").set_index(["replication", "node"])
    assert captures.at[(2, 1), "truncated"] == 1
    assert replications_counted(two_runs) == {1, 2}
