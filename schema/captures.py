"""Golden captures of every message, for tests of other readers: `./waf python -m schema.captures`.

Writes tests/golden/<message>.pcap: frames as a radio receives them. The first holds the smallest message, the next
five random values, the last long lists.
"""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterable
from pathlib import Path

from schema.messages import MESSAGES, PORT, Field, Value, encode
from schema.vectors import draw_values

GOLDEN = Path(__file__).parent.parent / "tests/golden"
_LONG = {"list8": 255, "counted": 255, "list16": 260}
"""Items of a long list: as many as one octet counts, and more than that."""
_RADIOTAP = struct.pack("<BBHIBBbb", 0, 0, 12, 0b1100110, 0x10, 12, -70, -90)  # FCS, 6 Mbit/s, signal, noise
_BROADCAST = b"\xff" * 6
_SNAP_IPV4 = bytes.fromhex("aaaa030000000800")


def golden(name: str) -> bytes:
    """The capture of message `name`."""
    draw = random.Random(name)
    fields = MESSAGES[name].fields
    samples = [draw_values(draw, fields, smallest=number == 0) for number in range(6)]
    samples.append(_with_long_lists(draw, fields))
    return capture(encode(name, {"node": draw.randrange(1000), **sample}) for sample in samples)


def _with_long_lists(draw: random.Random, fields: tuple[Field, ...]) -> dict[str, Value]:
    values = draw_values(draw, fields, smallest=False)
    for field in fields:
        if field.kind == "sized":
            values[field.name] = _with_long_lists(draw, field.items)
        elif field.items:
            # Two of a list of lists: the lists in them are long.
            count = 2 if any(item.items for item in field.items) else _LONG[field.kind]
            items = [_with_long_lists(draw, field.items) for _ in range(count)]
            values[field.name] = [item[field.items[0].name] for item in items] if len(field.items) == 1 else items
            values |= {field.count: count} if field.kind == "counted" else {}
    return values


def capture(messages: Iterable[bytes]) -> bytes:
    """A capture with a frame for each message, one per millisecond."""
    header = struct.pack("<IHHiIII", 0xA1B23C4D, 2, 4, 0, 0, 65535 * 2, 127)
    return header + b"".join(_record(number, message) for number, message in enumerate(messages))


def _record(number: int, message: bytes) -> bytes:
    frame = _RADIOTAP + _frame(number, message)
    return struct.pack("<IIII", number // 1000, number % 1000 * 10**6, len(frame), len(frame)) + frame


def _frame(number: int, message: bytes) -> bytes:
    """An 802.11 broadcast of the message in UDP and IPv4, with its check sequence."""
    mac = (
        struct.pack("<HH", 0x0008, 0)
        + _BROADCAST
        + b"\0\0\0\0\0\x01"
        + _BROADCAST
        + struct.pack("<H", number % 4096 << 4)
    )
    udp = struct.pack(">HHHH", 49153, PORT, 8 + len(message), 0) + message
    frame = mac + _SNAP_IPV4 + _ip_header(len(udp)) + udp
    return frame + struct.pack("<I", zlib.crc32(frame))


def _ip_header(length: int) -> bytes:
    words = [0x4500, 20 + length, 0, 0, 0x0111, 0, 0x0A00, 0x0001, 0xFFFF, 0xFFFF]
    total = sum(words)
    words[5] = 0xFFFF - (total + (total >> 16)) % 0x10000
    return struct.pack(">10H", *words)


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    for name in MESSAGES:
        (GOLDEN / f"{name}.pcap").write_bytes(golden(name))
    print(f"{GOLDEN.name}: {len(MESSAGES)} captures")
