"""A plain reading of a run's captures, for tests only: shares no code with spark_analysis."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from schema.messages import PORT, Value, decode

ANTENNA_SIGNAL = 1 << 5
SNAP_IPV4 = bytes.fromhex("aaaa030000000800")


@dataclass(frozen=True)
class Frame:
    """One record: a message of ours, as a radio sent or received it."""

    time_ns: int
    node: int
    received: bool
    source: str
    number: int
    """802.11 sequence number."""
    message: str
    fields: dict[str, Value]


def frames(folder: Path) -> Iterator[Frame]:
    """Every frame in every capture of a run, radio by radio. Fails on anything that is not ours."""
    for path in folder.glob("radio-*.pcap"):
        data = path.read_bytes()
        assert struct.unpack_from("<I", data)[0] == 0xA1B23C4D, "nanosecond pcap"
        assert struct.unpack_from("<I", data, 20)[0] == 127, "radiotap"
        at = 24
        while at < len(data):
            seconds, nanoseconds, kept, length = struct.unpack_from("<IIII", data, at)
            assert kept == length, "cut short"
            record = data[at + 16 : at + 16 + kept]
            at += 16 + kept
            yield _frame(seconds * 10**9 + nanoseconds, int(path.stem.removeprefix("radio-")), record)


def _frame(time_ns: int, node: int, record: bytes) -> Frame:
    radiotap_bytes, present = struct.unpack_from("<HI", record, 2)
    frame = record[radiotap_bytes:]
    assert frame[0] == 0x08, "an 802.11 data frame"
    assert frame[4:10] == b"\xff" * 6, "to everybody"
    assert frame[24:32] == SNAP_IPV4
    packet = frame[32:]
    assert packet[16:20] == b"\xff" * 4
    destination, length = struct.unpack_from(">HH", packet, 22)
    assert destination == PORT
    message, fields = decode(packet[28 : 20 + length])
    number = struct.unpack_from("<H", frame, 22)[0] >> 4
    return Frame(time_ns, node, bool(present & ANTENNA_SIGNAL), frame[10:16].hex(":"), number, message, fields)
