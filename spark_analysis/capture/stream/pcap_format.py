"""A capture file's own header."""

from __future__ import annotations

import struct
from dataclasses import dataclass

from spark_analysis.capture.quality import NotACapture
from spark_analysis.capture.stream.limits import FILE_HEADER, LINKS

_MAGICS = {
    b"\xd4\xc3\xb2\xa1": (False, 1_000_000),
    b"\xa1\xb2\xc3\xd4": (True, 1_000_000),
    b"\x4d\x3c\xb2\xa1": (False, 1_000_000_000),
    b"\xa1\xb2\x3c\x4d": (True, 1_000_000_000),
}
_PCAPNG = b"\x0a\x0d\x0d\x0a"


@dataclass(frozen=True)
class Header:
    """`fractions`: units of its time stamps in a second."""

    big_endian: bool
    fractions: int
    link: int


def read_header(data: bytes, name: str) -> Header:
    """What the first FILE_HEADER bytes of a capture say. Raises NotACapture where it is none, or of another link."""
    if data[:4] == _PCAPNG:
        raise NotACapture(f"{name}: is pcapng, expected pcap (editcap -F pcap makes it so)")
    if len(data) < FILE_HEADER or data[:4] not in _MAGICS:
        raise NotACapture(f"{name}: expected a pcap file, in µs or ns")
    big_endian, fractions = _MAGICS[data[:4]]
    link = struct.unpack_from(">I" if big_endian else "<I", data, 20)[0] & 0xFFFF
    if link not in LINKS:
        known = ", ".join(f"{number} ({what})" for number, what in LINKS.items())
        raise NotACapture(f"{name}: link type {link}, expected one of {known}")
    return Header(big_endian, fractions, link)
