"""Captures of wired runs: packets, messages over UDP and TCP, loss and reordering, on every link layer."""

from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_wired import ACK, HOSTS, SYN, event, packet, segments, some_messages, tcp, udp, write_capture, write_nodes
from system_tools import needs

from schema.kinds import WIRED
from schema.messages import PORT, TYPES, decode
from schema.traces import NO_NODE
from spark_analysis.capture.run_captures import RunCapture, run_captures
from spark_analysis.capture.transmissions import EVERY_RECORD, TransmissionRule
from spark_analysis.capture.wired.link_losses import LossCounts, captured_packets, count_losses, losses_of_run
from spark_analysis.capture.wired.message_table import MESSAGE_SCHEMA, read_messages
from spark_analysis.capture.wired.packets import LINK_COLUMNS, WIRED_COLUMNS, read_packets
from spark_analysis.capture.wired.tcp_streams import StreamQuality

LINKS = pytest.mark.parametrize("link_type", [1, 9, 101], ids=["ethernet", "ppp", "raw"])
VERSIONS = pytest.mark.parametrize("version", [4, 6], ids=["ipv4", "ipv6"])
PROTOCOL_TCP = 6


def only_capture(run: Path) -> RunCapture:
    (found,) = run_captures(run, WIRED)
    return found


def columns_of(capture: RunCapture) -> dict[str, list[object]]:
    parts = [part.columns for part in read_packets(capture, batch_bytes=300)]
    return {name: [value for part in parts for value in part[name].tolist()] for name in parts[0]}


def test_the_captures_of_a_run_are_found_by_their_names(tmp_path: Path) -> None:
    write_nodes(tmp_path, 3)
    for name in ("link-1-0.pcap", "link-0-10.pcap", "link-0-2.pcap", "broker-1.pcap", "other.pcap"):
        write_capture(tmp_path / name, 101, 4, [])
    found = run_captures(tmp_path, WIRED)
    assert [(each.point.role, each.point.node, each.point.link_to) for each in found] == [
        *(("link", 0, 2), ("link", 0, 10)),
        *(("broker", 1, None), ("link", 1, 0)),
    ]
    rules = {each.point.role: each.rule for each in found}
    assert rules == {"link": EVERY_RECORD, "broker": TransmissionRule(False, frozenset({"10.1.1.1", "2001:db8::1"}))}


@LINKS
@VERSIONS
def test_packets_have_link_direction_and_fields(link_type: int, version: int, tmp_path: Path) -> None:
    sent = [packet(udp(event(9)), version, number=77), packet(tcp(1000, b"abc", SYN), version, 1, 2, PROTOCOL_TCP)]
    write_capture(tmp_path / "link-0-1.pcap", link_type, version, sent)
    read = columns_of(only_capture(tmp_path))
    assert list(read) == [*LINK_COLUMNS, *WIRED_COLUMNS]
    assert (read["node"], read["link_from"], read["link_to"]) == ([0, 0], [0, 0], [1, 1])
    assert read["is_tx"] == [True, True]
    assert read["malformed"] == [0, 0]
    assert read["ip_protocol"] == [17, PROTOCOL_TCP]
    assert read["ipv4_identification"] == ([77, 0] if version == 4 else [0, 0])
    assert (read["type"], read["sequence"], read["publisher"]) == ([1, 0], [9, 0], [3, NO_NODE])
    assert (read["tcp_source"], read["tcp_destination"]) == ([0, 49153], [0, PORT])
    assert (read["tcp_sequence"], read["tcp_flags"], read["tcp_bytes"]) == ([0, 1000], [0, SYN], [0, 3])


@VERSIONS
def test_a_broker_sends_what_has_its_own_address(version: int, tmp_path: Path) -> None:
    write_nodes(tmp_path, 3)
    packets = [packet(udp(event(n)), version, source, 2 - source) for n, source in enumerate((0, 1, 2))]
    write_capture(tmp_path / "broker-1.pcap", 101, version, packets)
    read = columns_of(only_capture(tmp_path))
    assert read["is_tx"] == [False, True, False]
    assert read["link_from"] == read["link_to"] == [NO_NODE] * 3
    assert read_messages(only_capture(tmp_path)).table["is_tx"].to_pylist() == [False, True, False]


@LINKS
@VERSIONS
def test_messages_over_udp(link_type: int, version: int, tmp_path: Path) -> None:
    whole = some_messages(30)
    packets = [packet(udp(message), version) for message in whole if len(message) < 1400]
    write_capture(tmp_path / "link-4-7.pcap", link_type, version, [*packets, packet(udp(b"other"), version)])
    read = read_messages(only_capture(tmp_path))
    assert read.table.schema == MESSAGE_SCHEMA
    assert_messages(read.table.to_pylist(), [message for message in whole if len(message) < 1400], "udp")
    assert read.quality.good == len(packets) + 1 and read.streams == StreamQuality()


def assert_messages(rows: list[dict[str, object]], whole: list[bytes], transport: str) -> None:
    assert len(rows) == len(whole)
    for row, message in zip(rows, whole, strict=True):
        name, values = decode(message)
        is_event = name != "leave"
        assert (row["node"], row["link_from"], row["link_to"], row["is_tx"]) == (4, 4, 7, True)
        assert (row["transport"], row["bytes"], row["type"]) == (transport, len(message), TYPES[name])
        assert (row["sender"], row["is_event"]) == (values["node"], is_event)
        assert row["publisher"] == (values["publisher"] if is_event else NO_NODE)
        for column in ("sequence", "published_ns", "hops"):
            assert row[column] == (values[column] if is_event else 0)
        assert (row["header_bytes"] > 0) == (name == "hint_event")  # type: ignore[operator]


@LINKS
@VERSIONS
def test_messages_over_tcp_with_repeated_and_swapped_segments(link_type: int, version: int, tmp_path: Path) -> None:
    whole = some_messages(40)
    first = 2**32 - 500
    parts = list(segments(b"".join(whole), [700, 3, 1400] * 1000, first))
    parts[3], parts[5] = parts[5], parts[3]
    parts.insert(9, parts[7])
    sent = [packet(tcp(first - 1, b"", SYN, options=bytes([1, 1, 1, 0])), version, protocol=PROTOCOL_TCP)]
    sent += [packet(tcp(*part), version, protocol=PROTOCOL_TCP) for part in parts]
    write_capture(tmp_path / "link-4-7.pcap", link_type, version, sent)
    read = read_messages(only_capture(tmp_path), batch_bytes=2000)
    assert_messages(read.table.to_pylist(), whole, "tcp")
    assert read.quality.undecodable == 0
    streams = read.streams
    assert (streams.segments, streams.repeated_bytes) == (len(parts), len(parts[7][1]))
    assert streams.out_of_order == 2 and streams.gaps == streams.skipped_bytes == 0


def test_a_message_has_the_time_of_the_record_that_completes_it(tmp_path: Path) -> None:
    message = event(1, 100)
    parts = [(0, message[:40]), (80, message[80:] + event(2)), (40, message[40:80])]
    packets = [packet(tcp(*part), protocol=PROTOCOL_TCP) for part in parts]
    write_capture(tmp_path / "link-4-7.pcap", 9, 4, packets)
    table = read_messages(only_capture(tmp_path)).table
    third = columns_of(only_capture(tmp_path))["time_ns"][2]
    assert table["time_ns"].to_pylist() == [third, third]
    assert table["sequence"].to_pylist() == [1, 2]


def test_segments_that_the_capture_cuts_leave_gaps(tmp_path: Path) -> None:
    messages = [event(number, 10) for number in range(4)]
    long = event(9, 3000)
    parts = list(
        segments(b"".join([*messages[:2], long, *messages[2:]]), [len(b"".join(messages[:2])), len(long), 999], 0)
    )
    packets = [packet(tcp(*part), protocol=PROTOCOL_TCP) for part in parts]
    write_capture(tmp_path / "link-4-7.pcap", 9, 4, packets, snap=200)
    read = read_messages(only_capture(tmp_path))
    assert read.table["sequence"].to_pylist() == [0, 1, 2, 3]
    kept = 200 - 2 - 40
    assert (read.streams.gaps, read.streams.lost_bytes) == (1, len(long) - kept)
    assert read.streams.skipped_bytes == kept


def test_a_connection_anew_between_the_same_ports_is_another_stream(tmp_path: Path) -> None:
    sent = []
    for first in (100, 5_000_000):
        sent += [tcp(first - 1, b"", SYN), tcp(first, event(first)[:20]), tcp(first + 20, event(first)[20:])]
    packets = [packet(each, protocol=PROTOCOL_TCP) for each in sent]
    write_capture(tmp_path / "link-4-7.pcap", 9, 4, packets)
    read = read_messages(only_capture(tmp_path))
    assert read.table["sequence"].to_pylist() == [100, 5_000_000]
    assert (read.streams.gaps, read.streams.segments) == (0, 4)


def test_other_ports_are_nobodys_messages(tmp_path: Path) -> None:
    sent = [packet(tcp(0, event(1), ports=(80, 81)), protocol=PROTOCOL_TCP)]
    sent += [packet(tcp(0, event(2), ports=(PORT, 81)), protocol=PROTOCOL_TCP)]
    write_capture(tmp_path / "link-4-7.pcap", 9, 4, sent)
    assert read_messages(only_capture(tmp_path)).table["sequence"].to_pylist() == [2]


@given(st.lists(st.integers(0, 5), max_size=30), st.lists(st.integers(0, 7), max_size=40))
def test_losses_against_a_plain_count(sent: list[int], received: list[int]) -> None:
    counts = count_losses([bytes([number]) for number in sent], [bytes([number]) for number in received])
    arrived = sum(min(sent.count(number), received.count(number)) for number in set(sent))
    repeated = sum(max(0, received.count(number) - sent.count(number)) for number in set(sent))
    left, order = list(range(len(sent))), []
    for number in received:
        index = next((index for index in left if sent[index] == number), None)
        if index is not None:
            left.remove(index)
            order.append(index)
    reordered = sum(any(earlier > index for earlier in order[:at]) for at, index in enumerate(order))
    assert counts == LossCounts(len(sent), arrived, len(sent) - arrived, repeated, reordered)


@VERSIONS
def test_losses_of_a_link_from_both_its_ends(version: int, tmp_path: Path) -> None:
    """Ten packets over 0 -> 1: two are lost, one comes twice, one late; another link's are not counted."""
    write_nodes(tmp_path, 3)
    sent = [packet(udp(event(number)), version, 0, 1, number=number) for number in range(10)]
    others = [packet(udp(event(number)), version, 2, 1, number=number) for number in range(3)]
    own = [packet(udp(event(99)), version, 1, 0)]
    received = [sent[at] for at in (0, 2, 3, 1, 4, 4, 5, 8, 9)]
    write_capture(tmp_path / "link-0-1.pcap", 9, version, sent)
    write_capture(tmp_path / "broker-1.pcap", 101, version, [*others, *received, *own])
    assert losses_of_run(tmp_path, WIRED) == {(0, 1): LossCounts(10, 8, 2, 1, 1)}


@VERSIONS
def test_losses_of_a_link_by_what_goes_on_behind_it(version: int, tmp_path: Path) -> None:
    """0 -> 1 -> 2 without a capture of host 1: a packet is the same with another time to live and checksum."""
    write_nodes(tmp_path, 3)
    numbers = range(6)
    through = [[packet(udp(event(n)), version, 0, 2, number=n, ttl=ttl) for n in numbers] for ttl in (64, 63)]
    to_host_1 = [packet(udp(event(50)), version, 0, 1)]
    write_capture(tmp_path / "link-0-1.pcap", 9, version, [*through[0], *to_host_1])
    write_capture(tmp_path / "link-1-2.pcap", 9, version, [through[1][at] for at in (0, 2, 1, 5)])
    losses = losses_of_run(tmp_path, WIRED)
    assert losses == {(0, 1): LossCounts(6, 4, 2, 0, 1), (1, 2): LossCounts()}


def test_a_repeated_ipv6_packet_without_identification_is_matched_in_order(tmp_path: Path) -> None:
    write_nodes(tmp_path, 3)
    same = packet(udp(event(1)), 6, 0, 1)
    write_capture(tmp_path / "link-0-1.pcap", 1, 6, [same] * 3)
    write_capture(tmp_path / "broker-1.pcap", 101, 6, [same] * 2)
    assert losses_of_run(tmp_path, WIRED) == {(0, 1): LossCounts(3, 2, 1, 0, 0)}
    found = list(captured_packets(run_captures(tmp_path, WIRED)[0]))
    assert {(each.destination, each.is_tx) for each in found} == {(HOSTS[6].format(1), True)}


TSHARK = {
    **{"tcp_source": "tcp.srcport", "tcp_destination": "tcp.dstport", "tcp_sequence": "tcp.seq_raw"},
    **{"tcp_acknowledgement": "tcp.ack_raw", "tcp_flags": "tcp.flags", "tcp_bytes": "tcp.len"},
    **{"hop_limit": "ip.ttl", "udp_source": "udp.srcport", "udp_bytes": "udp.length"},
    **{"ipv4_identification": "ip.id", "ipv4_bytes": "ip.len", "ipv6_bytes": "ipv6.plen", "bytes": "frame.len"},
}


def tshark(*options: str | Path) -> str:
    return subprocess.run(["tshark", "-n", *options], capture_output=True, text=True, check=True).stdout


@needs("tshark")
@LINKS
@VERSIONS
def test_tshark_reads_the_same_packets_and_streams(link_type: int, version: int, tmp_path: Path) -> None:
    whole = some_messages(30)
    parts = list(segments(b"".join(whole), [700, 3, 1400] * 1000, 2**32 - 900))
    parts[3], parts[5] = parts[5], parts[3]
    parts.insert(9, parts[7])
    sent = [packet(tcp(2**32 - 901, b"", SYN), version, protocol=PROTOCOL_TCP)]
    sent += [packet(tcp(*part, ACK), version, protocol=PROTOCOL_TCP) for part in parts]
    sent += [packet(udp(message), version, number=number) for number, message in enumerate(whole[:5])]
    file = tmp_path / "link-4-7.pcap"
    write_capture(file, link_type, version, sent)
    read = columns_of(only_capture(tmp_path))
    words = [word for name in TSHARK.values() for word in ("-e", name)]
    lines = tshark("-r", file, "-T", "fields", "-E", "occurrence=f", "-o", "tcp.desegment_tcp_streams:FALSE", *words)
    rows = [line.split("\t") for line in lines.splitlines()]
    assert len(rows) == len(sent)
    for at, name in enumerate(TSHARK):
        if name == "hop_limit" and version == 6:
            continue
        assert read[name] == [int(row[at] or "0", 0) for row in rows], name
    shown = tshark("-r", file, "-q", "-o", "tcp.relative_sequence_numbers:FALSE", "-z", "follow,tcp,raw,0").splitlines()
    stream = bytes.fromhex("".join(line for line in shown if line and not set(line) - set("0123456789abcdef")))
    assert stream == b"".join(whole)
    table = read_messages(only_capture(tmp_path)).table.to_pylist()
    over_tcp = [row for row in table if row["transport"] == "tcp"]
    assert_messages(over_tcp, whole, "tcp")
    assert int(np.sum([row["bytes"] for row in over_tcp])) == len(stream)
