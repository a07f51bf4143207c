"""UDP (RFC 768) and TCP (RFC 9293).

 0       2       4       6       8
+-------+-------+-------+-------+
| source| destin| length| checks|
+-------+-------+-------+-------+

 0       2       4               8               12      14      16      18      20
+-------+-------+---------------+---------------+---+---+-------+-------+-------+- - - - - +
| source| destin| sequence      | acknowledgem. |off|flg| window| checks| urgent| options  |
+-------+-------+---------------+---------------+---+---+-------+-------+-------+- - - - - +
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.places import NOWHERE, SOUND, TCP, TCP_HEADER, TCP_PAYLOAD, TCP_PAYLOAD_END, UDP

UDP_BYTES = 8
_UDP_LENGTH_AT = 4
_TCP_BYTES = 20
_TCP_OFFSET_AT = 12


@inlined
def udp(data: np.ndarray, at: int, end: int, sent_end: int, fragment: bool, places: np.ndarray) -> tuple[int, int]:
    """The layer that is malformed or SOUND, and where the datagram's bytes end.

    A datagram of several fragments ends in another one.
    """
    if at + UDP_BYTES > end:
        return UDP, NOWHERE
    places[UDP] = at
    length = u16(data, at + _UDP_LENGTH_AT)
    wrong = UDP if length < UDP_BYTES or (at + length > sent_end and not fragment) else SOUND
    return wrong, min(end, at + length) if length >= UDP_BYTES else end


@inlined
def tcp(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> int:
    """The layer that is malformed or SOUND. Writes where the segment's payload begins and ends."""
    if at + _TCP_BYTES > end:
        return TCP
    places[TCP_HEADER] = at
    payload = at + (u8(data, at + _TCP_OFFSET_AT) >> 4) * 4
    if payload < at + _TCP_BYTES or payload > end:
        return TCP
    places[TCP_PAYLOAD], places[TCP_PAYLOAD_END] = payload, sent_end
    return SOUND
