"""The headers of many captured frames at once: where each layer begins, which frames have it.

Radiotap (radiotap.org), IEEE 802.11-2020 clause 9.2, LLC/SNAP (RFC 1042), IPv4 (RFC 791), UDP, and our messages
(schema.wire). All offsets are into the capture's bytes; nothing is worked out before it is asked for.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from schema import wire
from spark_analysis.offsets import EVENT_BYTES, TYPE_AT, VERSION_AT

RADIOTAP = 127
IEEE80211 = 105
_PADDING = 256
"""Zeros behind the last record, more than all headers together: a field may be read before its room is known."""
_FCS_BYTES = 4
_MANAGEMENT, _CONTROL, _DATA = range(3)
_CTS, _ACK = 12, 13
_SNAP = 0xAAAA0300
_IPV4 = 0x0800
_UDP = 17


class Frames:
    """The records of one capture whose frames begin at `starts`; `order` and `unit` are those of its time stamps."""

    def __init__(self, data: bytes, starts: np.ndarray, order: str, unit: int, link: int) -> None:
        self.bytes = np.concatenate([np.frombuffer(data, np.uint8), np.zeros(_PADDING, np.uint8)])
        self.starts = starts
        self.order, self.unit, self.link = order, unit, link

    def number(self, at: np.ndarray, dtype: str) -> np.ndarray:
        """Numbers at many offsets at once, through overlapping views of the bytes."""
        kind = np.dtype(dtype)
        view: np.ndarray[Any, Any] = np.ndarray((len(self.bytes) - kind.itemsize + 1,), kind, self.bytes, 0, (1,))
        return np.asarray(view[at])

    def record(self, at: int) -> np.ndarray:
        """A number of the record's header, `at` bytes into it."""
        return self.number(self.starts - 16 + at, f"{self.order}u4").astype(np.int64)

    def mac_address(self, at: int, present: np.ndarray) -> np.ndarray:
        """The address `at` bytes into the 802.11 header; 0 where it is not `present`."""
        high, low = self.number(self.mac + at, ">u2").astype(np.uint64), self.number(self.mac + at + 2, ">u4")
        return np.where(present & self.holds(self.mac + at + 6), high << np.uint64(32) | low, np.uint64(0))

    def holds(self, end: np.ndarray) -> np.ndarray:
        """Whether the captured bytes go as far as `end`."""
        return np.asarray(end <= self.end)

    @cached_property
    def captured(self) -> np.ndarray:
        return self.record(8)

    @cached_property
    def original(self) -> np.ndarray:
        return self.record(12)

    @cached_property
    def end(self) -> np.ndarray:
        return np.asarray(self.starts + self.captured)

    # Radiotap.

    @cached_property
    def present(self) -> np.ndarray:
        """Which radiotap fields there are, by bit; 0 without a whole radiotap header."""
        return np.where(self.has_tap, self.number(self.starts + 4, "<u4"), np.uint32(0))

    @cached_property
    def has_tap(self) -> np.ndarray:
        if self.link != RADIOTAP:
            return np.zeros(len(self.starts), bool)
        length = self.number(self.starts + 2, "<u2")
        return np.asarray((length >= 8) & (length <= self.captured))

    @cached_property
    def tap(self) -> np.ndarray:
        """Length of the radiotap header."""
        return np.where(self.has_tap, self.number(self.starts + 2, "<u2").astype(np.int64), 0)

    @cached_property
    def fields(self) -> np.ndarray:
        """Where radiotap's fields begin: behind the last word of present bits."""
        at = np.full(len(self.starts), 8, np.int64)
        more = self.present >> 31 == 1
        while more.any():
            more = more & (at + 4 <= self.tap)
            word = self.number(self.starts + np.where(more, at - 4, 0), "<u4")
            more = more & (word >> 31 == 1)
            at += 4 * more
        return at

    def field(self, bit: int) -> tuple[np.ndarray, np.ndarray]:
        """Offset of a radiotap field of one of the first words' bits 0 to 5, and which records have it."""
        at = self.fields.copy()
        for earlier, (size, align) in enumerate(((8, 8), (1, 1), (1, 1), (4, 2), (2, 2), (1, 1))):
            there = self.present >> earlier & 1 == 1
            at = np.where(there, at + -at % align, at)
            if earlier == bit:
                return self.starts + at, there & (at + size <= self.tap)
            at = np.where(there, at + size, at)
        raise ValueError(bit)

    @cached_property
    def has_fcs(self) -> np.ndarray:
        at, there = self.field(1)
        return np.asarray(there & (self.bytes[at] & 0x10 != 0))

    # IEEE 802.11.

    @cached_property
    def mac(self) -> np.ndarray:
        return np.asarray(self.starts + self.tap)

    @cached_property
    def is_frame(self) -> np.ndarray:
        """Which records have a frame control field behind their radiotap, if they are to have one."""
        return np.asarray(self.holds(self.mac + 2) & (self.has_tap | (self.link != RADIOTAP)))

    @cached_property
    def control(self) -> np.ndarray:
        return np.where(self.is_frame, self.number(self.mac, "<u2"), np.uint16(0))

    @cached_property
    def kind(self) -> np.ndarray:
        return np.asarray(self.control >> 2 & 3)

    @cached_property
    def subtype(self) -> np.ndarray:
        return np.asarray(self.control >> 4 & 15)

    @cached_property
    def has_sender(self) -> np.ndarray:
        return np.asarray(self.is_frame & ~((self.kind == _CONTROL) & np.isin(self.subtype, (_CTS, _ACK))))

    @cached_property
    def is_numbered(self) -> np.ndarray:
        """Management and data frames: those with a third address and a sequence number."""
        return np.asarray(self.is_frame & (self.kind != _CONTROL) & (self.kind <= _DATA))

    @cached_property
    def llc(self) -> np.ndarray:
        """Where the payload of a data frame begins: QoS, a fourth address and HT control make its header longer."""
        qos = self.subtype >> 3 & 1
        return np.asarray(self.mac + 24 + 6 * (self.control >> 8 & 3 == 3) + qos * (2 + 4 * (self.control >> 15)))

    @cached_property
    def body_end(self) -> np.ndarray:
        """Where what the frame carries ends: before its frame check sequence where that was captured."""
        return np.asarray(self.end - _FCS_BYTES * (self.has_fcs & (self.captured == self.original)))

    # What a data frame carries.

    @cached_property
    def has_llc(self) -> np.ndarray:
        carries = (self.kind == _DATA) & (self.subtype & 4 == 0) & (self.control & 0x4000 == 0)
        snap = (self.number(self.llc, ">u4") == _SNAP) & (self.number(self.llc + 4, ">u2") == 0)
        return np.asarray(self.is_frame & carries & snap & (self.llc + 8 <= self.body_end))

    @cached_property
    def ethertype(self) -> np.ndarray:
        return np.where(self.has_llc, self.number(self.llc + 6, ">u2"), np.uint16(0))

    @cached_property
    def ip(self) -> np.ndarray:
        return np.asarray(self.llc + 8)

    @cached_property
    def has_ip(self) -> np.ndarray:
        first = self.bytes[self.ip]
        shaped = (first >> 4 == 4) & (first & 15 >= 5)
        return np.asarray((self.ethertype == _IPV4) & shaped & (self.ip + 20 <= self.body_end))

    @cached_property
    def udp(self) -> np.ndarray:
        return np.asarray(self.ip + 4 * (self.bytes[self.ip] & 15).astype(np.int64))

    @cached_property
    def has_udp(self) -> np.ndarray:
        """UDP in a whole packet or in the first fragment of one."""
        first = self.number(self.ip + 6, ">u2") & 0x1FFF == 0
        return np.asarray(self.has_ip & (self.bytes[self.ip + 9] == _UDP) & first & (self.udp + 8 <= self.body_end))

    # Our messages.

    @cached_property
    def message(self) -> np.ndarray:
        return np.asarray(self.udp + 8)

    @cached_property
    def has_message(self) -> np.ndarray:
        """Whether there are the fields that all messages begin with, of a type that we know."""
        return np.asarray(
            self.has_udp
            & (self.message + wire.COMMON_BYTES <= self.body_end)
            & (self.number(self.udp + 2, ">u2") == wire.PORT)
            & (self.number(self.message, ">u2") == wire.MAGIC)
            & (self.bytes[self.message + VERSION_AT] == wire.VERSION)
            & np.isin(self.bytes[self.message + TYPE_AT], list(wire.NAMES))
        )

    @cached_property
    def carries(self) -> np.ndarray:
        """Whether the message is of a type that carries an event, be the event whole or not."""
        return np.asarray(self.has_message & np.isin(self.bytes[self.message + TYPE_AT], wire.CARRIERS))

    @cached_property
    def event(self) -> np.ndarray:
        """Where the event begins: behind the protocol's own header and that header's length, if there is one."""
        start = self.message + wire.COMMON_BYTES
        shifted = self.carries & (self.bytes[self.message + TYPE_AT] != wire.TYPES["event"])
        shifted = shifted & (start + 2 <= self.body_end)
        length = self.number(np.where(shifted, start, 0), ">u2").astype(np.int64)
        return np.asarray(start + np.where(shifted, 2 + length, 0))

    @cached_property
    def type(self) -> np.ndarray:
        """A message type of schema.wire; 0 where there is no message, or one cut before its event's identity."""
        whole = self.has_message & (~self.carries | (self.event + EVENT_BYTES <= self.body_end))
        return np.where(whole, self.bytes[self.message + TYPE_AT], 0)

    @cached_property
    def is_event(self) -> np.ndarray:
        return np.asarray(self.carries & (self.type > 0))

    @cached_property
    def header_bytes(self) -> np.ndarray:
        return np.where(self.is_event, self.event - self.message - wire.COMMON_BYTES, 0)

    def of_message(self, at: int, none: int) -> np.ndarray:
        return np.where(self.type > 0, self.number(self.message + at, ">u4"), np.uint32(none))

    def of_event(self, at: int, dtype: str, none: int) -> np.ndarray:
        numbers = self.number(np.where(self.is_event, self.event + at, 0), dtype)
        return np.where(self.is_event, numbers, numbers.dtype.type(none))
