"""Routes in packets: what the capture reader, the plain decoder and Wireshark make of their headers."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from made_captures import EVENT, bit_string, capture, ipv6, udp

from schema.routes import ROUTE_BITS, ROUTE_FILTER
from schema.routes.headers import NoRoute, bits_route, filter_route
from spark_analysis.capture import read_capture
from spark_analysis.capture.layers.places import IPV6, MESSAGE

RAW_IP = 101
PLAIN = ipv6(udp())
FILTERED = ipv6(PLAIN, following=41)


def read(packet: bytes, snap: int = 1 << 16) -> dict[str, int]:
    """Each column of a packet."""
    columns = read_capture(capture(RAW_IP, [packet], snap=snap), HEADERS).columns
    return {name: int(column[0]) for name, column in columns.items()}


HEADERS = ("malformed", "route", "egresses", "ip_protocol", "type", "is_event", "publisher", "sequence", "bytes")


def test_an_event_behind_a_filter_is_read() -> None:
    found, plain = read(FILTERED), read(PLAIN)
    assert (found["route"], plain["route"]) == (ROUTE_FILTER, 0)
    assert found["bytes"] == plain["bytes"] + 40
    assert all(found[name] == plain[name] for name in HEADERS if name not in ("route", "bytes"))
    assert plain["is_event"] and plain["publisher"] == 3


@pytest.mark.parametrize("code", [1, 2, 3, 4, 5])
def test_an_event_behind_a_bit_string_is_read(code: int) -> None:
    bits = random.Random(code).getrandbits(32 << code)
    header = bit_string(bits, code)
    found = read(ipv6(header + udp(), following=0))
    assert (found["route"], found["egresses"]) == (ROUTE_BITS, bits.bit_count())
    assert found["malformed"] == 0 and found["is_event"] and found["sequence"] == 9
    route = bits_route(header)
    assert route.egresses == {bit + 1 for bit in range(32 << code) if bits >> bit & 1}
    assert route.values["ttl"] == 63


def test_routes_on_top_of_each_other_are_read() -> None:
    found = read(ipv6(bit_string(7, following=41) + FILTERED, following=0))
    assert found["is_event"] and found["malformed"] == 0 and found["egresses"] == 3
    deep = PLAIN
    for _ in range(20):
        deep = ipv6(deep, following=41)
    assert read(deep)["is_event"]


@pytest.mark.parametrize("at", [2, 3, 8, 9, 13])
def test_another_option_is_no_route_but_its_event_is_read(at: int) -> None:
    header = bytearray(bit_string(7))
    header[at] ^= 0x32
    found = read(ipv6(bytes(header) + udp(), following=0))
    assert found["route"] == found["egresses"] == 0 and found["is_event"]
    with pytest.raises(NoRoute):
        bits_route(bytes(header))


def test_a_packet_longer_than_the_one_around_it_is_malformed() -> None:
    inner = ipv6(udp() + bytes(8))[:-8]
    assert read(ipv6(inner, following=41))["malformed"] == IPV6


def test_bytes_behind_the_inner_packet_are_not_read() -> None:
    assert read(ipv6(PLAIN + bytes(100), following=41))["is_event"]


def test_another_version_inside_is_malformed() -> None:
    assert read(ipv6(b"\x40" + PLAIN[1:], following=41))["malformed"] == IPV6


@pytest.mark.parametrize("packet", [FILTERED, ipv6(bit_string(7, 5) + udp(), following=0)], ids=["filter", "bits"])
def test_a_cut_packet_never_has_more_than_was_captured(packet: bytes) -> None:
    begin = len(packet) - len(EVENT)
    for snap in range(len(packet)):
        found = read(packet, snap)
        assert found["type"] == 0 or snap > begin
        if snap < begin:
            assert found["malformed"] and found["malformed"] <= MESSAGE and not found["is_event"]


def test_the_plain_decoder_reads_a_filter_and_refuses_a_cut_one(tmp_path: Path) -> None:
    header = bytearray(FILTERED[:40])
    header[3] = 5
    route = filter_route(bytes(header))
    assert route.values == {"table": 5, "hop_limit": 61}
    assert route.filter == int.from_bytes(FILTERED[8:40], "big")
    with pytest.raises(NoRoute, match="39 bytes"):
        filter_route(FILTERED[:39])
