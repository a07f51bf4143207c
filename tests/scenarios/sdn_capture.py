"""A plain reading of the captures and tables of a network of switches, for tests only: no code of spark_analysis."""

from __future__ import annotations

import ipaddress
import struct
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from schema.messages import PORT, Value, decode
from schema.traces import NO_NODE, read_trace

PPP_BYTES = 2
IPV6_BYTES = 40
UDP_BYTES = 8
IPV6_ON_PPP = 0x0057
IPV4_ON_PPP = 0x0021
HOP_BY_HOP, IPV6_IN_IPV6 = 0, 41
"""Next headers of IPv6."""
Event = tuple[int, int]
"""Publisher and sequence number."""
Edge = tuple[int, int]
"""Two clusters, the smaller first."""
Link = tuple[int, int]
"""Sender and receiver."""


@dataclass(frozen=True)
class Crossing:
    """An event on a link."""

    time_ns: int
    link: Link
    hop_limit: int
    destination: str
    bytes: int
    """On the link, PPP's two included."""
    event: Event
    topic: str


def records(path: Path) -> Iterator[tuple[int, int, bytes]]:
    """Time, original length and octets of each record of a capture. Fails where it is no capture of a link."""
    data = path.read_bytes()
    assert struct.unpack_from("<I", data)[0] == 0xA1B23C4D, "nanosecond pcap"
    assert struct.unpack_from("<I", data, 20)[0] == 9, "PPP"
    at = 24
    while at < len(data):
        seconds, nanoseconds, kept, length = struct.unpack_from("<IIII", data, at)
        yield seconds * 10**9 + nanoseconds, length, data[at + 16 : at + 16 + kept]
        at += 16 + kept


def link_of(path: Path) -> Link:
    """Sender and receiver, from the name of a capture."""
    sender, receiver = path.stem.removeprefix("link-").split("-")
    return int(sender), int(receiver)


@cache
def crossings(folder: Path) -> tuple[Crossing, ...]:
    """Each event on each link for which there is a capture, in order of time. Other frames are left out."""
    found = []
    for path in folder.glob("link-*.pcap"):
        for time_ns, length, frame in records(path):
            message = udp_message(frame)
            if message is None or message[0] != "event":
                continue
            _, fields, hop_limit, destination = message
            event = int(fields["publisher"]), int(fields["sequence"])
            topic = str(fields["topic"])
            found.append(Crossing(time_ns, link_of(path), hop_limit, destination, length, event, topic))
    return tuple(sorted(found, key=lambda each: each.time_ns))


def udp_message(frame: bytes) -> tuple[str, dict[str, Value], int, str] | None:
    """Type, fields, hop limit and destination of a message of ours in a datagram; None for other frames."""
    (protocol,) = struct.unpack_from(">H", frame)
    if protocol == IPV6_ON_PPP:
        header, next_header, hop_limit = IPV6_BYTES, frame[PPP_BYTES + 6], frame[PPP_BYTES + 7]
        destination = str(ipaddress.IPv6Address(frame[PPP_BYTES + 24 : PPP_BYTES + 40]))
    elif protocol == IPV4_ON_PPP:
        header, next_header, hop_limit = (frame[PPP_BYTES] & 15) * 4, frame[PPP_BYTES + 9], frame[PPP_BYTES + 8]
        destination = str(ipaddress.IPv4Address(frame[PPP_BYTES + 16 : PPP_BYTES + 20]))
    else:
        raise AssertionError(f"neither IPv4 nor IPv6: {protocol:#x}")
    udp = PPP_BYTES + header
    while next_header in (HOP_BY_HOP, IPV6_IN_IPV6) and protocol == IPV6_ON_PPP:
        # A route: a bit string behind the header, or a Bloom filter in front of the event's own.
        is_filter = next_header == IPV6_IN_IPV6
        next_header, behind = (
            frame[udp + (6 if is_filter else 0)],
            IPV6_BYTES if is_filter else 8 * (1 + frame[udp + 1]),
        )
        udp += behind
    if next_header != 17 or struct.unpack_from(">H", frame, udp + 2)[0] != PORT:
        return None
    kind, fields = decode(frame[udp + UDP_BYTES :])
    return kind, fields, hop_limit, destination


@dataclass(frozen=True)
class Network:
    """The parts of a network, from its tables."""

    cluster_of: dict[int, int]
    """Of hosts and switches."""
    hosts: dict[int, int]
    """Host -> switch."""
    rate_bps: dict[Link, int]
    delay_ns: dict[Link, int]
    role: dict[Link, str]

    def edge(self, link: Link) -> Edge:
        """The clusters of a trunk."""
        a, b = (self.cluster_of[node] for node in link)
        return min(a, b), max(a, b)


@cache
def network(folder: Path) -> Network:
    """Read the tables about the network."""
    hosts = read_trace(folder / "hosts.trace").rows
    switches = read_trace(folder / "switches.trace").rows
    links = read_trace(folder / "links.trace").rows
    roles = read_trace(folder / "link_roles.trace")
    clusters = dict(zip(hosts["node"].tolist(), hosts["cluster"].tolist(), strict=True))
    clusters |= dict(zip(switches["node"].tolist(), switches["cluster"].tolist(), strict=True))
    ends = list(zip(links["from_node"].tolist(), links["to_node"].tolist(), strict=True))
    role_ends = zip(roles.rows["from_node"].tolist(), roles.rows["to_node"].tolist(), strict=True)
    return Network(
        cluster_of=clusters,
        hosts=dict(zip(hosts["node"].tolist(), hosts["switch"].tolist(), strict=True)),
        rate_bps=dict(zip(ends, links["rate_bps"].tolist(), strict=True)),
        delay_ns=dict(zip(ends, links["delay_ns"].tolist(), strict=True)),
        role=dict(zip(role_ends, [str(each) for each in roles.column("role")], strict=True)),
    )


@dataclass(frozen=True)
class Published:
    """A published event."""

    time_ns: int
    event: Event
    topic: str


@cache
def publications(folder: Path) -> tuple[Published, ...]:
    """The events of a run, in order of time."""
    table = read_trace(folder / "publications.trace")
    rows = table.rows
    return tuple(
        Published(int(time), (int(publisher), int(sequence)), str(topic))
        for time, publisher, sequence, topic in zip(
            rows["time_ns"], rows["publisher"], rows["sequence"], table.column("topic"), strict=True
        )
    )


def overlays(folder: Path, time_ns: int) -> dict[tuple[str, int], set[Edge]]:
    """Topic and source (NO_NODE for shared overlays) -> edges of the overlay at a time."""
    table = read_trace(folder / "topic_trees.trace")
    edges: dict[tuple[str, int], set[Edge]] = defaultdict(set)
    for row, topic in zip(table.rows, table.column("topic"), strict=True):
        if row["time_ns"] <= time_ns:
            edge = int(row["a"]), int(row["b"])
            overlay = edges[str(topic), int(row["source"])]
            assert (edge in overlay) is not bool(row["present"]), "a change that is none"
            overlay ^= {edge}
    return edges


def overlay_of(known: dict[tuple[str, int], set[Edge]], topic: str, cluster: int) -> set[Edge]:
    """The overlay of a topic for events that a cluster publishes."""
    own = known.get((topic, cluster))
    return own if own is not None else known.get((topic, NO_NODE), set())


def event_rows(folder: Path, table: str) -> dict[Event, set[int]]:
    """Event -> hosts, of the tables due and deliveries (wanted ones); fails where a host has an event twice."""
    found: dict[Event, set[int]] = {each.event: set() for each in publications(folder)}
    for row in read_trace(folder / f"{table}.trace").rows:
        if table == "deliveries" and not row["wanted"]:
            continue
        hosts = found[int(row["publisher"]), int(row["sequence"])]
        assert int(row["node"]) not in hosts, "delivered twice"
        hosts.add(int(row["node"]))
    return found
