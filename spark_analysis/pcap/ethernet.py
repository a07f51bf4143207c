"""Ethernet (IEEE 802.3, tags of 802.1Q), PPP (RFC 1661) and IP without a link layer."""

from __future__ import annotations

import numpy as np

from spark_analysis.pcap.compiled import compiled
from spark_analysis.pcap.ip import ipv4, ipv6
from spark_analysis.pcap.layers import (
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
from spark_analysis.pcap.llc import llc, of_type
from spark_analysis.pcap.words import u8, u16

_TAG, _SERVICE_TAG = 0x8100, 0x88A8
_FIRST_TYPE = 0x0600
"""What is less is a length, and LLC follows."""
_ALL_STATIONS = 0xFF03
_PPP_IPV4, _PPP_IPV6 = 0x0021, 0x0057


@compiled
def ethernet(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray, i: int) -> int:
    if at + 6 <= end:
        places[FIRST_ADDRESS, i] = at
    if at + 12 <= end:
        places[SECOND_ADDRESS, i] = at + 6
    if at + 14 > end:
        return ETHERNET
    places[ETHERNET, i] = at
    at += 14
    number = u16(data, at - 2)
    while number in (_TAG, _SERVICE_TAG):
        if at + 4 > end:
            return ETHERNET
        if places[VLAN, i] == NOWHERE:
            places[VLAN, i] = at
        number = u16(data, at + 2)
        at += 4
    if number >= _FIRST_TYPE:
        places[ETHERTYPE, i] = at - 2
        return of_type(data, at, end, sent_end, number, places, i)
    if at + number > sent_end:
        return ETHERNET
    return llc(data, at, min(end, at + number), at + number, places, i)


@compiled
def ppp(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray, i: int) -> int:
    """With and without HDLC's address and control, with a protocol number of one byte or two."""
    if at + 2 <= end and u16(data, at) == _ALL_STATIONS:
        at += 2
    if at >= end:
        return PPP
    protocol = u8(data, at)
    length = 1
    if protocol & 1 == 0:
        if at + 2 > end:
            return PPP
        protocol, length = u16(data, at), 2
    places[PPP, i] = at
    if protocol == _PPP_IPV4:
        return ipv4(data, at + length, end, sent_end, places, i)
    if protocol == _PPP_IPV6:
        return ipv6(data, at + length, end, sent_end, places, i)
    return SOUND


@compiled
def raw_ip(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray, i: int) -> int:
    if at < end and u8(data, at) >> 4 == 6:
        return ipv6(data, at, end, sent_end, places, i)
    if at < end and u8(data, at) >> 4 == 4:
        return ipv4(data, at, end, sent_end, places, i)
    return IPV4
