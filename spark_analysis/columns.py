"""The columns a capture has: what each holds, its numpy type, how it is read from the frames.

A field that a frame does not have, or that its capture was cut before, has the value its `help` names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from spark_analysis.frames import Frames
from spark_analysis.offsets import HOPS_IN_EVENT, PUBLISHER_IN_EVENT, SENDER_AT, SEQUENCE_IN_EVENT

NO_SIGNAL = 127
"""dBm no antenna has: the record says nothing of its signal."""
NOBODY = 0xFFFFFFFF


@dataclass(frozen=True)
class Column:
    """A column: numpy type, what it holds with unit and `none`, how it is read."""

    dtype: str
    help: str
    read: Callable[[Frames], np.ndarray]


def _time_ns(frames: Frames) -> np.ndarray:
    return np.asarray(frames.record(0) * 1_000_000_000 + frames.record(4) * frames.unit)


def _tap_byte(bit: int, none: int, dtype: str) -> Callable[[Frames], np.ndarray]:
    def read(frames: Frames) -> np.ndarray:
        at, there = frames.field(bit)
        return np.where(there, frames.bytes[at].view(dtype).astype(np.int64), none)

    return read


def _is_tx(frames: Frames) -> np.ndarray:
    return np.asarray(frames.has_tap & (frames.present >> 5 & 1 == 0))


def _number(at: str, behind: int, dtype: str, there: str) -> Callable[[Frames], np.ndarray]:
    def read(frames: Frames) -> np.ndarray:
        return np.where(getattr(frames, there), frames.number(getattr(frames, at) + behind, dtype), 0)

    return read


def _frame_number(frames: Frames) -> np.ndarray:
    there = frames.is_numbered & frames.holds(frames.mac + 24)
    return np.where(there, frames.number(frames.mac + 22, "<u2") >> 4, 0)


COLUMNS: dict[str, Column] = {
    "time_ns": Column("i8", "record's time stamp", _time_ns),
    "captured_bytes": Column("i4", "record's bytes in the file, radiotap included", lambda f: f.captured),
    "record_bytes": Column("i4", "record's bytes before it was cut, radiotap included", lambda f: f.original),
    "bytes": Column("i4", "802.11 frame as it was on the air, FCS included", lambda f: f.original - f.tap),
    "is_tx": Column("?", "radiotap without a signal strength; never so without radiotap, which does not say", _is_tx),
    "has_fcs": Column("?", "radiotap's flag that a frame check sequence stands at the end", lambda f: f.has_fcs),
    "rate_kbps": Column("i4", "rate; 0: not said", lambda f: _tap_byte(2, 0, "u1")(f) * 500),
    "signal_dbm": Column("i2", "signal at the antenna; 127: not said", _tap_byte(5, NO_SIGNAL, "i1")),
    "frame_type": Column("u1", "802.11 type: 0 management, 1 control, 2 data", lambda f: f.kind),
    "frame_subtype": Column("u1", "802.11 subtype", lambda f: f.subtype),
    "retry": Column("?", "802.11 retry flag", lambda f: f.control >> 11 & 1 == 1),
    "destination": Column("u8", "first MAC address, 48 bits; 0: none", lambda f: f.mac_address(4, f.is_frame)),
    "source": Column("u8", "second MAC address, who sent it; 0: none", lambda f: f.mac_address(10, f.has_sender)),
    "bssid": Column("u8", "third MAC address; 0: none", lambda f: f.mac_address(16, f.is_numbered)),
    "frame": Column("i4", "802.11 sequence number; 0: none", _frame_number),
    "ethertype": Column("u2", "of LLC/SNAP; 0: none", lambda f: f.ethertype),
    "ipv4_source": Column("u4", "IPv4 address; 0: none", _number("ip", 12, ">u4", "has_ip")),
    "ipv4_destination": Column("u4", "IPv4 address; 0: none", _number("ip", 16, ">u4", "has_ip")),
    "udp_source": Column("u2", "UDP port; 0: none", _number("udp", 0, ">u2", "has_udp")),
    "udp_destination": Column("u2", "UDP port; 0: none", _number("udp", 2, ">u2", "has_udp")),
    "type": Column("u1", "message type of schema.wire; 0: not one of our messages", lambda f: f.type),
    "sender": Column("u4", "node that sent the message; 0xFFFFFFFF: none", lambda f: f.of_message(SENDER_AT, NOBODY)),
    "is_event": Column("?", "the message carries an event: it is data, all others are control", lambda f: f.is_event),
    "header_bytes": Column("i4", "a protocol's own in front of the event it carries", lambda f: f.header_bytes),
    "publisher": Column("u4", "of an event; 0xFFFFFFFF: none", lambda f: f.of_event(PUBLISHER_IN_EVENT, ">u4", NOBODY)),
    "sequence": Column("u4", "of an event; 0: none", lambda f: f.of_event(SEQUENCE_IN_EVENT, ">u4", 0)),
    "hops": Column("u1", "of an event, links crossed; 0: none", lambda f: f.of_event(HOPS_IN_EVENT, "u1", 0)),
}
