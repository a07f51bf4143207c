"""Ethernet (IEEE 802.3, tags of 802.1Q), PPP (RFC 1661) and IP without a link layer.

Each says what is malformed, the EtherType of what follows (or NOTHING, or LLC_FOLLOWS), and where.
"""

from __future__ import annotations

import numpy as np

from spark_analysis.capture.kernels.byte_numbers import u8, u16
from spark_analysis.capture.kernels.compiler import inlined
from spark_analysis.capture.layers.llc import LLC_FOLLOWS, NOTHING, TYPE_IPV4, TYPE_IPV6
from spark_analysis.capture.layers.places import (
    ETHERNET,
    ETHERTYPE,
    FIRST_ADDRESS,
    IPV4,
    NOWHERE,
    PPP,
    SECOND_ADDRESS,
    SOUND,
    VLAN,
)

_TAG, _SERVICE_TAG = 0x8100, 0x88A8
_FIRST_TYPE = 0x0600
"""What is less is a length, and LLC follows."""
_ALL_STATIONS = 0xFF03
_PPP_IPV4, _PPP_IPV6 = 0x0021, 0x0057


@inlined
def ethernet(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray) -> tuple[int, int, int, int]:
    """Fourth: where the payload ended on the air, which is not where the frame did if the header has a length."""
    if at + 6 <= end:
        places[FIRST_ADDRESS] = at
    if at + 12 <= end:
        places[SECOND_ADDRESS] = at + 6
    if at + 14 > end:
        return ETHERNET, NOTHING, at, sent_end
    places[ETHERNET] = at
    at += 14
    number = u16(data, at - 2)
    while number in (_TAG, _SERVICE_TAG):
        if at + 4 > end:
            return ETHERNET, NOTHING, at, sent_end
        if places[VLAN] == NOWHERE:
            places[VLAN] = at
        number = u16(data, at + 2)
        at += 4
    if number >= _FIRST_TYPE:
        places[ETHERTYPE] = at - 2
        return SOUND, number, at, sent_end
    if at + number > sent_end:
        return ETHERNET, LLC_FOLLOWS, at, sent_end
    return SOUND, LLC_FOLLOWS, at, at + number


@inlined
def ppp(data: np.ndarray, at: int, end: int, places: np.ndarray) -> tuple[int, int, int]:
    """With and without HDLC's address and control, with a protocol number of one byte or two."""
    if at + 2 <= end and u16(data, at) == _ALL_STATIONS:
        at += 2
    if at >= end:
        return PPP, NOTHING, at
    protocol, length = u8(data, at), 1
    if protocol & 1 == 0:
        if at + 2 > end:
            return PPP, NOTHING, at
        protocol, length = u16(data, at), 2
    places[PPP] = at
    if protocol == _PPP_IPV4:
        return SOUND, TYPE_IPV4, at + length
    return SOUND, TYPE_IPV6 if protocol == _PPP_IPV6 else NOTHING, at + length


@inlined
def raw_ip(data: np.ndarray, at: int, end: int) -> tuple[int, int]:
    version = u8(data, at) >> 4 if at < end else 0
    if version == 6:
        return SOUND, TYPE_IPV6
    return SOUND if version == 4 else IPV4, TYPE_IPV4 if version == 4 else NOTHING
