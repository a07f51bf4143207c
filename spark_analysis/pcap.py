"""A vectorised reader of the captures that ns-3's 802.11 radios write; usable without Spark.

One pass in Python finds where the records begin, everything else is numpy over the whole file at once. Whatever the
bytes are, reading ends, says what it could not use, and never drops a record silently.
Format: libpcap's file format, magic in µs and ns, both byte orders, link types 127 (radiotap) and 105 (802.11).
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import numpy as np

from spark_analysis.columns import COLUMNS
from spark_analysis.frames import IEEE80211, RADIOTAP, Frames

_FILE_HEADER = 24
_RECORD_HEADER = 16
_ORDERS = {
    b"\xd4\xc3\xb2\xa1": ("<", 1000),
    b"\xa1\xb2\xc3\xd4": (">", 1000),
    b"\x4d\x3c\xb2\xa1": ("<", 1),
    b"\xa1\xb2\x3c\x4d": (">", 1),
}
"""Magic -> byte order of the file's own headers, nanoseconds per unit of its time stamps."""

_MAX_FRAME = 262_144
"""Bytes no frame can have (tcpdump's largest snapshot length): a longer one is a broken record header."""


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

    def __add__(self, other: CaptureQuality) -> CaptureQuality:
        return CaptureQuality(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))


@dataclass(frozen=True)
class Capture:
    """Columns of equal length, one element per record that is whole: see spark_analysis.columns."""

    columns: dict[str, np.ndarray]
    quality: CaptureQuality


def read_capture(source: bytes | Path | BinaryIO, columns: Iterable[str] = COLUMNS) -> Capture:
    """Read `columns` of a capture, all if none are named. Raises NotACapture where it does not begin like one."""
    data, name = _bytes_of(source)
    if len(data) < _FILE_HEADER or data[:4] not in _ORDERS:
        raise NotACapture(f"{name}: expected a pcap file, in µs or ns")
    order, unit = _ORDERS[data[:4]]
    link = struct.unpack_from(f"{order}I", data, 20)[0] & 0xFFFF
    if link not in (RADIOTAP, IEEE80211):
        raise NotACapture(f"{name}: link type {link}, expected {RADIOTAP} (radiotap) or {IEEE80211} (802.11)")
    starts, truncated, oversized, skipped = _find_records(data, order)
    frames = Frames(data, np.array(starts, np.int64), order, unit, link)
    good = int(np.count_nonzero(frames.type))
    values = {column: COLUMNS[column].read(frames).astype(COLUMNS[column].dtype) for column in columns}
    return Capture(values, CaptureQuality(good, truncated, oversized, len(starts) - good, skipped))


def _bytes_of(source: bytes | Path | BinaryIO) -> tuple[bytes, str]:
    """All bytes of `source`, and what to call it."""
    if isinstance(source, bytes):
        return source, "capture"
    if isinstance(source, Path):
        return source.read_bytes(), str(source)
    return source.read(), str(getattr(source, "name", "capture"))


def _find_records(data: bytes, order: str) -> tuple[list[int], int, int, int]:
    """Offsets of the whole records' frames; how many were truncated and oversized; bytes behind the last whole one.

    This is the only loop over records, so it does little: whether a record is whole shows when the next is looked for.
    """
    starts: list[int] = []
    found, lengths_at = starts.append, struct.Struct(f"{order}II").unpack_from
    at, end = _FILE_HEADER + _RECORD_HEADER, len(data)
    while at <= end:
        captured, original = lengths_at(data, at - 8)
        if captured > _MAX_FRAME or original > _MAX_FRAME:
            return starts, 0, 1, end - at + _RECORD_HEADER
        found(at)
        at += captured + _RECORD_HEADER
    if at - _RECORD_HEADER > end:
        return starts[:-1], 1, 0, end - starts[-1] + _RECORD_HEADER
    left = end - at + _RECORD_HEADER
    return starts, int(left > 0), 0, left
