"""Wired runs made by hand: messages as segments and packets of IPv4 and IPv6 on every wired link layer."""

from __future__ import annotations

import json
import random
import struct
from collections.abc import Iterable, Iterator
from ipaddress import ip_address
from pathlib import Path

import numpy as np
from made_captures import capture

from schema.messages import PORT, encode
from schema.traces import END, MAGIC, row_dtype, tables_of

WRAP = 1 << 32
SYN, ACK = 2, 16


def event(sequence: int, payload_bytes: int = 30) -> bytes:
    """An event of publisher 3, sent by node 7."""
    about = {"publisher": 3, "sequence": sequence, "published_ns": 1000 + sequence, "hops": 2, "topic": "a.b"}
    return encode("event", {"node": 7, **about, "attributes": [], "payload_bytes": payload_bytes})


def some_messages(count: int, seed: int = 1) -> list[bytes]:
    """Events, carriers and control messages of several sizes."""
    draw = random.Random(seed)
    made = []
    for number in range(count):
        kind = draw.randrange(3)
        if kind == 0:
            made.append(event(number, draw.choice((0, 1, 30, 3000))))
        elif kind == 1:
            made.append(encode("leave", {"node": 8, "root": number, "parent": 1}))
        else:
            about = {"publisher": 4, "sequence": number, "published_ns": 5, "hops": 1, "topic": "c", "attributes": []}
            header = {"credit": 2, "destinations": [{"node": 1, "hint": 2}] * draw.randrange(4)}
            made.append(encode("hint_event", {"node": 9, "header": header, **about, "payload_bytes": 10}))
    return made


def segments(stream: bytes, sizes: Iterable[int], first: int) -> Iterator[tuple[int, bytes]]:
    """(sequence number, payload) of the stream's parts, with the sizes in turn."""
    at = 0
    turn = iter(sizes)
    while at < len(stream):
        size = next(turn)
        yield (first + at) % WRAP, stream[at : at + size]
        at += size


def tcp(
    sequence: int, payload: bytes, flags: int = ACK, ports: tuple[int, int] = (49153, PORT), options: bytes = b""
) -> bytes:
    """A segment with its header, without a checksum."""
    offset = (20 + len(options)) // 4 << 4
    return struct.pack(">HHIIBBHHH", *ports, sequence, 5, offset, flags, 1000, 0, 0) + options + payload


HOSTS = {4: "10.1.{}.1", 6: "2001:db8::{}"}
"""IP version -> address of a host, by its number."""
_PPP = {4: b"\x00\x21", 6: b"\x00\x57"}
_ETHERTYPE = {4: b"\x08\x00", 6: b"\x86\xdd"}


def udp(payload: bytes) -> bytes:
    return struct.pack(">HHHH", 49153, PORT, 8 + len(payload), 0) + payload


def packet(
    payload: bytes,
    version: int = 4,
    source: int = 0,
    destination: int = 2,
    protocol: int = 17,
    number: int = 0,
    ttl: int = 64,
) -> bytes:
    """An IP packet between two hosts; `number`: IPv4's identification, which IPv6 has none of."""
    ends = b"".join(ip_address(HOSTS[version].format(host)).packed for host in (source, destination))
    if version == 6:
        return struct.pack(">IHBB", 0x60000000, len(payload), protocol, ttl) + ends + payload
    head = struct.pack(">BBHHHBBH", 0x45, 0, 20 + len(payload), number, 0, ttl, protocol, 0) + ends
    total = sum(struct.unpack(">10H", head))
    total = (total & 0xFFFF) + (total >> 16)
    return head[:10] + struct.pack(">H", 0xFFFF - ((total & 0xFFFF) + (total >> 16))) + head[12:] + payload


def frame(link_type: int, version: int, octets: bytes) -> bytes:
    """The packet behind the header of a link layer; Ethernet pads it to 60 bytes."""
    if link_type == 9:
        return _PPP[version] + octets
    if link_type == 101:
        return octets
    macs = bytes.fromhex("020000000002") + bytes.fromhex("020000000001")
    return (macs + _ETHERTYPE[version] + octets).ljust(60, b"\0")


def write_capture(file: Path, link_type: int, version: int, packets: Iterable[bytes], snap: int = 1 << 16) -> None:
    """A capture with one packet a second."""
    file.write_bytes(capture(link_type, [frame(link_type, version, octets) for octets in packets], snap=snap))


def write_nodes(run: Path, count: int) -> None:
    """The table of nodes of a wired run, with both addresses of each host."""
    texts = [
        text for node in range(count) for text in (f"host-{node}", " ".join(HOSTS[v].format(node) for v in (4, 6)))
    ]
    rows = np.array([(node, 2 * node, 2 * node + 1) for node in range(count)], row_dtype("nodes", "wired")).tobytes()
    header = json.dumps({"table": "nodes", "columns": tables_of("wired")["nodes"]}).encode()
    strings = json.dumps(texts).encode()
    trailer = struct.pack("<IQ", len(strings), count) + END
    (run / "nodes.trace").write_bytes(MAGIC + struct.pack("<I", len(header)) + header + rows + strings + trailer)
