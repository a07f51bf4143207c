"""The messages of a wired capture, over UDP and over TCP, as one table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa

from schema.messages import PORT
from schema.traces import NO_NODE
from spark_analysis.capture.columns import COLUMNS, Column
from spark_analysis.capture.fields import ByteOrder, RecordField
from spark_analysis.capture.layers.places import RECORD, TCP_PAYLOAD, TCP_PAYLOAD_END
from spark_analysis.capture.quality import CaptureQuality
from spark_analysis.capture.reader import BATCH_BYTES, CapturePiece, read_pieces
from spark_analysis.capture.run_captures import RunCapture
from spark_analysis.capture.stream.pcap_format import RECORD_HEADER_BYTES
from spark_analysis.capture.wired.packets import TCP_COLUMNS, link_numbers
from spark_analysis.capture.wired.tcp_streams import MessageStream, StreamMessage, StreamQuality

MESSAGE_SCHEMA = pa.schema(
    [
        ("time_ns", pa.int64()),
        ("node", pa.uint32()),
        ("link_from", pa.uint32()),
        ("link_to", pa.uint32()),
        ("is_tx", pa.bool_()),
        ("transport", pa.string()),
        ("bytes", pa.uint32()),
        ("type", pa.uint8()),
        ("sender", pa.uint32()),
        ("is_event", pa.bool_()),
        ("header_bytes", pa.uint32()),
        ("publisher", pa.uint32()),
        ("sequence", pa.uint32()),
        ("published_ns", pa.uint64()),
        ("hops", pa.uint8()),
    ]
)
"""A row is a message: the time of the record that completes it, the place of the capture, whether it was transmitted
(null: unknown), the bytes of the message with its payload, then the columns of spark_analysis.capture.COLUMNS."""

_UDP_HEADER_BYTES = 8
_FIN, _SYN = 1, 2
_MAX_SEQUENCE = 1 << 32


def _place(place: int) -> Column:
    return Column("i8", "offset in the piece", (RecordField(place, order=ByteOrder.PLACE),))


_FIELDS: dict[str, Column] = {
    **{
        name: COLUMNS[name]
        for name in (
            *("time_ns", "captured_bytes", "is_tx", "ip_protocol", "udp_bytes", "type", "sender", "is_event"),
            *("header_bytes", "publisher", "sequence", "published_ns", "hops"),
            *("ipv4_source", "ipv4_destination", "ipv6_source", "ipv6_destination"),
        )
    },
    **TCP_COLUMNS,
    **{"record_at": _place(RECORD), "payload_at": _place(TCP_PAYLOAD), "payload_end": _place(TCP_PAYLOAD_END)},
}
_COPIED = ("type", "sender", "is_event", "header_bytes", "publisher", "sequence", "published_ns", "hops")


@dataclass(frozen=True)
class WiredMessages:
    """The messages of a capture, and what could not be used of it."""

    table: pa.Table
    """Rows of MESSAGE_SCHEMA in the order of time."""
    quality: CaptureQuality
    streams: StreamQuality
    """Of all TCP streams to or from PORT."""


def read_messages(capture: RunCapture, batch_bytes: int = BATCH_BYTES) -> WiredMessages:
    """The messages of `capture` over UDP, and over TCP to or from PORT with the streams put together again.

    A message over UDP counts when its first fragment is captured. Raises what `read_batches` raises.
    """
    quality, rows, streams = CaptureQuality(), [], _StreamTable()
    for piece in read_pieces(capture.file, _FIELDS, batch_bytes=batch_bytes, rule=capture.rule):
        quality += piece.capture.quality
        rows.append(_udp_rows(piece))
        rows.append(streams.add(piece))
    rows.append(streams.finish())
    table = pa.concat_tables([_placed(part, capture) for part in rows])
    return WiredMessages(table.sort_by("time_ns"), quality, streams.quality)


def _placed(rows: pa.Table, capture: RunCapture) -> pa.Table:
    """`rows` with the columns of the link."""
    link = {name: pa.array(np.full(len(rows), number, np.uint32)) for name, number in link_numbers(capture).items()}
    return pa.table({name: link[name] if name in link else rows[name] for name in MESSAGE_SCHEMA.names}, MESSAGE_SCHEMA)


def _udp_rows(piece: CapturePiece) -> pa.Table:
    columns = piece.capture.columns
    chosen = np.flatnonzero((columns["type"] > 0) & (columns["udp_bytes"] >= _UDP_HEADER_BYTES))
    return pa.table(
        {
            "time_ns": columns["time_ns"][chosen],
            "is_tx": pa.array(columns["is_tx"][chosen], pa.bool_()),
            "transport": pa.array(["udp"] * len(chosen), pa.string()),
            "bytes": columns["udp_bytes"][chosen].astype(np.uint32) - _UDP_HEADER_BYTES,
            **{name: columns[name][chosen] for name in _COPIED},
        }
    )


@dataclass
class _StreamTable:
    """The TCP streams of a capture, by addresses and ports, and the direction and time of their last segment."""

    quality: StreamQuality = field(default_factory=StreamQuality)

    def __post_init__(self) -> None:
        self._streams: dict[tuple[bytes | int, ...], MessageStream] = {}
        self._last: dict[tuple[bytes | int, ...], tuple[int, bool | None]] = {}

    def add(self, piece: CapturePiece) -> pa.Table:
        """The messages that are whole with the segments of `piece`."""
        columns = piece.capture.columns
        has_port = (columns["tcp_source"] == PORT) | (columns["tcp_destination"] == PORT)
        found: list[tuple[int, bool | None, StreamMessage]] = []
        for index in np.flatnonzero(has_port & (columns["payload_at"] >= 0)).tolist():
            key = _stream_key(columns, index)
            time_ns, is_tx = int(columns["time_ns"][index]), columns["is_tx"][index]
            direction = None if np.ma.is_masked(is_tx) else bool(is_tx)
            self._last[key] = time_ns, direction
            found += [(time_ns, direction, each) for each in self._segment(key, columns, index, piece.data)]
        return _stream_rows(found)

    def finish(self) -> pa.Table:
        """The messages behind gaps, with the time of the last segment of their stream."""
        found = []
        for key in list(self._streams):
            time_ns, direction = self._last[key]
            found += [(time_ns, direction, each) for each in self._end(key)]
        return _stream_rows(found)

    def _segment(
        self, key: tuple[bytes | int, ...], columns: dict[str, np.ndarray], index: int, data: np.ndarray
    ) -> Iterator[StreamMessage]:
        sequence, flags = int(columns["tcp_sequence"][index]), int(columns["tcp_flags"][index])
        record, captured = int(columns["record_at"][index]), int(columns["captured_bytes"][index])
        start, end = int(columns["payload_at"][index]), int(columns["payload_end"][index])
        payload = data[start : min(end, record + RECORD_HEADER_BYTES + captured)].tobytes()
        first = (sequence + 1) % _MAX_SEQUENCE if flags & _SYN else sequence
        stream = self._streams.get(key)
        if stream is not None and flags & _SYN and stream.stream.first_sequence != first:
            yield from self._end(key)
            stream = None
        if stream is None:
            stream = self._streams[key] = MessageStream(first)
        yield from stream.add(first, payload)

    def _end(self, key: tuple[bytes | int, ...]) -> list[StreamMessage]:
        stream = self._streams.pop(key)
        messages = stream.finish()
        self.quality += stream.quality
        return messages


def _stream_key(columns: dict[str, np.ndarray], index: int) -> tuple[bytes | int, ...]:
    addresses = ("ipv4_source", "ipv4_destination", "ipv6_source", "ipv6_destination")
    ends = [columns[name][index].tobytes() for name in addresses]
    return (*ends, int(columns["tcp_source"][index]), int(columns["tcp_destination"][index]))


def _stream_rows(found: list[tuple[int, bool | None, StreamMessage]]) -> pa.Table:
    messages = [message for _, _, message in found]

    def numbers(name: str, none: int, kind: pa.DataType) -> pa.Array:
        values = [message.values[name] if message.type.carries_event else none for message in messages]
        return pa.array(values, kind)

    return pa.table(
        {
            "time_ns": pa.array([time_ns for time_ns, _, _ in found], pa.int64()),
            "is_tx": pa.array([is_tx for _, is_tx, _ in found], pa.bool_()),
            "transport": pa.array(["tcp"] * len(found), pa.string()),
            "bytes": pa.array([message.bytes for message in messages], pa.uint32()),
            "type": pa.array([message.type.number for message in messages], pa.uint8()),
            "sender": pa.array([message.values["node"] for message in messages], pa.uint32()),
            "is_event": pa.array([message.type.carries_event for message in messages], pa.bool_()),
            "header_bytes": pa.array([message.header_bytes for message in messages], pa.uint32()),
            "publisher": numbers("publisher", NO_NODE, pa.uint32()),
            "sequence": numbers("sequence", 0, pa.uint32()),
            "published_ns": numbers("published_ns", 0, pa.uint64()),
            "hops": numbers("hops", 0, pa.uint8()),
        }
    )
