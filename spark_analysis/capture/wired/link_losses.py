"""Packets lost, repeated and reordered on the links of a wired run, from the captures at both ends.

A packet is recognised by its bytes from the IP header on, at most IDENTITY_BYTES, without what a router changes: the
time to live and the checksum of IPv4, the hop limit of IPv6. They have the addresses, IPv4's identification, the ports
and the beginning of the message. Packets with equal bytes are matched in the order in which they were sent.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from ipaddress import ip_address
from itertools import chain
from pathlib import Path

from schema.kinds import NetworkKind
from spark_analysis.capture.columns import COLUMNS, Column
from spark_analysis.capture.fields import ByteOrder, RecordField
from spark_analysis.capture.layers.places import IPV4, IPV6, RECORD
from spark_analysis.capture.reader import read_pieces
from spark_analysis.capture.run_captures import RunCapture, addresses_of_nodes, run_captures
from spark_analysis.capture.stream.pcap_format import RECORD_HEADER_BYTES

IDENTITY_BYTES = 128
"""Captures cut to fewer bytes behind the link layer than this have to be cut alike at both ends."""
_IPV4_LENGTH_AT, _IPV4_TTL_AT, _IPV4_CHECKSUM_AT, _IPV4_DESTINATION_AT = 2, 8, 10, 16
_IPV6_BYTES, _IPV6_LENGTH_AT, _IPV6_HOP_LIMIT_AT, _IPV6_DESTINATION_AT = 40, 4, 7, 24


@dataclass(frozen=True)
class LossCounts:
    """The packets sent on a link direction, by their fate: `received + lost == sent`."""

    sent: int = 0
    received: int = 0
    """Of those sent, each once."""
    lost: int = 0
    repeated: int = 0
    """Received more often than sent."""
    reordered: int = 0
    """Of those received: after a packet that was sent later."""

    def __add__(self, other: LossCounts) -> LossCounts:
        return LossCounts(
            sent=self.sent + other.sent,
            received=self.received + other.received,
            lost=self.lost + other.lost,
            repeated=self.repeated + other.repeated,
            reordered=self.reordered + other.reordered,
        )


@dataclass(frozen=True)
class CapturedPacket:
    """An IP packet of a capture."""

    time_ns: int
    identity: bytes
    """The bytes that recognise it at both ends of a link."""
    destination: str
    """IP address."""
    is_tx: bool
    """False where it was received, and where the capture's role does not decide."""


def count_losses(sent: Sequence[bytes], received: Iterable[bytes]) -> LossCounts:
    """Compare the identities of packets in the order of sending and of receiving.

    What was received but never sent came over another link and is not counted.
    """
    waiting: dict[bytes, deque[int]] = defaultdict(deque)
    for index, identity in enumerate(sent):
        waiting[identity].append(index)
    arrived = repeated = reordered = 0
    latest = -1
    for identity in received:
        if identity not in waiting:
            continue
        if not waiting[identity]:
            repeated += 1
            continue
        index = waiting[identity].popleft()
        arrived += 1
        reordered += index < latest
        latest = max(latest, index)
    return LossCounts(len(sent), arrived, len(sent) - arrived, repeated, reordered)


def losses_of_run(run: Path, kind: NetworkKind) -> dict[tuple[int, int], LossCounts]:
    """Link direction (from, to) -> counts, for every `link-<from>-<to>.pcap` of the run.

    Where there is a capture `broker-<to>.pcap`, the packets that it received are compared. Where there is none, the
    packets that `to` sends on are compared, without those that are addressed to `to`.
    Raises OSError, NotACapture and schema.traces.CorruptTrace.
    """
    captures = run_captures(run, kind)
    links = [capture for capture in captures if capture.point.link_to is not None]
    brokers = {capture.point.node: capture for capture in captures if capture.point.link_to is None}
    addresses = addresses_of_nodes(run)
    losses: dict[tuple[int, int], LossCounts] = {}
    for link in links:
        to = link.point.link_to
        assert to is not None
        sent = list(captured_packets(link))
        if to in brokers:
            received = [packet for packet in captured_packets(brokers[to]) if not packet.is_tx]
        else:
            sent = [packet for packet in sent if packet.destination not in addresses.get(to, frozenset())]
            onward = (captured_packets(other) for other in links if other.point.node == to)
            received = sorted(chain.from_iterable(onward), key=lambda packet: packet.time_ns)
        identities = [packet.identity for packet in sent], [packet.identity for packet in received]
        losses[link.point.node, to] = count_losses(*identities)
    return losses


def _place(place: int) -> Column:
    return Column("i8", "offset in the piece", (RecordField(place, order=ByteOrder.PLACE),))


_FIELDS = {
    **{name: COLUMNS[name] for name in ("time_ns", "is_tx", "captured_bytes")},
    **{"record_at": _place(RECORD), "ipv4_at": _place(IPV4), "ipv6_at": _place(IPV6)},
}


def captured_packets(capture: RunCapture) -> Iterator[CapturedPacket]:
    """The IP packets of `capture` in order. Raises what `read_batches` raises."""
    for piece in read_pieces(capture.file, _FIELDS, rule=capture.rule):
        columns, data = piece.capture.columns, piece.data
        ends = columns["record_at"] + RECORD_HEADER_BYTES + columns["captured_bytes"]
        names = ("time_ns", "ipv4_at", "ipv6_at", "is_tx")
        rows = zip(*(columns[name].tolist() for name in names), ends.tolist(), strict=True)
        for time_ns, ipv4_at, ipv6_at, is_tx, end in rows:
            at = max(ipv4_at, ipv6_at)
            if at >= 0:
                octets = data[at : min(end, at + IDENTITY_BYTES)].tobytes()
                identity, destination = _ipv4(octets) if ipv4_at >= 0 else _ipv6(octets)
                yield CapturedPacket(time_ns, identity, str(ip_address(destination)), bool(is_tx))


def _ipv4(packet: bytes) -> tuple[bytes, bytes]:
    """Identity and destination. A length of 0 is one that the network card fills in."""
    length = int.from_bytes(packet[_IPV4_LENGTH_AT : _IPV4_LENGTH_AT + 2], "big")
    packet = packet[:length] if length else packet
    kept = packet[:_IPV4_TTL_AT] + packet[_IPV4_TTL_AT + 1 : _IPV4_CHECKSUM_AT] + packet[_IPV4_CHECKSUM_AT + 2 :]
    return kept, packet[_IPV4_DESTINATION_AT : _IPV4_DESTINATION_AT + 4]


def _ipv6(packet: bytes) -> tuple[bytes, bytes]:
    """Identity and destination. A length of 0 announces a jumbogram."""
    length = int.from_bytes(packet[_IPV6_LENGTH_AT : _IPV6_LENGTH_AT + 2], "big")
    packet = packet[: _IPV6_BYTES + length] if length else packet
    kept = packet[:_IPV6_HOP_LIMIT_AT] + packet[_IPV6_HOP_LIMIT_AT + 1 :]
    return kept, packet[_IPV6_DESTINATION_AT : _IPV6_DESTINATION_AT + 16]
