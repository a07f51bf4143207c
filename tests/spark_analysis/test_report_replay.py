"""What the animated view is given: the moves, events and hops of a run, coded small, and what cannot be shown."""

from __future__ import annotations

import base64
import json
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_example import DEFINITIONS, NODES, PUBLISHED, SECONDS, Example

from spark_analysis.report import write_report
from spark_analysis.report.data.inputs import read_inputs
from spark_analysis.report.data.replay import MISSING_INDEX, Replays, read_replays
from spark_analysis.report.data.settings import panels_shown
from spark_analysis.report.data.story import Story
from spark_analysis.report.page import player
from spark_analysis.report.page.number_packing import pack_numbers
from spark_analysis.report.page.player import fitted, player_data

US = 1_000_000
TWO = ("topsim", "flooding")


def unpacked(text: str) -> list[int]:
    """What `pack_numbers` wrote, read octet by octet."""
    values, sum_, value, shift = [], 0, 0, 0
    for octet in base64.b64decode(text):
        value |= (octet & 127) << shift
        shift += 7
        if octet < 128:
            sum_ += (value >> 1) ^ -(value & 1)
            values.append(sum_)
            value = shift = 0
    return values


@given(st.lists(st.integers(-(2**51), 2**51 - 1)))
def test_packed_numbers_come_back(numbers: list[int]) -> None:
    assert unpacked(pack_numbers(np.array(numbers, dtype=np.int64))) == numbers


def replays(folder: Path) -> Replays:
    return read_replays(Story(read_inputs(folder, DEFINITIONS)))


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    example = Example(varying={"protocol": TWO}, replications=2, replayed=True, metrics=("delivery_ratio",))
    return example.write(tmp_path_factory.mktemp("replayed") / "demo")


def test_a_run_is_read_as_it_happened(folder: Path) -> None:
    tree, flood = replays(folder).shown
    assert (tree.label, flood.label) == ("TopSim", "Flooding")
    assert tree.x_m.shape == (SECONDS + 1, NODES)
    assert tree.x_m[3, 2] == 215.0
    assert tree.events.tolist() == [[at * US, 0] for at in PUBLISHED]
    assert tree.heard[:3].tolist() == [[5 * US + 1000 * (2 * n - 1), n, 0, n - 1] for n in (1, 2, 3)]
    assert tree.delivered[:, 1:].tolist() == [[4, 0], [8, 0], [4, 1], [8, 1], [4, 2]]
    assert tree.parents[-1].tolist() == [10 * US, 8, 0, 6]
    assert tree.control.tolist() == [0] * 15 + [1] * 5
    assert not flood.has_tree
    assert flood.has_hops


def test_paired_runs_share_their_moves_and_events(folder: Path) -> None:
    shown = replays(folder).shown
    data = json.loads(player_data(shown))
    assert len(data["shared"]) == 2
    assert len(data["runs"]) == 2
    moves = data["shared"][data["runs"][1]["moves"]]
    assert unpacked(moves["times"]) == [second * US for second in range(SECONDS + 1)]
    metres = np.array(unpacked(moves["x"])).reshape(NODES, SECONDS + 1) / data["metre"]
    assert np.abs(metres.T - shown[1].x_m).max() < 0.2


def test_the_same_run_gives_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "demo")
    pages = [write_report(one, DEFINITIONS).read_bytes() for one in (folder, tmp_path / "demo")]
    assert pages[0] == pages[1].replace(bytes(tmp_path / "demo"), bytes(folder))
    assert b'id="player-data"' in pages[0]


def test_runs_beyond_the_limit_are_left_out(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    both = replays(folder)
    monkeypatch.setattr(player, "MOST_BYTES", len(player_data(both.shown)) - 1)
    kept, data = fitted(both)
    assert [run.label for run in kept.shown] == ["TopSim"]
    assert kept.omitted == (("Flooding", "the page would get too large"),)
    assert len(json.loads(data)["runs"]) == 1
    monkeypatch.setattr(player, "MOST_BYTES", 0)
    assert len(fitted(both)[0].shown) == 1
    assert fitted(Replays("", (), ())) == (Replays("", (), ()), "")


def test_nothing_of_a_topic_ends_the_script_element(folder: Path) -> None:
    run = replays(folder).shown[0]
    text = player_data([replace(run, topics=("</script><script>alert(1)",) * len(run.topics))])
    assert "<" not in text
    assert json.loads(text)["shared"][1]["topics"] == ["</script><script>alert(1)"]


def test_without_captures_nobody_is_said_to_have_heard(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder, tmp_path / "demo")
    for capture in (tmp_path / "demo").rglob("radio-*.pcap"):
        capture.unlink()
    assert [run.has_hops for run in replays(tmp_path / "demo").shown] == [False, False]


@pytest.mark.parametrize("harm", ["gone", "cut"])
def test_a_run_whose_traces_are_not_whole_is_left_out(folder: Path, tmp_path: Path, harm: str) -> None:
    shutil.copytree(folder, tmp_path / "demo")
    trace = tmp_path / "demo" / "runs" / "protocol=topsim" / "1" / "positions.trace"
    if harm == "gone":
        trace.unlink()
    else:
        trace.write_bytes(trace.read_bytes()[:-5])
    found = replays(tmp_path / "demo")
    assert [run.label for run in found.shown] == ["Flooding"]
    why = "its run has no positions.trace" if harm == "gone" else "its run’s traces cannot be read"
    assert found.omitted == (("TopSim", why),)


def test_the_same_replication_of_all_as_far_as_there_is_one(tmp_path: Path) -> None:
    failures = {("protocol=topsim", 1): "no", ("protocol=topsim", 2): "no"}
    example = Example(varying={"protocol": TWO}, replications=2, replayed=True, failures=failures)
    found = replays(example.write(tmp_path / "demo"))
    assert [(run.label, run.replication) for run in found.shown] == [("Flooding", 1)]
    assert found.omitted == (("TopSim", "no run of it is done"),)


def test_nodes_that_do_not_move_stay(folder: Path, tmp_path: Path) -> None:
    from report_example import write_trace

    shutil.copytree(folder, tmp_path / "demo")
    run = tmp_path / "demo" / "runs" / "protocol=topsim" / "1"
    write_trace(run, "positions", [(0, node, 1.0 * node, 0.0) for node in range(NODES)])
    still = next(run for run in replays(tmp_path / "demo").shown if run.label == "TopSim")
    assert still.x_m.tolist() == [[float(node) for node in range(NODES)]]
    assert MISSING_INDEX not in still.heard


def test_many_settings_show_the_central_one_and_the_ends(tmp_path: Path) -> None:
    """One at a time: speed 5 with 50 nodes is where the others start from."""
    points = [(5, 50), (2, 50), (20, 50), (5, 25), (5, 100), (10, 50)]
    example = Example(varying={"protocol": TWO, "speed": (2, 5, 10, 20), "nodes": (25, 50, 100)}, replications=2)
    names = [f"protocol={p},speed={speed},nodes={nodes}" for p in TWO for speed, nodes in points]
    folder = example.write(tmp_path / "demo")
    plan = folder / "experiment.json"
    plan.write_text(json.dumps({**json.loads(plan.read_text()), "variants": names}))
    for run in (folder / "runs").glob("*"):
        if run.name not in names:
            shutil.rmtree(run)
    panels = panels_shown(Story(read_inputs(folder, DEFINITIONS)))
    assert [panel.where for panel in panels] == [
        "speed = 5, nodes = 50",
        "speed = 20, nodes = 50",
        "speed = 5, nodes = 100",
    ]
