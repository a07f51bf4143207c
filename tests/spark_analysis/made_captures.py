"""Captures of every link type and layer that the reader knows, made by hand: no real run has them all."""

from __future__ import annotations

import struct
from collections.abc import Iterator

from schema.messages import PORT, encode

EVENT = encode(
    "event",
    {
        "node": 7,
        "publisher": 3,
        "sequence": 9,
        "published_ns": 5_000_000_000,
        "hops": 2,
        "topic": "a.b",
        "attributes": [],
        "payload_bytes": 24,
    },
)
_MAC_A, _MAC_B, _MAC_C, _MAC_D = (bytes([2, 0, 0, 0, 0, last]) for last in (10, 11, 12, 13))
_SIX_A, _SIX_B = bytes.fromhex("20010db8000000000000000000000001"), bytes.fromhex("ff020000000000000000000000000100")


def capture(link: int, frames: list[bytes], order: str = "<", nanoseconds: bool = True, snap: int = 1 << 16) -> bytes:
    """A capture of `frames`, a record every 1.000000123 s, each cut to `snap` bytes."""
    head = struct.pack(f"{order}IHHiIII", 0xA1B23C4D if nanoseconds else 0xA1B2C3D4, 2, 4, 0, 0, snap, link)
    records = [
        struct.pack(f"{order}IIII", 1_700_000_000 + at, 123 * at, min(snap, len(frame)), len(frame)) + frame[:snap]
        for at, frame in enumerate(frames)
    ]
    return head + b"".join(records)


def udp(payload: bytes = EVENT, port: int = PORT) -> bytes:
    return struct.pack(">HHHH", 49153, port, 8 + len(payload), 0) + payload


def ipv4(payload: bytes, protocol: int = 17, fragment: int = 0, options: bytes = b"") -> bytes:
    size = 20 + len(options)
    source, destination = 0x0A000001, 0x0A0000FF
    fields = (0x40 + size // 4, 0, size + len(payload), 77, fragment, 63, protocol, 0, source, destination)
    return struct.pack(">BBHHHBBHII", *fields) + options + payload


def ipv6(payload: bytes, following: int = 17) -> bytes:
    return struct.pack(">IHBB", 0x60000000, len(payload), following, 61) + _SIX_A + _SIX_B + payload


def bit_string(egresses: int, code: int = 1, following: int = 17) -> bytes:
    """A hop-by-hop options header with a route by 2^code * 32 bits."""
    octets = 4 << code
    option = struct.pack(">BBIIHH", 0x3E, 12 + octets, 1 << 12 | 1 << 8 | 63, 5 << 28 | code << 20, 6, 0)
    return bytes([following, (16 + octets) // 8 - 1]) + option + egresses.to_bytes(octets, "big")


def arp(operation: int) -> bytes:
    addresses = _MAC_A + struct.pack(">I", 0x0A000001) + _MAC_B + struct.pack(">I", 0x0A000002)
    return struct.pack(">HHBBH", 1, 0x0800, 6, 4, operation) + addresses


def snap(ethertype: int) -> bytes:
    return bytes.fromhex("aaaa03000000") + struct.pack(">H", ethertype)


def _packets() -> Iterator[tuple[int, bytes]]:
    """EtherTypes and what they carry."""
    yield 0x0800, ipv4(udp())
    yield 0x0800, ipv4(udp(b"somebody else's", 53))
    yield 0x0800, ipv4(udp(), options=bytes.fromhex("01010101"))
    yield 0x0800, ipv4(bytes(20), protocol=89)
    yield 0x0800, ipv4(udp(bytes(100))[:64], fragment=0x2000)
    yield 0x0800, ipv4(bytes(40), fragment=8)
    yield 0x0806, arp(1)
    yield 0x0806, arp(2)
    yield 0x86DD, ipv6(udp())
    yield 0x86DD, ipv6(bytes([17, 0, 1, 4, 0, 0, 0, 0]) + udp(), following=0)
    yield 0x86DD, ipv6(bytes([60, 0, 1, 4, 0, 0, 0, 0, 17, 1]) + bytes([1, 12]) + bytes(12) + udp(), following=0)
    yield 0x86DD, ipv6(bytes([17, 0, 0, 1, 0, 0, 0, 9]) + udp(bytes(64))[:40], following=44)
    yield 0x86DD, ipv6(bytes([17, 0, 0, 64, 0, 0, 0, 9]) + bytes(24), following=44)
    yield 0x86DD, ipv6(bytes(8), following=59)
    yield 0x86DD, ipv6(ipv6(udp()), following=41)
    yield 0x86DD, ipv6(bit_string(0x8000000000000005) + udp(), following=0)
    yield 0x88CC, bytes(46)


def ethernet() -> list[bytes]:
    frames = [_MAC_B + _MAC_A + struct.pack(">H", kind) + packet for kind, packet in _packets()]
    padded = _MAC_B + _MAC_A + b"\x08\x00" + ipv4(udp(b"x", 53)) + bytes(17)
    tagged = _MAC_B + _MAC_A + bytes.fromhex("8100602a0800") + ipv4(udp())
    twice = _MAC_B + _MAC_A + bytes.fromhex("88a8002b8100002a0800") + ipv4(udp())
    with_llc = snap(0x0800) + ipv4(udp())
    counted = _MAC_B + _MAC_A + struct.pack(">H", len(with_llc)) + with_llc
    tree = _MAC_B + _MAC_A + struct.pack(">H", 38) + bytes.fromhex("424203") + bytes(35) + bytes(8)
    return [*frames, padded, tagged, twice, counted, tree]


def ppp() -> list[bytes]:
    numbers = {0x0800: b"\x00\x21", 0x86DD: b"\x00\x57"}
    frames = [numbers[kind] + packet for kind, packet in _packets() if kind in numbers]
    return [*frames, b"\xff\x03\x00\x21" + ipv4(udp()), b"\x21" + ipv4(udp()), b"\xc0\x21\x09\x01\x00\x08" + bytes(4)]


def raw_ip() -> list[bytes]:
    return [packet for kind, packet in _packets() if kind in (0x0800, 0x86DD)]


def ieee80211() -> list[bytes]:
    data = [_data(0x0008) + snap(kind) + packet for kind, packet in _packets()]
    body = snap(0x0800) + ipv4(udp())
    kinds = [_data(0x0808), _data(0x0108), _data(0x0208), _data(0x0308, _MAC_D)]
    kinds += [_data(0x0088, b"\x05\x00"), _data(0x8088, b"\x05\x00" + bytes(4)), _data(0x0388, _MAC_D + b"\x03\x00")]
    control = [struct.pack("<HH", 0x00D4, 0) + _MAC_A, struct.pack("<HH", 0x00C4, 30) + _MAC_A]
    control += [struct.pack("<HH", kind, 30) + _MAC_A + _MAC_B for kind in (0x00B4, 0x00A4, 0x00E4)]
    beacon = _data(0x0080) + bytes(8) + struct.pack("<HH", 100, 2) + b"\x00\x04mesh"
    null = [_data(0x0048), _data(0x00C8, b"\x00\x00")]
    protected = [_data(0x4008) + bytes(8) + bytes(40)]
    fragments = [_data(0x0408) + body[:48], _data(0x0008, fragment=1) + body[48:]]
    return [*data, *(kind + body for kind in kinds), *control, beacon, *null, *protected, *fragments]


def _data(control: int, extra: bytes = b"", fragment: int = 0) -> bytes:
    return struct.pack("<HH", control, 44) + _MAC_B + _MAC_A + _MAC_C + struct.pack("<H", 77 << 4 | fragment) + extra


def radiotap() -> list[bytes]:
    """The frames of 802.11, each behind a radiotap header of another kind, with a check sequence where it says so."""
    heads = list(_radiotap_headers())
    frames = ieee80211()
    return [
        tap + frame + (bytes(4) if fcs else b"")
        for at, frame in enumerate(frames * 2)
        for tap, fcs in [heads[at % len(heads)]]
    ]


def _radiotap_headers() -> Iterator[tuple[bytes, bool]]:
    """Headers, and whether each says that a frame check sequence stands at the end."""

    def header(words: list[int], fields: bytes) -> bytes:
        present = struct.pack(f"<{len(words)}I", *words)
        return struct.pack("<BBH", 0, 0, 4 + len(present) + len(fields)) + present + fields

    signals = struct.pack("<bb", -61, -95)
    more, again, vendor = 1 << 31, 1 << 29, 1 << 30
    yield header([0], b""), False
    yield header([0b1101111], struct.pack("<QBBHH", 123456789, 0x10, 12, 2412, 0xA0) + signals), True
    yield header([0b0001111], struct.pack("<QBBHH", 2**40, 0x00, 108, 5180, 0x140)), False
    yield header([0b1101110], struct.pack("<BBHH", 0x50, 11, 2437, 0xA0) + signals), True
    yield header([1 << 5 | 1 << 11 | 1 << 19], struct.pack("<bB", -70, 1) + bytes([7, 0, 5])), False
    antenna = struct.pack("<bB", -61, 0)
    yield header([1 << 5 | again | more, 1 << 5 | 1 << 11], struct.pack("<b", -60) + antenna), False
    yield header([1 << 2 | vendor | more, 3], bytes([22, 0]) + b"\x00\x11\x22\x01" + b"\x04\x00" + bytes(4)), False
    yield header([1 << 2 | vendor | more, 3 | again | more, 1 << 5], _behind_a_vendor(struct.pack("<b", -44))), False
    yield header([1 << 8 | 1 << 10 | 1 << 14 | 1 << 15 | 1 << 18], bytes(19)), False


def _behind_a_vendor(fields: bytes) -> bytes:
    return bytes([22, 0]) + b"\x00\x11\x22\x01" + b"\x04\x00" + bytes(4) + fields


def captures() -> dict[str, bytes]:
    """A capture of every link type, in both orders and units, and cut ones."""
    made = {1: ethernet(), 9: ppp(), 101: raw_ip(), 105: ieee80211(), 127: radiotap()}
    names = {1: "ethernet", 9: "ppp", 101: "raw-ip", 105: "ieee80211", 127: "radiotap"}
    whole = {names[link]: capture(link, frames) for link, frames in made.items()}
    turned = {f"{names[link]}-big-endian": capture(link, frames, ">", False) for link, frames in made.items()}
    cut = {f"{names[link]}-cut": capture(link, frames, snap=70) for link, frames in made.items()}
    return {**whole, **turned, **cut}
