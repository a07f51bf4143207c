"""Receptions that were possible and were not made, frame by frame, on runs written by hand."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from written_run import write_run

from schema.messages import encode
from spark_analysis.metrics.radio.collisions import mac_collision_ratio
from spark_analysis.metrics.radio.positions import Positions, positions
from spark_analysis.run.packet_store import parse_captures
from spark_analysis.run.run_tables import RunTables
from spark_analysis.run.runs import Run

SECOND = 10**9
Radios = dict[int, list[tuple[int, bytes, bool]]]


def beacon(sender: int) -> bytes:
    return encode("beacon", {"node": sender, "sequence": 1, "inherent": [], "trees": []})


def written(folder: Path, radios: Radios, range_m: float = 100.0) -> RunTables:
    """Four nodes in a line, 90 m apart: 0 and 1, 1 and 2, 2 and 3 are neighbours."""
    placed = [(second * SECOND, node, 90.0 * node, 0.0) for second in range(3) for node in range(4)]
    path = write_run(folder, "protocol=one", 1, {"positions": placed}, radios, {})
    parse_captures(path, folder / "packets.parquet")
    return RunTables(Run("protocol=one", 1, str(path), range_m, 0, 2 * SECOND), folder / "packets.parquet")


def test_a_lost_frame_is_a_share_of_those_possible(tmp_path: Path) -> None:
    run = written(tmp_path, {0: [(5, beacon(1), True)], 1: [(1, beacon(1), False)], 2: [], 3: []})
    assert mac_collision_ratio(run) == 0.5


def test_a_frame_from_beyond_the_range_makes_up_for_none_that_was_lost(tmp_path: Path) -> None:
    heard = (5, beacon(1), True)
    run = written(tmp_path, {0: [heard], 1: [(1, beacon(1), False)], 2: [], 3: [heard]})
    assert mac_collision_ratio(run) == 0.5


def test_a_frame_captured_twice_is_heard_once(tmp_path: Path) -> None:
    run = written(tmp_path, {0: [(5, beacon(1), True), (6, beacon(1), True)], 1: [(1, beacon(1), False)]})
    assert mac_collision_ratio(run) == 0.5


def test_the_same_message_later_is_another_frame(tmp_path: Path) -> None:
    sent = [(1, beacon(0), False), (SECOND, beacon(0), False), (2 * SECOND, beacon(0), False)]
    run = written(tmp_path, {0: sent, 1: [(7, beacon(0), True), (2 * SECOND + 7, beacon(0), True)]})
    assert mac_collision_ratio(run) == pytest.approx(1 / 3)


def test_without_a_range_or_a_frame_there_is_no_ratio(tmp_path: Path) -> None:
    assert math.isnan(mac_collision_ratio(written(tmp_path / "a", {0: []})))
    assert math.isnan(mac_collision_ratio(written(tmp_path / "b", {0: [(1, beacon(0), False)]}, math.nan)))


def test_positions_between_and_beyond_samples(tmp_path: Path) -> None:
    run = written(tmp_path, {})
    assert positions(run).places.shape == (3, 4, 2)
    moving = Positions(np.array([0, 10]), np.array([[[0.0, 0.0]], [[20.0, 10.0]]]))
    assert moving.at(np.array([-5, 5, 10, 99])).tolist() == [[[0, 0]], [[10, 5]], [[20, 10]], [[20, 10]]]


def test_frames_of_one_instant_count_each(tmp_path: Path) -> None:
    twice_sent = [(1, beacon(0), False)] * 2
    assert mac_collision_ratio(written(tmp_path / "both", {0: twice_sent, 1: [(7, beacon(0), True)] * 2})) == 0
    assert mac_collision_ratio(written(tmp_path / "one", {0: twice_sent, 1: [(7, beacon(0), True)]})) == 0.5


def test_a_sent_frame_with_a_damaged_sender_counts_for_the_radio_that_sent_it(tmp_path: Path) -> None:
    """A flipped bit in `sender` raised IndexError, and the whole analysis was lost."""
    damaged = (1, beacon(1 << 20), False)
    assert mac_collision_ratio(written(tmp_path / "sent", {0: [], 1: [damaged]})) == 1
    heard = {0: [(5, beacon(1 << 20), True)], 1: [(1, beacon(1), False)], 2: [(5, beacon(1), True)]}
    assert mac_collision_ratio(written(tmp_path / "heard", heard)) == 0.5
