"""IPv4 (RFC 791), and IPv6 with the headers that may follow it (RFC 8200).

     0       1       2               4               6               8       9       10      12      16      20
    +---+---+-------+---------------+---------------+--+------------+-------+-------+-------+-------+-------+
    | 4 |IHL| TOS   | total length  | identification|fl| frag.offset| TTL   |protoc.|checks.| source| destin|
    +---+---+-------+---------------+---------------+--+------------+-------+-------+-------+-------+-------+

     0               4               6       7       8                       24                      40
    +---+-----------+---------------+-------+-------+-----------------------+-----------------------+
    | 6 | class,flow| payload length|next h.|hop lim| source                | destination           |
    +---+-----------+---------------+-------+-------+-----------------------+-----------------------+

A packet may have a route in it (schema.routes): an IPv6 header in front of its own, or a hop-by-hop option. The places
of the addresses and of the hop limit are in the first header, that of the protocol is in the last one.

Both functions return: the layer that is malformed or SOUND; where the transport header begins, or NOWHERE where it is
neither UDP nor TCP or is in another fragment; where the packet ends by the length that it announces; and whether it is
the first of several fragments.
"""

from __future__ import annotations

import numpy as np

from schema.routes import HOP_BY_HOP, IPV6_IN_IPV6, ROUTE_FILTER
from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.bit_string import bit_string
from spark_analysis.capture.layers.places import HOP_LIMIT, IPV4, IPV6, NOWHERE, PROTOCOL, ROUTE, SOUND

PROTOCOL_TCP, PROTOCOL_UDP = 6, 17

_IPV4_BYTES = 20
_IPV4_LENGTH_AT, _IPV4_FRAGMENT_AT, _IPV4_TTL_AT, _IPV4_PROTOCOL_AT = 2, 6, 8, 9
_IPV4_MORE_FRAGMENTS, _IPV4_OFFSET = 0x2000, 0x1FFF

_IPV6_BYTES = 40
_IPV6_LENGTH_AT, _IPV6_NEXT_HEADER_AT, _IPV6_HOP_LIMIT_AT = 4, 6, 7
_FRAGMENT, _AUTHENTICATION = 44, 51
_EXTENSIONS = (0, 43, 60, 135, 139, 140)
"""Hop-by-hop and destination options, routing, mobility, host identity, shim6: all of one shape."""
_FRAGMENT_MORE, _FRAGMENT_OFFSET = 0x0001, 0xFFF8


@inlined
def ipv4(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, bool]:
    """Bytes behind the announced length are padding; a length of 0 is one that the network card fills in."""
    if at + _IPV4_BYTES > end or u8(data, at) >> 4 != 4 or u8(data, at) & 15 < 5:
        return IPV4, NOWHERE, end, False
    places[IPV4], places[HOP_LIMIT], places[PROTOCOL] = at, at + _IPV4_TTL_AT, at + _IPV4_PROTOCOL_AT
    body = at + 4 * (u8(data, at) & 15)
    length = u16(data, at + _IPV4_LENGTH_AT)
    announced = at + length if length > 0 else sent_end
    if body > min(end, announced):
        return IPV4, NOWHERE, end, False
    fragment = u16(data, at + _IPV4_FRAGMENT_AT)
    protocol = u8(data, at + _IPV4_PROTOCOL_AT)
    if (protocol != PROTOCOL_UDP and protocol != PROTOCOL_TCP) or fragment & _IPV4_OFFSET != 0:
        body = NOWHERE
    return IPV4 if announced > sent_end else SOUND, body, announced, fragment & _IPV4_MORE_FRAGMENTS != 0


@inlined
def ipv6(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, bool]:
    """Its protocol is that behind the last header of a known kind; payload length 0 announces a jumbogram."""
    if at + _IPV6_BYTES > end or u8(data, at) >> 4 != 6:
        return IPV6, NOWHERE, end, False
    places[IPV6], places[HOP_LIMIT], places[PROTOCOL] = at, at + _IPV6_HOP_LIMIT_AT, at + _IPV6_NEXT_HEADER_AT
    length = u16(data, at + _IPV6_LENGTH_AT)
    announced = at + _IPV6_BYTES + length if length > 0 else sent_end
    wrong = IPV6 if announced > sent_end else SOUND
    body, announced, first_fragment, is_whole = _behind_extensions(data, at + _IPV6_BYTES, end, announced, places)
    return wrong if is_whole else IPV6, body, announced, first_fragment


@inlined
def _behind_extensions(
    data: np.ndarray, at: int, captured_end: int, announced: int, places: np.ndarray
) -> tuple[int, int, bool, bool]:
    """Where UDP or TCP begins; where the packet ends; whether it is the first fragment; whether all headers are there.

    A packet in the packet must end within it, unless it goes on in another fragment.
    """
    first_fragment = False
    while True:
        kind, end = u8(data, places[PROTOCOL]), min(captured_end, announced)
        if kind in (PROTOCOL_UDP, PROTOCOL_TCP):
            return at, announced, first_fragment, True
        if kind == IPV6_IN_IPV6:
            if at + _IPV6_BYTES > end or u8(data, at) >> 4 != 6:
                return NOWHERE, announced, False, False
            places[PROTOCOL], places[ROUTE] = at + _IPV6_NEXT_HEADER_AT, ROUTE_FILTER
            length = u16(data, at + _IPV6_LENGTH_AT)
            at += _IPV6_BYTES
            if length > 0 and at + length > announced and not first_fragment:
                return NOWHERE, announced, False, False
            announced = min(announced, at + length) if length > 0 else announced
            continue
        if kind not in _EXTENSIONS and kind != _FRAGMENT and kind != _AUTHENTICATION:
            return NOWHERE, announced, False, True
        if at + 8 > end:
            return NOWHERE, announced, False, False
        places[PROTOCOL] = at
        length = 8
        if kind == _FRAGMENT:
            fragment = u16(data, at + 2)
            if fragment & _FRAGMENT_OFFSET != 0:
                return NOWHERE, announced, False, True
            first_fragment = fragment & _FRAGMENT_MORE == 1
        else:
            length += u8(data, at + 1) * (4 if kind == _AUTHENTICATION else 8)
        if at + length > end:
            return NOWHERE, announced, False, False
        if kind == HOP_BY_HOP:
            bit_string(data, at, length, places)
        at += length
