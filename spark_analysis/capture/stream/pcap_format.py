"""The file format of libpcap: the file's header, and the limits of a record.

    0         4       6       8         12        16        20        24
   +---------+-------+-------+---------+---------+---------+---------+
   | magic   | major | minor | zone    | sigfigs | snaplen | link    |  file header
   +---------+-------+-------+---------+---------+---------+---------+
   | seconds | fraction      | captured bytes    | bytes on the wire |  record header, 16 bytes
   +---------+---------------+-------------------+-------------------+

Numbers have the byte order of the machine that wrote the file; the magic number shows it, and whether `fraction` counts
microseconds or nanoseconds.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

FILE_HEADER_BYTES = 24
RECORD_HEADER_BYTES = 16
MAX_FRAME_BYTES = 262_144
"""The largest snapshot length of tcpdump: a record that claims more has a broken header."""
PADDING_BYTES = 16
"""Bytes behind a capture in memory that may be read but are not used: a number is loaded with those that follow it, and
the identity of a request is loaded from every message, before its type shows whether it has one."""

_LINK_TYPE_AT = 20
_MAGICS = {
    b"\xd4\xc3\xb2\xa1": (False, 1_000_000),
    b"\xa1\xb2\xc3\xd4": (True, 1_000_000),
    b"\x4d\x3c\xb2\xa1": (False, 1_000_000_000),
    b"\xa1\xb2\x3c\x4d": (True, 1_000_000_000),
}
_PCAPNG = b"\x0a\x0d\x0d\x0a"


class NotACapture(ValueError):
    """Bytes that do not begin like a capture of a supported kind."""


@dataclass(frozen=True)
class FileHeader:
    """What a capture's header states."""

    big_endian: bool
    fractions: int
    """Units of the time stamps in a second."""
    link_type: int


def read_file_header(data: bytes, name: str) -> FileHeader:
    """The header in the first FILE_HEADER_BYTES of capture `name`. Raises NotACapture where there is none."""
    if data[:4] == _PCAPNG:
        raise NotACapture(f"{name}: is pcapng, expected pcap (editcap -F pcap makes it so)")
    if len(data) < FILE_HEADER_BYTES or data[:4] not in _MAGICS:
        raise NotACapture(f"{name}: expected a pcap file, in µs or ns")
    big_endian, fractions = _MAGICS[data[:4]]
    link_type = struct.unpack_from(">I" if big_endian else "<I", data, _LINK_TYPE_AT)[0] & 0xFFFF
    return FileHeader(big_endian, fractions, link_type)
