"""Every column of a capture: on frames made by hand, and on broken bytes. test_captures_tshark.py has tshark."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_capture_reader import EVENT, LEAVE, capture, frame, ip_header

from schema.messages import COMMON_BYTES, MESSAGES, PORT, TYPES, decode, encode
from schema.traces import NO_NODE
from spark_analysis.capture import COLUMNS, NO_SIGNAL, NotACapture, read_capture
from spark_analysis.capture.layers.places import MESSAGE as MESSAGE_LAYER

MESSAGE = encode("event", EVENT)
BROADCAST = 0xFFFFFFFFFFFF
LLC = bytes.fromhex("aaaa030000000800")


def only(data: bytes) -> dict[str, object]:
    """The columns of a capture of one record."""
    return {name: values.tolist()[0] for name, values in read_capture(data).columns.items()}


def plain(mac: bytes, body: bytes = b"") -> bytes:
    """A capture of one frame without radiotap (link type 105) and without a frame check sequence."""
    data = bytearray(capture(mac + body))
    data[20:24] = struct.pack("<I", 105)
    return bytes(data)


def mac_header(control: int, extra: bytes = b"") -> bytes:
    return struct.pack("<HH", control, 0) + b"\x01" * 6 + b"\x02" * 6 + b"\x03" * 6 + struct.pack("<H", 77 << 4) + extra


def udp(message: bytes = MESSAGE) -> bytes:
    return struct.pack(">HHHH", 49153, PORT, 8 + len(message), 0) + message


def test_all_columns_of_a_received_event() -> None:
    record = frame(MESSAGE)
    assert only(capture(record)) == {
        "time_ns": 3_000_000_004,
        "captured_bytes": len(record),
        "record_bytes": len(record),
        "bytes": len(record) - 20,
        "malformed": 0,
        "is_tx": False,
        "has_fcs": True,
        "bad_fcs": False,
        "tsft_us": 5,
        "rate_kbps": 6000,
        "channel_mhz": 0,
        "signal_dbm": -70,
        "noise_dbm": -90,
        "mcs": 255,
        "frame_type": 2,
        "frame_subtype": 0,
        "retry": False,
        "destination": BROADCAST,
        "source": 5,
        "bssid": BROADCAST,
        "fourth_address": 0,
        "frame": 77,
        "fragment": 0,
        "tid": 255,
        "vlan": 0,
        "ethertype": 0x0800,
        "arp_operation": 0,
        "arp_sender_mac": 0,
        "arp_sender_ipv4": 0,
        "arp_target_mac": 0,
        "arp_target_ipv4": 0,
        "ipv4_source": 0x0A000001,
        "ipv4_destination": 0x0AFFFFFF,
        "ipv4_bytes": 0,
        "ipv4_identification": 0,
        "ipv4_offset": 0,
        "ipv4_more": False,
        "ipv6_source": bytes(16),
        "ipv6_destination": bytes(16),
        "ipv6_bytes": 0,
        "flow_label": 0,
        "hop_limit": 64,
        "ip_protocol": 17,
        "route": 0,
        "egresses": 0,
        "udp_source": 5,
        "udp_destination": PORT,
        "udp_bytes": 8 + len(MESSAGE),
        "type": TYPES["event"],
        "sender": 7,
        "is_event": True,
        "header_bytes": 0,
        "publisher": 3,
        "sequence": 9,
        "published_ns": 1,
        "hops": 2,
        "client": NO_NODE,
        "request": 0,
    }


def test_what_an_acknowledgement_has_not_is_not_read_from_the_next_record() -> None:
    read = only(plain(struct.pack("<HH", 0x00D4, 0) + b"\x01" * 6))
    assert (read["frame_type"], read["frame_subtype"]) == (1, 13)
    assert read["destination"] == 0x010101010101
    assert (read["source"], read["bssid"], read["frame"], read["ethertype"], read["type"]) == (0, 0, 0, 0, 0)
    assert (read["sender"], read["publisher"], read["signal_dbm"]) == (NO_NODE, NO_NODE, NO_SIGNAL)


@pytest.mark.parametrize(
    ("control", "extra"),
    [(0x0008, b""), (0x0088, bytes(2)), (0x8088, bytes(6)), (0x0308, bytes(6)), (0x0388, bytes(8)), (0x0808, b"")],
    ids=["data", "QoS", "QoS with HT control", "four addresses", "four addresses and QoS", "retry"],
)
def test_a_message_is_found_behind_every_kind_of_data_header(control: int, extra: bytes) -> None:
    read = only(plain(mac_header(control, extra), LLC + ip_header(17) + udp()))
    assert (read["type"], read["sequence"]) == (TYPES["event"], 9)
    assert read["retry"] == bool(control & 0x0800)
    assert not read["is_tx"]


@pytest.mark.parametrize("control", [0x4008, 0x0048, 0x0080], ids=["protected", "no data", "beacon of 802.11"])
def test_nothing_is_read_from_a_frame_that_carries_none(control: int) -> None:
    read = only(plain(mac_header(control), LLC + ip_header(17) + udp()))
    assert (read["ethertype"], read["udp_destination"], read["type"]) == (0, 0, 0)


def test_ip_options_are_stepped_over() -> None:
    read = only(plain(mac_header(0x0008), LLC + ip_header(17, options=bytes(12)) + udp()))
    assert (read["udp_destination"], read["type"]) == (PORT, TYPES["event"])


def test_a_later_fragment_has_addresses_and_no_ports() -> None:
    read = only(plain(mac_header(0x0008), LLC + ip_header(17, fragment=3) + udp()))
    assert read["ipv4_source"] == 0x0A000001
    assert (read["udp_destination"], read["type"]) == (0, 0)


def test_another_protocol_is_not_udp() -> None:
    read = only(plain(mac_header(0x0008), LLC + ip_header(6) + udp()))
    assert (read["udp_source"], read["type"]) == (0, 0)


def test_radiotap_with_more_words_of_present_bits_and_alignment() -> None:
    words = struct.pack("<III", 0b101110 | 1 << 31, 1 << 31, 0)  # flags, rate, channel, signal; then two more words
    tap = words + struct.pack("<BBHHb", 0, 22, 2412, 0, -55)
    header = struct.pack("<BBH", 0, 0, 4 + len(tap)) + tap
    read = only(capture(header + mac_header(0x0008) + LLC + ip_header(17) + udp()))
    assert (read["rate_kbps"], read["signal_dbm"], read["is_tx"]) == (11000, -55, False)
    assert (read["has_fcs"], read["type"]) == (False, TYPES["event"])


def test_present_bits_that_never_end_do_end() -> None:
    tap = struct.pack("<BBH", 0, 0, 64) + b"\xff" * 60
    assert only(capture(tap + mac_header(0x0008)))["signal_dbm"] == NO_SIGNAL


def test_a_cut_frame_keeps_the_fields_that_are_there() -> None:
    whole = mac_header(0x0008) + LLC + ip_header(17) + udp()
    for kept in range(len(whole)):
        read = only(plain(whole[:kept]))
        assert (read["source"] == 0x020202020202) == (kept >= 16)
        assert (read["frame"] == 77) == (kept >= 24)
        assert (read["udp_destination"] == PORT) == (kept >= 24 + 8 + 20 + 8)
        assert (read["sequence"] == 9) == (kept >= 24 + 8 + 20 + 8 + 8 + 17)


def of_message(data: bytes) -> dict[str, object]:
    return only(plain(mac_header(0x0008), LLC + ip_header(17) + udp(data)))


def golden_messages(data: bytes) -> Iterator[bytes]:
    """The messages of a golden capture: behind radiotap, 802.11, LLC, IPv4 and UDP, in front of a check sequence."""
    at = 24
    while at < len(data):
        (length,) = struct.unpack_from("<I", data, at + 8)
        yield data[at + 16 + 12 + 24 + 8 + 20 + 8 : at + 16 + length - 4]
        at += 16 + length


@pytest.mark.parametrize("name", MESSAGES)
def test_client_and_request_are_those_that_the_decoder_reads(name: str) -> None:
    """Of every type of message; a golden capture has one message of each."""
    data = (Path(__file__).parents[1] / "golden" / f"{name}.pcap").read_bytes()
    columns = read_capture(data, ["type", "client", "request", "malformed"]).columns
    messages = [decode(message) for message in golden_messages(data)]
    assert columns["type"].tolist() == [TYPES[found] for found, _ in messages] == [TYPES[name]] * len(messages)
    expected = [values.get("header", values) if found in REQUESTING else {} for found, values in messages]
    assert columns["client"].tolist() == [values.get("client", NO_NODE) for values in expected]
    assert columns["request"].tolist() == [values.get("request", 0) for values in expected]
    assert not columns["malformed"].any()


REQUESTING: dict[str, dict[str, Any]] = {
    "request": {"client": 70_001, "request": 9, "filter": "a.b", "path": [1, 2]},
    "no_match": {"client": 70_002, "request": 1 << 31, "store": 3, "path": []},
    "response": {
        "header": {"client": 70_003, "request": 11, "store": 3, "index": 0, "count": 1, "path": [4]},
        **{"publisher": 3, "sequence": 9, "published_ns": 1, "hops": 2, "topic": "a.b", "attributes": []},
        "payload_bytes": 24,
    },
}
"""The messages that have the identity of a request."""


@pytest.mark.parametrize("name", REQUESTING)
def test_the_identity_of_a_request_is_read_whole_or_not_at_all(name: str) -> None:
    values = REQUESTING[name]
    identity = values.get("header", values)
    whole = encode(name, {"node": 5, **values})
    read = of_message(whole)
    assert (read["client"], read["request"]) == (identity["client"], identity["request"])
    assert (read["sequence"], read["is_event"]) == ((9, True) if name == "response" else (0, False))
    needed = COMMON_BYTES + 8 if name != "response" else len(whole) - 24 - 1 - 4 - 2
    for kept in range(len(whole)):
        read = of_message(whole[:kept])
        if read["type"]:
            assert (read["client"], read["request"]) == (identity["client"], identity["request"])
        assert bool(read["type"]) == (kept >= needed), kept


def test_a_response_whose_header_is_too_short_for_a_request_is_malformed() -> None:
    """The event behind it would be found, but what stands in front of it is no identity."""
    event = encode("event", EVENT)[COMMON_BYTES:]
    common = encode("response", {"node": 5, **REQUESTING["response"]})[:COMMON_BYTES]
    assert of_message(common + struct.pack(">H", 8) + bytes(8) + event)["type"] == TYPES["response"]
    read = of_message(common + struct.pack(">H", 7) + bytes(7) + event)
    assert (read["type"], read["client"], read["malformed"]) == (0, NO_NODE, MESSAGE_LAYER)


def test_only_the_columns_asked_for_from_bytes_a_path_or_a_file(tmp_path: Path) -> None:
    data = capture(frame(MESSAGE), frame(encode("leave", LEAVE)))
    (tmp_path / "a.pcap").write_bytes(data)
    for source in (data, tmp_path / "a.pcap", io.BytesIO(data)):
        read = read_capture(source, ["type", "hops"])
        assert list(read.columns) == ["type", "hops"]
        assert read.quality.good == 2
    with pytest.raises(KeyError):
        read_capture(data, ["colour"])


def test_a_capture_without_records_has_every_column_empty() -> None:
    assert {len(values) for values in read_capture(capture()).columns.values()} == {0}


@settings(max_examples=300)
@given(st.data())
def test_broken_bytes_never_end_the_reading(data: st.DataObject) -> None:
    good = capture(*[frame(MESSAGE), frame(encode("leave", LEAVE), False)] * 2)
    broken = bytearray(good)
    for _ in range(data.draw(st.integers(0, 8))):
        broken[data.draw(st.integers(0, len(good) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(broken[: data.draw(st.integers(0, len(good)))])
    try:
        read = read_capture(cut)
    except NotACapture:
        return
    assert len({len(values) for values in read.columns.values()}) == 1
    assert read.quality.good + read.quality.undecodable == len(read.columns["type"])
    records = int(read.columns["captured_bytes"].astype(np.int64).sum()) + 16 * len(read.columns["type"])
    assert 24 + records + read.quality.bytes_skipped == len(cut)
    for name, values in read.columns.items():
        assert values.dtype == np.dtype(COLUMNS[name].dtype)
