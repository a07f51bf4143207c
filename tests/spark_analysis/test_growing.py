"""A sweep that grows: what has been parsed and measured is not parsed and measured again."""

from __future__ import annotations

import os
from pathlib import Path

import pandas as pd
import pytest
from test_metrics import ONE, PARAMETERS, line_of_three
from written_run import write_plan, write_run

from spark_analysis import analyse
from spark_analysis.run import measurement_cache
from spark_analysis.run.packet_store import packets_file

pytestmark = pytest.mark.usefixtures("spark")


def spoil(run: Path) -> None:
    """Other bytes in every capture, but the same size and time of last change: only who reads them sees it."""
    for capture in run.glob("radio-*.pcap"):
        about = capture.stat()
        capture.write_bytes(bytes(about.st_size))
        os.utime(capture, ns=(about.st_atime_ns, about.st_mtime_ns))


def tables(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in (folder / "tables").iterdir()}


def grown(folder: Path, replications: int) -> None:
    """One more replication, the last of `replications`."""
    write_plan(folder, [ONE], replications)
    write_run(folder, ONE, replications, *line_of_three(), PARAMETERS)


def test_one_more_replication_is_the_only_one_that_is_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for replications in (1, 2):
        grown(tmp_path, replications)
    analyse(tmp_path, "local[1]", report=False)
    assert "measuring runs 1 to 2 of 2" in capsys.readouterr().err
    for replication in (1, 2):
        spoil(tmp_path / "runs" / ONE / str(replication))
    grown(tmp_path, 3)
    assert analyse(tmp_path, "local[1]", report=False).checks_failed == 0
    assert "measuring runs 1 to 1 of 1" in capsys.readouterr().err
    captures = pd.read_csv(tmp_path / "tables" / "captures.csv")
    assert captures.groupby("replication")["good"].sum().tolist() == [11, 11, 11]


def test_nothing_new_needs_no_spark(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grown(tmp_path, 1)
    analyse(tmp_path, "local[1]", report=False)
    before = tables(tmp_path)
    capsys.readouterr()
    analyse(tmp_path, "spark://nowhere:1", report=False)
    assert "measuring" not in capsys.readouterr().err
    assert tables(tmp_path) == before


def test_another_analysis_measures_anew_and_parses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    grown(tmp_path, 1)
    analyse(tmp_path, "local[1]", report=False)
    before = tables(tmp_path)
    packets = packets_file(tmp_path, ONE, 1).stat().st_mtime_ns
    monkeypatch.setattr(measurement_cache, "analysis_sha256", lambda: "another")
    (tmp_path / "runs" / ONE / "1" / "radio-0.pcap").touch()
    analyse(tmp_path, "local[1]", report=False)
    assert packets_file(tmp_path, ONE, 1).stat().st_mtime_ns > packets, (
        "a capture that was written again is parsed again"
    )
    packets = packets_file(tmp_path, ONE, 1).stat().st_mtime_ns
    monkeypatch.setattr(measurement_cache, "analysis_sha256", lambda: "a third")
    analyse(tmp_path, "local[1]", report=False)
    assert packets_file(tmp_path, ONE, 1).stat().st_mtime_ns == packets
    assert tables(tmp_path) == before


def test_what_the_system_refuses_a_worker_is_said_as_it_is(tmp_path: Path) -> None:
    grown(tmp_path, 1)
    (tmp_path / "parsed").write_text("where a folder is to be")
    with pytest.raises(NotADirectoryError):
        analyse(tmp_path, "local[1]", report=False)


@pytest.mark.parametrize("lost", ["measured.sqlite", "packets"])
def test_what_is_kept_may_be_damaged(tmp_path: Path, lost: str) -> None:
    grown(tmp_path, 1)
    analyse(tmp_path, "local[1]", report=False)
    before = tables(tmp_path)
    if lost == "packets":
        (tmp_path / "parsed" / "measured.sqlite").unlink()
        file = packets_file(tmp_path, ONE, 1)
        file.write_bytes(file.read_bytes()[:-9])
    else:
        (tmp_path / "parsed" / lost).write_bytes(b"no database")
    analyse(tmp_path, "local[1]", report=False)
    assert tables(tmp_path) == before
    analyse(tmp_path, "spark://nowhere:1", report=False)
