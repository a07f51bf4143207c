"""The captures of the links of a line: every message on them, compared with the traces, and what got lost."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from scenario_bench import Recorded

from schema.kinds import WIRED
from schema.traces import read_trace
from spark_analysis.capture.run_captures import run_captures
from spark_analysis.capture.wired.link_losses import losses_of_run
from spark_analysis.capture.wired.message_table import read_messages


@pytest.fixture
def run(recorded: Recorded) -> Path:
    folder: Path = recorded("line", "--hosts=5")
    return folder


def test_the_messages_that_a_host_sends_are_its_transmissions(run: Path) -> None:
    """On the first link of its way a message is its host's own; further on, routers forward it."""
    rows = read_trace(run / "transmissions.trace", WIRED.name).rows
    traced = Counter(zip(rows["node"].tolist(), rows["publisher"].tolist(), rows["sequence"].tolist(), strict=True))
    captured: Counter[tuple[int, int, int]] = Counter()
    forwarded = 0
    for capture in run_captures(run, WIRED):
        messages = read_messages(capture)
        assert messages.quality.undecodable == messages.quality.truncated == 0
        for row in messages.table.to_pylist():
            assert row["is_tx"] and row["transport"] == "udp"
            assert (row["node"], row["link_from"]) == (capture.point.node, capture.point.node)
            if row["sender"] == row["node"]:
                captured[row["node"], row["publisher"], row["sequence"]] += 1
            else:
                forwarded += 1
    assert captured == traced
    assert traced and forwarded


def test_nothing_is_lost_on_idle_links(run: Path) -> None:
    links = read_trace(run / "links.trace", WIRED.name).rows
    losses = losses_of_run(run, WIRED)
    assert set(losses) == set(zip(links["from_node"].tolist(), links["to_node"].tolist(), strict=True))
    assert sum(counts.sent for counts in losses.values()) > 0
    assert all(counts.received == counts.sent and not counts.reordered for counts in losses.values())


def test_a_packet_that_a_router_does_not_send_on_is_lost(run: Path, tmp_path: Path) -> None:
    """The capture of the second link without its last record, on a copy."""
    for file in run.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = losses_of_run(run, WIRED)
    second = next(link for link, counts in before.items() if counts.sent)[1]
    onward = next(file for file in tmp_path.glob(f"link-{second}-*.pcap") if file.stat().st_size > 24)
    data, starts, at = onward.read_bytes(), list[int](), 24
    while at < len(data):
        starts.append(at)
        at += 16 + int.from_bytes(data[at + 8 : at + 12], "little")
    onward.write_bytes(data[: starts[-1]])
    after = losses_of_run(tmp_path, WIRED)
    assert sum(counts.lost for counts in before.values()) == 0
    assert sum(counts.lost for counts in after.values()) == 1
