"""How long frames are on the air: what the metric reckons against when the radios' captures begin and end."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import pytest

from pyharness.programs.checkout import Checkout
from spark_analysis.run.packet_store import parse_captures
from spark_analysis.run.radio_tables import AIRTIME_US
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import Run

EXTENSION_US = 6
"""Silence behind an OFDM frame in the 2.4 GHz band (IEEE 802.11, clause 18.3.2.4); ns-3 ends the reception after it."""
FLIGHT_US = 1
"""More than light takes from one radio to the next, here under 300 m."""

_TAKEN = f"""
WITH air AS (SELECT *, {AIRTIME_US} AS airtime_us FROM packets)
SELECT min((heard.time_ns - sent.time_ns) / 1e3 - heard.airtime_us) AS least,
       max((heard.time_ns - sent.time_ns) / 1e3 - heard.airtime_us) AS most, count(*) AS frames
FROM air AS sent JOIN air AS heard USING (sender, frame)
WHERE sent.is_tx AND NOT heard.is_tx
"""


@pytest.mark.parametrize(
    ("standard", "rate", "behind"),
    [("80211a", 6, 0), ("80211a", 54, 0), ("80211g", 12, EXTENSION_US), ("80211b", 1, 0), ("80211b", 11, 0)],
)
def test_frames_take_as_long_as_the_metric_reckons(standard: str, rate: int, behind: int, tmp_path: Path) -> None:
    program = Checkout.here().programs / "topsim-paper"
    options = [f"--standard={standard}", f"--rate={rate}", "--events=20", f"--out={tmp_path}"]
    subprocess.run([program, *options], check=True, capture_output=True)
    parse_captures(tmp_path, tmp_path / "packets.parquet")
    run = Run("protocol=topsim", 1, str(tmp_path), math.nan, 0, 0)
    least, most, frames = RunTables(run, tmp_path / "packets.parquet").query(_TAKEN).fetchone() or (0, 0, 0)
    assert frames > 100
    assert behind <= least <= most <= behind + FLIGHT_US
