"""A vectorised reader of the captures that ns-3's 802.11 radios write; usable without Spark.

One pass in Python finds where the records begin, everything else is numpy over the whole file at once. Whatever the
bytes are, reading ends, says what it could not use, and never drops a record silently.
Formats: pcap (libpcap's file format, magic in µs and ns, both byte orders), radiotap, IEEE 802.11 clause 9.2, RFC 1042.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from schema import wire

RADIOTAP = 127
IEEE80211 = 105
_ORDERS = {
    b"\xd4\xc3\xb2\xa1": ("<", 1000),
    b"\xa1\xb2\xc3\xd4": (">", 1000),
    b"\x4d\x3c\xb2\xa1": ("<", 1),
    b"\xa1\xb2\x3c\x4d": (">", 1),
}
"""Magic -> byte order of the file's own headers, nanoseconds per unit of its time stamps."""

_MAX_FRAME = 262_144
"""Bytes no frame can have (tcpdump's largest snapshot length): a longer one is a broken record header."""

_RADIOTAP_BASE = 8
_SIGNAL_BIT = 5
_MORE_FIELDS_BIT = 31
"""Further words of present bits follow, so that the fields are not where `_rate_at` says."""
_MAC_HEADER = 24
_BEFORE_MESSAGE = 8 + 20 + 8
"""LLC/SNAP, IPv4 without options, UDP."""


class NotACapture(ValueError):
    """Bytes that do not begin like a capture of a supported kind."""


@dataclass(frozen=True)
class CaptureQuality:
    """What became of a file's records.

    `truncated`: the file ends inside it; `oversized`: its header claims more than any frame has; `undecodable`: the
    frame is not one of our messages, or is cut before its event's identity. `bytes_skipped` were not looked at.
    """

    good: int = 0
    truncated: int = 0
    oversized: int = 0
    undecodable: int = 0
    bytes_skipped: int = 0


@dataclass(frozen=True)
class Capture:
    """Columns of equal length, one element per record that is whole: see DTYPES for names, types and units."""

    columns: dict[str, np.ndarray]
    quality: CaptureQuality


DTYPES: dict[str, str] = {
    "time_ns": "i8",
    "bytes": "i4",  # of the 802.11 frame as it was on the air, FCS included
    "is_tx": "?",  # radiotap without a signal strength; never so without radiotap, which does not say
    "retry": "?",
    "rate_kbps": "i4",  # 0 where the capture has none
    "source": "u8",  # MAC address, 48 bits
    "frame": "i4",  # 802.11 sequence number
    "type": "u1",  # of schema.wire; 0: not one of our messages
    "sender": "u4",
    "publisher": "u4",  # of an event; 0xFFFFFFFF for control
    "sequence": "u4",
    "hops": "u1",
}


def offset_of(message: str, field: str) -> int:
    """Bytes from a message's beginning to one of its fields; all before it must be of fixed length."""
    widths = {"u8": 1, "u16": 2, "u32": 4, "u64": 8}
    at = 0
    for entry in (*wire.COMMON, *(wire.MESSAGES[message] if message else ())):
        if entry.name == field:
            return at
        at += widths[entry.kind]
    raise KeyError(field)


_VERSION_AT = offset_of("", "version")
_TYPE_AT = offset_of("", "type")
_SENDER_AT = offset_of("", "node")
_PUBLISHER_AT = offset_of("event", "publisher")
_SEQUENCE_AT = offset_of("event", "sequence")
_HOPS_AT = offset_of("event", "hops")
_EVENT_BYTES = _HOPS_AT + 1


def read_capture(source: bytes | Path) -> Capture:
    """Read a capture whole. Raises NotACapture where the first 24 bytes are not those of a supported pcap."""
    data = source.read_bytes() if isinstance(source, Path) else source
    name = str(source) if isinstance(source, Path) else "capture"
    if len(data) < 24 or data[:4] not in _ORDERS:
        raise NotACapture(f"{name}: expected a pcap file, in µs or ns")
    order, unit = _ORDERS[data[:4]]
    (link,) = struct.unpack_from(f"{order}I", data, 20)
    if link not in (RADIOTAP, IEEE80211):
        raise NotACapture(f"{name}: link type {link}, expected {RADIOTAP} (radiotap) or {IEEE80211} (802.11)")
    starts, truncated, oversized, skipped = _find_records(data, order)
    columns, decoded = _decode(np.frombuffer(data, np.uint8), np.array(starts, np.int64), order, unit, link)
    good = int(decoded.sum())
    return Capture(columns, CaptureQuality(good, truncated, oversized, len(starts) - good, skipped))


def _find_records(data: bytes, order: str) -> tuple[list[int], int, int, int]:
    """Offsets of the whole records' frames; how many were truncated and oversized; bytes behind the last whole one."""
    starts: list[int] = []
    at, end = 24, len(data)
    lengths = struct.Struct(f"{order}II")
    while at + 16 <= end:
        captured, original = lengths.unpack_from(data, at + 8)
        if captured > _MAX_FRAME or original > _MAX_FRAME:
            return starts, 0, 1, end - at
        if at + 16 + captured > end:
            return starts, 1, 0, end - at
        starts.append(at + 16)
        at += 16 + captured
    return starts, int(at < end), 0, end - at


def _decode(
    data: np.ndarray, starts: np.ndarray, order: str, unit: int, link: int
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """All columns, and which records are messages of ours with all that is asked of them."""
    padded = np.concatenate([data, np.zeros(256 + _MAX_FRAME, np.uint8)]) if len(starts) else np.zeros(256, np.uint8)
    get = _Getter(padded)
    captured = get.number(starts - 8, f"{order}u4").astype(np.int64)
    original = get.number(starts - 4, f"{order}u4").astype(np.int64)
    seconds = get.number(starts - 16, f"{order}u4").astype(np.int64)
    fraction = get.number(starts - 12, f"{order}u4").astype(np.int64)
    tap = get.number(starts + 2, "<u2").astype(np.int64) if link == RADIOTAP else np.zeros_like(starts)
    present = get.number(starts + 4, "<u4") if link == RADIOTAP else np.zeros(len(starts), np.uint32)
    has_tap = (tap >= _RADIOTAP_BASE) & (tap <= captured) if link == RADIOTAP else np.ones(len(starts), bool)
    tap = np.where(has_tap, tap, 0)
    has_rate = has_tap & (present >> 2 & 1 == 1) & (present >> _MORE_FIELDS_BIT == 0)
    mac = starts + tap
    control = get.number(mac, "<u2")
    is_data = (control & 0x0C) == 0x08
    header = _MAC_HEADER + 2 * ((control & 0x80) != 0)
    message = mac + header + _BEFORE_MESSAGE
    room = starts + captured - message
    ours = (
        has_tap
        & is_data
        & (room >= wire.COMMON_BYTES)
        & (get.number(message - 6, ">u2") == wire.PORT)
        & (get.number(message, ">u2") == wire.MAGIC)
        & (padded[message + _VERSION_AT] == wire.VERSION)
        & np.isin(padded[message + _TYPE_AT], list(wire.NAMES))
    )
    kind = np.where(ours, padded[message + _TYPE_AT], 0)
    is_event = kind == wire.DATA_TYPE
    whole = ours & (~is_event | (room >= _EVENT_BYTES))
    columns: dict[str, np.ndarray] = {
        "time_ns": seconds * 1_000_000_000 + fraction * unit,
        "bytes": original - tap,
        "is_tx": has_tap & (tap > 0) & (present >> _SIGNAL_BIT & 1 == 0),
        "retry": (control >> 11 & 1) == 1,
        "rate_kbps": np.where(has_rate, padded[starts + _rate_at(present)].astype(np.int64) * 500, 0),
        "source": get.mac(mac + 10),
        "frame": get.number(mac + 22, "<u2") >> 4,
        "type": np.where(whole, kind, 0),
        "sender": get.number(message + _SENDER_AT, ">u4"),
        "publisher": np.where(is_event, get.number(message + _PUBLISHER_AT, ">u4"), 0xFFFFFFFF),
        "sequence": np.where(is_event, get.number(message + _SEQUENCE_AT, ">u4"), 0),
        "hops": np.where(is_event, padded[message + _HOPS_AT], 0),
    }
    return {name: columns[name].astype(dtype) for name, dtype in DTYPES.items()}, whole


def _rate_at(present: np.ndarray) -> np.ndarray:
    """Offset of radiotap's rate: behind the time stamp and the flags where those are present."""
    return _RADIOTAP_BASE + 8 * (present & 1).astype(np.int64) + (present >> 1 & 1).astype(np.int64)


class _Getter:
    """Numbers at many offsets at once, through overlapping views of the bytes."""

    def __init__(self, data: np.ndarray) -> None:
        self._data = data

    def number(self, at: np.ndarray, dtype: str) -> np.ndarray:
        kind = np.dtype(dtype)
        view: np.ndarray[Any, Any] = np.ndarray((len(self._data) - kind.itemsize + 1,), kind, self._data, 0, (1,))
        return np.asarray(view[at])

    def mac(self, at: np.ndarray) -> np.ndarray:
        high, low = self.number(at, ">u2").astype(np.uint64), self.number(at + 2, ">u4").astype(np.uint64)
        return np.asarray(high << np.uint64(32) | low)
