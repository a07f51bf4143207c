"""The OpenFlow messages of a run, cut out of its captures.

A run folder has captures of the control network, of PPP (link type 9) or IP (101), each with one or both directions of
any links. Every TCP connection to port 6653 is one channel. Nothing here knows how our C++ reads OpenFlow.
"""

from __future__ import annotations

import struct
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from schema.traces import read_trace

OPENFLOW_PORT = 6653
FEATURES_REPLY = 6
HEADER = 8
PPP, RAW_IP = 9, 101
Connection = tuple[bytes, int, bytes, int]
"""Source address and port, destination address and port."""


@dataclass(frozen=True)
class Message:
    """One message of OpenFlow."""

    time_ns: int
    """When its last byte was sent, as captured first."""
    octets: bytes

    @property
    def type(self) -> int:
        """Of the header."""
        return self.octets[1]


@dataclass(frozen=True)
class Channel:
    """Both directions of one connection."""

    datapath: int
    """Of the switch, from its FEATURES_REPLY."""
    to_switch: list[Message]
    to_controller: list[Message]


def records(path: Path) -> Iterator[tuple[int, bytes]]:
    """Time and IPv4 packet of each record of a capture. Raises ValueError where it is none of ours."""
    data = path.read_bytes()
    magic = data[:4]
    orders = {b"\xd4\xc3\xb2\xa1": ("<", 1000), b"\x4d\x3c\xb2\xa1": ("<", 1), b"\xa1\xb2\xc3\xd4": (">", 1000)}
    if magic not in orders:
        raise ValueError(f"{path} is no capture")
    order, unit_ns = orders[magic]
    (link_type,) = struct.unpack_from(f"{order}I", data, 20)
    at = 24
    while at < len(data):
        seconds, fraction, kept, size = struct.unpack_from(f"{order}4I", data, at)
        frame = data[at + 16 : at + 16 + kept]
        at += 16 + kept
        if link_type == PPP:
            if frame[:2] != b"\x00\x21":
                continue
            frame = frame[2:]
        elif link_type != RAW_IP or frame[0] >> 4 != 4:
            continue
        if kept < size and frame[9] == 6 and OPENFLOW_PORT in struct.unpack_from("!HH", frame, 4 * (frame[0] & 15)):
            raise ValueError(f"{path} has cut packets of OpenFlow")
        yield seconds * 1_000_000_000 + fraction * unit_ns, frame


def segments(path: Path) -> Iterator[tuple[Connection, int, int, bytes, bool]]:
    """Connection, time, sequence number, bytes, and whether it is a SYN, of each segment of OpenFlow."""
    for time_ns, packet in records(path):
        if packet[9] != 6:
            continue
        tcp = packet[4 * (packet[0] & 15) : struct.unpack_from("!H", packet, 2)[0]]
        source, destination, sequence = struct.unpack_from("!HHI", tcp)
        if OPENFLOW_PORT in (source, destination):
            connection = (packet[12:16], source, packet[16:20], destination)
            yield connection, time_ns, sequence, tcp[4 * (tcp[12] >> 4) :], bool(tcp[13] & 2)


def messages(pieces: dict[int, tuple[int, bytes]]) -> list[Message]:
    """Cut a direction of a connection: offset -> time and bytes."""
    stream, ends = b"", []
    for offset, (time_ns, octets) in sorted(pieces.items()):
        if offset > len(stream):
            break  # the capture ended before a lost segment was sent again
        stream = stream[:offset] + octets if offset + len(octets) > len(stream) else stream
        ends.append((len(stream), time_ns))
    found, at = [], 0
    while at + HEADER <= len(stream):
        (length,) = struct.unpack_from("!H", stream, at + 2)
        if length < HEADER or at + length > len(stream):
            break
        time_ns = next(time for end, time in ends if end >= at + length)
        found.append(Message(time_ns, stream[at : at + length]))
        at += length
    return found


def captures_at_switches(folder: Path) -> list[Path]:
    """The captures of a run that have both directions of the links between switches and their controllers, once.

    The program sdn captures a control message on two links, to and from the router of the control network.
    """
    if not (folder / "switches.trace").exists():
        return sorted(folder.rglob("*.pcap"))
    switches = {str(node) for node in read_trace(folder / "switches.trace").rows["node"].tolist()}
    return [path for path in sorted(folder.glob("link-*.pcap")) if switches & set(path.stem.split("-")[1:])]


def channels(captures: list[Path]) -> list[Channel]:
    """All channels of captures whose switch has told who it is, by datapath and time."""
    starts: dict[Connection, int] = {}
    pieces: dict[Connection, dict[int, tuple[int, bytes]]] = defaultdict(dict)
    for path in captures:
        for connection, time_ns, sequence, octets, is_syn in segments(path):
            if is_syn:
                starts[connection] = sequence + 1
            elif octets and connection in starts:
                offset = (sequence - starts[connection]) & 0xFFFFFFFF
                known = pieces[connection].get(offset)
                if known is None or len(known[1]) < len(octets):
                    pieces[connection][offset] = (time_ns, octets)
    found = []
    for connection, sent in pieces.items():
        if connection[3] != OPENFLOW_PORT:
            continue
        to_controller = messages(sent)
        to_switch = messages(pieces[connection[2:] + connection[:2]])
        replies = [each for each in to_controller if each.type == FEATURES_REPLY]
        if replies:
            (datapath,) = struct.unpack_from("!Q", replies[0].octets, HEADER)
            found.append(Channel(datapath, to_switch, to_controller))
    return sorted(found, key=lambda each: (each.datapath, each.to_controller[0].time_ns))
