"""Two independent paths to one number: what the radios' captures hold, and what the traces claim."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import pytest
from scenario_bench import Program, Recorded
from scenario_capture import Frame, frames

from schema.messages import NAMES
from schema.traces import read_trace

MOVING = ("manet", "--nodes=25", "--width=700", "--height=700", "--duration=40", "--warmup=15", "--publishers=2")
RUNS = {
    "wifi": (*MOVING, "--protocol=topsim"),
    "ideal": (*MOVING, "--protocol=sp-combo", "--radio=ideal"),
    "slow and busy": (*MOVING, "--protocol=sp-nhop", "--standard=80211b", "--rate=1", "--event_rate=30"),
}


@pytest.fixture(params=RUNS)
def run(request: pytest.FixtureRequest, recorded: Recorded) -> Path:
    folder: Path = recorded(*RUNS[request.param])
    return folder


def test_every_transmission_of_the_trace_was_on_the_air(run: Path) -> None:
    rows = read_trace(run / "transmissions.trace").rows
    claimed = Counter((int(row["node"]), NAMES[int(row["type"])]) for row in rows)
    on_air = Counter((frame.node, frame.message) for frame in frames(run) if not frame.received)
    assert on_air == claimed
    assert {message for _, message in claimed} >= {"event", "beacon", "report", "report_ack"}


def test_every_delivery_of_the_trace_was_received(run: Path) -> None:
    rows = read_trace(run / "deliveries.trace").rows
    claimed = {(int(row["node"]), int(row["publisher"]), int(row["sequence"])) for row in rows}
    heard = {
        (frame.node, frame.fields["publisher"], frame.fields["sequence"])
        for frame in frames(run)
        if frame.received and frame.message == "event"
    }
    assert claimed
    assert claimed <= heard


def test_what_a_radio_sends_has_its_address_and_what_it_receives_another(run: Path) -> None:
    nodes = read_trace(run / "nodes.trace")
    mac = dict(zip(nodes.rows["node"], nodes.column("mac"), strict=True))
    assert len(set(mac.values())) == 25
    for frame in frames(run):
        assert frame.source == mac[frame.fields["node"]]
        assert (frame.fields["node"] != frame.node) == frame.received


def test_a_frame_has_its_senders_number_wherever_it_is_heard(run: Path) -> None:
    """On ideal links a frame received had the number of its sender's latest frame."""
    sent = {(frame.source, frame.number): frame.fields for frame in frames(run) if not frame.received}
    assert all(sent[frame.source, frame.number] == frame.fields for frame in frames(run) if frame.received)


def test_received_frames_were_sent_by_somebody_within_range(run: Path) -> None:
    """No frame crosses more than the nominal 250 m, but for the metres walked since the last full second."""
    table = read_trace(run / "positions.trace").rows
    place = {(int(row["time_ns"]) // 10**9, int(row["node"])): (row["x_m"], row["y_m"]) for row in table}

    def distance(frame: Frame) -> float:
        second = frame.time_ns // 10**9
        return math.dist(place[second, frame.node], place[second, frame.fields["node"]])

    assert max(distance(frame) for frame in frames(run) if frame.received) < 250 + 2 * 5


def test_nothing_is_left_in_a_queue_at_the_end(run: Path) -> None:
    last = max(frame.time_ns for frame in frames(run))
    assert 39e9 < last < 40.6e9


def test_on_a_medium_without_room_what_was_never_sent_is_a_drop(recorded: Recorded) -> None:
    run = recorded(*MOVING, "--standard=80211b", "--rate=1", "--event_rate=200", "--payload_bytes=1000")
    rows = read_trace(run / "transmissions.trace").rows
    claimed = Counter((int(row["node"]), NAMES[int(row["type"])]) for row in rows)
    drops = read_trace(run / "drops.trace")
    given_up = Counter(
        (int(node), reason.removeprefix("radio gave up "))
        for node, reason in zip(drops.rows["node"], drops.column("reason"), strict=True)
        if reason.startswith("radio gave up ")
    )
    on_air = Counter((frame.node, frame.message) for frame in frames(run) if not frame.received)
    assert given_up.total() > 100
    assert on_air + given_up == claimed


def test_captures_can_be_cut_or_left_out(recorded: Recorded, program: Program, tmp_path: Path) -> None:
    whole = recorded(*RUNS["wifi"])
    for argument in ("--capture_bytes=128", "--captures=false"):
        folder = tmp_path / argument
        assert program(*RUNS["wifi"], argument, f"--out={folder}").returncode == 0
        for table in whole.glob("*.trace"):
            assert (folder / table.name).read_bytes() == table.read_bytes()
    assert not list((tmp_path / "--captures=false").glob("*.pcap"))
    cut = (tmp_path / "--capture_bytes=128" / "radio-0.pcap").stat().st_size
    assert cut < (whole / "radio-0.pcap").stat().st_size
