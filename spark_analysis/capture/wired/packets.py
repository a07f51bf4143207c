"""The packets of a wired capture as columns, with the link that each was sent on and its direction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

import numpy as np

from schema.traces import NO_NODE
from spark_analysis.capture.columns import COLUMNS, Column
from spark_analysis.capture.fields import ByteOrder, RecordField
from spark_analysis.capture.layers.places import TCP_HEADER, TCP_PAYLOAD, TCP_PAYLOAD_END
from spark_analysis.capture.quality import Capture
from spark_analysis.capture.reader import BATCH_BYTES, read_pieces
from spark_analysis.capture.run_captures import RunCapture

LINK_COLUMNS = ("node", "link_from", "link_to")
"""u4: the node that captured, and the ends of the link direction; NO_NODE where the capture is not of one link."""


def _tcp(offset: int, width: int) -> tuple[RecordField, ...]:
    return (RecordField(TCP_HEADER, offset, width),)


def _payload_bytes(start: np.ndarray, end: np.ndarray) -> np.ndarray:
    return np.asarray(np.where(start >= 0, end - start, 0))


TCP_COLUMNS: Mapping[str, Column] = MappingProxyType(
    {
        "tcp_source": Column("u2", "TCP port; 0: none", _tcp(0, 2)),
        "tcp_destination": Column("u2", "TCP port; 0: none", _tcp(2, 2)),
        "tcp_sequence": Column("u4", "sequence number of the first byte, as in the header; 0: none", _tcp(4, 4)),
        "tcp_acknowledgement": Column("u4", "acknowledgement number, as in the header; 0: none", _tcp(8, 4)),
        "tcp_flags": Column("u1", "FIN 1, SYN 2, RST 4, PSH 8, ACK 16; 0: none", _tcp(13, 1)),
        "tcp_bytes": Column(
            "i4",
            "payload of the segment as it was sent",
            tuple(RecordField(place, order=ByteOrder.PLACE) for place in (TCP_PAYLOAD, TCP_PAYLOAD_END)),
            _payload_bytes,
        ),
    }
)

WIRED_COLUMNS: Mapping[str, Column] = MappingProxyType(
    {
        **{
            name: COLUMNS[name]
            for name in (
                *("time_ns", "captured_bytes", "bytes", "is_tx", "malformed", "destination", "source", "ethertype"),
                *("ipv4_source", "ipv4_destination", "ipv4_bytes", "ipv4_identification", "ipv4_offset", "ipv4_more"),
                *("ipv6_source", "ipv6_destination", "ipv6_bytes", "flow_label", "hop_limit", "ip_protocol"),
                *("route", "egresses"),
                *("udp_source", "udp_destination", "udp_bytes"),
            )
        },
        **TCP_COLUMNS,
        **{
            name: COLUMNS[name]
            for name in (
                *("type", "sender", "is_event", "header_bytes"),
                *("publisher", "sequence", "published_ns", "hops", "client", "request"),
            )
        },
    }
)
"""The columns of a wired packet behind LINK_COLUMNS. A message over TCP is in none of them: see message_table."""


def read_packets(
    capture: RunCapture, columns: Iterable[str] = WIRED_COLUMNS, batch_bytes: int = BATCH_BYTES
) -> Iterator[Capture]:
    """LINK_COLUMNS and `columns` of a capture, in pieces; the qualities of the pieces add up to the capture's.

    Raises what `read_batches` raises.
    """
    asked = tuple(columns)
    wanted = {name: WIRED_COLUMNS[name] for name in ("time_ns", *asked)}
    for piece in read_pieces(capture.file, wanted, batch_bytes=batch_bytes, rule=capture.rule):
        found = piece.capture.columns
        count = len(found["time_ns"])
        link = {name: np.full(count, number, np.uint32) for name, number in link_numbers(capture).items()}
        yield Capture({**link, **{name: found[name] for name in asked}}, piece.capture.quality)


def link_numbers(capture: RunCapture) -> dict[str, int]:
    """LINK_COLUMNS -> their value for every record of `capture`."""
    point = capture.point
    if point.link_to is None:
        return {"node": point.node, "link_from": NO_NODE, "link_to": NO_NODE}
    return {"node": point.node, "link_from": point.node, "link_to": point.link_to}
