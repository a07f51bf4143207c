"""LLC and SNAP (IEEE 802.2, RFC 1042), ARP (RFC 826), and which protocol an EtherType is."""

from __future__ import annotations

import numpy as np

from spark_analysis.pcap.compiled import compiled
from spark_analysis.pcap.ip import ipv4, ipv6
from spark_analysis.pcap.layers import ARP, ETHERTYPE, LLC, SOUND
from spark_analysis.pcap.words import u8, u16, u32

TYPE_IPV4, TYPE_ARP, TYPE_IPV6 = 0x0800, 0x0806, 0x86DD
_SNAP = 0xAAAA03
_ARP_OF_ETHERNET, _ARP_LENGTHS = 0x00010800, 0x0604


@compiled
def llc(data: np.ndarray, at: int, end: int, sent_end: int, places: np.ndarray, i: int) -> int:
    if at + 3 > end:
        return LLC
    places[LLC, i] = at
    if u16(data, at) << 8 | u8(data, at + 2) != _SNAP:
        return SOUND
    if at + 8 > end:
        return LLC
    if u16(data, at + 3) << 8 | u8(data, at + 5) != 0:
        return SOUND  # another organisation's numbers
    places[ETHERTYPE, i] = at + 6
    return of_type(data, at + 8, end, sent_end, u16(data, at + 6), places, i)


@compiled
def of_type(data: np.ndarray, at: int, end: int, sent_end: int, ethertype: int, places: np.ndarray, i: int) -> int:
    """What is announced by an EtherType, at `at`."""
    if ethertype == TYPE_IPV4:
        return ipv4(data, at, end, sent_end, places, i)
    if ethertype == TYPE_IPV6:
        return ipv6(data, at, end, sent_end, places, i)
    if ethertype == TYPE_ARP:
        return _arp(data, at, end, places, i)
    return SOUND


@compiled
def _arp(data: np.ndarray, at: int, end: int, places: np.ndarray, i: int) -> int:
    if at + 8 > end:
        return ARP
    if u32(data, at) != _ARP_OF_ETHERNET or u16(data, at + 4) != _ARP_LENGTHS:
        return SOUND if at + 8 + 2 * (u8(data, at + 4) + u8(data, at + 5)) <= end else ARP
    if at + 28 > end:
        return ARP
    places[ARP, i] = at
    return SOUND
