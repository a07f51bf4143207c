"""`line`, hosts in a line of point-to-point links: its latency in closed form, and its captures against its traces."""

from __future__ import annotations

import json
import struct
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from scenario_bench import Program, Recorded

OVERHEAD = 8 + 20 + 2
"""Bytes of the headers of UDP, IPv4 and PPP."""
NS = 10**9
COLUMNS = {
    "nodes": "node u32, name str, ipv4 str",
    "links": "from_node u32, to_node u32, rate_bps u64, delay_ns i64",
    "subscriptions": "time_ns i64, node u32, filter str, active u8",
    "publications": "time_ns i64, publisher u32, sequence u32, topic str, attributes str, payload_bytes u32",
    "due": "publisher u32, sequence u32, node u32, shortest_hops u16",
    "transmissions": "time_ns i64, node u32, type u8, publisher u32, sequence u32, bytes u32, next_hop u32",
    "deliveries": "time_ns i64, node u32, publisher u32, sequence u32, wanted u8, hops u16, age_ns i64",
    "drops": "time_ns i64, node u32, reason str, bytes u32",
}
"""The trace tables of a wired network."""
FORMATS = {"u8": "B", "u16": "H", "u32": "I", "u64": "Q", "i64": "q", "f64": "d", "str": "I"}
ONE_TOPIC = ("--topic_depth=1", "--topic_branching=1", "--topics_per_node=1")
"""Every subscriber wants every event."""
SHORT = (*ONE_TOPIC, "--duration=8", "--warmup=1", "--drain=2")

Row = dict[str, int | str]


def read_table(folder: Path, name: str) -> list[Row]:
    """The rows of a trace table, read by its own header; its columns have to be those of COLUMNS."""
    data = (folder / f"{name}.trace").read_bytes()
    assert data[:8] == b"PSTRACE1" and data[-8:] == b"PSTREND1"
    (length,) = struct.unpack_from("<I", data, 8)
    header = json.loads(data[12 : 12 + length])
    columns = header["columns"]
    assert ", ".join(f"{column} {kind}" for column, kind in columns) == COLUMNS[name]
    words, count = struct.unpack_from("<IQ", data, len(data) - 20)
    strings = json.loads(data[len(data) - 20 - words : len(data) - 20])
    rows = struct.iter_unpack("<" + "".join(FORMATS[kind] for _, kind in columns), data[12 + length : -20 - words])
    table = [
        {column: strings[value] if kind == "str" else value for (column, kind), value in zip(columns, row, strict=True)}
        for row in rows
    ]
    assert len(table) == count
    return table


@dataclass(frozen=True)
class Frame:
    """A record of a capture: when its transmission began, and the event in it."""

    time_ns: int
    bytes: int
    """Of UDP payload."""
    ttl: int
    publisher: int
    sequence: int
    destination: str


def read_capture(path: Path) -> list[Frame]:
    """The frames of one direction of a link: PPP, IPv4, UDP and an event message."""
    data = path.read_bytes()
    magic, _, _, _, _, _, link = struct.unpack_from("<IHHiIII", data)
    assert magic == 0xA1B23C4D and link == 9, "nanoseconds, PPP"
    frames = []
    at = 24
    while at < len(data):
        seconds, nanoseconds, kept, length = struct.unpack_from("<IIII", data, at)
        frame = data[at + 16 : at + 16 + kept]
        at += 16 + kept
        assert kept == length and frame[:2] == b"\x00\x21", "IPv4"
        message = frame[2 + 20 + 8 :]
        assert message[:4] == b"PS\x01\x01", "an event"
        publisher, sequence = struct.unpack_from(">II", message, 8)
        destination = ".".join(map(str, frame[18:22]))
        frames.append(Frame(seconds * NS + nanoseconds, len(message), frame[10], publisher, sequence, destination))
    return frames


def frame_time_ns(payload: int, rate: int) -> int:
    """How long a link transmits a message of `payload` bytes."""
    return (payload + OVERHEAD) * 8 * NS // rate


def test_it_describes_a_wired_network(program: Program) -> None:
    description = json.loads(program("line", "--describe").stdout)
    assert description["kind"] == "wired"
    assert set(description["streams"]) == {"workload", "protocol", "topology"}
    names = [parameter["name"] for parameter in description["parameters"]]
    assert names[:5] == ["hosts", "rate_bps", "delay_us", "captures", "capture_bytes"]
    assert not [name for name in names if name in ("range", "radio", "mobility", "nodes")]


def test_a_program_with_radios_describes_itself_as_before(program: Program) -> None:
    description = json.loads(program("manet", "--describe").stdout)
    assert description["kind"] == "radio"
    assert description["streams"] == {
        name: i << 32 for i, name in enumerate(["mobility", "workload", "radio", "protocol"])
    }
    (protocol,) = [each for each in description["parameters"] if each["name"] == "protocol"]
    assert list(protocol["labels"]) == protocol["choices"]
    assert protocol["labels"]["smf-mpr"] == "SMF (S-MPR)"
    assert protocol["bounds"] == ["oracle", "oracle-sp"]
    assert not [each for each in description["parameters"] if "labels" in each and each is not protocol]


@pytest.mark.parametrize("hosts", [2, 3, 8, 64])
@pytest.mark.parametrize(("rate", "delay_us"), [(10_000_000, 1000), (64_000, 0), (1_000_000_000, 1)])
def test_latency_on_idle_links_is_the_closed_form(recorded: Recorded, hosts: int, rate: int, delay_us: int) -> None:
    """One subscriber and few events: no message waits for another."""
    one = f"--subscribers={1 / (hosts - 1)}"
    options = (f"--hosts={hosts}", f"--rate_bps={rate}", f"--delay_us={delay_us}", "--event_rate=0.5")
    run = recorded("line", *SHORT, *options, one, "--drain=5", "--duration=20")
    sent = {(row["publisher"], row["sequence"], row["next_hop"]): row for row in read_table(run, "transmissions")}
    due = {(row["publisher"], row["sequence"], row["node"]): row for row in read_table(run, "due")}
    deliveries = read_table(run, "deliveries")
    assert deliveries and len(deliveries) == len(due) == len(sent)
    for row in deliveries:
        event = (row["publisher"], row["sequence"], row["node"])
        links = int(due[event]["shortest_hops"])
        assert row["hops"] == links == abs(int(row["node"]) - int(row["publisher"]))
        assert row["age_ns"] == links * (frame_time_ns(int(sent[event]["bytes"]), rate) + delay_us * 1000)
        assert row["time_ns"] == int(sent[event]["time_ns"]) + int(row["age_ns"])
        assert row["wanted"] == 1


def test_a_rate_without_whole_nanoseconds_is_off_by_less_than_one_a_link(recorded: Recorded) -> None:
    run = recorded("line", *SHORT, "--hosts=8", "--rate_bps=3000000", f"--subscribers={1 / 7}", "--event_rate=0.5")
    sent = {(row["sequence"], row["next_hop"]): int(row["bytes"]) for row in read_table(run, "transmissions")}
    rows = read_table(run, "deliveries")
    assert rows
    for row in rows:
        exact = (sent[row["sequence"], row["node"]] + OVERHEAD) * 8 * NS / 3_000_000 + 1_000_000
        assert abs(int(row["age_ns"]) - int(row["hops"]) * exact) < int(row["hops"])


def test_messages_of_one_event_follow_each_other(recorded: Recorded) -> None:
    """Host 0 sends to host 1 first: a message to host j waits for j - 1 others on the first link, and on no other."""
    run = recorded("line", *SHORT, "--hosts=6", "--subscribers=1", "--event_rate=0.5")
    payload = {int(row["bytes"]) for row in read_table(run, "transmissions")}
    rows = read_table(run, "deliveries")
    assert rows and len(rows) == 5 * len(read_table(run, "publications")) and len(payload) == 1
    frame = frame_time_ns(payload.pop(), 10_000_000)
    for row in rows:
        links = int(row["hops"])
        assert row["age_ns"] == links * (frame + 1_000_000) + (links - 1) * frame


def test_captures_hold_what_each_host_sends_on_each_link(recorded: Recorded) -> None:
    run = recorded("line", *SHORT, "--hosts=5", "--subscribers=1", "--publishers=2", "--event_rate=3")
    links = read_table(run, "links")
    directions = [(int(row["from_node"]), int(row["to_node"])) for row in links]
    assert directions == [(0, 1), (1, 0), (1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3)]
    assert {(row["rate_bps"], row["delay_ns"]) for row in links} == {(10_000_000, 1_000_000)}
    assert {path.name for path in run.glob("*.pcap")} == {f"link-{a}-{b}.pcap" for a, b in directions}
    node_of = {row["ipv4"]: int(row["node"]) for row in read_table(run, "nodes")}
    assert len(node_of) == 5
    seen = Counter[tuple[int, int, int, int, int, int]]()
    first_times = set()
    for a, b in directions:
        for frame in read_capture(run / f"link-{a}-{b}.pcap"):
            to = node_of[frame.destination]
            seen[a, b, frame.publisher, frame.sequence, to, frame.bytes] += 1
            assert frame.ttl == 64 - abs(a - frame.publisher)
            if a == frame.publisher:
                first_times.add((frame.publisher, frame.sequence, to, frame.time_ns))
    expected = Counter[tuple[int, int, int, int, int, int]]()
    transmissions = read_table(run, "transmissions")
    for row in transmissions:
        publisher, to = int(row["publisher"]), int(row["next_hop"])
        assert row["node"] == publisher and row["type"] == 1
        step = 1 if to > publisher else -1
        for at in range(publisher, to, step):
            expected[at, at + step, publisher, int(row["sequence"]), to, int(row["bytes"])] += 1
    assert transmissions and seen == expected
    # A frame leaves when its event is published, or later, behind another.
    published = {(row["publisher"], row["sequence"]): int(row["time_ns"]) for row in read_table(run, "publications")}
    waits = [time - published[publisher, sequence] for publisher, sequence, _, time in first_times]
    assert min(waits) == 0 and len(first_times) == len(transmissions)


def test_a_full_queue_is_a_drop(recorded: Recorded) -> None:
    busy = ("--hosts=3", "--rate_bps=8000", "--event_rate=40", "--subscribers=1", "--capture_bytes=128")
    run = recorded("line", *SHORT, *busy)
    drops = read_table(run, "drops")
    transmissions = read_table(run, "transmissions")
    payload = {row["bytes"] for row in transmissions}
    assert drops and {(row["reason"], row["node"], row["bytes"]) for row in drops} == {
        ("queue is full", 0, size) for size in payload
    }
    assert len(transmissions) == len(drops) + len(read_table(run, "deliveries")), "nothing is left under way"


def test_a_replication_has_the_same_workload_on_other_links(recorded: Recorded) -> None:
    slow, fast = (recorded("line", *SHORT, "--hosts=4", f"--rate_bps={rate}") for rate in (1_000_000, 20_000_000))
    for table in ("publications", "subscriptions", "due"):
        assert read_table(slow, table) == read_table(fast, table)


@pytest.mark.parametrize(
    ("argument", "because"),
    [
        ("--hosts=1", "--hosts=1 is not a whole number from 2 to 64"),
        ("--hosts=65", "--hosts=65 is not a whole number from 2 to 64"),
        ("--publishers=5", "--publishers=5 is above --hosts; expected at most 4"),
        ("--rate_bps=0", "--rate_bps=0 is not a whole number from 1000"),
        ("--duration=5", "leaves nothing between --warmup=30 and --drain=2"),
        ("--range=250", "there is no parameter --range"),
    ],
)
def test_wrong_usage_is_refused(program: Program, argument: str, because: str) -> None:
    done = program("line", argument)
    assert done.returncode == 2 and because in done.stderr and done.stderr.count("\n") == 1
