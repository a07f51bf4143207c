"""IPv4 (RFC 791), IPv6 and the headers that may follow it (RFC 8200), UDP (RFC 768).

Of IP each says what is malformed, where UDP begins (NOWHERE if it does not), where the packet's bytes end by the
length that it announces, and whether it is the first of several fragments.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.places import HOP_LIMIT, IPV4, IPV6, NOWHERE, PROTOCOL, SOUND, UDP

_UDP = 17
_FRAGMENT, _AUTHENTICATION = 44, 51
_EXTENSIONS = (0, 43, 60, 135, 139, 140)
"""Hop-by-hop and destination options, routing, mobility, host identity, shim6: all of one shape."""


@inlined
def ipv4(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, bool]:
    """Bytes behind the announced length are padding; length 0 is a network card's to fill in."""
    if at + 20 > end or u8(data, at) >> 4 != 4 or u8(data, at) & 15 < 5:
        return IPV4, NOWHERE, end, False
    places[IPV4], places[HOP_LIMIT], places[PROTOCOL] = at, at + 8, at + 9
    body = at + 4 * (u8(data, at) & 15)
    length = u16(data, at + 2)
    announced = at + length if length > 0 else sent_end
    if body > min(end, announced):
        return IPV4, NOWHERE, end, False
    fragment = u16(data, at + 6)
    if u8(data, at + 9) != _UDP or fragment & 0x1FFF != 0:
        body = NOWHERE
    return IPV4 if announced > sent_end else SOUND, body, announced, fragment & 0x2000 != 0


@inlined
def ipv6(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, bool]:
    """Its protocol is that behind the last header of a known kind; payload length 0 announces a jumbogram."""
    if at + 40 > end or u8(data, at) >> 4 != 6:
        return IPV6, NOWHERE, end, False
    places[IPV6], places[HOP_LIMIT], places[PROTOCOL] = at, at + 7, at + 6
    length = u16(data, at + 4)
    announced = at + 40 + length if length > 0 else sent_end
    body, first_fragment, found = _behind_extensions(data, at + 40, min(end, announced), places)
    return IPV6 if announced > sent_end or not found else SOUND, body, announced, first_fragment


@inlined
def _behind_extensions(data: np.ndarray, at: int, end: int, places: np.ndarray) -> tuple[int, bool, bool]:
    """Where UDP begins; whether it is the first fragment of a packet; whether all that is announced is there."""
    first_fragment = False
    while True:
        kind = u8(data, places[PROTOCOL])
        if kind == _UDP:
            return at, first_fragment, True
        if kind not in _EXTENSIONS and kind != _FRAGMENT and kind != _AUTHENTICATION:
            return NOWHERE, False, True
        if at + 8 > end:
            return NOWHERE, False, False
        places[PROTOCOL] = at
        length = 8
        if kind == _FRAGMENT:
            fragment = u16(data, at + 2)
            if fragment & 0xFFF8 != 0:
                return NOWHERE, False, True
            first_fragment = fragment & 1 == 1
        else:
            length += u8(data, at + 1) * (4 if kind == _AUTHENTICATION else 8)
        at += length
        if at > end:
            return NOWHERE, False, False


@inlined
def udp(data: np.ndarray, at: int, end: int, sent_end: int, fragment: bool, places: np.ndarray) -> tuple[int, int]:
    """What is malformed, and where the datagram's bytes end; a datagram of several fragments ends in another one."""
    if at + 8 > end:
        return UDP, NOWHERE
    places[UDP] = at
    length = u16(data, at + 4)
    wrong = UDP if length < 8 or (at + length > sent_end and not fragment) else SOUND
    return wrong, min(end, at + length) if length >= 8 else end
