"""The columns of a capture: for each its numpy type, what it holds and the fields that it is made of.

A field that a record does not have, or that was cut, has the value that `help` names. A column that is not asked for
costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from schema.messages import COMMON_BYTES
from schema.traces import NO_NODE
from spark_analysis.capture.fields import ByteOrder, RecordField
from spark_analysis.capture.layers import places
from spark_analysis.capture.layers.message_offsets import (
    ANSWER_TYPES,
    CLIENT_IN_REQUEST,
    HEADER_LENGTH_BYTES,
    HOPS_IN_EVENT,
    NUMBER_IN_REQUEST,
    PUBLISHED_IN_EVENT,
    PUBLISHER_IN_EVENT,
    REQUEST_TYPES,
    SENDER_AT,
    SEQUENCE_IN_EVENT,
    TYPE_AT,
)
from spark_analysis.capture.stream.pcap_format import RECORD_HEADER_BYTES

NO_SIGNAL = 127
"""dBm, in a column of signal strengths: the record has none."""

_MAX_I4 = 2**31 - 1


@dataclass(frozen=True)
class Column:
    """A column of a capture."""

    dtype: str
    """numpy's."""
    help: str
    """What it holds, with its unit and the value for none."""
    fields: tuple[RecordField, ...]
    value: Callable[..., np.ndarray] = lambda number: number
    """The column from one int64 array for each of `fields`."""
    is_known: bool = True
    """False: the captures do not hold it, and the column is masked."""


def _big(place: int, offset: int, width: int, none: int = 0, bits: int = 64) -> tuple[RecordField]:
    """A big-endian number."""
    return (RecordField(place, offset, width, none, ByteOrder.BIG, 0, bits),)


def _little(place: int, offset: int, width: int, low: int = 0, bits: int = 64) -> tuple[RecordField]:
    """A little-endian number of radiotap or 802.11, or some of its bits; 0 for none."""
    return (RecordField(place, offset, width, 0, ByteOrder.LITTLE, low, bits),)


def _file(offset: int) -> RecordField:
    """A number of the record's header."""
    return RecordField(places.RECORD, offset, 4, 0, ByteOrder.FILE)


def _place(*numbers: int) -> tuple[RecordField, ...]:
    return tuple(RecordField(number, order=ByteOrder.PLACE) for number in numbers)


def _address(place: int, offset: int = 0) -> tuple[RecordField]:
    return _big(place, offset, 6)


def _signed(number: np.ndarray) -> np.ndarray:
    return np.asarray((number ^ 0x80) - 0x80)


def _times(factor: int) -> Callable[[np.ndarray], np.ndarray]:
    return lambda number: number * factor


def _known(bytes_before_cut: np.ndarray) -> np.ndarray:
    """The number, limited to what the column holds: only a broken header claims more."""
    return np.asarray(np.minimum(bytes_before_cut, _MAX_I4))


def _count(number: np.ndarray) -> np.ndarray:
    """A number that the scan writes instead of a place; 0 where it wrote none."""
    return np.asarray(np.maximum(number, 0))


def _octets(place: int, offset: int) -> tuple[RecordField, RecordField]:
    return *_big(place, offset, 8), *_big(place, offset + 8, 8)


def _request_column(help: str, offset: int, none: int) -> Column:
    """A number of a request's identity; an answer that carries an event has the length of its header in front of it."""
    behind_common = COMMON_BYTES + offset

    def of_type(kind: np.ndarray, in_request: np.ndarray, in_answer: np.ndarray) -> np.ndarray:
        number = np.where(np.isin(kind, REQUEST_TYPES), in_request, none)
        return np.where(np.isin(kind, ANSWER_TYPES), in_answer, number)

    fields = (
        *_big(places.MESSAGE, TYPE_AT, 1),
        *_big(places.MESSAGE, behind_common, 4),
        *_big(places.MESSAGE, behind_common + HEADER_LENGTH_BYTES, 4),
    )
    return Column("u4", help, fields, of_type)


def _sixteen(high: np.ndarray, low: np.ndarray) -> np.ndarray:
    return np.asarray(np.stack([high, low], axis=1).astype(">i8").view("V16")[:, 0])


COLUMNS: dict[str, Column] = {
    "time_ns": Column("i8", "record's time stamp", _place(places.TIME_NS)),
    "captured_bytes": Column("i4", "record's bytes in the file, radiotap included", (_file(8),)),
    "record_bytes": Column("i4", "record's bytes before it was cut, radiotap included", (_file(12),), _known),
    "bytes": Column(
        "i4",
        "frame as it was on the medium, FCS included, radiotap not",
        (_file(12), *_place(places.LINK, places.RECORD)),
        lambda original, link, record: _known(original) - (link - record - RECORD_HEADER_BYTES),
    ),
    "malformed": Column("u1", "first layer that is malformed or cut, see below; 0: none", _place(places.MALFORMED)),
    "is_tx": Column(
        "?",
        "transmission: radiotap without a signal strength; without radiotap by the capture's role, else masked",
        _place(places.RADIOTAP, places.SIGNAL),
        lambda radiotap, signal: (radiotap >= 0) & (signal < 0),
    ),
    "has_fcs": Column(
        "?",
        "radiotap's flag that the frame ends with a frame check sequence",
        _little(places.FLAGS, 0, 1, low=4, bits=1),
    ),
    "bad_fcs": Column("?", "radiotap's flag that the check failed", _little(places.FLAGS, 0, 1, low=6, bits=1)),
    "tsft_us": Column("u8", "radiotap's time by the radio's own clock; 0: not given", _little(places.TSFT, 0, 8)),
    "rate_kbps": Column("i4", "rate; 0: not given", _big(places.RATE, 0, 1), _times(500)),
    "channel_mhz": Column("u2", "centre of the channel; 0: not given", _little(places.CHANNEL, 0, 2)),
    "signal_dbm": Column(
        "i2", "signal at the antenna; 127: not given", _big(places.SIGNAL, 0, 1, none=NO_SIGNAL), _signed
    ),
    "noise_dbm": Column(
        "i2", "noise at the antenna; 127: not given", _big(places.NOISE, 0, 1, none=NO_SIGNAL), _signed
    ),
    "mcs": Column("u1", "802.11n's modulation and coding; 255: not given", _big(places.MCS, 2, 1, none=255)),
    "frame_type": Column(
        "u1", "802.11 type: 0 management, 1 control, 2 data", _little(places.IEEE80211, 0, 2, low=2, bits=2)
    ),
    "frame_subtype": Column("u1", "802.11 subtype", _little(places.IEEE80211, 0, 2, low=4, bits=4)),
    "retry": Column("?", "802.11 retry flag", _little(places.IEEE80211, 0, 2, low=11, bits=1)),
    "destination": Column("u8", "first MAC address, 48 bits; 0: none", _address(places.FIRST_ADDRESS)),
    "source": Column("u8", "second MAC address, who sent it; 0: none", _address(places.SECOND_ADDRESS)),
    "bssid": Column("u8", "third MAC address of 802.11; 0: none", _address(places.THIRD_ADDRESS)),
    "fourth_address": Column("u8", "fourth MAC address of 802.11; 0: none", _address(places.FOURTH_ADDRESS)),
    "frame": Column("i4", "802.11 sequence number; 0: none", _little(places.SEQUENCE_CONTROL, 0, 2, low=4, bits=12)),
    "fragment": Column("u1", "802.11 fragment number", _little(places.SEQUENCE_CONTROL, 0, 2, low=0, bits=4)),
    "tid": Column("u1", "802.11 traffic identifier; 255: none", _big(places.QOS_CONTROL, 0, 1, none=255, bits=4)),
    "vlan": Column("u2", "number in Ethernet's first tag; 0: none", _big(places.VLAN, 0, 2, none=0, bits=12)),
    "ethertype": Column("u2", "of LLC/SNAP or Ethernet; 0: none", _big(places.ETHERTYPE, 0, 2)),
    "arp_operation": Column("u2", "1 request, 2 reply; 0: none", _big(places.ARP, 6, 2)),
    "arp_sender_mac": Column("u8", "MAC address in ARP; 0: none", _address(places.ARP, 8)),
    "arp_sender_ipv4": Column("u4", "IPv4 address in ARP; 0: none", _big(places.ARP, 14, 4)),
    "arp_target_mac": Column("u8", "MAC address in ARP; 0: none", _address(places.ARP, 18)),
    "arp_target_ipv4": Column("u4", "IPv4 address in ARP; 0: none", _big(places.ARP, 24, 4)),
    "ipv4_source": Column("u4", "IPv4 address; 0: none", _big(places.IPV4, 12, 4)),
    "ipv4_destination": Column("u4", "IPv4 address; 0: none", _big(places.IPV4, 16, 4)),
    "ipv4_bytes": Column("u2", "length of the IPv4 packet; 0: none", _big(places.IPV4, 2, 2)),
    "ipv4_identification": Column("u2", "what the fragments of a packet have in common", _big(places.IPV4, 4, 2)),
    "ipv4_offset": Column("u2", "of a fragment, bytes", _big(places.IPV4, 6, 2, none=0, bits=13), _times(8)),
    "ipv4_more": Column("?", "more fragments follow", (RecordField(places.IPV4, 6, 1, low=5, bits=1),)),
    "ipv6_source": Column("V16", "IPv6 address; zeros: none", _octets(places.IPV6, 8), _sixteen),
    "ipv6_destination": Column("V16", "IPv6 address; zeros: none", _octets(places.IPV6, 24), _sixteen),
    "ipv6_bytes": Column("u2", "length of the IPv6 payload; 0: none", _big(places.IPV6, 4, 2)),
    "flow_label": Column("u4", "flow label of IPv6; 0: none", _big(places.IPV6, 0, 4, none=0, bits=20)),
    "hop_limit": Column("u1", "of IPv4 (time to live) or IPv6; 0: none", _big(places.HOP_LIMIT, 0, 1)),
    "ip_protocol": Column("u1", "what IP carries, 17 is UDP; 255: no IP", _big(places.PROTOCOL, 0, 1, none=255)),
    "route": Column(
        "u1",
        "route in an IP packet: 1 an IPv6 header in front of another, as a Bloom filter of links, 2 a bit string of "
        "egresses; 0: none",
        _place(places.ROUTE),
        _count,
    ),
    "egresses": Column("u2", "in the bit string of a route; 0: none", _place(places.EGRESSES), _count),
    "udp_source": Column("u2", "UDP port; 0: none", _big(places.UDP, 0, 2)),
    "udp_destination": Column("u2", "UDP port; 0: none", _big(places.UDP, 2, 2)),
    "udp_bytes": Column("u2", "length of the UDP datagram, its header included; 0: none", _big(places.UDP, 4, 2)),
    "type": Column(
        "u1", "message type of schema.messages; 0: no message of this project", _big(places.MESSAGE, TYPE_AT, 1)
    ),
    "sender": Column(
        "u4", "node that sent the message; 0xFFFFFFFF: none", _big(places.MESSAGE, SENDER_AT, 4, none=NO_NODE)
    ),
    "is_event": Column(
        "?",
        "the message carries an event: it is data, all others are control",
        _place(places.EVENT),
        lambda event: event >= 0,
    ),
    "header_bytes": Column(
        "i4",
        "a protocol's own in front of the event it carries",
        _place(places.EVENT, places.MESSAGE),
        lambda event, message: np.where(event >= 0, event - message - COMMON_BYTES, 0),
    ),
    "publisher": Column("u4", "of an event; 0xFFFFFFFF: none", _big(places.EVENT, PUBLISHER_IN_EVENT, 4, none=NO_NODE)),
    "sequence": Column("u4", "of an event; 0: none", _big(places.EVENT, SEQUENCE_IN_EVENT, 4)),
    "published_ns": Column("u8", "of an event, when it was published", _big(places.EVENT, PUBLISHED_IN_EVENT, 8)),
    "hops": Column("u1", "of an event, links crossed; 0: none", _big(places.EVENT, HOPS_IN_EVENT, 1)),
    "client": _request_column(
        "of a request or an answer to one, who asks; 0xFFFFFFFF: none", CLIENT_IN_REQUEST, NO_NODE
    ),
    "request": _request_column("of a request or an answer to one, its number; 0: none", NUMBER_IN_REQUEST, 0),
}
